// Facts about the list of earlier links: two kinds of operations make them, and none is left out or shown out of turn.
import { expect, it, vi } from 'vitest';
import { place } from '../../../renderer/bridge/fake/seeds/seed.ts';
import type { World } from '../../../renderer/bridge/fake/world.ts';
import { createLinkList } from '../../../renderer/screens/link/link-list.ts';
import { openTill } from './support.ts';

const amount = { value: 1_999, currency: 'EUR' };

function make(world: World, kind: 'create-link' | 'create-payment', number: number, age: number, hosted = false): void {
  const paymentMethods = hosted ? { paymentMethods: { integrationType: 'HOSTED' } } : {};
  const input = { transId: `${kind}-${number}`, amount, ...paymentMethods };
  place(world, `${kind}-${number}`, { kind, state: 'succeeded', input }, age);
}

function aList(prepare: (world: World) => void) {
  const { stores, fake, tick } = openTill(({ world }) => prepare(world));
  const list = createLinkList(stores.ports.bridge, stores.ports.timers);
  const idle = () => vi.waitFor(() => expect(list.getState().loading).toBe('no'));
  const all = async () => {
    list.search(null);
    await idle();
    while (list.getState().next !== null) {
      list.more();
      await idle();
    }
    return list.getState().rows.map(({ id }) => id);
  };
  return { list, fake, tick, idle, all };
}

it('goes back to the first of 10,000 links, and through other payments between them', async () => {
  const { all } = aList((world) => {
    for (let number = 1; number <= 10_000; number += 1) {
      make(world, 'create-link', number, 3 * (10_000 - number) + 1);
      if (number % 2 === 0) make(world, 'create-payment', number, 3 * (10_000 - number), number % 1_000 === 500);
    }
  });
  const shown = await all();
  const expected = Array.from({ length: 10_000 }, (_, index) => 10_000 - index).flatMap((number) => [
    ...(number % 1_000 === 500 ? [`create-payment-${number}`] : []),
    `create-link-${number}`,
  ]);
  expect(shown).toEqual(expected);
});

it('is empty where no payment of many was a link', async () => {
  const { all } = aList((world) => {
    for (let number = 1; number <= 1_000; number += 1) make(world, 'create-payment', number, 1_000 - number);
  });
  expect(await all()).toEqual([]);
});

it('goes on where it was when main was silent for a while', async () => {
  const { list, fake, tick, all } = aList((world) => {
    for (let number = 1; number <= 500; number += 1) make(world, 'create-link', number, 500 - number);
  });
  const { operations } = fake.api;
  let asked = 0;
  Object.assign(fake.api, {
    operations: async (input: Parameters<typeof operations>[0]) => {
      asked += 1;
      if (asked === 3) throw new Error('silent');
      return operations(input);
    },
  });
  const shown = all();
  await vi.waitFor(() => expect(list.getState().broken).toBe(true));
  await vi.waitFor(async () => {
    await tick();
    expect(list.getState().broken).toBe(false);
  });
  expect(await shown).toHaveLength(500);
  expect(new Set(await shown).size).toBe(500);
});
