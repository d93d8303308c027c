// Refuses a payId that is written otherwise than the payment's own. A lax gateway may read both as one payment, and the
// bridge would count them as two, so that twice as much could be refunded as was captured.
import { type FieldIssue, messagesOf } from '#contract/data/issue-words.ts';
import type { Refusal } from '#contract/programs/problems.ts';
import type { PaymentRef } from '#operations/define.ts';
import type { Change } from '../operation/change.ts';
import { words } from '../operation/words.ts';
import type { StoreReads } from '../ports/store.ts';

/** Where a payment is known that differs from the named one in its capitals alone. */
export function spellingRefusal(
  reads: Pick<StoreReads, 'payment'>,
  environmentId: string,
  ref: PaymentRef | null,
): Refusal | null {
  if (ref?.by !== 'payId' || reads.payment(environmentId, ref.payId) !== null) return null;
  const others = [ref.payId.toUpperCase(), ref.payId.toLowerCase()].filter((each) => each !== ref.payId);
  const known = others.find((each) => reads.payment(environmentId, each) !== null);
  return known === undefined ? null : otherPaymentRefusal(known);
}

/** `payId`: what the payment is called, by what is known here or by what the gateway shows under the named one. */
export function otherPaymentRefusal(payId: string): Refusal {
  const message = `is written ${payId}`;
  const issues: FieldIssue[] = [{ field: 'payId', code: 'other-spelling', params: { name: payId }, message }];
  const detail = `The payment has the payId ${payId}. Nothing was stored. Name the payment as it is written there.`;
  return { code: 'invalid-input', detail, errors: messagesOf(issues), issues };
}

/** The same for an operation that waited. */
export function otherPaymentFailure(payId: string): Change {
  const message = `${words.otherPayment} It shows ${payId}.`;
  return { state: 'failed', event: 'failed', failure: { code: 'payment-unknown', message } };
}
