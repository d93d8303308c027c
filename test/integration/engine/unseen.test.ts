// What a window that comes back may not have seen the end of, asked of a real store: a cashier whose till was killed in
// the middle of a sale must be shown how it ended, also where that was found out before the window was there.
import { expect, it } from 'vitest';
import type { JsonObject } from '#contract/data/json.ts';
import type { ClientRegistry } from '#core/ports/clients.ts';
import type { OperationRecord } from '#core/ports/record.ts';
import { createWindowCalls } from '#core/api/window-calls.ts';
import { aFolder } from '#support/store-folder.ts';
import { FakeClock } from '#support/fake-clock.ts';
import { aPolicy } from '#support/records.ts';
import { type Till, aTill, amountOf, lost, ok, unsent } from '#support/till.ts';

const capture = (name: string): JsonObject => ({ payId: `P-${name}`, transId: name, amount: amountOf(500) });
const minute = 60_000;
/** What these views never ask. */
const noClients = { nameOf: () => null } as unknown as ClientRegistry;
const done = () => ok({ status: 'CAPTURED' });

async function unseen({ engine, store, clock, environment }: Till, begunMs: number): Promise<string[]> {
  const calls = createWindowCalls({
    engine,
    store,
    clock,
    environment,
    policy: aPolicy(),
    nextTurn: async () => undefined,
    begunMs,
    clients: noClients,
    operators: { list: () => [] },
  });
  return (await calls.operations({ unseen: true, limit: 200 })).operations.map(({ id }) => id);
}

async function ended(till: Till, name: string): Promise<OperationRecord> {
  const record = await till.submit('capture', capture(name));
  expect(record.state).toBe('succeeded');
  return record;
}

it('tells what is open and what has just ended, newest first, and nothing older', async () => {
  const till = await aTill({ answer: done });
  const begunMs = till.clock.nowMs();
  await ended(till, 'long-ago');
  await till.clock.advance(3 * minute);
  const justNow = await ended(till, 'just-now');
  till.gateway.answer = () => lost;
  const open = await till.submit('capture', capture('open'));
  expect(await unseen(till, begunMs)).toEqual([open.id, justNow.id]);
});

it('tells what ended since the program started, however long the window did not ask', async () => {
  const dataDir = aFolder();
  const before = await aTill({ dataDir, answer: done });
  await ended(before, 'seen');
  before.gateway.online = false;
  before.gateway.answer = () => unsent;
  const waiting = await before.submit('capture', capture('waiting'));
  await before.engine.stop(0);

  const clock = FakeClock.startingAt(before.clock.nowMs() + 5 * minute);
  const begunMs = clock.nowMs();
  const till = await aTill({ dataDir, clock, answer: done });
  await clock.advance(minute);
  expect(till.operation(waiting.id).state).toBe('succeeded');
  await clock.advance(60 * minute);
  expect(await unseen(till, begunMs)).toEqual([waiting.id]);
  expect(await unseen(till, clock.nowMs())).toEqual([]);
});
