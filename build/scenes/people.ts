// Pictures of signing in, and help.
import { either, shop } from './acts.ts';
import type { Scene } from './scene.ts';

export const peopleScenes: readonly Scene[] = [
  { name: 'help', world: shop, kept: false, alsoDark: false, act: (page) => page.keyboard.press('?') },
  { name: 'unlock', world: `${shop}&sealed=1`, kept: false, alsoDark: false, act: async () => {} },
  { name: 'lock', world: `${shop}&people=locked`, kept: true, alsoDark: true, act: async () => {} },
  {
    name: 'lock-wrong-pin',
    world: `${shop}&people=locked`,
    kept: false,
    alsoDark: false,
    act: async (page) => {
      await either(page, /^Cashier 1/, /^Kasse 1/).click();
      await page.keyboard.type('9999');
      await page.keyboard.press('Enter');
      await page.getByRole('alert').first().waitFor();
    },
  },
];
