// What a look-up shows of a payment that a customer was to make: whether it is paid, held, over, or another than was asked
// for, and how much of it was taken. Which offer a record is of, and what is written of it, is decided in offers.ts.
import { cardholderAmount } from '#contract/operation/dcc-choice.ts';
import { textAt } from '#contract/data/json.ts';
import { ownEntries } from '#operations/payment-evidence.ts';
import type { AnswerReading } from '#operations/evidence/reading.ts';
import type { PaymentView } from '#operations/payment-view.ts';
import { commandFor } from '../gateway/context.ts';
import { factsOf } from '../operation/facts.ts';
import { isPaymentLane, payIdLane } from '../operation/lanes.ts';
import type { StoreReads } from '../ports/store.ts';
import type { Offer, OperationRecord } from '../ports/record.ts';
import { lanesOf } from '../sale/same-sale.ts';
import { type PaidOtherwise, mayBeConverted, paidOtherwise } from './paid-otherwise.ts';

export interface OfferObservation {
  readonly state: Offer['state'];
  /** Minor units, of this payment, not by operations of ours and not counted before; null where it is not known how much. */
  readonly taken: number | null;
  /** What of this payment counts already. */
  readonly before: number;
  /** What of `taken` was given back before anybody here saw it, by no operation of ours. */
  readonly givenBack: number;
  readonly authorized: number;
  readonly released: number;
  readonly ends: boolean;
  /** Where it is another payment than was asked for. */
  readonly differs?: Omit<NonNullable<Offer['differs']>, 'unseenSinceMs'>;
}

const takenBack: ReadonlySet<string> = new Set(['REVERSED', 'VOIDED']);
const authorizedWords: ReadonlySet<string> = new Set(['AUTHORIZED', 'AUTHORISED']);

/** Null where it shows nothing that was not known. `shownBeforeMs`: what was sent by then is in every record. */
export function observationOf(
  reads: StoreReads,
  record: OperationRecord,
  offer: Offer,
  view: PaymentView,
  shownBeforeMs: number,
  reading: AnswerReading,
): OfferObservation | null {
  const { status } = view;
  const before = offer.differs?.soFar ?? { taken: 0, givenBack: 0 };
  const nothing = { taken: 0, before: before.taken, givenBack: 0, authorized: 0, released: 0, ends: false };
  const wasAuthorized = offer.state === 'authorized';
  const isOver =
    status === 'EXPIRED' || takenBack.has(status ?? '') || (wasAuthorized && view.observation === 'refused');
  // What counts stays, whatever became of the rest.
  if (before.taken > 0 && (isOver || view.observation !== 'applied')) return null;
  if (isOver) {
    const state = status === 'EXPIRED' ? 'expired' : 'failed';
    if (offer.state === state && offer.nextLookUpMs === null) return null;
    const released = wasAuthorized ? (record.amount?.value ?? 0) : 0;
    return { ...nothing, state, released, ends: true };
  }
  // A customer whose card is refused may try another one: it is looked up until its end.
  if (view.observation === 'refused') return offer.state === 'failed' ? null : { ...nothing, state: 'failed' };
  const held = authorizedWords.has(status ?? '') || isManual(record);
  const payId = record.payId ?? view.payId;
  const captures = payId === null ? [] : doneHere(reads, record.environmentId, payId, 'capture');
  const isBeyond = record.amount !== null && (view.captured ?? 0) > Math.max(record.amount.value, view.authorized ?? 0);
  const isOfOther = isBeyond || differs(record, view);
  const isWhole = !isOfOther && captures.length === 0 && isCustomers(record, view);
  const otherwise = isWhole ? paidOtherwise(record, view, { held, manual: isManual(record) }, reading) : null;
  if (view.observation === 'cannot-tell' && otherwise !== null && (view.captured ?? 0) > 0) {
    return differingObservation(offer, view, otherwise, { ...nothing, taken: null });
  }
  if (view.observation !== 'applied') return null;
  // What is open may become the rest.
  if (otherwise !== null && isListedOpen(view)) return null;
  const isOther = isOfOther || otherwise !== null;
  const captured =
    otherwise === null ? capturedShown(record, view, held, isOther) : capturedOf(record, view, otherwise);
  if (captured === null)
    return differingObservation(offer, view, otherwise, { ...nothing, taken: null, ends: otherwise === null });
  // A record that shows less than counts already is an older one.
  if (payId === null || captured < before.taken || isCapturing(reads, record, view)) return null;
  const taken = Math.max(0, captured - sumOf(captures) - before.taken);
  const back = taken === 0 ? before.givenBack : givenBackElsewhere(reads, record, view, shownBeforeMs);
  if (back === null) return null;
  const givenBack = Math.min(taken, Math.max(0, back - before.givenBack));
  if (isOther) {
    // The gateway may still capture it, or the rest. What is captured by hand counts by operations of its own.
    const ends = (captured > 0 && otherwise === null) || isManual(record);
    return differingObservation(offer, view, otherwise, { ...nothing, taken, givenBack, ends });
  }
  const authorized = offer.state === 'authorized' ? 0 : (view.authorized ?? view.value ?? record.amount?.value ?? 0);
  if (captured === 0) {
    if (!held || authorized === 0) return null;
    // A payment that is captured by hand needs a capture operation, so its offer ends here.
    return { ...nothing, state: isManual(record) ? 'paid' : 'authorized', authorized };
  }
  return { ...nothing, state: 'paid', taken, givenBack, authorized };
}

/** Whether its list shows something that the gateway has not done yet. */
export function isListedOpen({ operations }: PaymentView): boolean {
  return operations?.some(({ observation }) => observation === 'pending') === true;
}

/** Whether a capture of ours is under way, in any lane of the payment: the sum may hold it already. */
export function isCapturing(reads: StoreReads, record: OperationRecord | null, view: PaymentView): boolean {
  return record !== null && reads.firstOpen(lanesShown(reads, record, view), 'capture') !== null;
}

/** Whether a refund of ours is under way, or in doubt: what went back may hold it already, or not yet. */
export function isRefunding(reads: StoreReads, record: OperationRecord, view: PaymentView): boolean {
  return reads.openClaimsSent(lanesShown(reads, record, view), 'refund') > 0;
}

function lanesShown(reads: StoreReads, record: OperationRecord, view: PaymentView): readonly string[] {
  const { environmentId } = record;
  const payId = record.payId ?? view.payId;
  if (payId === null) return [];
  const lane = record.lanes.find(isPaymentLane) ?? payIdLane(environmentId, payId);
  const row = { environmentId, payId, transId: record.transId ?? view.transId, lane, terminalId: null, traceNr: null };
  return [...lanesOf(reads, row), ...lanesOf(reads, reads.payment(environmentId, payId) ?? row)];
}

/**
 * What a customer got back at the gateway's portal before this bridge saw the payment: else a sum would be left of it that
 * the gateway has no more. Nothing where the record shows no sum. Null while a refund of ours may be in what is shown, or
 * not yet: a record may lag behind for as long as the gateway may work on a refund.
 */
function givenBackElsewhere(
  reads: StoreReads,
  record: OperationRecord,
  view: PaymentView,
  shownBeforeMs: number,
): number | null {
  const refunds = doneHere(reads, record.environmentId, record.payId ?? view.payId ?? '', 'refund');
  const isShown = (refund: OperationRecord) => sentAtMs(refund) <= shownBeforeMs || isListed(reads, refund, view);
  const others = (view.refunded ?? 0) - sumOf(refunds.filter(isShown));
  if (others <= 0) return 0;
  if (!refunds.every(isShown)) return null;
  return isRefunding(reads, record, view) ? null : others;
}

/** Whether the record lists it by what only it carries. */
function isListed(reads: StoreReads, refund: OperationRecord, view: PaymentView): boolean {
  const rule = commandFor(refund).evidence(refund.input);
  return ownEntries(factsOf(reads, refund), view, rule).some(({ observation }) => observation === 'applied');
}

/** When the last refund of ours that was done to this payment was sent, engine time; 0 where there is none. */
export function lastRefundAtMs(reads: StoreReads, environmentId: string, payId: string): number {
  return Math.max(0, ...doneHere(reads, environmentId, payId, 'refund').map(sentAtMs));
}

function sentAtMs({ attempts }: OperationRecord): number {
  return attempts.at(-1)?.sentAtMs ?? 0;
}

/**
 * The captured sum that the record shows; null where it does not tell. For another sum or currency than was asked for
 * it counts only with a currency: a sum without one, or in the one that the cardholder chose, may be the card's. It
 * does not count where a person decided that the operation was carried out, and named its sum.
 */
function capturedShown(
  { amount, dcc, decisions, input, hasSecrets }: OperationRecord,
  { captured, authorized, value, currency, unreadable }: PaymentView,
  held: boolean,
  isOther: boolean,
): number | null {
  if (!isOther) return captured ?? (held ? 0 : (value ?? amount?.value ?? null));
  if (unreadable || currency === null || currency === cardholderAmount(dcc)?.currency) return null;
  if (decisions.length > 0 || (currency !== amount?.currency && mayBeConverted({ input, hasSecrets }))) return null;
  const shown = captured ?? (held ? 0 : value);
  // As for refunds: a record that shows more captured than authorized contradicts itself. Zero is what is left to capture.
  return shown === null ? null : Math.min(shown, authorized || shown);
}

/** The same of less than was asked for. A sum without its currency may be the card's, where its page may convert. */
function capturedOf(
  { decisions, input, hasSecrets }: OperationRecord,
  view: PaymentView,
  otherwise: PaidOtherwise,
): number | null {
  const isBare = view.currency === null || (view.bareTotals && mayBeConverted({ input, hasSecrets }));
  return isBare || decisions.length > 0 ? null : otherwise.captured;
}

/** Whether a customer pays it whole or not at all: of what is captured by hand, parts are captured as well. */
function isCustomers(record: OperationRecord, { captured, captureCount }: PaymentView): boolean {
  if (!commandFor(record).evidence(record.input).openIsDone) return false;
  return !isManual(record) || ((captured ?? 0) === 0 && (captureCount ?? 0) === 0);
}

/** Null where a look-up showed the same before. */
function differingObservation(
  { state, differs: before }: Offer,
  { currency, captured, value, authorized }: PaymentView,
  otherwise: PaidOtherwise | null,
  observation: Omit<OfferObservation, 'state' | 'differs'>,
): OfferObservation | null {
  const counted = (observation.taken ?? 0) > 0;
  if (state === 'differs' && !counted) return null;
  const sums = otherwise === null ? [captured, value, authorized] : [otherwise.shown];
  const sum = sums.find((each) => each !== null && each > 0);
  const shown = sum === undefined || sum === null || currency === null ? null : { value: sum, currency };
  const { taken, before: counts, givenBack } = observation;
  const soFar = {
    taken: counts + (taken ?? 0),
    givenBack: (before?.soFar?.givenBack ?? 0) + givenBack,
  };
  return {
    ...observation,
    state: 'differs',
    differs: {
      shown: shown ?? before?.shown ?? null,
      counted,
      ...(counted && otherwise !== null ? { soFar } : {}),
    },
  };
}

function isManual({ input }: OperationRecord): boolean {
  return textAt(input, 'captureMethod.type') === 'MANUAL';
}

/** Another amount or currency than was asked for or approved is not what was sold: a person looks at it. */
function differs(
  { amount, approved }: OperationRecord,
  { value, authorized, currency, unreadable }: PaymentView,
): boolean {
  if (amount === null) return false;
  if (unreadable) return true;
  if (currency !== null && currency !== amount.currency) return true;
  const shown = [value, authorized].filter((each) => each !== null && each > 0);
  return shown.length > 0 && !shown.includes(amount.value) && !shown.includes(approved?.value ?? amount.value);
}

/** This bridge's own operations of a kind, which counted when they were done. */
function doneHere(
  reads: StoreReads,
  environmentId: string,
  payId: string,
  kind: 'capture' | 'refund',
): readonly OperationRecord[] {
  return reads.list(environmentId, { payId, states: ['succeeded'], kind, limit: 1_000 });
}

function sumOf(records: readonly OperationRecord[]): number {
  return records.reduce((sum, { approved, amount }) => sum + ((approved ?? amount)?.value ?? 0), 0);
}
