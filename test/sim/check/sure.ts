// Payments of which the simulator is certain: the gateway's ledger and the till's own operations say the same, no
// operation of the payment is open, and no other till or program worked on it. Only of such a payment a check may say
// what the till had to do.
import { isFinal } from '#contract/operation/states.ts';
import { payIdLane, traceLane, transIdLane } from '#core/operation/lanes.ts';
import type { OperationRecord } from '#core/ports/record.ts';
import { commandOf } from '#operations/index.ts';
import { type Execution, type Payment, type Sums, sumsOf } from '../gateway/ledger.ts';
import { tagIn } from '../tag.ts';
import type { World } from '../world.ts';

export interface Sure {
  readonly payment: Payment;
  readonly sums: Sums;
  /** The till's operations on it, that which made it among them. */
  readonly records: readonly OperationRecord[];
}

/** Null where anything of it is not certain. `but`: the mark of the operation that is judged. */
export function sureOf(world: World, place: World['place'], payment: Payment, but: string | null): Sure | null {
  if (!isAfterBackups(world, payment) || !isPlain(place, payment)) return null;
  const { environment, server } = place;
  const { terminalId, traceNr } = payment;
  const byNumber = terminalId === null || traceNr === null ? [] : [traceLane(environment.id, { terminalId, traceNr })];
  const lanes = [payIdLane(environment.id, payment.payId), transIdLane(environment.id, payment.transId), ...byNumber];
  const records = world.disk.tables.all.filter(
    (each) =>
      each.environmentId === environment.id &&
      (but === null || tagIn(each.input) !== but) &&
      (each.payId === payment.payId || each.lanes.some((lane) => lanes.includes(lane))),
  );
  const executions = server.ledger.executions.filter(({ payId }) => payId === payment.payId);
  const tags = new Set(records.map(({ input }) => tagIn(input)));
  const isOurs = ({ tag }: Execution, index: number) => (tag === null ? index === 0 && !payment.byTill : tags.has(tag));
  if (!executions.every(isOurs) || !records.every((each) => isTrue(place, payment, each))) return null;
  return { payment, sums: sumsOf(payment), records };
}

/** A backup that was put back knows less than the ledger of what was made before. */
export function isAfterBackups({ gaps }: World, { madeAtMs }: Payment): boolean {
  return gaps.every(({ toMs }) => toMs < madeAtMs);
}

/** The shop's own, in its currency, under names that no other payment has, and nothing of it is open. */
function isPlain({ server }: World['place'], payment: Payment): boolean {
  const { merchantId, link, currency, charge, operations, transId, terminalId, traceNr } = payment;
  if (merchantId !== null || link !== null || currency !== 'EUR' || charge !== null) return false;
  if (operations.some(({ status }) => status === 'PENDING')) return false;
  for (const other of server.ledger.payments.values()) {
    if (other === payment) continue;
    if (other.transId === transId) return false;
    if (traceNr !== null && other.terminalId === terminalId && other.traceNr === traceNr) return false;
  }
  return true;
}

/** Whether the operation is over, no person decided it, and it ended as the ledger has it. */
function isTrue({ server }: World['place'], payment: Payment, record: OperationRecord): boolean {
  const { state, decisions, kind, input, approved, amount } = record;
  if (!isFinal(state) || decisions.length > 0) return false;
  if (commandOf(kind)?.movesMoney(input) !== true) return true;
  const executions = server.ledger.byTag.get(tagIn(input) ?? '') ?? [];
  if (state !== 'succeeded') return executions.length === 0;
  const [done] = executions;
  if (done === undefined || executions.length > 1 || done.payId !== payment.payId) return false;
  return done.type === 'REVERSAL' || done.value === (approved ?? amount)?.value;
}
