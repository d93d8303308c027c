// What is refused before acceptance because the sums say so: refunds <= captures <= authorised, counting what is
// waiting, running or unknown, over all callers. Where a sum is not known, the gateway decides.
import { type FieldIssue, messagesOf } from '#contract/issue-words.ts';
import { type Money, formatMoney } from '#contract/money.ts';
import type { Refusal } from '#contract/problems.ts';
import type { Command } from '#operations/define.ts';
import type { Change } from './change.ts';
import type { StoreReads } from './ports/store.ts';
import { mayBeTriedAgain } from './tried-again.ts';
import { words } from './words.ts';
import type { KnownPayment, OperationRecord } from './record.ts';

type Candidate = Pick<OperationRecord, 'environmentId' | 'input' | 'transId' | 'payId' | 'amount' | 'replaces'>;

export function guardRefusal(
  reads: StoreReads,
  command: Command,
  candidate: Candidate,
  known: KnownPayment | null,
): Refusal | null {
  const { environmentId, transId, amount, input, replaces } = candidate;
  if (command.createsPayment(input) && transId !== null) {
    const operationId = reads.creatorOf(environmentId, transId);
    if (operationId !== null && !(replaces !== null && wasNothing(reads, operationId))) {
      const detail = `transId ${transId} was used by another operation. Each payment needs a transId that was never used.`;
      return { code: 'trans-id-used', detail, operationId, facts: { transId } };
    }
  }
  const claim = command.claim(input);
  if (claim === 'none' || known === null || amount === null) return null;
  if (known.currency !== null && known.currency !== amount.currency) {
    const { currency } = known;
    const message = `must be ${currency}, the currency of the payment`;
    const issues: FieldIssue[] = [
      { field: 'amount.currency', code: 'currency-differs', params: { currency }, message },
    ];
    return { code: 'invalid-input', detail: 'The currency differs.', errors: messagesOf(issues), issues };
  }
  const open = reads.openClaims(known.lane, claim);
  return claim === 'capture'
    ? captureRefusal(known, amount, open)
    : refundRefusal(command, candidate, known, amount, open);
}

/** A new try may have the transId of the one before it, where that certainly was not carried out. */
function wasNothing(reads: StoreReads, id: string): boolean {
  const record = reads.operation(id);
  return record !== null && mayBeTriedAgain(record);
}

function captureRefusal(known: KnownPayment, amount: Money, open: number): Refusal | null {
  if (known.reversed) return { code: 'payment-reversed', detail: 'The payment was reversed; nothing can be captured.' };
  if (known.authorised === null || known.captured === null) return null;
  const left = known.authorised - known.captured - open;
  if (amount.value <= left) return null;
  return { code: 'capture-exceeds-authorised', ...leftOf('captured', left, amount, open) };
}

function refundRefusal(
  command: Command,
  candidate: Candidate,
  known: KnownPayment,
  amount: Money,
  open: number,
): Refusal | null {
  if (known.captured !== null) {
    const left = known.captured - (known.refunded ?? 0) - open;
    if (amount.value > left) {
      return { code: 'refund-exceeds-captured', ...leftOf('refunded', left, amount, open) };
    }
  }
  if ((known.captureCount ?? 0) > 1 && !command.namesCapture(candidate.input)) {
    const detail =
      'The payment has several captures. Name the one to refund in paymentMethods.card.providerTransactionId.';
    return { code: 'capture-not-named', detail };
  }
  return null;
}

function leftOf(
  verb: string,
  left: number,
  { value, currency }: Money,
  open: number,
): Pick<Refusal, 'detail' | 'facts'> {
  const money = (amount: number): Money => ({ value: Math.max(0, amount), currency });
  const doubtful = open > 0 ? ` (${formatMoney(money(open))} is still under way)` : '';
  const detail = `At most ${formatMoney(money(left))} can still be ${verb}${doubtful}; ${formatMoney(money(value))} was asked for.`;
  return { detail, facts: { left: money(left), open: money(open), asked: money(value) } };
}

/** What came before it in its lane may have settled it: after a reversal there is nothing left to capture. */
export function overtaken(reads: StoreReads, command: Command, record: OperationRecord): Change | null {
  if (command.claim(record.input) !== 'capture') return null;
  const lane = record.lanes.find((each) => each.startsWith('payment:'));
  const known = lane === undefined ? null : reads.paymentByLane(record.environmentId, lane);
  if (known?.reversed !== true) return null;
  return { state: 'failed', event: 'failed', failure: { code: 'payment-reversed', message: words.reversedBefore } };
}
