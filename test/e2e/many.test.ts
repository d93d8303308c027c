// The window on a folder with very many operations.
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openDataKey, withSubKey } from '#secrets/data-key.ts';
import { openStore } from '#store/open.ts';
import { createSeal } from '#store/database/seal.ts';
import { noMarks } from '#support/store-data.ts';
import { Cashier } from './cashier.ts';
import { openTraining } from './counter.ts';
import { openTill } from './till.ts';

const many = 30_000;
const minuteMs = 60_000;

/** A past for a till that has one sale: as many like it as wanted, in one transaction. */
async function fill(home: string, count: number): Promise<void> {
  const dataDir = join(home, 'shop');
  const key = openDataKey({ dataDir, environment: { TILLBRIDGE_KEY_FILE: join(home, 'folder.key') } });
  if (key.type !== 'open') throw new Error(key.reason);
  const opened = openStore({ dataDir, seal: withSubKey(key.key, 'seal', createSeal), now: Date.now, use: 'bridge' });
  try {
    const [sale] = opened.store.search(null, { limit: 1 });
    if (sale === undefined) throw new Error('There is no sale to take as a pattern.');
    await opened.store.transact((tx) => {
      for (let number = 1; number <= count; number += 1) {
        const transId = `PAST-${number}`;
        const refNr = number === 1 ? 'THE-OLDEST' : `ORDER-${number}`;
        const atMs = sale.createdAtMs + number * minuteMs - count * minuteMs;
        const input = { ...(sale.input as object), transId, refNr };
        tx.insert(
          {
            ...sale,
            id: `op_past_${number}`,
            requestId: `past-${number}`,
            input,
            transId,
            refNr,
            payId: null,
            lanes: [],
            createdAtMs: atMs,
            updatedAtMs: atMs,
          },
          noMarks,
        );
      }
    });
  } finally {
    opened.close();
  }
}

it(`opens on ${many} operations, shows the newest at once, scrolls on by pages and finds the oldest`, async () => {
  const first = await openTraining();
  await first.cashier.sell('100', '1.00 EUR');
  await first.till.close();
  await fill(first.till.home, many);

  const { page } = await openTill({ home: first.till.home });
  const cashier = new Cashier(page);
  await cashier.reads('How much?');
  await cashier.goTo('Activity');
  await cashier.row(new RegExp(`ORDER-${many} `)).waitFor();
  const list = page.getByRole('listbox');
  const scrolled = async () => Number(await page.getByRole('option').last().getAttribute('aria-posinset'));
  await list.focus();
  for (let pages = 1; pages <= 5; pages += 1) {
    await page.keyboard.press('End');
    await expect.poll(scrolled).toBeGreaterThan(200 * pages);
  }
  expect(await page.getByRole('option').count()).toBeLessThan(60);
  const heapBytes = () =>
    page.evaluate(() => (performance as unknown as { memory: { usedJSHeapSize: number } }).memory.usedJSHeapSize);
  expect(await heapBytes()).toBeLessThan(64 * 1024 * 1024);
  await page.getByRole('searchbox').fill('the-oldest');
  await cashier.row(/THE-OLDEST /).waitFor();
  expect(await page.getByRole('option').count()).toBe(1);
}, 900_000);
