// What to do about an end that nobody saw, for somebody who has forgotten what it was about.
import type { OperationView } from '#contract/operation.ts';
import type { TextKey } from '#texts/index.ts';
import { isMoneyOut, isReversal, nameOf } from './operation-facts.ts';

type EndText = Extract<TextKey, `ends.do.${string}`>;

export function isCarriedOut({ state }: OperationView): boolean {
  return state === 'succeeded';
}

export function whatToDo(operation: OperationView): EndText {
  const name = nameOf(operation);
  const done = isCarriedOut(operation);
  if (isMoneyOut(name)) return done ? 'ends.do.refunded' : 'ends.do.notRefunded';
  if (isReversal(name)) return done ? 'ends.do.reversed' : 'ends.do.notReversed';
  if (name === 'kind.capture' || name === 'kind.terminal-capture') {
    return done ? 'ends.do.captured' : 'ends.do.notCaptured';
  }
  if (name === 'kind.authorisation' || name === 'kind.incremental') {
    return done ? 'ends.do.reserved' : 'ends.do.notReserved';
  }
  if (name === 'kind.sale') return done ? 'ends.do.charged' : 'ends.do.notCharged';
  return 'ends.do.other';
}
