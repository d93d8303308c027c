// What the bridge's own operations did to a payment: its sums, and the names that it is known by. It is knowledge for the
// guards and for people, not the truth (the gateway has that), so what is not known stays null.
import { isJsonObject, textAt } from '#contract/data/json.ts';
import type { Command, Effect } from '#operations/define.ts';
import type { PaymentView } from '#operations/payment-view.ts';
import { isPaymentLane, transIdLane } from '../operation/lanes.ts';
import type { KnownPayment, OperationRecord } from '../ports/record.ts';
import type { StoreReads, StoreWrites } from '../ports/store.ts';
import { type Done, doneIn, lanesOf } from '../sale/same-sale.ts';
import { rowOf } from '../sale/trace-number.ts';
import { type Moved, approvalCodeShown, brandShown, lastFourShown, movedBy } from './moved.ts';
import { ownEffect } from './own-effect.ts';

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

export function isDated({ openSinceMs }: KnownPayment): boolean {
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
