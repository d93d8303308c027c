// Facts about the Sale screen and the payment link at every size of till: amount, Charge and status line are in sight.
import { afterAll, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { languages } from '#contract/data/languages.ts';
import { sayIn } from '#texts/index.ts';
import { setPrinter } from '../../renderer/bridge/fake/printing.ts';
import { seedPeople } from '../../renderer/bridge/fake/seeds/seed-people.ts';
import { seedHeld } from '../../renderer/bridge/fake/seeds/seed-special.ts';
import { seedOpen } from '../../renderer/bridge/fake/seeds/seed.ts';
import { inSight } from './support/in-sight.ts';
import { variants } from './support/variants.ts';
import { expectFits, openWindow } from './support/window.tsx';

const sizes = [
  [800, 600],
  [1024, 600],
  [1024, 768],
  [1366, 768],
  [1920, 1080],
  [3840, 2160],
  [600, 800],
  [768, 1024],
  [1080, 1920],
] as const;

/** Lists whose chosen words are wider than their room. `scrollWidth` does not say so. */
function cutChoices(): string[] {
  const pen = document.createElement('canvas').getContext('2d');
  return [...document.querySelectorAll('main select')]
    .filter((list) => {
      // Figures of one width leave the short form of the font empty.
      const { fontWeight, fontSize, fontFamily, paddingLeft, paddingRight } = getComputedStyle(list);
      if (pen !== null) pen.font = `${fontWeight} ${fontSize} ${fontFamily}`;
      const room = list.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
      return (pen?.measureText((list as HTMLSelectElement).selectedOptions[0]?.label ?? '').width ?? 0) > room + 0.5;
    })
    .map((list) => (list as HTMLSelectElement).selectedOptions[0]?.label ?? '');
}

const scrolls = (element: Element | null) => element !== null && element.scrollHeight > element.clientHeight;

describe.each(sizes)('at %i x %i', (width, height) => {
  afterAll(() => page.viewport(1280, 800));

  it.each(variants)('everything that charges is in sight, and nothing is a slab ($theme, $language)', async (look) => {
    await page.viewport(width, height);
    const { fake, stores } = await openWindow(({ world }) => {
      seedOpen(world);
      seedPeople(world, 'Cashier 1');
      seedHeld(world);
      setPrinter(world, 'COUNTER');
    }, look);
    await expect.element(page.getByText(/is held until|ist bis spätestens/)).toBeVisible();
    const last = page.getByRole('button', { name: /^Last: |^Zuletzt: / });
    stores.sale.setState({ last: { payId: 'PAY-1', money: { value: 123_456, currency: 'EUR' } } });
    await expect.element(last).toBeVisible();
    const tell = stores.status.setState;
    for (const state of ['held', 'silent', 'offline', 'link'] as const) {
      if (state === 'silent') {
        // From here on only this test says what the window knows, not the heartbeat.
        stores.status.setState = () => {};
        tell({ answering: false, silentSince: '2026-03-01T09:41:00.000Z' });
        await expect.element(page.getByText(/^The till is not answering$|^Die Kasse antwortet nicht$/)).toBeVisible();
      }
      if (state === 'offline') {
        stores.status.setState = tell;
        tell({ answering: true, silentSince: null });
        fake.setOnline(false);
      }
      if (state === 'link') stores.navigation.go({ screen: 'link' });
      stores.sale.edit({ value: 123_456, kind: 'AUTHORISATION_OR_RESERVATION', currency: 'CHF' });
      const main = document.querySelector('main');
      if (state === 'held') {
        expect(inSight(page.getByText(/is held until|ist bis spätestens/).element())).toBe(true);
        expect(inSight(last.element())).toBe(true);
      }
      await expect.poll(() => document.querySelector('main [aria-keyshortcuts="Control+Enter"]')).not.toBeNull();
      const what = `${state}: `;
      const charge = document.querySelector('main [aria-keyshortcuts="Control+Enter"]');
      expect(`${what}${inSight(charge)}`).toBe(`${what}true`);
      expect(`${what}${inSight(main?.querySelector('[role=status]') ?? null)}`).toBe(`${what}true`);
      expect(`${what}${inSight(document.querySelector('footer'))}`).toBe(`${what}true`);
      const keys = [...(main?.querySelectorAll('[role=group] > button') ?? [])].slice(-12);
      expect(keys.map(inSight)).toEqual(Array.from({ length: 12 }, () => true));
      const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
      for (const key of keys) {
        const box = key.getBoundingClientRect();
        expect(box.height).toBeGreaterThanOrEqual(71.5);
        expect(box.height).toBeLessThanOrEqual(8 * rem);
      }
      for (const field of main?.querySelectorAll('input, select') ?? [])
        expect(field.getBoundingClientRect().width).toBeLessThanOrEqual(54 * rem);
      expect(`${what}${scrolls(main)}`).toBe(`${what}false`);
      expect(`${what}${scrolls(document.querySelector('nav'))}`).toBe(`${what}false`);
      expectFits();
    }
  });
});

it.each(languages)('a payment link shows the words of every choice, on a small till too (%s)', async (language) => {
  await page.viewport(800, 600);
  const { stores } = await openWindow(() => undefined, { language });
  stores.navigation.go({ screen: 'link' });
  await expect.element(page.getByLabelText(sayIn(language)('link.method'))).toBeVisible();
  expect(cutChoices()).toEqual([]);
  await page.viewport(1280, 800);
});

it.each(languages)(
  'a note begins beneath the amount on the smallest till, and none of it is covered (%s)',
  async (language) => {
    await page.viewport(800, 600);
    await openWindow(({ world }) => seedHeld(world), { language });
    const title = page.getByText(/T-1 .*\d\d:\d\d/).first();
    await expect.element(title).toBeVisible();
    await expect.poll(() => inSight(title.element())).toBe(true);
    const amount = document.querySelector('main [role=status]')?.parentElement;
    expect(amount?.getBoundingClientRect().height).toBeLessThanOrEqual(128);
    expectFits();
    await page.viewport(1280, 800);
  },
);

it('has one scrollbar, however much is added up beneath a note', async () => {
  await page.viewport(1366, 768);
  const { stores } = await openWindow(({ world }) => seedHeld(world));
  for (let line = 0; line < 12; line += 1) {
    stores.sale.digits('200');
    stores.sale.press('+');
  }
  await expect.element(page.getByRole('listitem').nth(11)).toBeInTheDocument();
  const scrolling = [...document.querySelectorAll('*')].filter(
    (each) => /auto|scroll/.test(getComputedStyle(each).overflowY) && scrolls(each) && each.clientHeight > 0,
  );
  expect(scrolling.filter((each) => each.querySelector('main') !== null)).toEqual([]);
  await page.viewport(1280, 800);
});
