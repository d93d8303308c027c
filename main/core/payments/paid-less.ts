// Whether the record of what a customer was to pay shows that less was paid: in its sums, in its list, or in a member or text
// that an answer is held to as well. By its status and its amount alone the whole would count as paid.
import { type Json, type JsonObject, isJsonObject, valueAt } from '#contract/data/json.ts';
import { caseless } from '#operations/evidence/caseless.ts';
import { type AnswerReading, allShownAt, minorUnits, wrappedIn } from '#operations/evidence/reading.ts';
import { type EvidenceRule, evidenceRules } from '#operations/evidence/rules.ts';
import { listedAsTaken } from '#operations/payment-evidence.ts';
import type { PaymentView } from '#operations/payment-view.ts';
import { type Asked, amountShown } from '../answers/agreement.ts';
import { chargeOf, reportedConversion } from '../answers/conversion.ts';
import { partialMarker } from '../answers/partial.ts';
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

export interface PaidLess {
  /** What was taken; null where that cannot be told for certain. */
  readonly captured: number | null;
  /** The smaller sum that is shown, for the person who looks at it; null where there is none. */
  readonly shown: number | null;
}

/** Null where nothing less is shown. `held`: what is authorized is not captured yet; `manual`: it is captured by hand. */
export function paidLess(
  { amount, approved, ...record }: OperationRecord,
  view: PaymentView,
  { held, manual }: { readonly held: boolean; readonly manual: boolean },
  reading: AnswerReading,
): PaidLess | null {
  const asked = approved ?? amount;
  if (asked === null) return null;
  const listed = listedAsTaken(view);
  const isTaken = listed !== null && (listed.isCaptured || !held);
  const captured = [view.captured, isTaken ? listed.sum : null]
    .filter((each) => each !== null)
    .filter((each) => each > 0);
  const smaller = [...captured, listed?.sum ?? asked.value].filter((each) => each < asked.value);
  const told =
    smaller.length > 0 ? null : toldLess(paidWhole(held, manual), { ...record, amount: asked }, view, reading);
  if (smaller.length === 0 && told === null) return null;
  const [sum = null] = captured;
  const isOne = told === null && captured.every((each) => each === sum);
  return { captured: isOne ? (sum ?? (held ? 0 : null)) : null, shown: smaller[0] ?? told?.shown ?? null };
}

/** What is told at a place of its own, within another object, or in words. */
function toldLess(
  rule: EvidenceRule,
  { payId, transId, input, amount }: Pick<Asked, 'payId' | 'transId' | 'input' | 'amount'>,
  { raw }: PaymentView,
  reading: AnswerReading,
): Pick<PaidLess, 'shown'> | null {
  const named = { payId, transId, input, amount, refNr: null, terminalId: null };
  const asked = { ...named, charge: chargeOf(rule, named, reportedConversion(named, raw, reading)) };
  const { view } = caseless(raw);
  const shown = amountShown(rule, asked, view, reading);
  if (shown.type !== 'contrary') {
    return partialMarker(rule, asked, view, shown, reading) === null ? null : { shown: null };
  }
  // Another currency is the cardholder's, of whom less is no part.
  if (shown.what === 'currency') return null;
  const sum = valueAt(view, shown.what);
  const sums = [(isJsonObject(sum) ? sum['value'] : sum) ?? null, ...amountsIn(view, reading)].map(minorUnits);
  return { shown: sums.find((each) => each !== null && each < (amount?.value ?? 0)) ?? null };
}

function amountsIn(view: JsonObject, reading: AnswerReading): readonly Json[] {
  const within = wrappedIn(view, reading).flatMap(({ members }) => members);
  return [...allShownAt(view, reading.paths.amount), ...within.flatMap((each) => amountsIn(each, reading))];
}
