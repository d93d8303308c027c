// Facts about a window of 1280 x 800 at 200%, which has the height of a hand: Charge stays in sight, a form of the settings
// has room for its fields, and no sum is broken in the middle.
import { afterAll, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { languages } from '#contract/data/languages.ts';
import { sayIn } from '#texts/index.ts';
import { setPrinter, trainWith } from '../../renderer/bridge/fake/printing.ts';
import { seedPeople } from '../../renderer/bridge/fake/seeds/seed-people.ts';
import { seedLong } from '../../renderer/bridge/fake/seeds/seed-special.ts';
import { seedOpen, seedPast } from '../../renderer/bridge/fake/seeds/seed.ts';
import { inSight } from './support/in-sight.ts';
import { variants } from './support/variants.ts';
import { button, expectFits, giveReason, heading, openWindow, press, settled } from './support/window.tsx';

const remPx = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize);

afterAll(() => page.viewport(1280, 800));

describe('at 640 x 400', () => {
  it.each(variants)('Charge, the amount and all keys are in sight ($theme, $language)', async (look) => {
    await page.viewport(640, 400);
    const { stores } = await openWindow(({ world }) => seedPast(world, 4), look);
    stores.sale.edit({ value: 1_234 });
    const charge = button(/^Charge|kassieren$/);
    await expect.element(charge).toBeVisible();
    await settled();
    expect(inSight(charge.element())).toBe(true);
    const keys = page.getByRole('group', { name: /^Keypad$|^Ziffernblock$/ }).getByRole('button');
    expect(keys.elements().map(inSight)).toEqual(Array.from({ length: 12 }, () => true));
    expectFits();
  });

  it.each(variants)('a sale in doubt shows its amount and what to do ($theme, $language)', async (look) => {
    await page.viewport(640, 400);
    const { stores } = await openWindow(({ world }) => {
      seedPast(world, 4);
      world.fate = 'lost';
      world.delayMs = 10;
    }, look);
    stores.sale.edit({ value: 1_234 });
    await press(/^Charge|kassieren$/);
    await expect.element(button(/^Next customer|^Nächster Kunde/)).toBeVisible();
    expect(document.querySelector('main')?.scrollTop).toBe(0);
    expect(inSight(page.getByText(/^12[.,]34$/).element())).toBe(true);
    expect(inSight(button(/^Next customer|^Nächster Kunde/).element())).toBe(true);
    expectFits();
  });

  it.each(variants)('a form of the settings has room for its fields ($theme, $language)', async (look) => {
    await page.viewport(640, 400);
    const { stores } = await openWindow(({ world }) => seedPast(world, 4), look);
    stores.navigation.go({ screen: 'settings' });
    for (const part of [/^Gateway$|^Zahlungssystem$/, /^Shop$|^Geschäft$/]) {
      await button(part).click();
      const main = document.querySelector('main') ?? document.body;
      const steps = () => [...document.querySelectorAll('main [data-in-sight]:has(button)')].at(-1);
      await expect.poll(steps).not.toBeUndefined();
      main.scrollTo(0, 0);
      // The step forward is whole, and above it there is more of the page than a heading.
      const next = [...(steps()?.querySelectorAll('button') ?? [])].at(-1) ?? null;
      main.scrollTo(0, 120);
      await expect.poll(() => inSight(next)).toBe(true);
      const top = Math.max(main.getBoundingClientRect().top, 0);
      const free = (steps()?.getBoundingClientRect().top ?? 0) - top;
      expect(free).toBeGreaterThan(12 * remPx());
      expectFits();
    }
  });

  it.each(variants)('no sum and no time of a shift is broken ($theme, $language)', async (look) => {
    await page.viewport(640, 400);
    const { stores } = await openWindow(({ world }) => {
      seedPast(world, 40);
      seedOpen(world);
    }, look);
    stores.navigation.go({ screen: 'shift' });
    await expect.element(page.getByRole('table').last()).toBeInTheDocument();
    const cells = [...document.querySelectorAll<HTMLElement>('main [role=region] td')];
    expect(cells.length).toBeGreaterThan(12);
    const lines = (cell: HTMLElement) => {
      const range = document.createRange();
      range.selectNodeContents(cell);
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
    };
    expect(cells.filter((cell) => lines(cell) > 1).map((cell) => cell.textContent)).toEqual([]);
    expectFits();
  });
});

it.each(languages)('a drawer left open cuts nothing in the status line at 800 x 600 (%s)', async (language) => {
  await page.viewport(800, 600);
  await openWindow(
    ({ world }) => {
      seedOpen(world);
      seedPeople(world, 'Supervisor');
      trainWith(world, []);
      setPrinter(world, 'COUNTER', { drawerOpen: true, drawerOpenSince: '2026-01-31T08:30:00.000Z' });
    },
    { language },
  );
  const line = document.querySelector('footer');
  await expect.poll(() => line?.textContent).toContain(sayIn(language)('drawer.leftOpenShort'));
  const parts = [...document.querySelectorAll('footer span')].filter((each) => each.clientWidth > 1);
  expect(parts.filter((each) => each.scrollWidth > each.clientWidth + 1).map((each) => each.textContent)).toEqual([]);
  const presses = [...document.querySelectorAll('footer button')];
  expect(presses.filter((each) => !inSight(each)).map((each) => each.textContent)).toEqual([]);
  expectFits();
});

it.each(languages.flatMap((language) => [[language, null] as const, [language, 'Supervisor'] as const]))(
  'the training printer cuts nothing in the status line at 800 x 600 (%s, signed in: %s)',
  async (language, person) => {
    await page.viewport(800, 600);
    await openWindow(
      ({ world }) => {
        seedOpen(world);
        if (person !== null) seedPeople(world, person);
        trainWith(world, []);
      },
      { language },
    );
    const line = document.querySelector('footer');
    await expect.poll(() => line?.textContent).toContain(sayIn(language)('training.title'));
    const parts = [...document.querySelectorAll('footer span')].filter((each) => each.clientWidth > 1);
    expect(parts.filter((each) => each.scrollWidth > each.clientWidth + 1).map((each) => each.textContent)).toEqual([]);
    expectFits();
  },
);

it.each([
  [800, 600],
  [1024, 600],
] as const)('the steps of setting a printer up are one row at %i x %i', async (width, height) => {
  await page.viewport(width, height);
  for (const look of variants) {
    const opened = await openWindow(({ world }) => seedPast(world, 4), look);
    opened.stores.navigation.go({ screen: 'settings' });
    await button(/^Devices$|^Geräte$/).click();
    await button(/^Set up a printer$|^Drucker einrichten$/).click();
    await page.getByLabelText(/^Address in the network|^Adresse im Netz/).fill('192.0.2.7');
    await press(/^Go on$|^Weiter$/);
    await expect.element(heading(/^Does it answer\?$|^Antwortet er\?$/)).toBeVisible();
    const steps = document.querySelector('main [data-in-sight]');
    expect(steps?.getBoundingClientRect().height).toBeLessThanOrEqual(7 * remPx());
    await opened.close();
  }
});

it('a long name of a terminal leaves room for how it is', async () => {
  await page.viewport(1920, 1080);
  await openWindow(({ world }) => seedLong(world), { language: 'de' });
  const free = page.getByText('Frei', { exact: true });
  await expect.poll(() => free.elements().length).toBe(3);
  const heights = free.elements().map((each) => each.getBoundingClientRect().height);
  expect(Math.max(...heights)).toBeLessThanOrEqual(2 * remPx());
});

it.each([
  [1280, 800, true],
  [3840, 2160, false],
  [3840, 2160, true],
] as const)('the words of a row have room in it at %i x %i (large print: %s)', async (width, height, largePrint) => {
  await page.viewport(1280, 800);
  const { stores } = await openWindow(({ world }) => seedPast(world, 60), { largePrint });
  stores.navigation.go({ screen: 'payments' });
  const rows = page.getByRole('option');
  await expect.poll(() => rows.elements().length).toBeGreaterThan(5);
  // The window goes to another screen while the list is shown.
  await page.viewport(width, height);
  const tight = () =>
    rows
      .elements()
      .filter((each) => each.getBoundingClientRect().height < 4.5 * remPx())
      .map((each) => each.textContent);
  await expect.poll(tight).toEqual([]);
  const [first, second] = rows.elements().map((each) => each.getBoundingClientRect());
  expect(second?.top ?? 0).toBeGreaterThanOrEqual((first?.bottom ?? 0) - 1);
});

describe('a PIN at 640 x 400', () => {
  const pad = page.getByRole('group', { name: /^PIN keys$|^PIN-Tasten$/ });
  const keysInSight = () => pad.getByRole('button').elements().map(inSight);
  const allKeys = Array.from({ length: 12 }, () => true);
  const field = () => document.querySelector('input[type=password]');

  it.each(variants)('signs in: its field, all keys and the step stand in sight ($theme, $language)', async (look) => {
    await page.viewport(640, 400);
    await openWindow(({ world }) => seedPeople(world, null), look);
    await button(/^Cashier 1|^Kasse 1|^Kassier/)
      .first()
      .click();
    await expect.element(pad).toBeVisible();
    await expect.poll(keysInSight).toEqual(allKeys);
    expect(inSight(field())).toBe(true);
    expect(inSight(button(/^Sign in$|^Anmelden$/).element())).toBe(true);
    expectFits();
  });

  it.each(variants)('approves: its field, all keys and the sum stand in sight ($theme, $language)', async (look) => {
    await page.viewport(640, 400);
    const { stores } = await openWindow(({ world }) => {
      seedPast(world, 4);
      seedPeople(world, 'Cashier 1');
      world.shop = { ...world.shop, refundLimitMinor: 1 };
    }, look);
    stores.navigation.go({ screen: 'payments' });
    await page
      .getByRole('option', { name: /^(?:Paid|Bezahlt) / })
      .first()
      .click();
    await button(/^Refund money$|^Geld erstatten$/).click();
    await press(/^Refund .*EUR$|EUR erstatten$/);
    await giveReason();
    const dialog = page.getByRole('dialog');
    await dialog
      .getByRole('button', { name: /^Supervisor|^Aufsicht/ })
      .first()
      .click();
    await expect.element(pad).toBeVisible();
    await expect.poll(keysInSight).toEqual(allKeys);
    expect(inSight(field())).toBe(true);
    expect(inSight(dialog.getByRole('button', { name: /^Approve .*EUR$|EUR freigeben$/ }).element())).toBe(true);
    expectFits();
  });

  it.each(variants)(
    'changes: all fields, the steps and what is wrong stand in sight ($theme, $language)',
    async (look) => {
      await page.viewport(640, 400);
      await openWindow(({ world }) => {
        seedPeople(world, null);
        const [manager] = world.operators;
        if (manager !== undefined) world.operators[0] = { ...manager, pinHash: '1234' };
      }, look);
      await button(/^Manager|^Leitung/).click();
      await userEvent.keyboard('1234{Enter}');
      const dialog = page.getByRole('dialog');
      await expect.element(dialog).toBeVisible();
      const shown = () =>
        [...document.querySelectorAll('dialog input, dialog label, dialog button')].map((each) => [
          each.id || each.textContent,
          inSight(each),
        ]);
      expect(shown()).toHaveLength(8);
      expect(shown().filter(([, isShown]) => isShown === false)).toEqual([]);
      await settled();
      await dialog.getByLabelText(/^The new PIN$|^Die neue PIN$/).fill('73926');
      await userEvent.keyboard('{Tab}73926{Enter}');
      const wrong = dialog.getByRole('alert');
      await expect.element(wrong).toBeVisible();
      expect(inSight(wrong.element())).toBe(true);
      expectFits();
    },
  );
});
