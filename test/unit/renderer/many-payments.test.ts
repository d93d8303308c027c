// Facts about a long list of payments while the shop goes on: a person who looks through it stays where they are.
import { expect, it, vi } from 'vitest';
import { place, seedPast } from '../../../renderer/bridge/fake/seeds/seed.ts';
import { tell } from '../../../renderer/bridge/fake/world.ts';
import { openTill, type Till } from './support.ts';

const amount = { value: 700, currency: 'EUR' };

async function scrolled(pages: number) {
  const till = openTill(({ world }) => seedPast(world, 1_500));
  const { payments } = till.stores;
  const idle = () => vi.waitFor(() => expect(payments.getState().loading).toBe('no'));
  const stop = payments.start();
  await idle();
  for (let page = 1; page < pages; page += 1) {
    payments.more();
    await idle();
  }
  return { till, payments, idle, stop, rows: () => payments.getState().rows };
}

/** A program's sale ends. */
function sell({ fake }: Till, name: string): void {
  const input = { messageType: 'SALE', transId: name, posTerminalId: 'T-1', refNr: name, amount };
  tell(fake.world, 'operationChanged', place(fake.world, name, { kind: 'cloud-pos', state: 'succeeded', input }, 0));
}

it('a sale that ends comes in above, and the pages below stay', async () => {
  const { till, payments, idle, rows, stop } = await scrolled(10);
  const before = rows().map(({ id }) => id);
  expect(before).toHaveLength(1_000);
  sell(till, 'NEW-1');
  await vi.waitFor(() => expect(rows()[0]?.reference).toBe('NEW-1'));
  await idle();
  expect(rows().map(({ id }) => id)).toEqual([rows()[0]?.id, ...before]);
  payments.more();
  await idle();
  expect(rows()).toHaveLength(1_101);
  expect(new Set(rows().map(({ id }) => id)).size).toBe(1_101);
  stop();
});

it('after more sales than a page has, it begins anew', async () => {
  const { till, payments, idle, rows, stop } = await scrolled(3);
  for (let number = 1; number <= 150; number += 1) {
    place(
      till.fake.world,
      `many-${number}`,
      {
        kind: 'cloud-pos',
        state: 'succeeded',
        input: {
          messageType: 'SALE',
          transId: `many-${number}`,
          posTerminalId: 'T-1',
          refNr: `many-${number}`,
          amount,
        },
      },
      0,
    );
  }
  sell(till, 'NEW-2');
  await vi.waitFor(() => expect(rows()[0]?.reference).toBe('NEW-2'));
  await idle();
  expect(rows()).toHaveLength(100);
  payments.more();
  await idle();
  expect(new Set(rows().map(({ id }) => id)).size).toBe(200);
  stop();
});

it('a refund of a payment far below is seen in its row', async () => {
  const { till, rows, stop } = await scrolled(5);
  const row = rows()[450];
  const id = row?.id ?? '';
  const { world } = till.fake;
  const input = { payId: id, transId: 'R-1', amount: { value: 300, currency: 'EUR' } };
  const refund = place(world, 'back', { kind: 'refund', state: 'succeeded', input }, 0);
  tell(world, 'operationChanged', refund);
  await vi.waitFor(() => expect(rows()[450]?.refunded).toBe(300));
  expect(rows()).toHaveLength(500);
  stop();
});
