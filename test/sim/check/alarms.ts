// Alarms that the ledger calls for: an authorization that is open is about to lapse once its days are over (12), and a
// customer who paid another sum than was asked for is told of until it was given back (5).
import type { Alarm } from '#contract/till/alarms.ts';
import { differingAlarms } from '#core/payments/differing.ts';
import { lapsingAlarms } from '#core/payments/lapsing.ts';
import type { OperationRecord } from '#core/ports/record.ts';
import type { Store } from '#core/ports/store.ts';
import type { Clock } from '#core/ports/clock.ts';
import { type Payment, sumsOf } from '../gateway/ledger.ts';
import type { World } from '../world.ts';
import { label } from './sendings.ts';
import { isAfterBackups, sureOf } from './sure.ts';

export function alarmsHold(world: World, byTag: ReadonlyMap<string, OperationRecord>): void {
  for (const place of world.places) {
    for (const payment of place.server.ledger.payments.values()) {
      const link = byTag.get(payment.link ?? '');
      if (link !== undefined) paidAsAsked(world, place, payment, link);
      if (link !== undefined) paidOnce(world, place, payment, link);
      lapsesInTime(world, place, payment);
    }
  }
}

const dayMs = 86_400_000;

/** Of one that a terminal made, by the day on which it was asked for. */
function lapsesInTime(world: World, place: World['place'], payment: Payment): void {
  const { authorized, captured, reversed } = sumsOf(payment);
  if (!payment.byTill || reversed || authorized <= captured) return;
  const sure = sureOf(world, place, payment, null);
  const made = sure?.records.find(({ transId, state }) => transId === payment.transId && state === 'succeeded');
  if (made === undefined) return;
  const { tables } = world.disk;
  const openAuthorizations: Store['openAuthorizations'] = (...asked) =>
    tables.openAuthorizations(...asked).filter(({ transId }) => transId === payment.transId);
  const alarmsAt = (nowMs: number): readonly Alarm[] => {
    const { policy, life } = world;
    if (life === null) return [];
    const [store, clock] = [changed(life.store, { openAuthorizations }), changed(life.clock, { nowMs: () => nowMs })];
    return lapsingAlarms({ store, clock, environment: place.environment, policy });
  };
  if (world.life === null) return;
  world.coverage.count('authorizations that are about to lapse, held against the ledger');
  const daysMs = (world.policy.authorizationDays['default'] ?? 5) * dayMs;
  // What no terminal made may have been seen much later, and counts from then.
  const dueMs = (payment.terminalId === null ? world.life.nowMs() : made.createdAtMs) + daysMs;
  if (payment.terminalId !== null && alarmsAt(dueMs - 1).length > 0)
    world.report(12, `${label(made)} is said to lapse before its days are over`);
  if (alarmsAt(dueMs).length === 0) world.report(12, `nobody is told that ${label(made)} is about to lapse`);
}

function paidAsAsked(
  world: World,
  { environment, server }: World['place'],
  payment: Payment,
  link: OperationRecord,
): void {
  const { amount, state, decisions } = link;
  const { captured, refunded, reversed } = sumsOf(payment);
  if (!isAfterBackups(world, payment) || world.life === null || amount === null) return;
  if (state !== 'succeeded' || decisions.length > 0 || payment.charge !== null || world.character.paysTwice > 0) return;
  // What others gave back may have been all of it, and the till need not know.
  const [first, ...later] = server.ledger.executions.filter(({ payId }) => payId === payment.payId);
  if (reversed || first === undefined || captured === 0 || captured <= refunded) return;
  if (later.some(({ tag }) => tag === null)) return;
  const differing: Store['differing'] = (...asked) =>
    world.disk.tables.differing(...asked).filter(({ id }) => id === link.id);
  const store = changed(world.life.store, { differing });
  const alarms = differingAlarms({ store, environment });
  const isOther = payment.value !== amount.value;
  world.coverage.count(`payments by link of ${isOther ? 'another sum than' : 'the sum that'} was asked for`);
  if (isOther === alarms.length > 0) return;
  world.report(5, `${payment.value} was paid for ${label(link)}, and there are ${alarms.length} alarms`);
}

/** Of two payments by one link, both for the sum that was asked for and none given back, somebody is told. */
function paidOnce(
  world: World,
  { environment, server }: World['place'],
  payment: Payment,
  link: OperationRecord,
): void {
  if (!isAfterBackups(world, payment) || world.life === null || world.character.paysTwice === 0) return;
  if (link.state !== 'succeeded' || link.decisions.length > 0) return;
  const all = [...server.ledger.payments.values()].filter((each) => each.link === payment.link);
  const isPlain = (each: Payment) => {
    const done = server.ledger.executions.filter(({ payId }) => payId === each.payId);
    return (
      each.charge === null && each.value === link.amount?.value && done.length === 1 && done[0]?.type === 'CAPTURE'
    );
  };
  if (all[0] !== payment || !all.every(isPlain)) return;
  const differing: Store['differing'] = (...asked) =>
    world.disk.tables.differing(...asked).filter(({ id }) => id === link.id);
  const alarms = differingAlarms({ store: changed(world.life.store, { differing }), environment });
  world.coverage.count(`links that were paid ${all.length === 1 ? 'once' : 'twice'}, held against the alarms`);
  if (all.length > 1 === alarms.some(({ code }) => code === 'paid-twice')) return;
  world.report(5, `${label(link)} was paid ${all.length} times, and there are ${alarms.length} alarms`);
}

/** The port with one answer of its own. */
function changed<P extends Store | Clock>(port: P, own: Partial<P>): P {
  return Object.assign(Object.create(port) as P, { failure: () => null }, own);
}
