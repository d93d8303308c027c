// Pictures of signing in, and help.
import { either, rail, settingsPart, shop } from '../acts.ts';
import type { Scene } from '../scene.ts';

export const peopleScenes: readonly Scene[] = [
  { name: 'help', world: shop, kept: false, act: (page) => page.keyboard.press('?') },
  { name: 'unlock', world: `${shop}&sealed=1`, kept: false, act: async () => {} },
  { name: 'lock', world: `${shop}&people=locked`, kept: true, act: async () => {} },
  {
    name: 'lock-wrong-pin',
    world: `${shop}&people=locked`,
    kept: false,
    act: async (page) => {
      await either(page, /^Cashier 1/, /^Kasse 1/).click();
      await page.keyboard.type('9999');
      await page.keyboard.press('Enter');
      await page.getByRole('alert').first().waitFor();
    },
  },
  {
    name: 'new-pin',
    world: `${shop}&people=locked&pins=old`,
    kept: false,
    act: async (page) => {
      await either(page, /^Manager/, /^Leitung/).click();
      await page.keyboard.type('1234');
      await page.keyboard.press('Enter');
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'quit-pin',
    world: `${shop}&people=Cashier%201&kiosk=1`,
    kept: false,
    act: async (page) => {
      await settingsPart(page, /^This till$/, /^Diese Kasse$/);
      await either(page, /^Quit the till$/, /^Kasse beenden$/).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'settings-till-cashier',
    world: `${shop}&people=Cashier%201`,
    kept: false,
    act: (page) => settingsPart(page, /^This till$/, /^Diese Kasse$/),
  },
  {
    name: 'settings-gateway-cashier',
    world: `${shop}&people=Cashier%201`,
    kept: false,
    act: (page) => settingsPart(page, /^Gateway$/, /^Zahlungssystem$/),
  },
  {
    name: 'shift-cashier',
    world: `${shop}&people=Cashier%201`,
    kept: false,
    act: (page) => rail(page, 5),
  },
];
