// How often a page says one sum: once at its head, once in the step that it came of. A button that moves it is apart.
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { place, seedPast } from '../../renderer/bridge/fake/seeds/seed.ts';
import { button, heading, openWindow, press } from './support/window.tsx';

/** Visible occurrences in the page, without buttons, folded parts, receipts and what only screen readers read. */
function timesSaid(sum: string): number {
  const walker = document.createTreeWalker(document.querySelector('main') ?? document.body, NodeFilter.SHOW_TEXT);
  let text = '';
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const { parentElement } = node;
    if (parentElement === null || !parentElement.checkVisibility()) continue;
    if (parentElement.closest('button, pre, details:not([open]), .visually-hidden, [role=option]') !== null) continue;
    text += node.textContent ?? '';
  }
  return text.split(sum).length - 1;
}

describe('a sum', () => {
  it.each([
    ['sale', 'SALE'],
    ['authorization', 'AUTHORISATION_OR_RESERVATION'],
  ])('of a payment (%s) is said by the head and by its step', async (_name, messageType) => {
    const { stores } = await openWindow(({ world }) => {
      const amount = { value: 21_231, currency: 'EUR' };
      const input = { messageType, transId: 'S-1', posTerminalId: 'T-1', refNr: 'Order 1', amount };
      place(world, 'one', { kind: 'cloud-pos', state: 'succeeded', input }, 20);
    });
    stores.navigation.go({ screen: 'payments', payId: 'PAY-one' });
    await expect.element(heading(/212.31/)).toBeVisible();
    await expect.element(button(/^Open the step|^Open/).first()).toBeVisible();
    await expect.poll(() => timesSaid('212.31')).toBe(2);
  });

  it('of a refund stands in its step once, with the minus', async () => {
    const { stores } = await openWindow(({ world }) => {
      seedPast(world, 4);
      const input = { payId: 'PAY-seed-3', transId: 'R-1', amount: { value: 777, currency: 'EUR' } };
      place(world, 'back', { kind: 'refund', state: 'succeeded', input }, 1);
    });
    stores.navigation.go({ screen: 'payments', payId: 'PAY-seed-3' });
    await expect.element(page.getByRole('list').getByText('Refund', { exact: true })).toBeVisible();
    // In the story, and as what was refunded in all.
    await expect.poll(() => timesSaid('7.77')).toBe(2);
  });

  it.each(['less', 'more'] as const)('that was asked for is said once where %s was approved', async (fate) => {
    const { stores } = await openWindow(({ world }) => {
      world.fate = fate;
      world.delayMs = 10;
    });
    stores.sale.edit({ value: 12_345 });
    await press(/^Charge/);
    await expect.element(button(/^Keep|^Take|^Accept/).first()).toBeVisible();
    expect(timesSaid('123.45')).toBe(1);
  });
});
