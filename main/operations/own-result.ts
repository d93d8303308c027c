// Which part of a payment's record belongs to one operation. The record shows everything that was done to the payment
// in the terms of the sale: transId, refNr, xId, status and amount are the sale's, and metadata and names are those of
// the program that made the sale. None of that is the result of a later operation.
import type { JsonObject } from '#contract/data/json.ts';
import type { Facts } from './define.ts';
import type { Observation } from './observation.ts';
import type { EvidenceRule } from './evidence/rules.ts';
import { ownEntries, observeByReference } from './payment-evidence.ts';
import type { PaymentView } from './payment-view.ts';

/** For what a payment's list shows by its reference: whether it was done, and its own entry. */
export function seenByReference(rule: EvidenceRule) {
  return {
    observe: (facts: Facts, payment: PaymentView): Observation => observeByReference(facts, payment, rule),
    shown: (facts: Facts, payment: PaymentView): JsonObject => ownResult(facts, payment, rule),
  };
}

/** The payment's id, and the entry of this operation where the record lists it. */
export function ownResult(facts: Facts, payment: PaymentView, rule: EvidenceRule): JsonObject {
  const mine = ownEntries(facts, payment, rule);
  // Sent twice, it may be listed twice.
  const telling = mine.find(({ observation }) => observation === 'applied') ?? mine.at(-1);
  return { ...paymentNamed(facts, payment), ...telling?.raw };
}

/** A payment is reversed as a whole, by any operation: its status shows that. */
export function reversalShown(facts: Facts, payment: PaymentView, rule: EvidenceRule): JsonObject {
  const { status } = payment;
  return { ...(status === null ? {} : { status }), ...ownResult(facts, payment, rule) };
}

/** For what no list shows: only the payment is known by name. */
export function paymentNamed(facts: Facts, payment: PaymentView): JsonObject {
  const payId = payment.payId ?? facts.payId;
  return payId === null ? {} : { payId };
}
