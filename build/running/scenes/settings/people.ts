// Pictures of signing in, and help.
import type { Page } from 'playwright-core';
import { languages } from '#contract/data/languages.ts';
import { pins } from '../../../../renderer/bridge/fake/seeds/seed-people.ts';
import { either, rail, settingsPart, shop } from '../acts.ts';
import type { Scene } from '../scene.ts';

const withOffice = `${shop}&office=claims&staff=office`;

async function signInAnna(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Anna Arens/ }).click();
  // Not before it is there: digits that come earlier are dropped.
  await page.locator('input').first().fill(pins.office);
}

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
  { name: 'lock-office', world: `${withOffice}&people=locked`, kept: false, languages, act: async () => {} },
  { name: 'lock-office-pin', world: `${withOffice}&people=locked`, kept: false, languages, act: signInAnna },
  {
    name: 'lock-removed',
    world: `${withOffice}&people=locked`,
    kept: false,
    languages,
    act: async (page) => {
      await signInAnna(page);
      await page.keyboard.press('Enter');
      await page.locator('main h1').first().waitFor();
      await page.getByRole('navigation').first().waitFor();
      await page.evaluate('fake.world.people.takeOffice(null, null)');
      await page.getByRole('alert').first().waitFor();
    },
  },
  {
    name: 'settings-people-office',
    world: `${withOffice}&people=Manager`,
    kept: false,
    languages,
    act: async (page) => {
      await rail(page, 6);
      await page.locator('main ul').first().getByRole('button').nth(4).click();
      await page.getByText('Anna Arens').first().waitFor();
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
