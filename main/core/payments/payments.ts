// What the bridge knows of payments: sums from its own operations and from look-ups. It is knowledge for the guards
// and for people, not the truth (the gateway has that), so what is not known stays null.
import { isJsonObject, textAt } from '#contract/data/json.ts';
import type { Command, Effect, Facts } from '#operations/define.ts';
import type { Observation } from '#operations/observation.ts';
import { commandOf } from '#operations/index.ts';
import {
  isListedAsReversed,
  isOfAnotherSum,
  isReversed,
  saysCaptured,
  saysRefunded,
} from '#operations/payment-evidence.ts';
import type { PaymentView } from '#operations/payment-view.ts';
import { isOlder } from '#operations/evidence/reading.ts';
import { factsOf } from '../operation/facts.ts';
import { hasTrace, isPaymentLane, payIdLane, transIdLane } from '../operation/lanes.ts';
import {
  type Moved,
  authorizationSeen,
  approvalCodeShown,
  brandShown,
  lastFourShown,
  movedBy,
  openOf,
} from './moved.ts';
import { ownEffect } from './own-effect.ts';
import type { StoreReads, StoreWrites } from '../ports/store.ts';
import type { KnownPayment, OperationRecord } from '../ports/record.ts';
import { makerOf } from '../sale/credits.ts';
import { countAnew } from '../sale/tender.ts';
import { type Done, decidedSale, doneIn, lanesOf, perhapsSale, together } from '../sale/same-sale.ts';
import { doneByNumber, rowOf, shownNumber, withOwnNumber } from '../sale/trace-number.ts';
import { inKnownCurrency, rebased } from './shown-sums.ts';

/**
 * Writes what a success did to the payment's sums, and by which names it is known now. Returns what money it moved, or
 * null where it moves none. `seen`: the payment's record, where a look-up brought the success about.
 */
export function storeEffect(
  tx: StoreWrites,
  command: Command,
  record: OperationRecord,
  seen: PaymentView | null = null,
): Moved | null {
  const result = record.result;
  const body = typeof result === 'object' && result !== null && !Array.isArray(result) ? result : {};
  const effect = ownEffect(command, record, body, seen);
  if (effect === null) return null;
  const lane = record.lanes.find(isPaymentLane);
  if (lane === undefined) return null;
  const before = rowOf(tx, command, record) ?? paymentOfLane(tx, record, effect);
  const base = before ?? emptyPayment(record.environmentId, lane, effect.creates);
  const madeAs = effect.payId ?? record.payId ?? textAt(body, 'payId');
  const named: KnownPayment = {
    ...base,
    // The payId of the operation that made it counts: a look-up before may have found another payment by its transId.
    payId: effect.creates ? (madeAs ?? base.payId) : (base.payId ?? madeAs),
    transId: base.transId ?? effect.transId,
    currency: base.currency ?? effect.currency,
    terminalId: effect.terminalId ?? base.terminalId,
    traceNr: effect.traceNr ?? base.traceNr,
    brand: base.brand ?? brandShown(body),
    ...(effect.creates ? wordsFor(record) : {}),
  };
  // A program that knew the payId may have captured or refunded the payment before this bridge knew that it was made.
  const done = effect.creates ? doneIn(tx, named, lanesOf(tx, named), record.id) : null;
  const own = done === null ? effect : ownPart(effect, done, record);
  const after = withTotals(named, own, done);
  const moved = movedBy(own, record, base, after);
  const isOpen = moved.open !== null && moved.open > 0 && (own.authorized > 0 || isDated(base));
  // A look-up may find it days after it was made, and the issuer counts from then.
  const sinceMs = effect.creates ? record.createdAtMs : record.updatedAtMs;
  tx.putPayment({ ...after, openSinceMs: isOpen ? (base.openSinceMs ?? sinceMs) : null });
  return command.movesMoney(record.input) ? moved : null;
}

/** Leaves out what was captured by its payId before: that counted when it was done, and the record shows it as well. */
function ownPart(effect: Effect, done: Done, { input }: OperationRecord): Effect {
  if (done.captured === 0) return effect;
  const isManual = textAt(input, 'captureMethod.type') === 'MANUAL';
  const most = isManual ? 0 : Math.max(0, effect.authorized + done.authorized - done.captured);
  return { ...effect, captured: Math.min(effect.captured, most) };
}

/** What people look for, as the operation that made the payment shows it. */
function wordsFor({ refNr, result }: OperationRecord): Pick<KnownPayment, 'refNr' | 'last4' | 'approvalCode'> {
  return { refNr, last4: lastFourShown(result), approvalCode: approvalCodeShown(result) };
}

function isDated({ openSinceMs }: KnownPayment): boolean {
  return openSinceMs !== undefined && openSinceMs !== null;
}

/**
 * Notes the payId of a payment as soon as an answer names it, also before the outcome is known: an operation that names
 * the payment by this payId must wait in its lane. The same for its trace number, once the answer is certain to be the
 * operation's own and a person decides on its sum alone: else a void by that number would not wait for the decision.
 */
export function storeNames(tx: StoreWrites, command: Command, record: OperationRecord): void {
  const { environmentId, payId, transId, amount, approved, result } = record;
  const lane = record.lanes.find(isPaymentLane);
  const effect = approved === null || !isJsonObject(result) ? null : ownEffect(command, record, result);
  const traceNr = effect?.traceNr ?? null;
  if (lane === undefined || (payId === null && traceNr === null)) return;
  const named = payId === null ? null : tx.payment(environmentId, payId);
  if (named !== null && (named.lane !== lane || traceNr === null)) return;
  const base = tx.paymentByLane(environmentId, lane) ?? emptyPayment(environmentId, lane, false);
  tx.putPayment({
    ...base,
    payId: base.payId ?? payId,
    transId: base.transId ?? transId,
    currency: base.currency ?? amount?.currency ?? null,
    terminalId: base.terminalId ?? effect?.terminalId ?? null,
    traceNr: base.traceNr ?? traceNr,
  });
}

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

/**
 * Whether a record is the payment that was made here under its transId: tills choose transIds by themselves, and two may
 * choose the same one. What is known of ours must not be taken from another's; and what may yet turn out to be ours is
 * not taken for another payment beside it.
 */
function ownerOf(reads: StoreReads, environmentId: string, seen: PaymentView): 'ours' | 'others' | 'not-certain' {
  const makerId = seen.transId === null ? null : reads.creatorOf(environmentId, seen.transId);
  const maker = makerId === null ? null : reads.operation(makerId);
  if (maker === null) return isAnothers(reads, environmentId, seen) ? 'others' : 'ours';
  if (maker.payId !== null) return maker.payId === seen.payId ? 'ours' : 'others';
  const facts = factsOf(reads, maker);
  // No terminal makes what was asked for elsewhere, nor pays a link; a gateway may name one of its own for the web.
  const isAtTerminal =
    maker.terminalId === null && seen.terminalId !== null && !(facts.refNrIsOurs && seen.refNr === facts.refNr);
  const isOthers = isAtTerminal || isAnotherTills(maker, seen);
  if (maker.decisions.length === 0) return isOthers ? 'others' : isByOrderAlone(facts, seen) ? 'not-certain' : 'ours';
  const row = decidedSale(reads, environmentId, seen.transId)?.row ?? null;
  if (maker.state !== 'succeeded' || (row?.payId ?? seen.payId) !== seen.payId) return 'others';
  if (showsDecided(reads, maker, row, seen)) return 'ours';
  return isOthers ? 'others' : 'not-certain';
}

/**
 * Whether the caller's order number alone speaks for a record: of a terminal's it shows neither terminal nor time, of
 * another's another sum, or the gateway heard of the number before.
 */
function isByOrderAlone({ terminalId, refNrIsOurs, amount, conflict }: Facts, seen: PaymentView): boolean {
  if (seen.refNr === null || refNrIsOurs) return false;
  if (terminalId !== null) return seen.terminalId === null && seen.created === null;
  return conflict || isOfAnotherSum(seen, amount);
}

/**
 * Whether the transId is that of another payment here: of two payments made elsewhere with one transId, the first seen
 * has it.
 */
function isAnothers(reads: StoreReads, environmentId: string, { payId, transId }: PaymentView): boolean {
  const named = transId === null ? null : reads.paymentByTransId(environmentId, transId);
  return named !== null && named.payId !== null && named.payId !== payId;
}

/**
 * Whether the record of a payment under our transId is another till's all the same: ours is not sent yet, or the record
 * shows another terminal, another reference, or a time before our first sending.
 */
export function isAnotherTills({ state, terminalId, refNr, attempts }: OperationRecord, seen: PaymentView): boolean {
  if (state === 'accepted' && attempts.length === 0) return true;
  if (terminalId !== null && seen.terminalId !== null && seen.terminalId !== terminalId) return true;
  // Hosts cut long references.
  if (refNr !== null && seen.refNr !== null && !refNr.startsWith(seen.refNr)) return true;
  return isOlder(seen.created, attempts[0]?.sentWallMs, seen);
}

/**
 * Whether a record is for certain the sale that a person decided without its payId, for the amount that they named:
 * what is taken over from it limits refunds.
 */
function showsDecided(
  reads: StoreReads,
  maker: OperationRecord,
  known: KnownPayment | null,
  seen: PaymentView,
): boolean {
  const command = commandOf(maker.kind);
  if (command === null || maker.state !== 'succeeded') return false;
  const facts = decidedFacts(reads, maker);
  const observation = command.observe(facts, seen);
  const named = seen.value ?? seen.authorized;
  // Without a currency it may be the cardholder's sum. An increment by its number raises what is authorized.
  if (seen.currency === null && named !== null && named !== facts.amount?.value && named !== known?.authorized)
    return false;
  return (observation === 'applied' || observation === 'not-open') && command.approved(facts, seen) === null;
}

function decidedFacts(reads: StoreReads, maker: OperationRecord): Facts {
  return { ...factsOf(reads, maker), amount: maker.approved ?? maker.amount };
}

/** Whether a record is for certain a decided sale, and says that it was not carried out. */
export function showsRefused(reads: StoreReads, environmentId: string, seen: PaymentView): boolean {
  const maker = decidedSale(reads, environmentId, seen.transId)?.maker ?? null;
  return maker !== null && observationOfMaker(reads, maker, seen) === 'refused';
}

function observationOfMaker(reads: StoreReads, maker: OperationRecord, seen: PaymentView): Observation {
  return commandOf(maker.kind)?.observe(decidedFacts(reads, maker), seen) ?? 'cannot-tell';
}

/**
 * The sale that a record is for certain of, with what the record says newly of whether it was refused; null where that
 * is known, or cannot be told.
 */
function saleSeen(reads: StoreReads, environmentId: string, seen: PaymentView): OperationRecord | null {
  const makerId = seen.transId === null ? null : reads.creatorOf(environmentId, seen.transId);
  const maker = makerId === null ? null : reads.operation(makerId);
  if (maker?.state !== 'succeeded') return null;
  const observation = observationOfMaker(reads, maker, seen);
  const { shownRefused, ...others } = maker;
  if (observation === 'refused') return shownRefused === undefined ? { ...maker, shownRefused: true } : null;
  return observation === 'applied' && shownRefused !== undefined ? others : null;
}

/**
 * The operation that made the payment, with whether the record shows a sum as given back that cannot be read; null where
 * that is nothing new. A record that shows no such sum says nothing of it.
 */
function backSeen(
  reads: StoreReads,
  environmentId: string,
  { payId, refunded, refundUnread: isUnread }: PaymentView,
): OperationRecord | null {
  const row = payId === null ? null : reads.payment(environmentId, payId);
  const maker = row === null || perhapsSale(reads, row) !== null ? null : makerOf(reads, row);
  if (maker === null) return null;
  const { refundUnread, ...others } = maker;
  if (isUnread) return refundUnread === true ? null : { ...maker, refundUnread: true };
  return refundUnread === true && refunded !== null ? others : null;
}

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

function merged(base: KnownPayment, seen: PaymentView): KnownPayment {
  const now = withShownSums(base, seen);
  return isDated(now) && openOf(now) === 0 ? { ...now, openSinceMs: null } : now;
}

function withShownSums(known: KnownPayment, shown: PaymentView): KnownPayment {
  const base = rebased(known, shown);
  // Sums in another currency than the payment's are the cardholder's, and say nothing of ours.
  const isOther = base.currency !== null && shown.currency !== null && base.currency !== shown.currency;
  const seen = isOther ? { ...shown, authorized: null, captured: null, refunded: null } : shown;
  const authorized = seen.authorized ?? base.authorized;
  // A record that shows more contradicts itself, or an increment is missing in it.
  const most = Math.max(authorized ?? Infinity, base.captured ?? 0);
  return {
    ...base,
    ...shownNumber(base, seen),
    transId: base.transId ?? seen.transId,
    currency: base.currency ?? seen.currency,
    authorized,
    captured: isCaptureUnknown(base, seen)
      ? null
      : furthest(base, base.captured, seen.captured === null ? null : Math.min(seen.captured, most)),
    refunded: isRefundUnknown(base, seen) ? null : furthest(base, base.refunded, seen.refunded),
    captureCount: furthest(base, base.captureCount, seen.captureCount),
    reversed: base.reversed || isTakenBack(base, seen),
  };
}

/** A payment that no customer paid is shown as cancelled too, and may be paid at another try: it was not reversed. */
function isTakenBack({ authorized }: KnownPayment, seen: PaymentView): boolean {
  if (isListedAsReversed(seen)) return true;
  return isReversed(seen) && (seen.status === 'REVERSED' || (authorized ?? 0) > 0);
}

/** The record says that something was refunded, not how much, and no refund is known that explains it. */
function isRefundUnknown({ refunded }: KnownPayment, seen: PaymentView): boolean {
  return saysRefunded(seen) && seen.refunded === null && (refunded ?? 0) === 0;
}

/** The same for what was captured: others did it, and a reversal would pay it out. */
function isCaptureUnknown({ captured }: KnownPayment, seen: PaymentView): boolean {
  return saysCaptured(seen) && seen.captured === null && captured === 0;
}

function isSame(before: KnownPayment, now: KnownPayment): boolean {
  return Object.entries(now).every(([name, value]) => before[name as keyof KnownPayment] === value);
}

/**
 * Captures and refunds never become less, so a record that shows less than is known is stale or incomplete. A reversal
 * at the terminal takes a sale back, and a record that still shows the sale says nothing new.
 */
function furthest({ reversed }: KnownPayment, known: number | null, seen: number | null): number | null {
  if (known === null || seen === null) return known ?? seen;
  return reversed ? known : Math.max(known, seen);
}

function paymentOfLane(reads: StoreReads, record: OperationRecord, effect: Effect): KnownPayment | null {
  const { environmentId } = record;
  const payId = effect.payId ?? record.payId;
  const byPayId = payId === null ? null : reads.payment(environmentId, payId);
  if (byPayId !== null) return byPayId;
  const transId = effect.transId ?? record.transId;
  if (transId === null) return null;
  const made = reads.paymentByTransId(environmentId, transId);
  // A later operation's own transId is not the payment's: only the lane tells.
  return made !== null && record.lanes.includes(made.lane) && made.lane === transIdLane(environmentId, transId)
    ? made
    : null;
}

/** Only its lane is known; `fromZero`: it is just being made, so its sums are 0. */
export function emptyPayment(environmentId: string, lane: string, fromZero: boolean): KnownPayment {
  const sum = fromZero ? 0 : null;
  return {
    environmentId,
    lane,
    payId: null,
    transId: null,
    currency: null,
    authorized: sum,
    captured: sum,
    refunded: sum,
    captureCount: sum,
    reversed: false,
    terminalId: null,
    traceNr: null,
    openSinceMs: null,
    brand: null,
    refNr: null,
    last4: null,
    approvalCode: null,
  };
}

/** `done`: what was done to a payment before the operation that made it was known to have succeeded. */
function withTotals(payment: KnownPayment, effect: Effect, done: Done | null): KnownPayment {
  const isOther = payment.currency !== null && effect.currency !== null && payment.currency !== effect.currency;
  const plus = (sum: number | null, more: number, before = 0) => {
    // A sum in the shop's currency cannot be added to one in the card's: it is unknown until a look-up shows it.
    if (isOther) return more === 0 || effect.creates ? sum : null;
    // Its making is the first effect on a payment, so sums that are known before come from a look-up.
    if (done !== null) return Math.min(Number.MAX_SAFE_INTEGER, Math.max(sum ?? 0, before + more));
    // A sum beyond the safe integers could not be read again.
    return sum === null ? null : Math.min(Number.MAX_SAFE_INTEGER, sum + more);
  };
  return {
    ...payment,
    authorized: plus(payment.authorized, effect.authorized, done?.authorized),
    // A reversal at the terminal also takes back a sale.
    captured: effect.reversed ? 0 : plus(payment.captured, effect.captured, done?.captured),
    refunded: plus(payment.refunded, effect.refunded, done?.refunded),
    captureCount: plus(payment.captureCount, effect.captured > 0 ? 1 : 0, done?.captureCount),
    reversed: payment.reversed || effect.reversed,
  };
}
