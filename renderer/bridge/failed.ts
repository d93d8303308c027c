// Why main did not do what it was asked: it refused, or it did not answer.
import type { Refusal, Refused } from '#contract/programs/problems.ts';
import type { MainAnswer } from './bridge.ts';

export type Failed = Refusal | 'silent' | null;

/** Null where main did it. */
export function failedOf(answer: MainAnswer<object>): Failed {
  if (answer.type === 'silent') return 'silent';
  return isRefused(answer.value) ? answer.value.refusal : null;
}

/** The refusal of a wrong PIN: the dialog in which it was typed says so, and stays. */
export function wrongPinOf(failed: Failed): Refusal | null {
  return failed !== null && failed !== 'silent' && failed.code === 'pin-wrong' ? failed : null;
}

function isRefused(value: object): value is Refused {
  return 'type' in value && value.type === 'refused';
}
