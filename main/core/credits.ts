// Money of a sale that goes back to the customer's card at the terminal, because the gateway does not show the sale's
// number. Such a CREDIT is a payment of its own; what links it to its sale is written down at acceptance, and together
// with refunds by the number it never comes to more than was taken.
import type { Refusal } from '#contract/problems.ts';
import { isFinal } from '#contract/states.ts';
import type { Command } from '#operations/define.ts';
import { payIdLane } from './lanes.ts';
import { leftOf } from './left.ts';
import { isManualRefund } from './money-out.ts';
import type { StoreReads } from './ports/store.ts';
import type { KnownPayment, OperationRecord } from './record.ts';
import { type SaleReads, doneIn, perhapsSale, wholeOf } from './same-sale.ts';

type CreditReads = Pick<StoreReads, 'operation' | 'creatorOf' | 'credits' | 'paymentByLane'>;

/** Minor units of the sale's currency that went back at the terminal, and that may be on their way. */
export interface Credited {
  readonly done: number;
  readonly open: number;
}

/** What made the payment here, where the bridge knows it. */
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
  // What may be a sale's payment under its number is given back once, whichever way it goes.
  const maker = known === null ? null : (makerOf(reads, known) ?? perhapsSale(reads, known)?.maker ?? null);
  const credits = maker === null ? [] : reads.credits(maker.id).filter(({ id }) => id !== but);
  return {
    done: sum(credits.filter(({ state }) => state === 'succeeded')),
    open: sum(credits.filter(({ state }) => !isFinal(state))),
  };
}

/** Why this credit cannot give back that sale's money, or null. */
export function creditRefusal(
  reads: CreditReads & SaleReads & Pick<StoreReads, 'openClaims' | 'openCount'>,
  command: Command,
  draft: Pick<OperationRecord, 'id' | 'refundOf' | 'environmentId' | 'input' | 'amount'>,
): Refusal | null {
  const { refundOf, environmentId, amount } = draft;
  if (refundOf === undefined) return null;
  const sale = reads.operation(refundOf);
  const lane = sale?.lanes.find((each) => each.startsWith('payment:')) ?? null;
  const row = lane === null ? null : reads.paymentByLane(environmentId, lane);
  const { payment: known, lanes } = row === null ? { payment: null, lanes: [] } : wholeOf(reads, row);
  const isCredit = command.kind === 'cloud-pos' && isManualRefund(command, draft.input) && amount !== null;
  // What came after the sale on its payment is in the same lane: the credits count for what made it.
  const isMaker = known !== null && makerOf(reads, known)?.id === refundOf;
  if (sale?.state !== 'succeeded' || !isMaker || known.captured === null || !isCredit) {
    const detail = `There is no sale ${refundOf} whose money a CREDIT could give back. Nothing was stored.`;
    return { code: 'operation-not-found', detail };
  }
  if (known.reversed || lanes.some((each) => reads.openCount(each, 'reversal') > 0)) {
    return { code: 'payment-reversed', detail: 'The payment was reversed, or a reversal of it is under way.' };
  }
  const credited = creditedOf(reads, known, draft.id);
  // The gateway judges a refund by its number itself; a CREDIT no gateway checks.
  if (sale.shownRefused === true) {
    const detail =
      'The gateway shows that this sale was refused, so nothing is known to have been taken. Nothing was stored. Look ' +
      'the sale up again, or compare with the terminal’s journal.';
    return { ...leftOf('refunded', 0, amount, credited.open), code: 'refund-exceeds-captured', detail };
  }
  if (known.refunded === null) {
    const detail = 'The gateway shows that money of this sale was refunded, and not how much. Refund it by its number.';
    return { ...leftOf('refunded', 0, amount, credited.open), code: 'refund-exceeds-captured', detail };
  }
  const open = lanes.reduce((total, each) => total + reads.openClaims(each, 'refund'), credited.open);
  if (sale.perhapsPayIds?.some((payId) => mayBeGivenBack(reads, environmentId, payId)) === true) {
    const detail =
      'A payment that may be this sale was refunded or reversed by its number, or is about to be. ' +
      'Look the sale up again before more goes back.';
    return { ...leftOf('refunded', 0, amount, 0), code: 'refund-exceeds-captured', detail };
  }
  // No gateway checks a CREDIT: what it shows as captured later gives nothing back beyond what the sale was for.
  const taken = Math.min(known.captured, (sale.approved ?? sale.amount)?.value ?? 0);
  const left = known.currency === amount.currency ? taken - known.refunded - credited.done - open : 0;
  if (amount.value <= left) return null;
  return { code: 'refund-exceeds-captured', ...leftOf('refunded', left, amount, open) };
}

/** Whether what may be the sale went back by its number, or may be on its way. */
function mayBeGivenBack(
  reads: SaleReads & Pick<StoreReads, 'openClaims' | 'openCount'>,
  environmentId: string,
  payId: string,
): boolean {
  const lane = payIdLane(environmentId, payId);
  const row = reads.paymentByLane(environmentId, lane);
  if (row === null || perhapsSale(reads, row) === null) return false;
  if (reads.openClaims(lane, 'refund') > 0 || reads.openCount(lane, 'reversal') > 0) return true;
  return row.reversed || Math.max(row.refunded ?? 0, doneIn(reads, row, [lane]).refunded) > 0;
}

function sum(records: readonly OperationRecord[]): number {
  return records.reduce((total, { approved, amount }) => total + Math.max(approved?.value ?? 0, amount?.value ?? 0), 0);
}
