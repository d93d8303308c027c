// Cancels an operation that was not sent. One that may have been sent is never cancelled.
import type { Refusal } from '#contract/programs/problems.ts';
import { isFinal } from '#contract/operation/states.ts';
import { unresolved } from '../operation/change.ts';
import { commitChange } from '../commit/commit.ts';
import { commandFor } from '../gateway/context.ts';
import type { StoreWrites } from '../ports/store.ts';
import type { OperationRecord } from '../ports/record.ts';
import { words } from '../operation/words.ts';

export type Cancellation =
  | { readonly type: 'cancelled'; readonly record: OperationRecord }
  | { readonly type: 'refused'; readonly refusal: Refusal };

/** `by` goes into the journal. Cancelling twice is the same as once. */
export function cancelIn(tx: StoreWrites, record: OperationRecord, by: string, nowMs: number): Cancellation {
  if (record.state === 'cancelled') return { type: 'cancelled', record };
  if (record.state !== 'accepted' || unresolved(record.attempts).length > 0) {
    const what = isFinal(record.state) ? 'It is finished already' : 'It may have been sent already';
    const detail = `${what} (state ${record.state}); it can no longer be cancelled.`;
    return { type: 'refused', refusal: { code: 'not-cancellable', detail, operationId: record.id } };
  }
  const failure = { code: 'cancelled', message: words.cancelled } as const;
  const change = { state: 'cancelled', event: 'cancelled', reason: `by ${by}`, failure } as const;
  return { type: 'cancelled', record: commitChange(tx, commandFor(record), record, change, nowMs) };
}
