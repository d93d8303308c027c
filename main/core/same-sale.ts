// A sale that a person decided without its number may have been refunded by that number before anybody knew that both
// are one payment: it then stands in two rows. What goes back is counted over both, until a look-up joins them.
import { commandOf } from '#operations/index.ts';
import { payIdLane } from './lanes.ts';
import type { StoreReads } from './ports/store.ts';
import type { KnownPayment, OperationRecord } from './record.ts';

export type SaleReads = Pick<StoreReads, 'operation' | 'creatorOf' | 'paymentByLane' | 'list'>;

/** All that is known of a payment, in the row and lane of what made it, and every lane that its operations may be in. */
export interface Whole {
  readonly payment: KnownPayment;
  readonly lanes: readonly string[];
}

export interface DecidedSale {
  readonly maker: OperationRecord;
  readonly row: KnownPayment;
}

const pageSize = 200;

/** The sale with this transId that a person decided as carried out, whose own answer never told its number. */
export function decidedSale(
  reads: Pick<SaleReads, 'operation' | 'creatorOf' | 'paymentByLane'>,
  environmentId: string,
  transId: string | null,
): DecidedSale | null {
  const makerId = transId === null ? null : reads.creatorOf(environmentId, transId);
  const maker = makerId === null ? null : reads.operation(makerId);
  if (maker?.state !== 'succeeded' || maker.payId !== null || maker.decisions.length === 0) return null;
  const lane = maker.lanes.find((each) => each.startsWith('payment:'));
  const row = lane === undefined ? null : reads.paymentByLane(environmentId, lane);
  return row === null ? null : { maker, row };
}

export function wholeOf(reads: SaleReads, known: KnownPayment): Whole {
  const { environmentId, payId, transId } = known;
  const sale = payId === null ? null : decidedSale(reads, environmentId, transId);
  if (payId === null || sale === null || sale.row.payId !== payId) return { payment: known, lanes: [known.lane] };
  const byNumber = reads.paymentByLane(environmentId, payIdLane(environmentId, payId));
  if (byNumber?.payId !== payId) return { payment: known, lanes: [known.lane] };
  return { payment: together(reads, sale.row, byNumber), lanes: [sale.row.lane, byNumber.lane] };
}

/** The sale with the sums of its other row. Nothing is counted in both: each row knows what was done in its lane. */
export function together(reads: Pick<SaleReads, 'list'>, sale: KnownPayment, byNumber: KnownPayment): KnownPayment {
  return {
    ...sale,
    payId: byNumber.payId,
    captured: more(sale.captured, byNumber.captured),
    refunded: (sale.refunded ?? 0) + Math.max(byNumber.refunded ?? 0, refundedIn(reads, byNumber)),
    captureCount: more(sale.captureCount, byNumber.captureCount),
    reversed: sale.reversed || byNumber.reversed,
  };
}

/** What this bridge gave back in the lane of a payment: its sums need not be known. */
function refundedIn({ list }: Pick<SaleReads, 'list'>, { environmentId, payId, lane }: KnownPayment): number {
  if (payId === null) return 0;
  let refunded = 0;
  let after: string | undefined;
  let page: OperationRecord[];
  do {
    page = list(environmentId, { payId, limit: pageSize, ...(after === undefined ? {} : { after }) });
    for (const { kind, input, state, lanes, approved, amount } of page) {
      const isRefund = state === 'succeeded' && commandOf(kind)?.claim(input) === 'refund' && lanes.includes(lane);
      if (isRefund) refunded += (approved ?? amount)?.value ?? 0;
    }
    after = page.at(-1)?.id;
  } while (page.length === pageSize);
  return refunded;
}

function more(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.max(one, other);
}
