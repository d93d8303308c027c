// Every screen, in both themes and both languages: no violation found by axe, nothing cut off at 1024 x 600, and
// targets for fingers.
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { FakeBridge } from '../../renderer/bridge/fake/fake-bridge.ts';
import { seedOpen, seedPast } from '../../renderer/bridge/fake/seed.ts';
import type { Place } from '../../renderer/stores/navigation-store.ts';
import { expectFits, expectNoViolations, openWindow, smallTargets } from './support/window.tsx';

const places: readonly (readonly [name: string, place: Place])[] = [
  ['sale', { screen: 'sale' }],
  ['payments', { screen: 'payments' }],
  ['a payment', { screen: 'payments', payId: 'PAY-seed-3' }],
  ['refund', { screen: 'refund' }],
  ['currency', { screen: 'dcc' }],
  ['activity', { screen: 'activity' }],
  ['an unknown outcome', { screen: 'activity', operationId: 'open-unknown' }],
  ['a decision', { screen: 'activity', operationId: 'open-person' }],
  ['settings', { screen: 'settings' }],
];

function seeded(fake: FakeBridge): void {
  seedPast(fake.world, 40);
  seedOpen(fake.world);
}

describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
  describe.each(['en', 'de'] as const)('in %s', (language) => {
    it.each(places)('axe finds nothing on %s', async (_name, place) => {
      await page.viewport(1280, 800);
      const { stores } = await openWindow(seeded, { theme, language });
      await expect.element(page.getByRole('main')).toBeVisible();
      stores.navigation.go(place);
      await expect.element(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
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
});

describe.each(['en', 'de'] as const)('at 1024 x 600 in %s', (language) => {
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
