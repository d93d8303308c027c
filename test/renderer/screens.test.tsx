// Every screen, in both themes and both languages: no violation found by axe, nothing cut off at 1024 x 600, and
// targets for fingers.
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { FakeBridge } from '../../renderer/bridge/fake/fake-bridge.ts';
import { seedCaptures, seedLong } from '../../renderer/bridge/fake/seeds/seed-special.ts';
import { seedOpen, seedPast } from '../../renderer/bridge/fake/seeds/seed.ts';
import { screens } from '../../renderer/app/frame/screens.tsx';
import type { ScreenRoute } from '../../renderer/stores/till/navigation-store.ts';
import { fitting, variants } from './support/variants.ts';
import {
  expectFits,
  expectNoViolations,
  openWindow,
  settled,
  smallTargets,
  type TestWindow,
} from './support/window.tsx';

const places: readonly (readonly [name: string, place: ScreenRoute])[] = [
  ['sale', { screen: 'sale' }],
  ['payments', { screen: 'payments' }],
  ['a payment', { screen: 'payments', payId: 'PAY-seed-3' }],
  ['refund', { screen: 'refund', manual: true }],
  ['refund-find', { screen: 'refund' }],
  ['currency', { screen: 'dcc' }],
  ['activity', { screen: 'activity' }],
  ['an unknown outcome', { screen: 'activity', operationId: 'open-unknown' }],
  ['a decision', { screen: 'activity', operationId: 'open-person' }],
  ['settings', { screen: 'settings' }],
  ['the shift', { screen: 'shift' }],
  ['a payment link', { screen: 'link' }],
  ['customers', { screen: 'customers' }],
  ['terminals', { screen: 'terminals' }],
  ['open authorizations', { screen: 'authorizations' }],
];

it('every screen stands in the list of places', () => {
  const listed = new Set(places.map(([, { screen }]) => screen));
  expect(screens.map(({ name }) => name).filter((name) => !listed.has(name))).toEqual([]);
});

/** States that a press leads to, in either language. */
const states: readonly (readonly [name: string, reach: (opened: TestWindow) => Promise<void>])[] = [
  [
    'a refund that picks its capture',
    async ({ stores }) => {
      stores.navigation.go({ screen: 'payments', payId: 'PAY-parts' });
      await page.getByRole('button', { name: /^Refund money$|^Geld erstatten$/ }).click();
      await expect.poll(() => page.getByRole('radio').elements().length).toBe(3);
    },
  ],
  [
    'a waiting refund with its place',
    async ({ stores, fake }) => {
      fake.setOnline(false);
      stores.navigation.go({ screen: 'activity', operationId: 'open-waiting-2' });
      await expect.element(page.getByRole('heading', { name: /\(1 before it\)|\(1 davor\)/ })).toBeVisible();
    },
  ],
  [
    'names and amounts as long as can be',
    async ({ stores }) => {
      stores.navigation.go({ screen: 'activity', operationId: 'long-2' });
      await expect.element(page.getByText(/status 502|Status 502/).first()).toBeVisible();
    },
  ],
  [
    'a manual refund with everything missing',
    async ({ stores }) => {
      stores.navigation.go({ screen: 'refund', manual: true });
      const check = page.getByRole('button', { name: /^Check the refund$|^Erstattung prüfen$/ });
      await expect.element(check).toBeVisible();
      await page.getByText(/^A card, by its number$|^Eine Karte, nach Nummer$/).click();
      await settled();
      await check.click();
      await expect.element(page.getByRole('alert').first()).toBeVisible();
    },
  ],
  [
    'a port that another program has',
    async ({ stores }) => {
      stores.navigation.go({ screen: 'settings' });
      await page.getByRole('button', { name: /^Shop$|^Geschäft$/ }).click();
      await page.getByLabelText(/^Port/).fill('4711');
      await settled();
      await page.getByRole('button', { name: /^Save the shop settings$|^Geschäft speichern$/ }).click();
      await expect.element(page.getByText(/another program uses this port|benutzt diesen Port/)).toBeVisible();
    },
  ],
  [
    'a new program',
    async ({ stores }) => {
      stores.navigation.go({ screen: 'settings' });
      await page.getByRole('button', { name: /^Programs$|^Programme$/ }).click();
      await page.getByRole('button', { name: /^Add a program$|^Programm hinzufügen$/ }).click();
      await expect.element(page.getByRole('dialog')).toBeVisible();
    },
  ],
];

function seeded(fake: FakeBridge): void {
  seedPast(fake.world, 40);
  seedOpen(fake.world);
  seedCaptures(fake.world);
  seedLong(fake.world);
}

describe.each(variants)('in the $theme theme, in $language', ({ theme, language }) => {
  it.each(places)('axe finds nothing on %s', async (_name, place) => {
    await page.viewport(1280, 800);
    const { stores } = await openWindow(seeded, { theme, language });
    await expect.element(page.getByRole('main')).toBeVisible();
    stores.navigation.go(place);
    await expect.element(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    await expectNoViolations();
  });

  it.each(states)('axe finds nothing on %s', async (_name, reach) => {
    await page.viewport(1280, 800);
    const opened = await openWindow(seeded, { theme, language });
    await expect.element(page.getByRole('main')).toBeVisible();
    await reach(opened);
    await expectNoViolations();
  });

  it('axe finds nothing on an empty list, the guide and the keys', async () => {
    const { stores } = await openWindow(() => {}, { theme, language });
    await expect.element(page.getByRole('main')).toBeVisible();
    stores.navigation.go({ screen: 'activity' });
    await expect.element(page.getByText(/Nothing has been done yet|Noch nichts geschehen/)).toBeVisible();
    await expectNoViolations();
    stores.navigation.showHelp(true);
    await expect.element(page.getByRole('dialog')).toBeVisible();
    await expectNoViolations();
    stores.navigation.showHelp(false);
    await stores.preferences.change({ guided: false });
    await expect.element(page.getByRole('radio').first()).toBeVisible();
    await expectNoViolations();
  });
});

describe.each(fitting)('at 1024 x 600 in %s', (language) => {
  beforeEach(async () => page.viewport(1024, 600));

  it.each(places)('%s fits, with targets for fingers', async (_name, place) => {
    const { stores } = await openWindow(seeded, { language });
    await expect.element(page.getByRole('main')).toBeVisible();
    stores.navigation.go(place);
    await expect.element(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    expectFits();
    expect(smallTargets()).toEqual([]);
  });
});

describe.each(['en', 'de'] as const)('at 1024 x 600 in %s', (language) => {
  beforeEach(async () => page.viewport(1024, 600));

  it.each(states)('%s fits, with targets for fingers', async (_name, reach) => {
    const opened = await openWindow(seeded, { language });
    await expect.element(page.getByRole('main')).toBeVisible();
    await reach(opened);
    expectFits();
    expect(smallTargets()).toEqual([]);
  });

  it('the status line keeps its one height, however long the name of the terminal is', async () => {
    const heightOf = async (prepare: (fake: FakeBridge) => void) => {
      const opened = await openWindow(prepare, { language });
      await expect.poll(() => page.getByRole('contentinfo').element().textContent).toContain('T-');
      const { height } = page.getByRole('contentinfo').element().getBoundingClientRect();
      await opened.close();
      return height;
    };
    const usual = await heightOf((fake) => seedOpen(fake.world));
    expect(await heightOf(seeded)).toBe(usual);
  });

  it('the step of a long page stays in its corner, above the status line', async () => {
    const { stores } = await openWindow(seeded, { language });
    stores.navigation.go({ screen: 'refund', manual: true });
    const check = page.getByRole('button', { name: /^Check the refund$|^Erstattung prüfen$/ });
    await expect.element(check).toBeVisible();
    const line = page.getByRole('contentinfo').element().getBoundingClientRect().top;
    expect(check.element().getBoundingClientRect().bottom).toBeLessThan(line);
  });
});

describe('at 200% zoom', () => {
  it.each(places)('%s has no sideways scrolling', async (_name, place) => {
    await page.viewport(640, 400);
    const { stores } = await openWindow(seeded);
    await expect.element(page.getByRole('main')).toBeVisible();
    stores.navigation.go(place);
    await expect.element(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    expectFits();
  });
});
