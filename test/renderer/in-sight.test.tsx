// Facts about what is in sight on a screen of 1280 x 800 without scrolling, at the steps that matter most.
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { seedPeople, seedRefundToDecide } from '../../renderer/bridge/fake/seeds/seed-people.ts';
import { seedCaptures } from '../../renderer/bridge/fake/seeds/seed-special.ts';
import { seedOpen, seedPast } from '../../renderer/bridge/fake/seeds/seed.ts';
import { button, expectFits, expectNoViolations, heading, openWindow, press } from './support/window.tsx';

/** Whether all of it can be seen and pressed: nothing lies over its corners, no edge cuts it off. */
function inSight(element: Element): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  const seen = (x: number, y: number) => {
    const hit = document.elementFromPoint(x, y);
    return hit !== null && (element.contains(hit) || hit.contains(element));
  };
  return [top + 3, (top + bottom) / 2, bottom - 3].every((y) => seen((left + right) / 2, y));
}

describe('in sight without scrolling', () => {
  it.each(['en', 'de'] as const)(
    'are evidence and answer of an operation in doubt, side by side (%s)',
    async (language) => {
      const { stores } = await openWindow(
        (made) => {
          seedOpen(made.world);
          seedPeople(made.world, 'Supervisor');
          seedRefundToDecide(made.world, true);
        },
        { language },
      );
      stores.navigation.go({ screen: 'activity', operationId: 'decide' });
      await expect.element(button(/^Save my answer$|^Meine Antwort speichern$/)).toBeVisible();
      const [happened, not] = [...document.querySelectorAll('main fieldset input[type=radio]')].slice(-2);
      for (const element of [
        page.getByText('PAY-decide').first().element(),
        happened?.closest('label'),
        not?.closest('label'),
        button(/^Save my answer$|^Meine Antwort speichern$/).element(),
        button(/^Decide with a second person$|^Zu zweit entscheiden$/).element(),
      ]) {
        expect(element !== null && element !== undefined && inSight(element)).toBe(true);
      }
      expectFits();
      await expectNoViolations();
    },
  );

  it('is the whole keypad beside three captures', async () => {
    const { stores } = await openWindow((made) => {
      seedPast(made.world, 4);
      seedCaptures(made.world);
    });
    stores.navigation.go({ screen: 'payments', payId: 'PAY-parts' });
    await press('Refund money');
    await expect.element(page.getByRole('radio', { name: /35.00/ })).toBeVisible();
    const keys = page.getByRole('group', { name: 'Keypad' }).getByRole('button').elements();
    expect(keys.map(inSight)).toEqual(Array.from({ length: 12 }, () => true));
    expect(page.getByRole('radio').elements().every(inSight)).toBe(true);
  });

  it('are the steps of the gateway’s settings', async () => {
    const { stores } = await openWindow();
    stores.navigation.go({ screen: 'settings' });
    await button('Gateway').click();
    await page.getByRole('radio', { name: /^Live/ }).click();
    await expect.element(page.getByLabelText('API key')).toBeVisible();
    expect(inSight(button('Test the connection').element())).toBe(true);
    expect(inSight(button('Use this gateway').element())).toBe(true);
    expect(inSight(page.getByLabelText('API key').element())).toBe(true);
  });
});

describe('a reference', () => {
  it('has hyphens as narrow as in running text, while amounts keep figures of one width', async () => {
    await openWindow((made) => seedPast(made.world, 2));
    await button('Payments').click();
    await expect.element(page.getByText(/Order 40/).first()).toBeVisible();
    const figures = (text: RegExp) => getComputedStyle(page.getByText(text).first().element()).fontVariantNumeric;
    expect(figures(/Order 40/)).toBe('normal');
    expect(figures(/^[\d,]+\.\d\d$/)).toBe('tabular-nums');
    expect(getComputedStyle(document.body).fontFeatureSettings).not.toContain('tnum');
  });
});

describe('turned to the customer', () => {
  it('the line at the bottom keeps the shop’s own affairs to itself', async () => {
    const { stores } = await openWindow((made) => {
      seedOpen(made.world);
      seedPeople(made.world, 'Cashier 1');
    });
    await expect.element(button(/waiting$/)).toBeVisible();
    stores.navigation.go({ screen: 'dcc', money: { value: 10_000, currency: 'EUR' } });
    await page.getByLabelText('First digits of the card').fill('424242');
    await press('Ask for a quote');
    await expect.element(heading('The amount in both currencies')).toBeVisible();
    const line = document.querySelector('footer')?.textContent;
    expect(line).toContain('Training');
    expect(line).not.toMatch(/waiting|unknown|decide|Cashier/);
    await press('Go to the sale');
    await expect.element(button(/waiting$/)).toBeVisible();
  });
});
