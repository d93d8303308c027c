// Waiting for an operation or a print job: the caller that waits listens to the changes, and does not poll the store.
import { isFinal } from '#contract/operation/states.ts';
import type { Clock } from '../ports/clock.ts';
import type { OperationRecord } from '../ports/record.ts';
import type { Listeners } from './listeners.ts';

/** Listeners that are called with each record that changed. */
export type Changes<R> = Listeners<(record: R) => void>;

export interface WaitPorts<R> {
  readonly changes: Pick<Changes<R>, 'add'>;
  readonly clock: Pick<Clock, 'after'>;
}

/**
 * Resolves when it is `enough` (an operation: final, or a person must decide), at the time-out, or when `givenUp` calls
 * back; with the record as it then stands.
 */
export async function waitUntil<R extends { readonly id: string }>(
  { changes, clock }: WaitPorts<R>,
  read: () => R | null,
  timeoutMs: number,
  givenUp: (work: () => void) => void,
  enough: (record: R) => boolean,
): Promise<R | null> {
  const now = read();
  if (now === null || enough(now) || timeoutMs <= 0) return now;
  await new Promise<void>((resolve) => {
    const finish = () => {
      cancelTimer();
      endListening();
      resolve();
    };
    const endListening = changes.add((record) => {
      if (record.id === now.id && enough(record)) finish();
    });
    const cancelTimer = clock.after(timeoutMs, finish);
    givenUp(finish);
  });
  return read();
}

export function atRest(record: OperationRecord): boolean {
  return isFinal(record.state) || record.state === 'needs-person';
}

/** At rest, or pending after an answer in which the gateway took it. */
export function isAnswered(record: OperationRecord): boolean {
  const { state, answerStatus } = record;
  return atRest(record) || (state === 'pending' && answerStatus !== null && answerStatus < 300);
}
