// How often a cashier presses until it is done, on the ways that are gone all day, on the smallest till too and in German,
// whose words are longer. Digits of an amount count as presses.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { seedOpen, seedPast } from '../../renderer/bridge/fake/seeds/seed.ts';
import { pins, seedPeople } from '../../renderer/bridge/fake/seeds/seed-people.ts';
import { inSight } from './support/in-sight.ts';
import { createKeyboard } from './support/keyboard.ts';
import { variants } from './support/variants.ts';
import { button, heading, openWindow, settled } from './support/window.tsx';

const [{ language: first }, { language: second }] = variants;
const tills = [
  { width: 1280, height: 800, language: first },
  { width: 800, height: 600, language: second },
] as const;

/** Counts what a finger does. */
function aFinger() {
  let presses = 0;
  const press = async (name: string | RegExp) => {
    const target = button(name).first();
    await expect.element(target).toBeVisible();
    // Only from here on does it stand: a new page ignores the presses of its first moments.
    await settled();
    // A finger has no wheel: the test's own click would scroll the page first.
    expect(inSight(target.element()), `${name} is in sight`).toBe(true);
    await target.click();
    presses += 1;
  };
  return {
    press,
    async type(digits: string) {
      for (const digit of digits) {
        await page.getByRole('button', { name: digit, exact: true }).click();
        presses += 1;
      }
    },
    count: () => presses,
  };
}

describe.each(tills)('presses of a cashier at $width x $height in $language', ({ width, height, language }) => {
  beforeEach(() => page.viewport(width, height));
  afterEach(() => page.viewport(1280, 800));

  it('sale 6, next customer 1', async () => {
    await openWindow(undefined, { language });
    const finger = aFinger();
    await finger.type('12500');
    await finger.press(/^Charge 125\.00|^125,00.EUR kassieren/);
    await expect.element(heading(/^Paid 125\.00|^Bezahlt: 125,00/)).toBeVisible();
    expect(finger.count()).toBe(6);
    await finger.press(/^Start the next sale$|^Nächster Verkauf$/);
    await expect.element(heading(/^How much\?$|^Wie viel\?$/)).toBeVisible();
    expect(finger.count()).toBe(7);
  });

  it('a new try after a decline 1', async () => {
    const { fake } = await openWindow(
      ({ world }) => {
        world.fate = 'decline';
      },
      { language },
    );
    const finger = aFinger();
    await finger.type('900');
    await finger.press(/^Charge 9\.00|^9,00.EUR kassieren/);
    await expect.element(heading(/^Declined\. No money was taken\.|^Abgelehnt\./)).toBeVisible();
    fake.world.fate = 'approve';
    const before = finger.count();
    await finger.press(/^Try 9\.00 EUR again$|^9,00.EUR noch einmal$/);
    await expect.element(heading(/^Paid 9\.00|^Bezahlt: 9,00/)).toBeVisible();
    expect(finger.count() - before).toBe(1);
    const sales = [...fake.world.operations.values()];
    expect(sales.map(({ state, replaces }) => [state, replaces])).toEqual([
      ['failed', undefined],
      ['succeeded', sales[0]?.id],
    ]);
  });

  it('a part of a payment back, with the slip in hand, at most 6 from the scan on', async () => {
    const keyboard = createKeyboard();
    const { stores } = await openWindow((fake) => seedPast(fake.world, 4), { language }, keyboard.timers);
    await expect.element(page.getByRole('main')).toBeVisible();
    const finger = aFinger();
    await finger.press(/^Refund$|^Erstattung$/);
    await expect.element(heading(/^Which payment goes back\?|^Welche Zahlung geht zurück\?/)).toBeVisible();
    keyboard.scan('PAY-seed-3', 8);
    await finger.press(/^Refund money$|^Geld erstatten$/);
    await finger.type('500');
    await finger.press(/^Refund 5\.00 EUR$|^5,00.EUR erstatten$/);
    await expect.element(heading(/^Refunded 5\.00|^Erstattet: 5,00/)).toBeVisible();
    expect(finger.count()).toBeLessThanOrEqual(6);
    expect(stores.navigation.getState().route.screen).toBe('payments');
  });

  it('a capture at most 5', async () => {
    await openWindow((fake) => seedPast(fake.world, 7), { language });
    const finger = aFinger();
    await finger.press(/^Payments$|^Zahlungen$/);
    await page
      .getByRole('option', { name: /Authorized only|Nur autorisiert/ })
      .first()
      .click();
    await finger.press(/^Capture money$|^Geld einziehen$/);
    await finger.press(/^Capture \d|EUR einziehen$/);
    await expect.element(heading(/^Captured |^Eingezogen: /)).toBeVisible();
    expect(finger.count() + 1).toBeLessThanOrEqual(5);
  });

  it('the last sale back whole at most 3', async () => {
    await openWindow(undefined, { language });
    const finger = aFinger();
    await finger.type('500');
    await finger.press(/^Charge 5\.00|^5,00.EUR kassieren/);
    await expect.element(heading(/^Paid 5\.00|^Bezahlt: 5,00/)).toBeVisible();
    const before = finger.count();
    await finger.press(/^Open the payment$|^Zahlung öffnen$/);
    await finger.press(/^Reverse the payment$|^Zahlung stornieren$/);
    await finger.press(/^Reverse 5\.00 EUR$|^5,00.EUR stornieren$/);
    await expect.element(heading(/^Reversed|^Storniert/)).toBeVisible();
    expect(finger.count() - before).toBeLessThanOrEqual(3);
  });

  it('the last sale back whole at most 3, also once the next one is begun', async () => {
    const { fake } = await openWindow(undefined, { language });
    const finger = aFinger();
    await finger.type('500');
    await finger.press(/^Charge 5\.00|^5,00.EUR kassieren/);
    await finger.press(/^Start the next sale$|^Nächster Verkauf$/);
    await finger.type('700');
    const before = finger.count();
    await finger.press(/^Last: 5\.00|^Zuletzt: 5,00/);
    await finger.press(/^Reverse the payment$|^Zahlung stornieren$/);
    await finger.press(/^Reverse 5\.00 EUR$|^5,00.EUR stornieren$/);
    await expect.element(heading(/^Reversed|^Storniert/)).toBeVisible();
    expect(finger.count() - before).toBe(3);
    expect(fake.calls.get('submit')).toBe(2);
  });

  it.each([
    ['nothing', () => {}],
    ['money', seedOpen],
  ] as const)('the end of a shift with %s open, and the next person, at most 5 and their PIN', async (_, seedMore) => {
    const { fake } = await openWindow(
      ({ world }) => {
        seedPast(world, 40);
        seedMore(world);
        seedPeople(world, 'Supervisor');
      },
      { language },
    );
    await expect.element(page.getByRole('main')).toBeVisible();
    const finger = aFinger();
    await finger.press(/^Shift$|^Schicht$/);
    await finger.press(/^Close shift|^Schicht \d+ abschließen/);
    await finger.press(/^Close and sign out$|^Abschließen und abmelden$/);
    await finger.press(/^Cashier 2|^Kasse 2/);
    await finger.type(pins.cashier2);
    await finger.press(/^Sign in$|^Anmelden$/);
    await expect.element(heading(/^How much\?$|^Wie viel\?$/)).toBeVisible();
    expect(finger.count() - pins.cashier2.length).toBeLessThanOrEqual(5);
    expect(fake.world.shifts.lastNumber()).toBe(1);
    expect(fake.world.session.current()?.name).toMatch(/^Cashier 2$|^Kasse 2$/);
  });

  it('another person at the till at most 5 and their PIN', async () => {
    const { fake } = await openWindow(({ world }) => seedPeople(world, 'Cashier 1'), { language });
    await expect.element(page.getByRole('main')).toBeVisible();
    const finger = aFinger();
    await finger.press(/^Sign out Cashier 1$|^Abmelden: Kasse 1$/);
    await finger.press(/^Cashier 2|^Kasse 2/);
    await finger.type(pins.cashier2);
    const before = finger.count() - pins.cashier2.length;
    await finger.press(/^Sign in$|^Anmelden$/);
    await expect.element(heading(/^How much\?$|^Wie viel\?$/)).toBeVisible();
    expect(before + 1).toBeLessThanOrEqual(5);
    expect(fake.world.session.current()?.name).toMatch(/^Cashier 2$|^Kasse 2$/);
  });
});
