// Pictures of operations that are done, that wait, and whose outcome is unknown.
import { either, openRow, rail, shop } from './acts.ts';
import type { Scene } from './scene.ts';

export const activityScenes: readonly Scene[] = [
  {
    name: 'activity',
    world: shop,
    kept: true,
    act: async (page) => {
      await rail(page, 4);
      await openRow(page, '40991');
    },
  },
  {
    name: 'activity-decide',
    world: shop,
    kept: false,
    act: async (page) => {
      await rail(page, 4);
      await openRow(page, '40977');
    },
  },
  { name: 'activity-empty', world: 'rows=0', kept: false, act: (page) => rail(page, 4) },
  {
    name: 'activity-waiting',
    world: `${shop}&offline=1`,
    kept: false,
    act: async (page) => {
      await rail(page, 4);
      await openRow(page, '119');
    },
  },
  {
    name: 'activity-long',
    world: 'rows=4&long=1',
    kept: false,
    act: async (page) => {
      await rail(page, 4);
      await page.getByRole('option').nth(1).click();
    },
  },
  {
    name: 'activity-long-unknown',
    world: 'rows=4&long=1',
    kept: false,
    act: async (page) => {
      await rail(page, 4);
      await page.getByRole('option').first().click();
    },
  },
  {
    name: 'decide',
    world: `${shop}&people=Supervisor&refund=person&said=1`,
    kept: false,
    act: async (page) => {
      await rail(page, 4);
      await openRow(page, '−45');
    },
  },
  {
    name: 'decide-form',
    world: `${shop}&people=Supervisor&refund=person`,
    kept: false,
    act: async (page) => {
      await rail(page, 4);
      await openRow(page, '−45');
      await page.waitForTimeout(400);
      await either(page, /second person$/, /^Zu zweit entscheiden$/).click();
      await page.getByRole('alert').first().waitFor();
      await page.getByRole('alert').first().scrollIntoViewIfNeeded();
    },
  },
  { name: 'paused', world: `${shop}&paused=1`, kept: false, act: async () => {} },
  {
    name: 'paused-activity',
    world: `${shop}&paused=1`,
    kept: false,
    act: (page) => rail(page, 4),
  },
];
