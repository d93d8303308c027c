// Facts about a shop with a past of a hundred thousand operations, all of which somebody scrolled through.
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { place, seedPast } from '../../renderer/bridge/fake/seeds/seed.ts';
import { openWindow, type TestWindow } from './support/window.tsx';

const many = 100_000;

/** A thumb that does not stop before the first operation of all. */
async function scrollThrough({ stores }: TestWindow): Promise<void> {
  const { activity } = stores;
  await new Promise<void>((resolve) => {
    const go = () => {
      const { loading, next } = activity.getState();
      if (loading !== 'no') return;
      if (next === null) resolve();
      else activity.more();
    };
    activity.subscribe(go);
    go();
  });
}

it('scrolls through 100,000 operations and keeps only those in sight in the page', async () => {
  const shop = await openWindow((fake) => seedPast(fake.world, many));
  const { stores, fake } = shop;
  stores.navigation.go({ screen: 'activity' });
  await expect.element(page.getByText(/Order 139999/).first()).toBeVisible();
  await scrollThrough(shop);
  expect(stores.activity.getState().rows).toHaveLength(many);
  const list = page.getByRole('listbox').element() as HTMLElement;
  list.focus();
  await userEvent.keyboard('{End}');
  await expect.element(page.getByText(/Order 40000/).first()).toBeVisible();
  expect(page.getByRole('option').elements().length).toBeLessThan(60);
  expect(document.querySelectorAll('*').length).toBeLessThan(1_500);

  // What comes in now is shown at once, on top of all of them.
  const amount = { value: 100, currency: 'EUR' };
  const input = { messageType: 'SALE', transId: 'NEW-1', posTerminalId: 'T-1', refNr: 'Order new', amount };
  const told = place(fake.world, 'new', { kind: 'cloud-pos', state: 'succeeded', input }, 0);
  const before = stores.operations.getState().byId;
  stores.operations.take([told]);
  const after = stores.operations.getState().byId;
  expect(after).not.toBe(before);
  expect(after.size).toBe(many + 1);

  await page.getByRole('searchbox').fill('Order 40007');
  await expect.poll(() => page.getByRole('option').element().textContent).toContain('Order 40007');
}, 300_000);
