// What an operation's success did to its payment. A customer's payment by link or on a hosted page is not part of it,
// even where the answer says that it was paid: it counts by what a look-up shows as captured (offers.ts).
import type { JsonObject } from '#contract/data/json.ts';
import type { Command, Effect } from '#operations/define.ts';
import type { PaymentView } from '#operations/payment-view.ts';
import { approvedInput } from '../operation/approved-input.ts';
import type { OperationRecord } from '../ports/record.ts';

/** `body`: the answer, or the record that a look-up showed; `seen` is that record's reading, where there is one. */
export function ownEffect(
  command: Command,
  record: OperationRecord,
  body: JsonObject,
  seen: PaymentView | null = null,
): Effect | null {
  const effect = command.effect(approvedInput(record), body);
  if (effect === null) return null;
  if (record.offer !== undefined) return { ...effect, creates: false, authorized: 0, captured: 0 };
  if (record.answerStatus === null && onlyHolds(command, record)) return { ...effect, captured: 0 };
  return isPartCaptured(effect, seen) ? { ...effect, captured: seen.captured } : effect;
}

/**
 * Whether it makes a payment from which nothing is taken unless its own answer says so: what a record shows as captured
 * may be a later capture, of ours or of others. The payment's known sums go by it all the same.
 */
function onlyHolds(command: Command, record: OperationRecord): boolean {
  const asked = command.effect(approvedInput(record), {});
  return asked !== null && asked.creates && asked.authorized > 0 && asked.captured === 0;
}

/** A payment that this operation made, and of which only a part is captured: the rest is only authorized. */
function isPartCaptured(
  { creates, captured, currency }: Effect,
  seen: PaymentView | null,
): seen is PaymentView & { readonly captured: number } {
  if (!creates || seen === null || seen.captured === null || seen.currency !== currency) return false;
  return seen.captured > 0 && seen.captured < captured;
}
