// A terminal's command names its payment by the trace number alone, and all others by the payId or transId. Where the
// gateway's record shows both, the payment has them both: else it could be given back once under each name.
import { commandOf } from '#operations/index.ts';
import type { Command } from '#operations/define.ts';
import { isOlder } from '#operations/evidence/reading.ts';
import type { PaymentView } from '#operations/payment-view.ts';
import { approvedInput } from '../operation/approved-input.ts';
import {
  hasTrace,
  isPaymentLane,
  knownPayment,
  paymentWithTrace,
  traceAgainMs,
  traceLane,
} from '../operation/lanes.ts';
import type { KnownPayment, OperationRecord } from '../ports/record.ts';
import type { StoreReads } from '../ports/store.ts';
import { makerOf } from './credits.ts';

export type RowReads = Pick<StoreReads, 'payment' | 'paymentByTransId' | 'paymentByTrace' | 'paymentByLane'>;

/** How many commands of a terminal are looked through, at most. */
const most = 200;

/** Nothing is known of it but commands that named this number. */
function isNumberAlone({ payId, transId }: Pick<KnownPayment, 'payId' | 'transId'>): boolean {
  return payId === null && transId === null;
}

/**
 * The record with the trace number that it shows only where that is its payment's own. Numbers come again: one that
 * another payment at the terminal got a short time ago, or after this one was made, is that one's.
 */
export function withOwnNumber(reads: StoreReads, environmentId: string, seen: PaymentView, nowMs: number): PaymentView {
  const { payId, terminalId, traceNr } = seen;
  if (terminalId === null || traceNr === null) return seen;
  const other = paymentWithTrace(reads, environmentId, terminalId, traceNr);
  if (other === null || other.payId === payId || isNumberAlone(other)) return seen;
  const maker = makerOf(reads, other);
  const [first = null] = other.payId === null ? [] : reads.list(environmentId, { payId: other.payId, limit: 1 });
  const isRecent = ((maker ?? first)?.createdAtMs ?? -Infinity) > nowMs - traceAgainMs;
  return isRecent || isOlder(seen.created, maker?.attempts[0]?.sentWallMs, seen) ? { ...seen, traceNr: null } : seen;
}

/** The payment's number at a terminal, where only now a record of it shows both. */
export function shownNumber(
  { terminalId, traceNr }: KnownPayment,
  seen: PaymentView,
): Pick<KnownPayment, 'terminalId' | 'traceNr'> {
  const isShown = seen.terminalId !== null && seen.traceNr !== null;
  if (traceNr !== null || !isShown || (terminalId ?? seen.terminalId) !== seen.terminalId)
    return { terminalId, traceNr };
  return { terminalId: seen.terminalId, traceNr: seen.traceNr };
}

interface ByNumber {
  readonly terminalId: string;
  readonly traceNr: string;
  /** Of the row that the commands wrote. */
  readonly lane: string;
  readonly captured: number;
  readonly reversed: boolean;
}

/** What commands by this number did a short time ago, while it was not known whose number it is; null for nothing. */
export function doneByNumber(
  reads: StoreReads,
  environmentId: string,
  { terminalId, traceNr }: Pick<KnownPayment, 'terminalId' | 'traceNr'>,
  nowMs: number,
): ByNumber | null {
  if (terminalId === null || traceNr === null) return null;
  const row = paymentWithTrace(reads, environmentId, terminalId, traceNr);
  if (row === null || !isNumberAlone(row)) return null;
  const filter = { terminalId, createdFromMs: nowMs - traceAgainMs, newest: true, limit: most };
  const done = reads
    .list(environmentId, { ...filter, states: ['succeeded'] })
    .filter(({ lanes }) => lanes.includes(row.lane))
    .flatMap((each) => commandOf(each.kind)?.effect(approvedInput(each), {}) ?? []);
  if (done.length === 0) return null;
  const captured = done.reduce((sum, effect) => sum + effect.captured, 0);
  return { terminalId, traceNr, lane: row.lane, captured, reversed: done.some((effect) => effect.reversed) };
}

/** The lane of its trace number, for a command whose payment is not known to have that number. */
export function lanesByNumber(
  command: Command,
  { environmentId, input }: Pick<OperationRecord, 'environmentId' | 'input'>,
  known: KnownPayment | null,
): readonly string[] {
  const ref = command.payment(input);
  if (ref?.by !== 'trace' || (known !== null && hasTrace(known, ref) && !isNumberAlone(known))) return [];
  return [traceLane(environmentId, ref)];
}

/** The payment of a command that was accepted under its trace number alone, as it is known by now. */
function paymentByNumber(
  reads: RowReads,
  command: Command,
  { environmentId, input, lanes }: Pick<OperationRecord, 'environmentId' | 'input' | 'lanes'>,
): KnownPayment | null {
  const ref = command.payment(input);
  if (ref?.by !== 'trace' || !lanes.includes(traceLane(environmentId, ref))) return null;
  const row = knownPayment(reads, environmentId, ref);
  return row !== null && hasTrace(row, ref) ? row : null;
}

/** What is known of the payment of an operation: in the row of its lane, unless its trace number tells more. */
export function rowOf(reads: RowReads, command: Command, record: OperationRecord): KnownPayment | null {
  const lane = record.lanes.find(isPaymentLane);
  if (lane === undefined) return null;
  return paymentByNumber(reads, command, record) ?? reads.paymentByLane(record.environmentId, lane);
}
