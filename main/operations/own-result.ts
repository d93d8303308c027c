// What of a payment's record is one operation's own. The record tells of everything that was done to the payment, in the
// words of its making: its transId, refNr, xId, status and amount are those of the sale, and its metadata and names are
// those of whoever asked for the sale. None of that is the result of a later operation.
import type { JsonObject } from '#contract/json.ts';
import type { Facts, Sighting } from './define.ts';
import type { EvidenceRule } from './evidence/rules.ts';
import { ownEntries, sightByReference } from './payment-evidence.ts';
import type { PaymentView } from './payment-view.ts';

/** For what a payment's list shows by its reference: whether it was done, and its own entry. */
export function seenByReference(rule: EvidenceRule) {
  return {
    sight: (facts: Facts, payment: PaymentView): Sighting => sightByReference(facts, payment, rule),
    shown: (facts: Facts, payment: PaymentView): JsonObject => ownResult(facts, payment, rule),
  };
}

/** The payment's id, and the entry of this operation where the record lists it. */
export function ownResult(facts: Facts, payment: PaymentView, rule: EvidenceRule): JsonObject {
  const mine = ownEntries(facts, payment, rule);
  // Sent twice, it may be listed twice.
  const telling = mine.find(({ sight }) => sight === 'applied') ?? mine.at(-1);
  return { ...paymentNamed(facts, payment), ...telling?.raw };
}

/** A payment is reversed as a whole, whoever did it: that is what its status says. */
export function reversalShown(facts: Facts, payment: PaymentView, rule: EvidenceRule): JsonObject {
  const { status } = payment;
  return { ...(status === null ? {} : { status }), ...ownResult(facts, payment, rule) };
}

/** For what no list shows: only the payment is known by name. */
export function paymentNamed(facts: Facts, payment: PaymentView): JsonObject {
  const payId = payment.payId ?? facts.payId;
  return payId === null ? {} : { payId };
}
