// Terminal refunds of a sale (CREDIT), for sales whose payId the gateway does not show. Such a CREDIT is a separate
// payment; its link to the sale is stored at acceptance. CREDITs and refunds by payId together never exceed the sale.
import type { Refusal } from '#contract/programs/problems.ts';
import { isFinal } from '#contract/operation/states.ts';
import type { Command } from '#operations/define.ts';
import { isPaymentLane, payIdLane } from '../operation/lanes.ts';
import { words } from '../operation/words.ts';
import { leftOf } from './left.ts';
import { isManualRefund } from './money-out.ts';
import type { StoreReads } from '../ports/store.ts';
import type { KnownPayment, OperationRecord } from '../ports/record.ts';
import { type SaleReads, doneIn, perhapsSale, wholeOf } from './same-sale.ts';

type CreditReads = Pick<StoreReads, 'operation' | 'creatorOf' | 'credits' | 'paymentByLane'>;

/** Minor units of the sale's currency that went back at the terminal, and that may be on their way. */
export interface Credited {
  readonly done: number;
  readonly open: number;
  /** The oldest of those that may be on their way. */
  readonly firstOpen: string | null;
}

/** The operation of this bridge that made the payment, or null. */
export function makerOf(
  reads: Pick<StoreReads, 'operation' | 'creatorOf'>,
  { environmentId, transId, lane }: Pick<KnownPayment, 'environmentId' | 'transId' | 'lane'>,
): OperationRecord | null {
  const id = transId === null ? null : reads.creatorOf(environmentId, transId);
  const maker = id === null ? null : reads.operation(id);
  return maker?.lanes.includes(lane) === true ? maker : null;
}

/** `but`: the credit that is judged, which does not count against itself. */
export function creditedOf(reads: CreditReads, known: KnownPayment | null, but: string | null = null): Credited {
  // A payment that may be a decided sale's is given back once in all, by CREDIT or by payId.
  const maker = known === null ? null : (makerOf(reads, known) ?? perhapsSale(reads, known)?.maker ?? null);
  const credits = maker === null ? [] : reads.credits(maker.id).filter(({ id }) => id !== but);
  const open = credits.filter(({ state }) => !isFinal(state));
  return {
    done: sum(credits.filter(({ state }) => state === 'succeeded')),
    open: sum(open),
    firstOpen: open.at(0)?.id ?? null,
  };
}

/** Why this credit cannot give back that sale's money, or null. */
export function creditRefusal(
  reads: CreditReads & SaleReads & Pick<StoreReads, 'openClaims' | 'firstOpen'>,
  command: Command,
  draft: Pick<OperationRecord, 'id' | 'refundOf' | 'environmentId' | 'input' | 'amount'>,
): Refusal | null {
  const { refundOf, environmentId, amount } = draft;
  if (refundOf === undefined) return null;
  const sale = reads.operation(refundOf);
  const lane = sale?.lanes.find(isPaymentLane) ?? null;
  const row = lane === null ? null : reads.paymentByLane(environmentId, lane);
  const { payment: known, lanes } = row === null ? { payment: null, lanes: [] } : wholeOf(reads, row);
  const isCredit = command.atTerminal && isManualRefund(command, draft.input) && amount !== null;
  // Later operations on the sale's payment are in the same lane: the credits count for the one that made it.
  const isMaker = known !== null && makerOf(reads, known)?.id === refundOf;
  if (sale?.state !== 'succeeded' || !isMaker || known.captured === null || !isCredit) {
    const detail = `There is no sale ${refundOf} whose money a CREDIT could give back. Nothing was stored.`;
    return { code: 'operation-not-found', detail };
  }
  if (known.reversed) return { code: 'payment-reversed', detail: 'The payment was reversed; nothing is left.' };
  const reversal = reads.firstOpen(lanes, 'reversal');
  if (reversal !== null) return heldBy(reversal, 'reversal');
  const credited = creditedOf(reads, known, draft.id);
  // The gateway checks a refund by payId itself, but no CREDIT.
  if (sale.shownRefused === true) {
    const detail =
      'The gateway shows that this sale was refused, so nothing is known to have been taken. Nothing was stored. Look ' +
      'the sale up again, or compare with the terminal’s journal.';
    return { ...leftOf('refunded', 0, amount, credited.open), code: 'refund-exceeds-captured', detail };
  }
  if (sale.refundUnread === true) {
    return { ...leftOf('refunded', 0, amount, 0), code: 'refund-exceeds-captured', detail: words.backUnread };
  }
  if (known.refunded === null) {
    const detail = 'The gateway shows that money of this sale was refunded, and not how much. Refund it by its number.';
    return { ...leftOf('refunded', 0, amount, credited.open), code: 'refund-exceeds-captured', detail };
  }
  const open = credited.open + reads.openClaims(lanes, 'refund');
  if (sale.perhapsPayIds?.some((payId) => mayBeGivenBack(reads, environmentId, payId)) === true) {
    const detail =
      'A payment that may be this sale was refunded or reversed by its number, or is about to be. ' +
      'Look the sale up again before more goes back.';
    return { ...leftOf('refunded', 0, amount, 0), code: 'refund-exceeds-captured', detail };
  }
  // The gateway checks no CREDIT: so what a later record shows as captured counts up to the sale's amount only.
  const taken = Math.min(known.captured, (sale.approved ?? sale.amount)?.value ?? 0);
  const left = known.currency === amount.currency ? taken - known.refunded - credited.done - open : 0;
  if (amount.value <= left) return null;
  return { code: 'refund-exceeds-captured', ...leftOf('refunded', left, amount, open) };
}

/** A payment is held by an operation of it that waits, runs or is in doubt, until that is over. */
export function heldBy(operationId: string, what: 'capture' | 'refund' | 'reversal'): Refusal {
  const detail =
    `A ${what} of the payment, operation ${operationId}, waits, runs or is not known to be over. Nothing was stored. ` +
    'Wait for its end.';
  return { code: 'payment-held', detail, operationId };
}

/** Whether a payment that may be the sale was refunded or reversed by its payId, or may be right now. */
function mayBeGivenBack(
  reads: SaleReads & Pick<StoreReads, 'openClaims' | 'firstOpen'>,
  environmentId: string,
  payId: string,
): boolean {
  const lane = payIdLane(environmentId, payId);
  const row = reads.paymentByLane(environmentId, lane);
  if (row === null || perhapsSale(reads, row) === null) return false;
  if (reads.openClaims([lane], 'refund') > 0 || reads.firstOpen([lane], 'reversal') !== null) return true;
  return row.reversed || Math.max(row.refunded ?? 0, doneIn(reads, row, [lane]).refunded) > 0;
}

function sum(records: readonly OperationRecord[]): number {
  return records.reduce((total, { approved, amount }) => total + Math.max(approved?.value ?? 0, amount?.value ?? 0), 0);
}
