// 4 and 5, of what is taken back at a terminal: it is the whole payment. The sum that was named beside it is what the
// ledger has of the payment, and a payment of which only a part was captured is not taken back at all.
import { textAt } from '#contract/data/json.ts';
import type { OperationRecord } from '#core/ports/record.ts';
import { type Execution, type Payment, isAlone, sumsOf } from '../gateway/ledger.ts';
import type { World } from '../world.ts';
import { label } from './sendings.ts';
import { isAfterBackups } from './sure.ts';

export function voidsHold(world: World, byTag: ReadonlyMap<string, OperationRecord>): void {
  for (const { server } of world.places) {
    for (const execution of server.ledger.executions) {
      const payment = server.ledger.payments.get(execution.payId);
      const record = byTag.get(execution.tag ?? '');
      if (execution.type !== 'REVERSAL' || record === undefined || payment === undefined) continue;
      // A backup that was put back may know neither the captures nor the sum.
      if (!isAfterBackups(world, payment)) continue;
      if (payment.byTill && isOfIt(record, payment) && isAlone(server.ledger, payment)) {
        isWhole(world, record, payment, execution);
      }
    }
  }
}

/** Trace numbers wrap: a command may name another payment than the terminal finds. */
function isOfIt({ kind, payId }: OperationRecord, payment: Payment): boolean {
  return kind === 'reverse' || payId === payment.payId;
}

function isWhole(world: World, record: OperationRecord, payment: Payment, { atMs }: Execution): void {
  world.coverage.count('payments taken back, held against the ledger');
  const before = payment.operations.filter(({ type, settledAtMs }) => type !== 'REVERSAL' && settledAtMs <= atMs);
  const { authorized, captured, refunded } = sumsOf({ ...payment, operations: before });
  if (authorized === 0) {
    // The payment was declined, and a gateway without rules reverses it all the same. No money moves. Invariant 12 checks the takings.
    world.coverage.count('reversals of what was never taken');
    return;
  }
  const isSale = textAt(record.input, 'messageType') === 'REVERSE';
  const named = record.amount?.value ?? authorized;
  if (isSale && named !== authorized && record.decisions.length === 0) {
    world.report(5, `${label(record)} took back ${authorized}, and names ${named}`);
  }
  if (captured > 0 && captured !== authorized && refunded === 0) {
    world.report(4, `${label(record)} took back a payment of ${authorized}, of which ${captured} was captured`);
  }
}
