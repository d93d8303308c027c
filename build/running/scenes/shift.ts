// Pictures of the shift and its comparison.
import type { Page } from 'playwright-core';
import { either, headline, openRow, rail, shop } from './acts.ts';
import type { Scene } from './scene.ts';

async function compareQuestion(page: Page): Promise<void> {
  await rail(page, 5);
  await either(page, /^Compare this shift$/, /^Schicht abgleichen$/).click();
  await page.waitForTimeout(400);
}

/** Fewer sales than `shop` has: the numbers from 41 on belong to those that differ. */
const differing = 'rows=40&open=1&programs=1&delay=100';

const compareNow = (page: Page) => page.getByRole('dialog').getByRole('button').last().click();

export const shiftScenes: readonly Scene[] = [
  { name: 'shift', world: shop, kept: true, act: (page) => rail(page, 5) },
  {
    name: 'shift-close',
    world: shop,
    kept: false,
    act: async (page) => {
      await rail(page, 5);
      await either(page, /^Close shift/, /^Schicht \d+ abschließen/).click();
    },
  },
  { name: 'compare', world: shop, kept: false, act: (page) => compareQuestion(page) },
  {
    name: 'compare-running',
    world: `${shop}&fate=hang&delay=100`,
    kept: false,
    act: async (page) => {
      await compareQuestion(page);
      await compareNow(page);
      await page.locator('main progress').waitFor();
    },
  },
  {
    name: 'compare-differences',
    world: `${differing}&differs=1`,
    kept: false,
    act: async (page) => {
      await compareQuestion(page);
      await page.getByRole('dialog').getByRole('radio').nth(1).check({ force: true });
      await compareNow(page);
      await headline(page, /5 differences|5 Unterschiede/);
      await page.locator('main').getByRole('radio').nth(3).check({ force: true });
      await openRow(page, 'S-2026-000053');
    },
  },
  {
    name: 'compare-many',
    world: `${differing}&differs=5001`,
    kept: false,
    act: async (page) => {
      await compareQuestion(page);
      await compareNow(page);
      await headline(page, /3 differences|3 Unterschiede/);
      await page.locator('main').getByRole('radio').last().check({ force: true });
    },
  },
  {
    name: 'compare-agrees',
    // Nothing is open: of that nothing could be told.
    world: 'rows=40&delay=100',
    kept: false,
    act: async (page) => {
      await compareQuestion(page);
      await compareNow(page);
      await headline(page, /Everything agrees|Alles stimmt/);
    },
  },
  {
    name: 'compare-offline',
    world: `${differing}&differs=1&offline=1`,
    kept: false,
    act: async (page) => {
      await compareQuestion(page);
      await compareNow(page);
      await headline(page, /2 differences|2 Unterschiede/);
    },
  },
];
