// What the bridge knows of payments: sums from its own operations and from look-ups. It is knowledge for the guards
// and for people, not the truth (the gateway has that), so what is not known stays null.
import { textAt } from '#contract/json.ts';
import type { Command, Effect, Facts, Sighting } from '#operations/define.ts';
import { commandOf } from '#operations/index.ts';
import { isReversed } from '#operations/payment-evidence.ts';
import type { PaymentView } from '#operations/payment-view.ts';
import { isOlder } from '#operations/evidence/reading.ts';
import { approvedInput } from './approved-input.ts';
import { factsOf } from './facts.ts';
import { payIdLane, transIdLane } from './lanes.ts';
import {
  type Moved,
  authorizationSeen,
  approvalCodeShown,
  brandShown,
  lastFourShown,
  movedBy,
  openOf,
} from './moved.ts';
import type { StoreReads, StoreWrites } from './ports/store.ts';
import type { KnownPayment, OperationRecord } from './record.ts';
import { type Done, decidedSale, doneIn, lanesOf, perhapsSale, together } from './same-sale.ts';
import { inKnownCurrency, rebased } from './shown-sums.ts';

/**
 * Writes what a success did to the payment's sums, and by which names it is known now. Returns what money it moved, or
 * null where it moves none.
 */
export function recordEffect(tx: StoreWrites, command: Command, record: OperationRecord): Moved | null {
  const result = record.result;
  const body = typeof result === 'object' && result !== null && !Array.isArray(result) ? result : {};
  const effect = command.effect(approvedInput(record), body);
  if (effect === null) return null;
  const lane = record.lanes.find((each) => each.startsWith('payment:'));
  if (lane === undefined) return null;
  const before = tx.paymentByLane(record.environmentId, lane) ?? paymentOfLane(tx, record, effect);
  const base = before ?? emptyPayment(record.environmentId, lane, effect.creates);
  const madeAs = effect.payId ?? record.payId ?? textAt(body, 'payId');
  const named: KnownPayment = {
    ...base,
    // The operation that made it knows best; until then a look-up may have found another payment by its transId.
    payId: effect.creates ? (madeAs ?? base.payId) : (base.payId ?? madeAs),
    transId: base.transId ?? effect.transId,
    currency: base.currency ?? effect.currency,
    terminalId: effect.terminalId ?? base.terminalId,
    traceNr: effect.traceNr ?? base.traceNr,
    brand: base.brand ?? brandShown(body),
    ...(effect.creates ? wordsFor(record) : {}),
  };
  // A program that learned its number elsewhere may have gone on with it before anybody here knew that it was made.
  const done = effect.creates ? doneIn(tx, named, lanesOf(tx, named), record.id) : null;
  const own = done === null ? effect : ownPart(effect, done, record);
  const after = withTotals(named, own, done);
  const moved = movedBy(own, record, base, after);
  const isOpen = moved.open !== null && moved.open > 0 && (own.authorised > 0 || isDated(base));
  tx.putPayment({ ...after, openSinceMs: isOpen ? (base.openSinceMs ?? record.updatedAtMs) : null });
  return command.movesMoney(record.input) ? moved : null;
}

/** What was captured by its number is in a record that shows it captured, and counted when it was done. */
function ownPart(effect: Effect, done: Done, { input }: OperationRecord): Effect {
  if (done.captured === 0) return effect;
  const isManual = textAt(input, 'captureMethod.type') === 'MANUAL';
  const most = isManual ? 0 : Math.max(0, effect.authorised + done.authorised - done.captured);
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
 * A payment that is being made has a name as soon as an answer tells it, though what became of it is not settled: an
 * operation that names it by its payId must wait in its lane.
 */
export function recordName(tx: StoreWrites, record: OperationRecord): void {
  const { environmentId, payId, transId, amount } = record;
  const lane = record.lanes.find((each) => each.startsWith('payment:'));
  if (payId === null || lane === undefined || tx.payment(environmentId, payId) !== null) return;
  const base = tx.paymentByLane(environmentId, lane) ?? emptyPayment(environmentId, lane, false);
  tx.putPayment({
    ...base,
    payId: base.payId ?? payId,
    transId: base.transId ?? transId,
    currency: base.currency ?? amount?.currency ?? null,
  });
}

/** Takes over what a look-up shows of the payment whose operation it found applied; its effect is written already. */
export function recordSight(tx: StoreWrites, command: Command, record: OperationRecord, shown: PaymentView): void {
  const payId = shown.payId ?? record.payId;
  const lane = record.lanes.find((each) => each.startsWith('payment:'));
  if (lane === undefined || payId === null) return;
  const seen = inKnownCurrency(tx, record.environmentId, tx.paymentByLane(record.environmentId, lane), shown);
  // Sums that do not even hold what was just found are blind to it: at least that much has happened.
  const effect = command.effect(approvedInput(record), seen.raw);
  const own = command.claim(record.input);
  // Of a decided sale each row knows what was done in its lane; the sums of both are taken over when they are joined.
  const numberLane = payIdLane(record.environmentId, payId);
  const inTwoRows = lane !== numberLane && tx.paymentByLane(record.environmentId, numberLane)?.payId === payId;
  const lanes = lanesOf(tx, { environmentId: record.environmentId, payId, transId: seen.transId, lane });
  // What others in its lanes did may be in the sum already, and is added when it is found: it must not count twice.
  const sumOf = (claim: 'capture' | 'refund', sum: number | null, least: number) => {
    const claims = lanes.reduce((total, each) => total + tx.openClaims(each, claim), 0);
    const others = claims - (own === claim ? (record.amount?.value ?? 0) : 0);
    return sum === null || others > 0 || inTwoRows ? null : Math.max(sum, least);
  };
  const captured = sumOf('capture', seen.captured, effect?.captured ?? 0);
  const refunded = sumOf('refund', seen.refunded, effect?.refunded ?? 0);
  const captureCount = captured === null ? null : seen.captureCount;
  const now = sighted(tx, record.environmentId, lane, payId, { ...seen, captured, refunded, captureCount });
  if (now !== null) tx.putPayment(now);
}

/**
 * Like recordSight, for a look-up that somebody asked for. Where it shows that others captured or released of an open
 * authorization, the journal says so: reports list what is open.
 */
export function noteSight(tx: StoreWrites, environmentId: string, seen: PaymentView, nowMs: number): void {
  for (const payment of newsOf(tx, environmentId, seen)) {
    const before = tx.paymentByLane(environmentId, payment.lane);
    tx.putPayment(payment);
    noteDoubtfulNumber(tx, payment, nowMs);
    const open = openOf(payment);
    if (before === null || !isDated(before) || open === null || open === openOf(before)) continue;
    const data = { environment: environmentId, payment: payment.lane, open };
    tx.journal({ type: authorizationSeen, operationId: null, atMs: nowMs, data });
  }
  const sale = saleSeen(tx, environmentId, seen);
  if (sale !== null) tx.update({ ...sale, revision: sale.revision + 1, updatedAtMs: nowMs });
}

/** Whether a look-up that somebody asked for shows anything that was not known. */
export function isNews(reads: StoreReads, environmentId: string, seen: PaymentView): boolean {
  return newsOf(reads, environmentId, seen).length > 0 || saleSeen(reads, environmentId, seen) !== null;
}

/** A decided sale keeps the numbers that may be its: what goes back by one of them may be its money. */
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
 * What is known after a look-up that somebody asked for, as rows to write; none where that is nothing new, so that
 * reading the same again need not wait for the disk. Only sums of payments with nothing under way are taken.
 */
function newsOf(reads: StoreReads, environmentId: string, shown: PaymentView): readonly KnownPayment[] {
  const { payId } = shown;
  if (payId === null) return [];
  const joined = joinedBy(reads, environmentId, payId, shown);
  if (joined !== null) return joined;
  const news = newsOfOne(reads, environmentId, payId, shown);
  return news === null ? [] : [news];
}

/**
 * A decided sale and what is known by the number that the record shows for it become one. While something is under way
 * for either, each row keeps its sums, and learns the other's name: the guards count both.
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
  // What is under way for it by its number has written nothing yet.
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
  // What was charged in the card's currency is told by the transId that the record shows, whoever chose it.
  const sums = inKnownCurrency(reads, environmentId, known, shown);
  const seen = owner === 'others' ? { ...sums, transId: null } : sums;
  // Whatever holds its lane: there is nothing to take.
  if (known !== null && isSame(known, merged({ ...known, payId }, seen))) return null;
  const made = seen.transId === null ? null : reads.paymentByTransId(environmentId, seen.transId);
  // A payment that is just being made is known by its transId only; its own operation will write what it did.
  const bornHere = seen.transId !== null && reads.creatorOf(environmentId, seen.transId) !== null;
  const born = seen.transId !== null && bornHere ? transIdLane(environmentId, seen.transId) : null;
  const lane = known?.lane ?? made?.lane ?? born ?? payIdLane(environmentId, payId);
  const lanes = [lane, payIdLane(environmentId, payId), ...(born === null ? [] : [born])];
  if (!lanes.some((each) => reads.laneHolder(each) !== null)) return sighted(reads, environmentId, lane, payId, seen);
  // Its sums are the business of what is under way. Its name is not: who asks by payId next must wait in this lane.
  if (known !== null || reads.laneHolder(payIdLane(environmentId, payId)) !== null) return null;
  const base = reads.paymentByLane(environmentId, lane) ?? emptyPayment(environmentId, lane, false);
  return { ...base, payId: base.payId ?? payId, transId: base.transId ?? seen.transId };
}

/**
 * Whether a record is the payment that was made here under its transId: tills choose transIds by themselves, and two may
 * choose the same one. What is known of ours must not be taken from another's; and what may yet turn out to be ours is
 * not taken for another payment beside it.
 */
function ownerOf(reads: StoreReads, environmentId: string, seen: PaymentView): 'ours' | 'others' | 'not-certain' {
  const makerId = seen.transId === null ? null : reads.creatorOf(environmentId, seen.transId);
  const maker = makerId === null ? null : reads.operation(makerId);
  if (maker === null) return 'ours';
  if (maker.payId !== null) return maker.payId === seen.payId ? 'ours' : 'others';
  const isOthers = isAnotherTills(maker, seen);
  if (maker.decisions.length === 0) return isOthers ? 'others' : 'ours';
  const row = decidedSale(reads, environmentId, seen.transId)?.row ?? null;
  if (maker.state !== 'succeeded' || (row?.payId ?? seen.payId) !== seen.payId) return 'others';
  if (showsDecided(reads, maker, row, seen)) return 'ours';
  return isOthers ? 'others' : 'not-certain';
}

/** By what only the sending explains. */
function isAnotherTills({ terminalId, refNr, attempts }: OperationRecord, seen: PaymentView): boolean {
  if (terminalId !== null && seen.terminalId !== null && seen.terminalId !== terminalId) return true;
  // Hosts cut long references.
  if (refNr !== null && seen.refNr !== null && !refNr.startsWith(seen.refNr)) return true;
  return isOlder(seen.created, attempts[0]?.sentWallMs, seen);
}

/**
 * Whether a record is for certain the sale that a person decided without its number, for the amount that they named:
 * money goes back by what is taken from it.
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
  const sight = command.sight(facts, seen);
  const named = seen.value ?? seen.authorised;
  // Without a currency it may be the cardholder's sum. An increment by its number raises what is authorized.
  if (seen.currency === null && named !== null && named !== facts.amount?.value && named !== known?.authorised)
    return false;
  return (sight === 'applied' || sight === 'not-open') && command.approved(facts, seen) === null;
}

function decidedFacts(reads: StoreReads, maker: OperationRecord): Facts {
  return { ...factsOf(reads, maker), amount: maker.approved ?? maker.amount };
}

/** Whether a record is for certain a decided sale, and says that it was not carried out. */
export function showsRefused(reads: StoreReads, environmentId: string, seen: PaymentView): boolean {
  const maker = decidedSale(reads, environmentId, seen.transId)?.maker ?? null;
  return maker !== null && sightOfMade(reads, maker, seen) === 'refused';
}

function sightOfMade(reads: StoreReads, maker: OperationRecord, seen: PaymentView): Sighting {
  return commandOf(maker.kind)?.sight(decidedFacts(reads, maker), seen) ?? 'cannot-tell';
}

/**
 * The sale that a record is for certain of, with what the record says newly of whether it was refused; null where that
 * is known, or cannot be told.
 */
function saleSeen(reads: StoreReads, environmentId: string, seen: PaymentView): OperationRecord | null {
  const makerId = seen.transId === null ? null : reads.creatorOf(environmentId, seen.transId);
  const maker = makerId === null ? null : reads.operation(makerId);
  if (maker?.state !== 'succeeded') return null;
  const sight = sightOfMade(reads, maker, seen);
  const { shownRefused, ...others } = maker;
  if (sight === 'refused') return shownRefused === undefined ? { ...maker, shownRefused: true } : null;
  return sight === 'applied' && shownRefused !== undefined ? others : null;
}

/** Null where it is known as it is seen. */
function sighted(
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
  const isLess = (seen.authorised ?? Infinity) < (base.authorised ?? 0);
  if (base.reversed || (base.captured !== null && base.refunded !== null && !isLess)) return seen;
  const done = doneIn(reads, base, lanesOf(reads, base));
  const least = (sum: number | null, own: number) => (sum === null ? null : Math.max(sum, own));
  return {
    ...seen,
    authorised: isLess && done.raised > 0 ? base.authorised : seen.authorised,
    captured: least(seen.captured, done.captured),
    refunded: least(seen.refunded, done.refunded),
    captureCount: least(seen.captureCount, done.captureCount),
  };
}

function merged(base: KnownPayment, seen: PaymentView): KnownPayment {
  const now = withSight(base, seen);
  return isDated(now) && openOf(now) === 0 ? { ...now, openSinceMs: null } : now;
}

function withSight(known: KnownPayment, shown: PaymentView): KnownPayment {
  const base = rebased(known, shown);
  // Sums in another currency than the payment's are the cardholder's, and say nothing of ours.
  const isOther = base.currency !== null && shown.currency !== null && base.currency !== shown.currency;
  const seen = isOther ? { ...shown, authorised: null, captured: null, refunded: null } : shown;
  const authorised = seen.authorised ?? base.authorised;
  // A record that shows more contradicts itself, or an increment is missing in it.
  const most = Math.max(authorised ?? Infinity, base.captured ?? 0);
  return {
    ...base,
    transId: base.transId ?? seen.transId,
    currency: base.currency ?? seen.currency,
    authorised,
    captured: furthest(base, base.captured, seen.captured === null ? null : Math.min(seen.captured, most)),
    refunded: isRefundUnknown(base, seen) ? null : furthest(base, base.refunded, seen.refunded),
    captureCount: furthest(base, base.captureCount, seen.captureCount),
    reversed: base.reversed || isTakenBack(base, seen),
  };
}

/** What a customer never paid is cancelled as well, and may be paid at another try: it was not taken back. */
function isTakenBack({ authorised }: KnownPayment, seen: PaymentView): boolean {
  return isReversed(seen) && (seen.status === 'REVERSED' || (authorised ?? 0) > 0);
}

/** It says that something was refunded, not how much, and nothing that is known explains it. */
function isRefundUnknown({ refunded }: KnownPayment, seen: PaymentView): boolean {
  return seen.status === 'REFUNDED' && seen.refunded === null && (refunded ?? 0) === 0;
}

function isSame(before: KnownPayment, now: KnownPayment): boolean {
  return Object.entries(now).every(([name, value]) => before[name as keyof KnownPayment] === value);
}

/**
 * Captures and refunds never become less, so a record that shows less than is known is stale or blind to something. A
 * reversal at the terminal takes a sale back, and a record that still shows it says nothing new.
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

/** Nothing is known of it but its lane; `fromZero`: it is just being made, so that nothing can have been done to it. */
export function emptyPayment(environmentId: string, lane: string, fromZero: boolean): KnownPayment {
  const sum = fromZero ? 0 : null;
  return {
    environmentId,
    lane,
    payId: null,
    transId: null,
    currency: null,
    authorised: sum,
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

/** `done`: what was done to a payment before what made it was known to have. */
function withTotals(payment: KnownPayment, effect: Effect, done: Done | null): KnownPayment {
  const plus = (sum: number | null, more: number, before = 0) => {
    // What makes a payment comes first, so what is known of it already is what a look-up showed of it.
    if (done !== null) return Math.min(Number.MAX_SAFE_INTEGER, Math.max(sum ?? 0, before + more));
    // More than can be counted exactly could not be read again.
    return sum === null ? null : Math.min(Number.MAX_SAFE_INTEGER, sum + more);
  };
  return {
    ...payment,
    authorised: plus(payment.authorised, effect.authorised, done?.authorised),
    // A reversal at the terminal also takes back a sale.
    captured: effect.reversed ? 0 : plus(payment.captured, effect.captured, done?.captured),
    refunded: plus(payment.refunded, effect.refunded, done?.refunded),
    captureCount: plus(payment.captureCount, effect.captured > 0 ? 1 : 0, done?.captureCount),
    reversed: payment.reversed || effect.reversed,
  };
}
