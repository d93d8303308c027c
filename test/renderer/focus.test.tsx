// Facts about the focus: it goes into a panel or a dialog that opens, back to where it was when that closes, and never
// drops to the page, from which a keyboard or a screen reader would begin anew.
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { seedOpen, seedPast } from '../../renderer/bridge/fake/seeds/seed.ts';
import { button, heading, openWindow, press, settled, typeAmount } from './support/window.tsx';

const focused = () => document.activeElement?.textContent ?? '';

/** That the focus stands on what reads so. */
async function expectFocus(words: string | RegExp): Promise<void> {
  await expect.poll(focused).toMatch(words);
  expect(document.activeElement?.tagName).not.toMatch(/BODY|MAIN/);
}

describe('the focus', () => {
  it.each([
    ['Refund money', 'How much should go back?'],
    ['Reverse the payment', 'Reverse the whole payment?'],
    ['Change the details', /./],
  ] as const)('goes into the panel of "%s" and back to it', async (name, title) => {
    const { stores } = await openWindow(({ world }) => seedPast(world, 4));
    stores.navigation.go({ screen: 'payments', payId: 'PAY-seed-3' });
    await press(name);
    await expectFocus(title);
    expect(document.activeElement?.tagName).toBe('H1');
    await press('Cancel');
    await expectFocus(name);
    expect(document.activeElement?.tagName).toBe('BUTTON');
  });

  it('stands on how it went, and goes back to the payment behind it', async () => {
    const { stores } = await openWindow(({ world }) => seedPast(world, 4));
    stores.navigation.go({ screen: 'payments', payId: 'PAY-seed-3' });
    await press('Refund money');
    await page.getByLabelText('Amount').fill('500');
    await settled();
    await press('Refund 5.00 EUR');
    await expectFocus(/^Refunded 5\.00/);
    await press('Back to the payment');
    await expectFocus('Refund money');
  });

  it('never stands on what takes money by itself', async () => {
    const { fake } = await openWindow(({ world }) => (world.fate = 'decline'));
    await typeAmount('900');
    await settled();
    await press(/^Charge 9\.00/);
    await expect.element(heading('Declined. No money was taken.')).toBeVisible();
    fake.world.fate = 'approve';
    await settled();
    await press('Change it');
    await expect.element(button(/^Charge 9\.00/)).toBeVisible();
    await expectFocus('How much?');
    await userEvent.keyboard('{Enter}');
    expect(fake.calls.get('submit')).toBe(1);
  });

  it('goes into a dialog, and back to what opened it', async () => {
    const { stores } = await openWindow(({ world }) => seedPast(world, 4));
    stores.navigation.go({ screen: 'shift' });
    await press(/^Close shift/);
    await expect.element(page.getByRole('dialog')).toBeVisible();
    expect(document.activeElement?.closest('dialog')).not.toBeNull();
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    await expectFocus(/^Close shift/);
  });

  it('goes to the payment where it covers the list, and back to the list', async () => {
    await page.viewport(800, 600);
    const { stores } = await openWindow(({ world }) => seedPast(world, 4));
    stores.navigation.go({ screen: 'payments' });
    await expect.element(page.getByRole('option').first()).toBeVisible();
    await page.getByRole('option').first().click();
    await expect.element(button('Refund money')).toBeVisible();
    await expect.poll(() => document.activeElement?.closest('section')?.querySelector('[role=listbox]')).toBeNull();
    expect(document.activeElement?.tagName).not.toMatch(/BODY|MAIN/);
    await press('Go back');
    await expect.poll(() => document.activeElement?.role).toBe('listbox');
    await page.viewport(1280, 800);
  });

  it('stays in Activity when what was chosen is cancelled', async () => {
    const { stores } = await openWindow(({ world }) => seedOpen(world));
    stores.navigation.go({ screen: 'activity', operationId: 'open-waiting-1' });
    await press('Cancel this refund');
    await expect.element(heading(/^Cancelled before it was sent/)).toBeVisible();
    await expectFocus(/Cancelled before it was sent/);
  });
});
