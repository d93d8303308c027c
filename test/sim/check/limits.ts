// 4, of what may be paid out in a day: by a program within its limit, and by a person at the till without a supervisor.
// The sums that the ledger says went out are counted for the program or person who asked, not the till's own sums.
import { textAt } from '#contract/data/json.ts';
import type { OperationRecord } from '#core/ports/record.ts';
import type { Desk } from '../actors/desk.ts';
import type { Request } from '../actors/request.ts';
import { type Execution, type Ledger, isAlone } from '../gateway/ledger.ts';
import type { World } from '../world.ts';
import { label } from './sendings.ts';

export function dailyLimits(world: World, desk: Desk, byTag: ReadonlyMap<string, OperationRecord>): void {
  const days = new Map<string, number>();
  for (const request of desk.requests) {
    const record = byTag.get(request.tag);
    const value = record === undefined ? 0 : paidOut(world, record, request.tag);
    if (record === undefined || value === 0) continue;
    approvedWhereNeeded(world, record, request);
    const limit = limitFor(world, request);
    if (limit === null || isOverMidnight(record)) continue;
    const key = JSON.stringify([limit.whose, record.environmentId, dayOf(record.createdAtMs)]);
    const sum = (days.get(key) ?? 0) + value;
    days.set(key, sum);
    if (sum > limit.minor)
      world.report(4, `${limit.whose} paid out ${sum} on ${dayOf(record.createdAtMs)}, above ${limit.minor}`);
    world.coverage.count(`paid out within a limit of ${limit.whose.startsWith('person') ? 'a person' : 'a program'}`);
  }
}

/**
 * What the ledger says went out for it. What others did to the payment the till need not know, nor that the gateway
 * captured by itself what a reversal without a sum was to release. A lax gateway may give back more than was named.
 */
function paidOut({ places }: World, { amount }: OperationRecord, tag: string): number {
  const sumOf = ({ type, payId, value }: Execution, ledger: Ledger) => {
    if (type === 'REVERSAL') return isAlone(ledger, { payId }) ? Math.min(value, amount?.value ?? 0) : 0;
    return type === 'REFUND' || type === 'CREDIT' ? value : 0;
  };
  const outs = places.flatMap(({ server: { ledger } }) =>
    (ledger.byTag.get(tag) ?? []).map((done) => sumOf(done, ledger)),
  );
  return outs.reduce((sum, value) => sum + value, 0);
}

function limitFor(world: World, { submission: { origin } }: Request) {
  const { refundsPerDayMinor, policy } = world;
  if (origin.type === 'erp') {
    return refundsPerDayMinor === null ? null : { whose: `program ${origin.clientId}`, minor: refundsPerDayMinor };
  }
  const { operator = null, approvedBy = null } = origin;
  return operator === null || approvedBy !== null
    ? null
    : { whose: `person ${operator.id}`, minor: policy.refundLimitMinor };
}

/** Money that belongs to no payment needs a supervisor, however little it is. */
function approvedWhereNeeded(world: World, record: OperationRecord, { submission: { origin } }: Request): void {
  const isUnreferenced = record.kind === 'refund-unreferenced' || textAt(record.input, 'messageType') === 'CREDIT';
  if (!isUnreferenced || (origin.operator ?? null) === null) return;
  world.coverage.count('refunds by hand that a supervisor approved');
  if ((origin.approvedBy ?? null) === null) world.report(4, `${label(record)} was paid out without a supervisor`);
}

/**
 * It counts for the till's own day on which it was stored: after it was asked, since a look-up or the machine's sleep may
 * have come between, and before it was first sent.
 */
function isOverMidnight({ createdAtMs, attempts }: OperationRecord): boolean {
  return dayOf(attempts[0]?.sentAtMs ?? createdAtMs) !== dayOf(createdAtMs);
}

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
