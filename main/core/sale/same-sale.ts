// A sale that a person decided without its payId may have been refunded by that payId before the bridge knew that both
// are one payment: it then has two rows. What goes back is counted over both, until a look-up joins them.
import type { Effect } from '#operations/define.ts';
import { commandOf } from '#operations/index.ts';
import { approvedInput } from '../operation/approved-input.ts';
import { isPaymentLane, payIdLane, traceLane } from '../operation/lanes.ts';
import type { StoreReads } from '../ports/store.ts';
import type { KnownPayment, OperationRecord } from '../ports/record.ts';

export type SaleReads = Pick<StoreReads, 'operation' | 'creatorOf' | 'paymentByLane' | 'list'>;

/** All that is known of a payment, in the row and lane of its making, and every lane that its operations may be in. */
export interface Whole {
  readonly payment: KnownPayment;
  readonly lanes: readonly string[];
}

export interface DecidedSale {
  readonly maker: OperationRecord;
  readonly row: KnownPayment;
}

/** By what operations may name it. */
export type PaymentNames = Pick<
  KnownPayment,
  'environmentId' | 'payId' | 'transId' | 'lane' | 'terminalId' | 'traceNr'
>;

const pageSize = 200;

/** The sale with this transId that a person decided as carried out, and whose own answer never named its payId. */
export function decidedSale(
  reads: Pick<SaleReads, 'operation' | 'creatorOf' | 'paymentByLane'>,
  environmentId: string,
  transId: string | null,
): DecidedSale | null {
  const makerId = transId === null ? null : reads.creatorOf(environmentId, transId);
  const maker = makerId === null ? null : reads.operation(makerId);
  if (maker?.state !== 'succeeded' || maker.payId !== null || maker.decisions.length === 0) return null;
  const lane = maker.lanes.find(isPaymentLane);
  const row = lane === undefined ? null : reads.paymentByLane(environmentId, lane);
  return row === null ? null : { maker, row };
}

/** The decided sale that this payment may be: the gateway showed it under the sale's transId, and not for certain. */
export function perhapsSale(
  reads: Pick<SaleReads, 'operation' | 'creatorOf' | 'paymentByLane'>,
  { environmentId, payId, transId, lane }: KnownPayment,
): DecidedSale | null {
  if (payId === null || lane !== payIdLane(environmentId, payId)) return null;
  const sale = decidedSale(reads, environmentId, transId);
  return sale?.row.payId === null && sale.maker.perhapsPayIds?.includes(payId) === true ? sale : null;
}

export function wholeOf(reads: SaleReads, known: KnownPayment): Whole {
  const { environmentId, payId, transId } = known;
  const lanes = lanesOf(reads, known);
  const sale = payId === null ? null : decidedSale(reads, environmentId, transId);
  if (payId === null || sale === null || sale.row.payId !== payId) return { payment: known, lanes };
  const byNumber = reads.paymentByLane(environmentId, payIdLane(environmentId, payId));
  if (byNumber?.payId !== payId) return { payment: known, lanes };
  const both = [sale.row.lane, byNumber.lane, ...lanesOf(reads, sale.row), ...lanes];
  return { payment: together(reads, sale.row, byNumber), lanes: [...new Set(both)] };
}

/** Its lanes that operations are in, also of those that named it before it was known to be this payment. */
export function heldLanes(reads: SaleReads & Pick<StoreReads, 'laneHolder'>, known: KnownPayment): readonly string[] {
  return wholeOf(reads, known).lanes.filter((each) => reads.laneHolder(each) !== null);
}

/**
 * Every lane that operations on a payment may be in: its row's, that of its payId, which a program may have used before
 * any answer named it here, that of the operation that made it, and that of its trace number, by which a terminal's
 * command may have named it before it was known to be this payment's.
 */
export function lanesOf(
  reads: Pick<SaleReads, 'operation' | 'creatorOf'>,
  { environmentId, payId, transId, lane, terminalId, traceNr }: PaymentNames,
): readonly string[] {
  const isTraced = terminalId !== null && traceNr !== null;
  const byTrace = isTraced ? [traceLane(environmentId, { terminalId, traceNr })] : [];
  if (payId === null) return [lane, ...byTrace];
  const makerId = transId === null ? null : reads.creatorOf(environmentId, transId);
  const maker = makerId === null ? null : reads.operation(makerId);
  const ofMaker = maker?.payId === payId ? maker.lanes.filter(isPaymentLane) : [];
  return [...new Set([lane, payIdLane(environmentId, payId), ...ofMaker, ...byTrace])];
}

/**
 * The sale with the sums of its other row. The sale's row counts from zero what was done in its lane; the other row may
 * hold only what this bridge did by payId, or all that the gateway showed.
 */
export function together(reads: Pick<SaleReads, 'list'>, sale: KnownPayment, byNumber: KnownPayment): KnownPayment {
  const done = doneIn(reads, byNumber, [byNumber.lane]);
  return {
    ...sale,
    payId: byNumber.payId,
    authorized: more(plus(sale.authorized, done.authorized), byNumber.authorized),
    captured: more(plus(sale.captured, done.captured), byNumber.captured),
    refunded: plus(sale.refunded, Math.max(byNumber.refunded ?? 0, done.refunded)),
    captureCount: more(plus(sale.captureCount, done.captureCount), byNumber.captureCount),
    reversed: sale.reversed || byNumber.reversed,
  };
}

export interface Done extends Pick<Effect, 'authorized' | 'captured' | 'refunded' | 'reversed'> {
  /** The part of what is authorized that increments added. */
  readonly raised: number;
  readonly captureCount: number;
}

/**
 * What this bridge did to a payment in these lanes: the sums of its row need not be known. An operation that waited in
 * two lanes counts in the first, whose row has its effect. `but`: without this operation.
 */
export function doneIn(
  { list }: Pick<SaleReads, 'list'>,
  { environmentId, payId }: Pick<KnownPayment, 'environmentId' | 'payId'>,
  lanes: readonly string[],
  but: string | null = null,
): Done {
  let done: Done = { authorized: 0, raised: 0, captured: 0, refunded: 0, reversed: false, captureCount: 0 };
  if (payId === null) return done;
  let after: string | undefined;
  let page: OperationRecord[];
  do {
    page = list(environmentId, { payId, limit: pageSize, ...(after === undefined ? {} : { after }) });
    const counted = page.filter(({ id, state }) => state === 'succeeded' && id !== but);
    for (const record of counted.filter((each) => lanes.includes(each.lanes.find(isPaymentLane) ?? ''))) {
      const effect = commandOf(record.kind)?.effect(approvedInput(record), {}) ?? null;
      if (effect === null) continue;
      done = {
        authorized: done.authorized + effect.authorized,
        raised: done.raised + (effect.creates ? 0 : effect.authorized),
        captured: done.captured + effect.captured,
        refunded: done.refunded + effect.refunded,
        reversed: done.reversed || effect.reversed,
        captureCount: done.captureCount + (effect.captured > 0 ? 1 : 0),
      };
    }
    after = page.at(-1)?.id;
  } while (page.length === pageSize);
  return done;
}

function plus(sum: number | null, added: number): number | null {
  return sum === null ? null : sum + added;
}

function more(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.max(one, other);
}
