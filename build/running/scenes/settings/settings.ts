// Pictures of the settings and the first-run guide.
import { either, rail, settingsPart, shop } from '../acts.ts';
import type { Scene } from '../scene.ts';

export const settingsScenes: readonly Scene[] = [
  { name: 'settings', world: shop, kept: false, act: (page) => rail(page, 6) },
  {
    name: 'settings-programs',
    world: shop,
    kept: false,
    act: async (page) => {
      await rail(page, 6);
      await either(page, /^Programs$/, /^Programme$/).click();
    },
  },
  {
    name: 'settings-gateway',
    world: shop,
    kept: true,
    act: async (page) => {
      await rail(page, 6);
      await either(page, /^Gateway$/, /^Zahlungssystem$/).click();
      await page.getByRole('radio').nth(1).check();
    },
  },
  { name: 'guide', world: 'rows=0&guide=1', kept: true, act: async () => {} },
  {
    name: 'settings-webhook',
    world: `${shop}&hook=1`,
    kept: true,
    act: (page) => settingsPart(page, /^Programs$/, /^Programme$/),
  },
  {
    name: 'settings-going-live',
    world: shop,
    kept: false,
    act: async (page) => {
      await settingsPart(page, /^Gateway$/, /^Zahlungssystem$/);
      await page.getByRole('radio', { name: /^Live|^Echtbetrieb/ }).check({ force: true });
    },
  },
  {
    name: 'settings-shop',
    world: shop,
    kept: false,
    act: (page) => settingsPart(page, /^Shop$/, /^Geschäft$/),
  },
  {
    name: 'settings-devices',
    world: shop,
    kept: false,
    act: async (page) => {
      await rail(page, 6);
      await either(page, /^Devices$/, /^Geräte$/).click();
      await page.getByRole('region').first().waitFor();
    },
  },
  {
    name: 'settings-port-taken',
    world: shop,
    kept: false,
    act: async (page) => {
      await settingsPart(page, /^Shop$/, /^Geschäft$/);
      await page.locator('main input[inputmode=numeric]').last().fill('4711');
      await page.waitForTimeout(400);
      await either(page, /^Save the shop settings$/, /^Geschäft speichern$/).click();
      await page.getByRole('alert').first().waitFor();
    },
  },
  {
    name: 'settings-new-program',
    world: shop,
    kept: false,
    act: async (page) => {
      await settingsPart(page, /^Programs$/, /^Programme$/);
      await either(page, /^Add a program$/, /^Programm hinzufügen$/).click();
    },
  },
  {
    name: 'settings-test-failed',
    world: shop,
    kept: false,
    act: async (page) => {
      await settingsPart(page, /^Gateway$/, /^Zahlungssystem$/);
      await page.getByRole('radio').nth(2).check({ force: true });
      const fields = page.locator('main input:not([type=radio])');
      await fields.nth(0).fill('https://gateway.example.com');
      await fields.nth(1).fill('sample');
      await fields.nth(2).fill('wrong');
      await page.waitForTimeout(400);
      await either(page, /^Test the connection$/, /^Verbindung testen$/).click();
      await page.getByRole('alert').first().waitFor();
    },
  },
  {
    name: 'guide-gateway',
    world: 'rows=0&guide=1',
    kept: false,
    act: async (page) => {
      await page.getByRole('radio', { name: /^Test/ }).check({ force: true });
      await page.waitForTimeout(400);
      await either(page, /^Go on$/, /^Weiter$/).click();
    },
  },
  {
    name: 'settings-people',
    world: `${shop}&people=Manager`,
    kept: false,
    act: (page) => settingsPart(page, /^People$/, /^Personen$/),
  },
  {
    name: 'settings-people-none',
    world: shop,
    kept: false,
    act: (page) => settingsPart(page, /^People$/, /^Personen$/),
  },
  {
    name: 'settings-person',
    world: `${shop}&people=Manager`,
    kept: false,
    act: async (page) => {
      await settingsPart(page, /^People$/, /^Personen$/);
      await either(page, /^Add a person$/, /^Person hinzufügen$/).click();
    },
  },
  {
    name: 'settings-programs-locked',
    world: `${shop}&most=100000`,
    kept: false,
    act: (page) => settingsPart(page, /^Programs$/, /^Programme$/),
  },
  {
    name: 'settings-program-access',
    world: shop,
    kept: false,
    act: async (page) => {
      await settingsPart(page, /^Programs$/, /^Programme$/);
      await either(page, /^Change /, / ändern$/)
        .first()
        .click();
      await page.getByRole('switch').first().click();
    },
  },
];
