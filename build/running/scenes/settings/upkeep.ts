// Pictures of this till's own settings, of ten thousand rows, of a closed shift, and of the other languages.
import type { Page } from 'playwright-core';
import { either, rail, settingsPart, shop } from '../acts.ts';
import type { Scene } from '../scene.ts';

const many = 'rows=10000&open=1&programs=1';
const thisTill = (page: Page) => settingsPart(page, /^This till$/, /^Diese Kasse$/);

async function waitingUpdate(page: Page): Promise<void> {
  const last = { version: '2.3.0', end: 'taken-back', at: '2026-01-30T03:10:00.000Z' };
  const update = { state: 'known', version: '2.4.0', waits: 'somebody-at-the-till', asks: true, moment: null, last };
  const backup = { to: '/backup', lastAt: '2026-01-31T03:00:00.000Z', failed: 'disk-full' };
  await page.evaluate(`Object.assign(fake.world, ${JSON.stringify({ update, backup })})`);
  await page.evaluate('fake.api.giveUpdateMoment({ at: "03:30" })');
  await thisTill(page);
  await page.getByText('2.4.0').waitFor();
}

/** The language of the picture is kept: these take another one. */
async function speak(page: Page, language: string): Promise<void> {
  await page.evaluate(`(async () => {
    const preferences = { ...fake.world.preferences, language: ${JSON.stringify(language)} };
    fake.world.preferences = preferences;
    for (const each of fake.world.listeners.preferencesChanged) each(preferences);
  })()`);
  await page.locator(`html[lang=${language}]`).waitFor();
}

const inLanguage = (language: string, screen: string, act: (page: Page) => Promise<void>): Scene => ({
  name: `${screen}-${language}`,
  world: `${shop}&people=Manager`,
  kept: false,
  act: async (page) => {
    await speak(page, language);
    await act(page);
  },
});

const part = (index: number) => async (page: Page) => {
  await rail(page, 6);
  await page.locator('main nav button').nth(index).click();
};

export const upkeepScenes: readonly Scene[] = [
  { name: 'settings-till', world: shop, kept: false, act: thisTill },
  {
    name: 'settings-till-update',
    world: shop,
    kept: false,
    act: async (page) => {
      await waitingUpdate(page);
      await page.getByText('2.4.0').scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'settings-bundle',
    world: shop,
    kept: false,
    act: async (page) => {
      await thisTill(page);
      await either(page, /^Make a support bundle$/, /^Paket für den Support erstellen$/).click();
      const said = page.getByText('tillbridge-bundle.html');
      await said.waitFor();
      await said.scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'settings-keyboard',
    world: `${shop}&keyboard=always&people=Manager`,
    kept: false,
    act: async (page) => {
      await settingsPart(page, /^People$/, /^Personen$/);
      await either(page, /^Add a person$/, /^Person hinzufügen$/).click();
      await page.locator('input').first().click();
    },
  },
  { name: 'activity-many', world: many, kept: false, act: (page) => rail(page, 4) },
  {
    name: 'activity-search',
    world: many,
    kept: false,
    act: async (page) => {
      await rail(page, 4);
      await page.getByRole('searchbox').fill('T-2');
      await page.waitForTimeout(800);
      await page.getByRole('option').nth(2).click();
    },
  },
  {
    name: 'activity-none-found',
    world: shop,
    kept: false,
    act: async (page) => {
      await rail(page, 4);
      await page.getByRole('searchbox').fill('B-77120');
      await page.waitForTimeout(800);
    },
  },
  {
    name: 'activity-decide-cashier',
    world: `${shop}&people=Cashier%201`,
    kept: false,
    act: async (page) => {
      await rail(page, 4);
      await page.getByRole('option').filter({ hasText: '40977' }).first().click();
    },
  },
  {
    name: 'activity-declined',
    world: shop,
    kept: false,
    act: async (page) => {
      await rail(page, 4);
      await page
        .getByRole('option')
        .filter({ hasText: /Not done|Nicht erfolgt|declined|abgelehnt|Declined|Abgelehnt/ })
        .first()
        .click();
    },
  },
  { name: 'shift-many', world: many, kept: false, act: (page) => rail(page, 5) },
  {
    name: 'shift-end',
    world: `${shop}&people=Manager`,
    kept: false,
    act: async (page) => {
      await rail(page, 5);
      await page.evaluate('document.querySelector("main").scrollTo(0, 1e6)');
    },
  },
  {
    name: 'shift-closed',
    world: shop,
    kept: false,
    act: async (page) => {
      await rail(page, 5);
      await either(page, /^Close shift/, /^Schicht \d+ abschließen/).click();
      const dialog = page.getByRole('dialog');
      await dialog.waitFor();
      await page.waitForTimeout(600);
      await dialog.getByRole('button').last().click();
      await dialog.waitFor({ state: 'detached' });
    },
  },
  { name: 'shift-empty', world: 'rows=0', kept: false, act: (page) => rail(page, 5) },
  ...['fr', 'it', 'es', 'nl'].flatMap((language) => [
    inLanguage(language, 'settings-shop', part(2)),
    inLanguage(language, 'settings-till', part(0)),
    inLanguage(language, 'shift', (page) => rail(page, 5)),
    inLanguage(language, 'activity', async (page) => {
      await rail(page, 4);
      await page.getByRole('option').filter({ hasText: '40977' }).first().click();
    }),
  ]),
];
