// What is refused before acceptance because the sums say so: refunds <= captures <= authorized, counting what is
// waiting, running or unknown, over all callers. Where a sum is not known, the gateway decides.
import { type FieldIssue, messagesOf } from '#contract/data/issue-words.ts';
import type { FailureCode } from '#contract/operation/outcome-codes.ts';
import type { JsonObject } from '#contract/data/json.ts';
import { type Money, formatMoney } from '#contract/money/money.ts';
import type { Refusal } from '#contract/programs/problems.ts';
import type { Command } from '#operations/define.ts';
import type { Change } from '../operation/change.ts';
import { creditRefusal, creditedOf, heldBy, makerOf } from '../sale/credits.ts';
import { isPaymentLane, knownPayment } from '../operation/lanes.ts';
import { leftOf } from '../sale/left.ts';
import type { StoreReads } from '../ports/store.ts';
import { mayBeTriedAgain } from './tried-again.ts';
import { type Done, doneIn, lanesOf, perhapsSale, wholeOf } from '../sale/same-sale.ts';
import { rowOf } from '../sale/trace-number.ts';
import { words } from '../operation/words.ts';
import type { KnownPayment, OperationRecord } from '../ports/record.ts';

type Candidate = Pick<
  OperationRecord,
  'environmentId' | 'input' | 'transId' | 'payId' | 'amount' | 'replaces' | 'lanes'
>;

export function guardRefusal(
  reads: StoreReads,
  command: Command,
  candidate: Candidate,
  row: KnownPayment | null,
): Refusal | null {
  const { environmentId, transId, amount, input, replaces } = candidate;
  if (command.createsPayment(input) && transId !== null) {
    const operationId = reads.creatorOf(environmentId, transId);
    if (operationId !== null && !(replaces !== null && wasNotCarriedOut(reads, operationId))) {
      const detail = `transId ${transId} was used by another operation. Each payment needs a transId that was never used.`;
      return { code: 'trans-id-used', detail, operationId, facts: { transId } };
    }
  }
  const claim = command.claim(input);
  if (claim === 'none' && !command.addsToPayment) return null;
  const whole = row === null ? null : wholeOf(reads, row);
  const known = whole?.payment ?? null;
  const lanes = [...new Set([...(whole?.lanes ?? []), ...candidate.lanes.filter(isPaymentLane)])];
  const done = known === null ? null : doneIn(reads, known, lanes);
  if (claim === 'none') return reversedRefusal(known, done);
  const orders = orderRefusal(reads, command, input, claim, known, done, lanes);
  if (orders !== null) return orders;
  if (known === null || done === null || amount === null) return null;
  if (claim === 'refund' && isBackUnread(reads, known)) {
    return { ...leftOf('refunded', 0, amount, 0), code: 'refund-exceeds-captured', detail: words.backUnread };
  }
  if (known.currency !== null && known.currency !== amount.currency) {
    const { currency } = known;
    const message = `must be ${currency}, the currency of the payment`;
    const issues: FieldIssue[] = [
      { field: 'amount.currency', code: 'currency-differs', params: { currency }, message },
    ];
    const detail =
      `The gateway shows this payment in ${currency} alone, so what an amount in ${amount.currency} gives back of it is ` +
      `not known. Nothing was stored. Name the amount in ${currency}, or look the payment up again.`;
    const isMade = makerOf(reads, known) !== null || claim !== 'refund';
    return {
      code: 'invalid-input',
      detail: isMade ? 'The currency differs.' : detail,
      errors: messagesOf(issues),
      issues,
    };
  }
  const open = reads.openClaims(lanes, claim);
  switch (claim) {
    case 'capture':
      return captureRefusal(known, done, amount, open);
    case 'refund':
      return refundRefusal(reads, command, candidate, known, done, amount, open);
    case 'reversal':
      return reversalRefusal(known, amount);
  }
}

/**
 * Reversals know captures and refunds: nothing follows a reversal, no reversal follows a refund, and what was captured is
 * refunded, not reversed, but at a terminal. What waits, runs or is not known counts like what is done.
 */
function orderRefusal(
  reads: StoreReads,
  command: Command,
  input: JsonObject,
  claim: 'capture' | 'refund' | 'reversal',
  known: KnownPayment | null,
  own: Done | null,
  lanes: readonly string[],
): Refusal | null {
  const reversed = reversedRefusal(known, own);
  if (reversed !== null) return reversed;
  // A capture behind a reversal waits for its end, and is judged again when its turn comes.
  const reversal = claim === 'capture' ? null : reads.firstOpen(lanes, 'reversal');
  if (reversal !== null) return heldBy(reversal, 'reversal');
  if (claim !== 'reversal') return null;
  if (isBackUnread(reads, known)) return { code: 'payment-refunded', detail: words.backUnread };
  const done = (what: 'capture' | 'refund') => known !== null && isDone(reads, known, what);
  const credited = creditedOf(reads, known);
  if (givesBackTwice(reads, known, command, input) || done('refund') || credited.done > 0) {
    const detail = 'A part was refunded; a reversal would give it back again. Refund the rest.';
    return { code: 'payment-refunded', detail };
  }
  const captured = known?.captured ?? 0;
  const part = captured > 0 && captured !== known?.authorized;
  if (part || (done('capture') && !command.reversesCaptured(input))) {
    const detail = 'Money was captured, so the payment cannot be reversed. Refund it instead.';
    return { code: 'payment-captured', detail };
  }
  const refund = credited.firstOpen ?? reads.firstOpen(lanes, 'refund');
  if (refund !== null) return heldBy(refund, 'refund');
  const capture = reads.firstOpen(lanes, 'capture');
  return capture === null ? null : heldBy(capture, 'capture');
}

function reversedRefusal(known: KnownPayment | null, own: Done | null): Refusal | null {
  if (known?.reversed !== true && own?.reversed !== true) return null;
  return { code: 'payment-reversed', detail: 'The payment was reversed; nothing is left to take or give back.' };
}

/** Whether the payment was captured or refunded: by its sums or, where they are not known, by our own operations. */
function isDone(reads: Pick<StoreReads, 'hasDone'>, known: KnownPayment, what: 'capture' | 'refund'): boolean {
  if (((what === 'capture' ? known.captured : known.refunded) ?? 0) > 0) return true;
  return known.payId !== null && reads.hasDone(known.environmentId, known.payId, what);
}

/** Whether what the gateway shows as given back of it cannot be read: it may be all, so no more goes back. */
function isBackUnread(reads: Pick<StoreReads, 'operation' | 'creatorOf'>, known: KnownPayment | null): boolean {
  return known !== null && makerOf(reads, known)?.refundUnread === true;
}

/**
 * Whether the record of a sale of ours says that something was given back, not how much: only then is that not known of
 * what was taken here, and this reversal would pay out again. A payment that a customer has yet to make has no sums.
 */
function givesBackTwice(
  reads: Pick<StoreReads, 'operation' | 'creatorOf'>,
  known: KnownPayment | null,
  command: Command,
  input: JsonObject,
): boolean {
  if (known === null || !command.reversesCaptured(input)) return false;
  return (known.captured ?? 0) > 0 && known.refunded === null && makerOf(reads, known)?.state === 'succeeded';
}

/** A reversal takes the whole payment back, so an amount beside it is the whole one. */
function reversalRefusal(known: KnownPayment, amount: Money): Refusal | null {
  const { authorized } = known;
  if (authorized === null || authorized === amount.value) return null;
  const whole = { value: authorized, currency: amount.currency };
  const detail = `A reversal takes the whole payment back, which is ${formatMoney(whole)}; ${formatMoney(amount)} was named.`;
  return { code: 'reversal-differs', detail, facts: { left: whole, asked: amount } };
}

/** A new try may have the transId of the one before it, where that certainly was not carried out. */
function wasNotCarriedOut(reads: StoreReads, id: string): boolean {
  const record = reads.operation(id);
  return record !== null && mayBeTriedAgain(record);
}

function captureRefusal(known: KnownPayment, done: Done, amount: Money, open: number): Refusal | null {
  const captured = capturedOf(known, done);
  if (known.authorized === null || captured === null) return null;
  const left = known.authorized - captured - open;
  if (amount.value <= left) return null;
  return { code: 'capture-exceeds-authorized', ...leftOf('captured', left, amount, open) };
}

function refundRefusal(
  reads: StoreReads,
  command: Command,
  candidate: Candidate,
  known: KnownPayment,
  done: Done,
  amount: Money,
  open: number,
): Refusal | null {
  const perhaps = perhapsSale(reads, known) === null ? null : creditedOf(reads, known);
  if (perhaps !== null && perhaps.done + perhaps.open > 0) {
    const detail =
      'It may be a sale whose money went back to the card at the terminal. Look it up again before more goes back.';
    return { ...leftOf('refunded', 0, amount, perhaps.open), code: 'refund-exceeds-captured', detail };
  }
  if (known.captured !== null) {
    const credited = creditedOf(reads, known);
    const captured = Math.max(known.captured, done.captured);
    const left = captured - refundedOf(known, done) - credited.done - open - credited.open;
    if (amount.value > left) {
      return { code: 'refund-exceeds-captured', ...leftOf('refunded', left, amount, open + credited.open) };
    }
  }
  if ((known.captureCount ?? 0) > 1 && !command.namesCapture(candidate.input)) {
    const detail =
      'The payment has several captures. Name the one to refund in paymentMethods.card.providerTransactionId.';
    return { code: 'capture-not-named', detail };
  }
  return null;
}

/**
 * At least what this bridge did itself: a record may be older than that, and what was done by the payment's number before
 * the bridge knew its sums is in none of them.
 */
function refundedOf({ refunded }: KnownPayment, done: Done): number {
  return Math.max(refunded ?? 0, done.refunded);
}

function capturedOf({ captured }: KnownPayment, done: Done): number | null {
  return done.captured === 0 ? captured : Math.max(captured ?? 0, done.captured);
}

/** Judges an operation again before it is sent: one before it in its lane may have made it impossible. */
export function overtaken(reads: StoreReads, command: Command, record: OperationRecord): Change | null {
  const claim = command.claim(record.input);
  const credit = creditRefusal(reads, command, record);
  if (credit?.code === 'payment-reversed') return nothingLeft('payment-reversed', words.reversedBefore);
  if (credit?.code === 'payment-held') return nothingLeft('nothing-left', words.reversalUnderWay);
  if (credit !== null) return nothingLeft('nothing-left', words.refundedBefore);
  const row = rowOf(reads, command, record) ?? rowElsewhere(reads, command, record);
  if (row === null || (claim === 'none' && !command.addsToPayment)) return null;
  const { payment: known, lanes } = wholeOf(reads, row);
  const done = doneIn(reads, known, lanes);
  // What was accepted before it was known that both are about one payment. What waits there is judged at its own turn.
  const beside = lanes.filter((each) => !record.lanes.includes(each));
  if (known.reversed || done.reversed) return nothingLeft('payment-reversed', words.reversedBefore);
  if (claim === 'none') return null;
  if (isSentIn(reads, beside, 'reversal')) return nothingLeft('nothing-left', words.reversalUnderWay);
  const { authorized, currency } = known;
  if (currency !== null && record.amount !== null && currency !== record.amount.currency) {
    return nothingLeft('nothing-left', words.otherCurrency);
  }
  const captured = capturedOf(known, done);
  const value = record.amount?.value ?? 0;
  if (claim !== 'capture' && isBackUnread(reads, known)) return nothingLeft('nothing-left', words.backUnread);
  switch (claim) {
    case 'capture':
      if (
        authorized === null ||
        captured === null ||
        value <= authorized - captured - reads.openClaimsSent(beside, 'capture')
      )
        return null;
      return nothingLeft('nothing-left', words.capturedBefore);
    case 'refund':
      if (known.captured === null || captured === null) return null;
      if (value <= captured - refundedOf(known, done) - creditedOf(reads, known).done) return null;
      return nothingLeft('nothing-left', words.refundedBefore);
    case 'reversal':
      if (
        givesBackTwice(reads, known, command, record.input) ||
        isDone(reads, known, 'refund') ||
        isSentIn(reads, beside, 'refund')
      ) {
        return nothingLeft('payment-refunded', words.reversalAfterRefund);
      }
      if (!isDone(reads, known, 'capture') || (captured === authorized && command.reversesCaptured(record.input))) {
        return null;
      }
      return nothingLeft('payment-captured', words.reversalAfterCapture);
  }
}

/** Whether the oldest open one with this claim in these lanes may be carried out already. */
function isSentIn(reads: StoreReads, lanes: readonly string[], claim: 'refund' | 'reversal'): boolean {
  const id = reads.firstOpen(lanes, claim);
  return id !== null && reads.operation(id)?.state !== 'accepted';
}

/** What is known of its payment may stand in another lane of it. */
function rowElsewhere(
  reads: StoreReads,
  command: Command,
  { environmentId, input, lanes }: OperationRecord,
): KnownPayment | null {
  const ref = command.payment(input);
  const row = ref === null ? null : knownPayment(reads, environmentId, ref);
  const [lane] = lanes.filter(isPaymentLane);
  return row !== null && lane !== undefined && lanesOf(reads, row).includes(lane) ? row : null;
}

function nothingLeft(code: FailureCode, message: string): Change {
  return { state: 'failed', event: 'failed', failure: { code, message } };
}
