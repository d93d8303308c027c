// What a look-up shows of a payment is taken over: its sums, its names, and that others captured or released of it.
import type { Command } from '#operations/define.ts';
import { isReversed } from '#operations/payment-evidence.ts';
import type { PaymentView } from '#operations/payment-view.ts';
import { hasTrace, isPaymentLane, payIdLane, transIdLane } from '../../operation/lanes.ts';
import type { KnownPayment, OperationRecord } from '../../ports/record.ts';
import type { StoreReads, StoreWrites } from '../../ports/store.ts';
import { makerOf } from '../../sale/credits.ts';
import { decidedSale, doneIn, lanesOf, perhapsSale, together } from '../../sale/same-sale.ts';
import { countAnew } from '../../sale/tender.ts';
import { doneByNumber, rowOf, shownNumber, withOwnNumber } from '../../sale/trace-number.ts';
import { authorizationSeen, openOf } from '../moved.ts';
import { ownEffect } from '../own-effect.ts';
import { isDated, emptyPayment } from '../payments.ts';
import { inKnownCurrency } from '../shown-sums.ts';
import { merged, isSame } from './merge-sums.ts';
import { ownerOf, showsDecided, saleSeen, backSeen } from './whose-record.ts';

/** Takes over the sums of a look-up that found an operation applied; the operation's own effect is written already. */
export function storeFoundSums(tx: StoreWrites, command: Command, record: OperationRecord, shown: PaymentView): void {
  const payId = shown.payId ?? record.payId;
  const row = rowOf(tx, command, record);
  const lane = row?.lane ?? record.lanes.find(isPaymentLane);
  if (lane === undefined || payId === null) return;
  const numbered = withOwnNumber(tx, record.environmentId, shown, record.updatedAtMs);
  const seen = inKnownCurrency(tx, record.environmentId, row, numbered);
  // Sums smaller than the effect that was just found do not contain it: at least that much has happened.
  const effect = ownEffect(command, record, seen.raw, seen);
  const own = command.claim(record.input);
  // Of a decided sale each row knows what was done in its lane; the sums of both are taken over when they are joined.
  const numberLane = payIdLane(record.environmentId, payId);
  const inTwoRows = lane !== numberLane && tx.paymentByLane(record.environmentId, numberLane)?.payId === payId;
  const { environmentId } = record;
  const number = shownNumber(row ?? emptyPayment(environmentId, lane, false), seen);
  const lanes = lanesOf(tx, { environmentId, payId, transId: seen.transId, lane, ...number });
  // Other operations in its lanes may be in the sum already, and are added when they are found: none must count twice.
  const hasOthers = (claim: Sent) =>
    tx.openClaimsSent(lanes, claim) > (own === claim ? (record.amount?.value ?? 0) : 0);
  const sumOf = (claim: Sent, sum: number | null, least: number) =>
    sum === null || hasOthers(claim) || inTwoRows ? null : Math.max(sum, least);
  const captured = sumOf('capture', seen.captured, effect?.captured ?? 0);
  const refunded = sumOf('refund', seen.refunded, effect?.refunded ?? 0);
  const captureCount = captured === null ? null : seen.captureCount;
  const authorized = hasOthers('none') ? null : seen.authorized;
  // What was captured, according to its status, may be what a capture of ours did that is not found yet.
  const status = hasOthers('capture') && !isReversed(seen) ? null : seen.status;
  const sums = { status, authorized, captured, refunded, captureCount };
  const before = tx.paymentByLane(record.environmentId, lane);
  const now = afterLookUp(tx, record.environmentId, lane, payId, { ...seen, ...sums });
  if (now === null) return;
  tx.putPayment(now);
  noteOpen(tx, before, now, record.updatedAtMs);
}

/** The journal says where less of an authorization is open than it said last: others captured or released of it. */
function noteOpen(tx: StoreWrites, before: KnownPayment | null, now: KnownPayment, nowMs: number): void {
  const open = openOf(now);
  if (before === null || !isDated(before) || open === null || open === openOf(before)) return;
  const data = { environment: now.environmentId, payment: now.lane, open };
  tx.journal({ type: authorizationSeen, operationId: null, atMs: nowMs, data });
}

/**
 * Like storeFoundSums, for a look-up that a caller asked for. Where it shows that others captured or released of an open
 * authorization, the journal says so: reports list what is open.
 */
export function storeLookedUpSums(tx: StoreWrites, environmentId: string, seen: PaymentView, nowMs: number): void {
  for (const payment of newsOf(tx, environmentId, seen, nowMs)) {
    const before = tx.paymentByLane(environmentId, payment.lane);
    tx.putPayment(payment);
    noteDoubtfulNumber(tx, payment, nowMs);
    const maker = makerOf(tx, payment);
    const head = maker?.partOf === undefined ? maker : tx.operation(maker.partOf);
    if (head !== null) countAnew(tx, head, nowMs);
    noteOpen(tx, before, payment, nowMs);
  }
  for (const seenOf of [saleSeen, backSeen]) {
    const maker = seenOf(tx, environmentId, seen);
    if (maker !== null) tx.update({ ...maker, revision: maker.revision + 1, updatedAtMs: nowMs });
  }
}

/** Whether a look-up that a caller asked for shows anything that was not known. */
export function isNews(reads: StoreReads, environmentId: string, seen: PaymentView, nowMs: number): boolean {
  if (newsOf(reads, environmentId, seen, nowMs).length > 0) return true;
  return saleSeen(reads, environmentId, seen) !== null || backSeen(reads, environmentId, seen) !== null;
}

/** Notes the payIds that may be a decided sale's own: a refund by one of them may give back its money. */
function noteDoubtfulNumber(
  tx: StoreWrites,
  { environmentId, payId, transId, lane }: KnownPayment,
  nowMs: number,
): void {
  if (payId === null || lane !== payIdLane(environmentId, payId)) return;
  const sale = decidedSale(tx, environmentId, transId);
  const { maker, row } = sale ?? { maker: null, row: null };
  const known = maker?.perhapsPayIds ?? [];
  if (maker === null || row?.payId !== null || known.includes(payId)) return;
  tx.update({ ...maker, revision: maker.revision + 1, perhapsPayIds: [...known, payId], updatedAtMs: nowMs });
}

/**
 * What is known after a look-up that a caller asked for, as rows to write; none where that is nothing new, so that
 * reading the same again need not wait for the disk. Only sums of payments with nothing under way are taken.
 */
function newsOf(reads: StoreReads, environmentId: string, shown: PaymentView, nowMs: number): readonly KnownPayment[] {
  const { payId } = shown;
  if (payId === null) return [];
  const seen = withOwnNumber(reads, environmentId, shown, nowMs);
  const one = () => newsOfOne(reads, environmentId, payId, seen);
  const rows = joinedBy(reads, environmentId, payId, seen) ?? [one()].filter((each) => each !== null);
  const done = doneByNumber(reads, environmentId, seen, nowMs);
  const own = rows.find((each) => each.payId === payId) ?? reads.payment(environmentId, payId);
  if (done === null || own === null || !hasTrace(own, done)) return rows;
  const captured = own.captured === null ? null : Math.max(own.captured, done.captured);
  const reversed = own.reversed || done.reversed;
  return [
    ...rows.filter((each) => each !== own),
    { ...own, captured: done.reversed ? 0 : captured, reversed },
    emptyPayment(environmentId, done.lane, false),
  ];
}

/**
 * Joins the row of a decided sale with the row of the payId that the gateway's record shows for it. While an operation
 * runs on either, each row keeps its sums and gets the other's name: the guards count both.
 */
function joinedBy(
  reads: StoreReads,
  environmentId: string,
  payId: string,
  shown: PaymentView,
): readonly KnownPayment[] | null {
  const transId = shown.transId ?? reads.payment(environmentId, payId)?.transId ?? null;
  const sale = decidedSale(reads, environmentId, transId);
  const lane = payIdLane(environmentId, payId);
  const found = reads.paymentByLane(environmentId, lane);
  // An operation that runs under its payId has written no row yet.
  const isNew = found === null && reads.laneHolder(lane) !== null;
  const byNumber = isNew ? { ...emptyPayment(environmentId, lane, false), payId } : found;
  if (sale === null || byNumber?.payId !== payId) return null;
  const { maker, row } = sale;
  const isLinked = row.payId === payId && byNumber.transId === row.transId;
  const isOne = (row.payId ?? payId) === payId && (byNumber.transId ?? row.transId) === row.transId;
  if (!isLinked && !(isOne && showsDecided(reads, maker, together(reads, row, byNumber), shown))) return null;
  if ([row.lane, lane].some((each) => reads.laneHolder(each) !== null)) {
    return isLinked
      ? []
      : [
          { ...row, payId },
          { ...byNumber, transId: row.transId },
        ];
  }
  const whole = together(reads, row, byNumber);
  const now = merged(whole, inKnownCurrency(reads, environmentId, whole, shown));
  return [now, emptyPayment(environmentId, lane, false)];
}

function newsOfOne(reads: StoreReads, environmentId: string, payId: string, shown: PaymentView): KnownPayment | null {
  const known = reads.payment(environmentId, payId);
  const isPerhaps = known !== null && perhapsSale(reads, known) !== null;
  const owner = known?.transId === shown.transId && !isPerhaps ? 'ours' : ownerOf(reads, environmentId, shown);
  if (owner === 'not-certain') {
    if (isPerhaps || decidedSale(reads, environmentId, shown.transId) === null) return null;
    const lane = payIdLane(environmentId, payId);
    return { ...(known ?? emptyPayment(environmentId, lane, false)), payId, transId: shown.transId };
  }
  if (isPerhaps && owner === 'others') return { ...known, transId: null };
  // The record's transId tells whether the card was charged in its own currency, whichever till chose it.
  const sums = inKnownCurrency(reads, environmentId, known, shown);
  const seen = owner === 'others' ? { ...sums, transId: null } : sums;
  // Nothing new is shown, so it does not matter what holds its lane.
  if (known !== null && isSame(known, merged({ ...known, payId }, seen))) return null;
  const named = seen.transId === null ? null : reads.paymentByTransId(environmentId, seen.transId);
  // Another payment's row keeps its payId, whichever transId it was seen under.
  const made = named === null || named.payId === null || named.payId === payId ? named : null;
  // A payment that is just being made is known by its transId only; its own operation will write what it did.
  const bornHere = seen.transId !== null && reads.creatorOf(environmentId, seen.transId) !== null;
  const born = seen.transId !== null && bornHere ? transIdLane(environmentId, seen.transId) : null;
  const lane = known?.lane ?? made?.lane ?? born ?? payIdLane(environmentId, payId);
  const base = reads.paymentByLane(environmentId, lane) ?? emptyPayment(environmentId, lane, false);
  const number = shownNumber(known ?? base, seen);
  const own = lanesOf(reads, { environmentId, payId, transId: seen.transId, lane, ...number });
  const lanes = [...own, ...(born === null ? [] : [born])];
  if (!lanes.some((each) => isAtWork(reads, each))) return afterLookUp(reads, environmentId, lane, payId, seen);
  if (known !== null) return besideWhatRuns(reads, known, lanes, seen);
  // Sums are not taken over while an operation runs on the payment. Its names are: the next request may use them.
  const byPayId = payIdLane(environmentId, payId);
  if (number.traceNr === null && reads.laneHolder(byPayId) !== null) return null;
  const isNew =
    made === null && born === null && !isAtWork(reads, byPayId) && reads.firstOpen(lanes, 'reversal') === null;
  if (isNew) return besideCaptures(reads, { ...base, payId }, lanes, seen);
  return { ...base, ...number, payId: base.payId ?? payId, transId: base.transId ?? seen.transId };
}

/**
 * Operations that were sent and have no outcome yet may be in the record's sums already, and are added when they are
 * found. Others did what the record shows beyond them: the next request must not go by less. Null where that is nothing
 * new.
 */
function besideWhatRuns(
  reads: StoreReads,
  known: KnownPayment,
  lanes: readonly string[],
  seen: PaymentView,
): KnownPayment | null {
  const all = [...new Set([...lanes, ...lanesOf(reads, known)])];
  // A reversal may be in either sum, and nothing is given back beside it.
  if (reads.firstOpen(all, 'reversal') !== null) {
    const named = { ...known, ...shownNumber(known, seen) };
    return isSame(known, named) ? null : named;
  }
  const ofOthers = (claim: 'capture' | 'refund', before: number | null, sum: number | null) =>
    before === null || sum === null ? null : sum - reads.openClaimsSent(all, claim);
  const captured = ofOthers('capture', known.captured, seen.captured);
  const refunded = ofOthers('refund', known.refunded, seen.refunded);
  const status = isReversed(seen) ? seen.status : null;
  const sums = { ...seen, status, authorized: null, captureCount: null, captured, refunded };
  const now = merged(known, sums);
  return isSame(known, now) ? null : now;
}

/** A payment that was not known yet, while captures by its trace number alone run: what they took is added by them. */
function besideCaptures(
  reads: StoreReads,
  base: KnownPayment,
  lanes: readonly string[],
  seen: PaymentView,
): KnownPayment {
  const open = reads.openClaimsSent(lanes, 'capture');
  const captured = seen.captured === null ? null : Math.max(0, seen.captured - open);
  return merged(base, { ...seen, status: null, captured, captureCount: null });
}

/**
 * Whether an operation in the lane may be in the gateway's record already. One that waits to be sent is not. In a
 * folder that was copied those behind it may be: all that waited there is in doubt.
 */
function isAtWork(reads: StoreReads, lane: string): boolean {
  const holder = reads.laneHolder(lane);
  if (holder === null) return false;
  return reads.operation(holder)?.state !== 'accepted' || isSent(reads, lane);
}

function isSent(reads: StoreReads, lane: string): boolean {
  return (['capture', 'refund', 'none'] as const).some((claim) => reads.openClaimsSent([lane], claim) > 0);
}

/** With the claim `none`, only an increment names an amount, beside the operation that made the payment. */
type Sent = 'capture' | 'refund' | 'none';

/** Null where the look-up shows nothing new. */
function afterLookUp(
  reads: StoreReads,
  environmentId: string,
  lane: string,
  payId: string,
  seen: PaymentView,
): KnownPayment | null {
  const found = reads.paymentByLane(environmentId, lane) ?? reads.payment(environmentId, payId);
  const base = { ...(found ?? emptyPayment(environmentId, lane, false)), payId };
  const now = merged(base, withDone(reads, base, seen));
  return found !== null && isSame(found, now) ? null : now;
}

/**
 * A record may be older than what was done here by the payment's number before any of its sums was known, and than an
 * increment of ours. Without one, less may be authorized: others released a part.
 */
function withDone(reads: StoreReads, base: KnownPayment, seen: PaymentView): PaymentView {
  const isLess = (seen.authorized ?? Infinity) < (base.authorized ?? 0);
  if (base.reversed || (base.captured !== null && base.refunded !== null && !isLess)) return seen;
  const done = doneIn(reads, base, lanesOf(reads, base));
  const least = (sum: number | null, own: number) => (sum === null ? null : Math.max(sum, own));
  return {
    ...seen,
    authorized: isLess && done.raised > 0 ? base.authorized : seen.authorized,
    captured: least(seen.captured, done.captured),
    refunded: least(seen.refunded, done.refunded),
    captureCount: least(seen.captureCount, done.captureCount),
  };
}
