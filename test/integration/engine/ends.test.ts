// Ends that were not seen, asked of a real store: each end of something that was in doubt or waiting is shown to the
// person who began it and to supervisors until one of them has seen it, also after the program was started again.
import { expect, it } from 'vitest';
import type { JsonObject } from '#contract/data/json.ts';
import type { Person } from '#contract/people/people.ts';
import { createEndCalls } from '#core/api/end-calls.ts';
import type { ClientRegistry } from '#core/ports/clients.ts';
import { aPolicy } from '#support/records.ts';
import { keepPerson } from '#support/fake-people.ts';
import { FakeClock } from '#support/fake-clock.ts';
import { aFolder, opened } from '#support/store-folder.ts';
import { type Till, aTill, amountOf, lost, ok, unsent } from '#support/till.ts';

const cashier: Person = { id: 'c', name: 'Cashier 1', role: 'cashier' };
const other: Person = { id: 'o', name: 'Cashier 2', role: 'cashier' };
const supervisor: Person = { id: 's', name: 'Supervisor', role: 'supervisor' };
const minute = 60_000;
const noClients = { nameOf: () => null } as unknown as ClientRegistry;

const capture = (name: string): JsonObject => ({ payId: `P-${name}`, transId: name, amount: amountOf(500) });
const done = () => ok({ status: 'CAPTURED' });

function aCounter(dataDir: string, clock?: FakeClock) {
  const folder = opened(dataDir);
  for (const each of [cashier, other, supervisor]) keepPerson(folder.operators, each);
  let person: Person | null = null;
  return {
    folder,
    till: (answer: Parameters<typeof aTill>[0]) =>
      aTill({ folder, ...(clock === undefined ? {} : { clock }), ...answer }),
    calls: ({ clock: now, environment, store }: Till) =>
      createEndCalls({
        ends: folder.ends,
        store,
        clock: now,
        clients: noClients,
        policy: aPolicy(),
        environment,
        session: { current: () => person },
      }),
    signIn: (who: Person | null) => {
      person = who;
    },
  };
}

async function begun({ engine, clock }: Till, name: string, operator: Person | null): Promise<string> {
  const acceptance = engine.submit({
    kind: 'capture',
    input: capture(name),
    requestId: `request-${name}`,
    origin: { type: 'cashier', clientId: 'window', operator },
  });
  await clock.advance(0);
  const taken = await acceptance;
  if (taken.type === 'refused') throw new Error(taken.refusal.detail);
  await clock.advance(0);
  return taken.record.id;
}

it('are those of what waited, for the person who began it and for supervisors, until one of them has seen it', async () => {
  const counter = aCounter(aFolder());
  const till = await counter.till({ answer: done });
  till.gateway.online = false;
  till.gateway.answer = () => unsent;
  const id = await begun(till, 'waits', cashier);
  await till.clock.advance(10 * minute);
  const calls = counter.calls(till);
  expect(calls.ends()).toEqual([]);
  till.gateway.online = true;
  till.gateway.answer = done;
  await till.clock.advance(10 * minute);
  expect(till.operation(id).state).toBe('succeeded');

  counter.signIn(other);
  expect(calls.ends()).toEqual([]);
  expect(await seen(till, calls.seeEnd({ id }))).toEqual({ seen: false });
  counter.signIn(supervisor);
  expect(calls.ends().map((each) => each.id)).toEqual([id]);
  counter.signIn(cashier);
  expect(calls.ends().map((each) => each.id)).toEqual([id]);
  expect(await seen(till, calls.seeEnd({ id }))).toEqual({ seen: true });
  expect(calls.ends()).toEqual([]);
  counter.signIn(supervisor);
  expect(calls.ends()).toEqual([]);
});

it('are not those that the person who began it saw', async () => {
  const counter = aCounter(aFolder());
  const till = await counter.till({ answer: done });
  const id = await begun(till, 'at-once', cashier);
  expect(till.operation(id).state).toBe('succeeded');
  expect(counter.calls(till).ends()).toEqual([]);
});

it('are not those of what a person took back', async () => {
  const counter = aCounter(aFolder());
  const till = await counter.till({ answer: done });
  till.gateway.online = false;
  till.gateway.answer = () => unsent;
  const id = await begun(till, 'taken-back', cashier);
  await till.clock.advance(minute);
  const cancelled = till.engine.cancel(id, 'Cashier 1');
  await till.clock.advance(0);
  await cancelled;
  expect(till.operation(id).state).toBe('cancelled');
  expect(counter.calls(till).ends()).toEqual([]);
});

it('of what was in doubt are told after the program was started again', async () => {
  const dataDir = aFolder();
  const before = aCounter(dataDir);
  const till = await before.till({ answer: () => lost });
  const id = await begun(till, 'doubt', cashier);
  expect(till.operation(id).state).toBe('unknown');
  expect(before.calls(till).ends()).toEqual([]);
  const record = till.operation(id);
  await till.store.transact((tx) =>
    tx.update({ ...record, state: 'failed', revision: record.revision + 1, doubt: null, doubtSinceMs: null }),
  );
  await till.engine.stop(0);
  before.folder.close();

  const clock = FakeClock.startingAt(till.clock.nowMs() + 24 * 60 * minute);
  const after = aCounter(dataDir, clock);
  const next = await after.till({ answer: done });
  expect(
    after
      .calls(next)
      .ends()
      .map((each) => [each.id, each.state]),
  ).toEqual([[id, 'failed']]);
});

it('are not shown to the person who decided them', async () => {
  const counter = aCounter(aFolder());
  const till = await counter.till({ answer: () => lost });
  const id = await begun(till, 'decided', cashier);
  const record = till.operation(id);
  const decision = { outcome: 'failed', reason: 'why', evidence: 'what', by: supervisor, atMs: 1 } as const;
  await till.store.transact((tx) =>
    tx.update({ ...record, state: 'failed', revision: record.revision + 1, decisions: [decision] }),
  );
  const calls = counter.calls(till);
  counter.signIn(supervisor);
  expect(calls.ends()).toEqual([]);
  counter.signIn(cashier);
  expect(calls.ends().map((each) => each.id)).toEqual([id]);
});

/** What is written reaches the disk in a turn of its own. */
async function seen<T>({ clock }: Till, answer: Promise<T>): Promise<T> {
  await clock.advance(0);
  return answer;
}

it('of what a person confirmed for a program are shown to everyone at its till, once it has ended', async () => {
  const counter = aCounter(aFolder());
  const till = await counter.till({ answer: done });
  till.gateway.online = false;
  till.gateway.answer = () => unsent;
  const acceptance = till.engine.submit({
    kind: 'capture',
    input: capture('program'),
    requestId: 'request-program',
    origin: { type: 'erp', clientId: 'erp', operator: null, approvedBy: supervisor },
  });
  await till.clock.advance(0);
  const taken = await acceptance;
  if (taken.type === 'refused') throw new Error(taken.refusal.detail);
  const { id } = taken.record;
  const calls = counter.calls(till);
  await counter.folder.ends.note(id);
  await counter.folder.ends.note(id);
  counter.signIn(cashier);
  expect(calls.ends()).toEqual([]);
  till.gateway.online = true;
  till.gateway.answer = done;
  await till.clock.advance(10 * minute);
  expect(till.operation(id).state).toBe('succeeded');
  expect(calls.ends().map((each) => each.id)).toEqual([id]);
  expect(await seen(till, calls.seeEnd({ id }))).toEqual({ seen: true });
  expect(calls.ends()).toEqual([]);
});
