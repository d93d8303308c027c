// Pictures of the page on the customer's screen.
import type { Scene } from '../scene.ts';

const shown = ['pay', 'paid', 'left', 'wait', 'currency', 'currency-chosen', 'tip', 'tip-chosen', 'link', 'receipt'];

export const secondScreenScenes: readonly Scene[] = [
  ...shown.map((name): Scene => ({
    name: `second-screen-${name}`,
    world: `customer=${name}`,
    kept: false,
    act: (page) => page.getByRole('heading', { level: 1 }).waitFor(),
  })),
  {
    name: 'second-screen-tip-own',
    world: 'customer=tip',
    kept: false,
    act: async (page) => {
      await page.getByRole('button', { name: /^Another amount$|^Anderer Betrag$/ }).click();
      await page.getByRole('button', { name: '3', exact: true }).click();
      await page.getByRole('button', { name: '00', exact: true }).click();
    },
  },
];
