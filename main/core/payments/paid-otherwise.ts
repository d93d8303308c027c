// Whether the record of what a customer was to pay shows something else than that the whole was paid: in its sums, in its
// list, or in a member or text that an answer is held to as well. By its status and its amount alone the whole would count.
import { type Json, type JsonObject, isJsonObject, valueAt } from '#contract/data/json.ts';
import { conversionShown } from '#contract/operation/dcc-conversion.ts';
import { caseless } from '#operations/evidence/caseless.ts';
import { type AnswerReading, allShownAt, minorUnits, wrappedIn } from '#operations/evidence/reading.ts';
import { type EvidenceRule, evidenceRules } from '#operations/evidence/rules.ts';
import { isListedAsReversed, listedAsTaken, listedAsUndone, listedCaptures } from '#operations/payment-evidence.ts';
import type { PaymentView } from '#operations/payment-view.ts';
import { type Asked, amountShown } from '../answers/agreement.ts';
import { chargeOf, reportedConversion } from '../answers/conversion.ts';
import { partialMarker } from '../answers/partial.ts';
import { deniesMaking } from '../answers/records.ts';
import type { OperationRecord } from '../ports/record.ts';

/** What a customer paid by link, session or page is held to what the answer of a payment is held to. */
const paidWhole = (held: boolean, manual: boolean): EvidenceRule => ({
  ...evidenceRules.createPayment,
  // By hand parts are captured as well.
  captured: manual ? 'any' : 'total',
  refunded: 'any',
  // What is held is left to be captured.
  leavesNothing: !held,
});

export interface PaidOtherwise {
  /** What was taken; null where that cannot be told for certain. */
  readonly captured: number | null;
  /** The smaller sum that is shown, for the person who looks at it; null where there is none. */
  readonly shown: number | null;
}

/**
 * Null where nothing speaks against the whole. `held`: what is authorized is not captured yet; `manual`: it is captured by
 * hand. What is listed as open alone is neither taken nor refused.
 */
export function paidOtherwise(
  { amount, approved, ...record }: OperationRecord,
  view: PaymentView,
  { held, manual }: { readonly held: boolean; readonly manual: boolean },
  reading: AnswerReading,
): PaidOtherwise | null {
  const asked = approved ?? amount;
  if (asked === null) return null;
  const rule = paidWhole(held, manual);
  const listed = listedAsTaken(view);
  const isTaken = listed !== null && (listed.isCaptured || !held);
  const captured = [view.captured, isTaken ? listed.sum : null]
    .filter((each) => each !== null)
    .filter((each) => each > 0);
  const smaller = [...captured, listed?.sum ?? asked.value].filter((each) => each < asked.value);
  const told = smaller.length > 0 ? null : toldOtherwise(rule, { ...record, amount: asked }, view, reading);
  const isDenied =
    listedAsUndone(view, rule) !== null ||
    isListedAsReversed(view) ||
    (listedCaptures(view) ?? 0) > Math.max(asked.value, view.authorized ?? 0) ||
    (view.mixesCurrencies && !mayBeConverted(record) && conversionShown(view.raw) === null);
  if (smaller.length === 0 && told === null && !isDenied) return null;
  const [sum = null] = captured;
  const isOne = told === null && !isDenied && captured.every((each) => each === sum);
  return { captured: isOne ? (sum ?? (held ? 0 : null)) : null, shown: smaller[0] ?? told?.shown ?? null };
}

/** Whether its page may offer the card's own currency: then a sum in another one may be the very sum that was asked for. */
export function mayBeConverted({ input, hasSecrets }: Pick<OperationRecord, 'input' | 'hasSecrets'>): boolean {
  const { paymentMethods } = input;
  if (!isJsonObject(paymentMethods)) return false;
  // An older version kept nothing of what tunes the form of a card.
  if (hasSecrets && paymentMethods['integrationType'] === 'HOSTED') return true;
  return Object.values(paymentMethods).some((method) => isJsonObject(method) && method['dccEnabled'] === true);
}

/** What is told at a place of its own, within another object, or in words. */
function toldOtherwise(
  rule: EvidenceRule,
  { payId, transId, input, amount }: Pick<Asked, 'payId' | 'transId' | 'input' | 'amount'>,
  payment: PaymentView,
  reading: AnswerReading,
): Pick<PaidOtherwise, 'shown'> | null {
  const { raw, observation } = payment;
  const named = { payId, transId, input, amount, refNr: null, terminalId: null };
  const asked = { ...named, charge: chargeOf(rule, named, reportedConversion(named, raw, reading)) };
  const { view } = caseless(raw);
  const shown = amountShown(rule, asked, view, reading);
  // Another currency may be the cardholder's.
  if (shown.type !== 'contrary' || shown.what === 'currency') {
    const isPart = shown.type !== 'contrary' && partialMarker(rule, asked, view, shown, reading) !== null;
    const isDenied = observation === 'applied' && deniesMaking(rule, asked, payment, shown, reading);
    return isPart || isDenied ? { shown: null } : null;
  }
  const sum = valueAt(view, shown.what);
  const sums = [(isJsonObject(sum) ? sum['value'] : sum) ?? null, ...amountsIn(view, reading)].map(minorUnits);
  return { shown: sums.find((each) => each !== null && each < (amount?.value ?? 0)) ?? null };
}

function amountsIn(view: JsonObject, reading: AnswerReading): readonly Json[] {
  const within = wrappedIn(view, reading).flatMap(({ members }) => members);
  return [...allShownAt(view, reading.paths.amount), ...within.flatMap((each) => amountsIn(each, reading))];
}
