// Facts about the settings at three sizes of till, in the languages with the longest words: nothing is wider than its
// page, so that nothing scrolls sideways and nothing is cut.
import { afterAll, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { plainClientOptions } from '#contract/programs/client.ts';
import { seedPeople } from '../../renderer/bridge/fake/seeds/seed-people.ts';
import type { World } from '../../renderer/bridge/fake/world.ts';
import { expectFits, openWindow } from './support/window.tsx';

const longAddress = 'tcp://192.0.2.7:9100?confirms=gs-r&pages=windows1252:16,cp852:18&columns=42&drawerOpenIs=high';

/** As a shop with a manager, an office, programs and devices has them. */
function setUp(world: World): void {
  seedPeople(world, 'Manager');
  const createdAt = new Date(world.now()).toISOString();
  world.clients.push({
    id: 'c-1',
    name: 'Warenwirtschaft Filialverbund Süd-West mit sehr langem Namen 2026',
    scopes: ['status', 'sale', 'refund', 'refund-unreferenced', 'export'],
    origin: 'https://warenwirtschaft.filialverbund-sued-west.example:8443',
    createdAt,
    lastUsedAt: createdAt,
    revokedAt: null,
    options: plainClientOptions,
  });
  const trouble = { code: 'not-the-office', since: createdAt, detail: 'self-signed certificate' } as const;
  world.office = { url: 'https://zentrale.example:8443', name: 'Till 1', takenAt: createdAt, waiting: 3, trouble };
  Object.assign(world.devices.choice.printers, { COUNTER: { address: longAddress, role: 'slips' } });
}

/** What scrolls sideways, or would if it were let. */
function tooWide(): string[] {
  return [...document.querySelectorAll<HTMLElement>('main, main *')]
    .filter((each) => each.checkVisibility() && getComputedStyle(each).overflowX !== 'visible')
    .filter((each) => each.clientWidth > 1 && each.scrollWidth > each.clientWidth)
    .map((each) => `${each.tagName} ${each.className} ${each.scrollWidth} > ${each.clientWidth}`);
}

afterAll(() => page.viewport(1280, 800));

describe.each([
  [800, 600],
  [1024, 600],
  [1280, 800],
] as const)('the settings at %i x %i', (width, height) => {
  it.each(['de', 'fr'] as const)('scroll sideways on none of their pages (%s)', async (language) => {
    await page.viewport(width, height);
    const { stores } = await openWindow(({ world }) => setUp(world), { language });
    await expect.element(page.getByRole('main')).toBeVisible();
    stores.navigation.go({ screen: 'settings' });
    await expect.element(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
    const parts = () => [...document.querySelectorAll<HTMLElement>('main nav button')];
    expect(parts()).toHaveLength(6);
    for (const index of parts().keys()) {
      const part = parts()[index];
      part?.click();
      await expect.poll(() => part?.getAttribute('aria-current')).toBe('true');
      await expect
        .poll(() => document.querySelectorAll('main section button, main section input').length)
        .toBeGreaterThan(0);
      expect(tooWide(), part?.textContent ?? '').toEqual([]);
      expectFits();
    }
  });
});
