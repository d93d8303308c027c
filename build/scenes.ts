// What the pictures show: for each a world of the fake bridge and the presses that lead there. Buttons are found by
// their place in the rail and by test-free means, so that one description serves both languages.
import type { Page } from 'playwright-core';
import { formScenes } from './scenes-forms.ts';

export interface Scene {
  readonly name: string;
  /** The demo page's query. */
  readonly world: string;
  /** Whether it stands in docs/pictures; the others are for the eyes of whoever changes the window. */
  readonly kept: boolean;
  /** Its dark picture too. */
  readonly alsoDark: boolean;
  readonly act: (page: Page) => Promise<void>;
}

const shop = 'rows=60&open=1&programs=1';

const either = (page: Page, english: RegExp, german: RegExp) =>
  page.getByRole('button', { name: new RegExp(`${english.source}|${german.source}`) });

/** A screen's code is read when it is first shown: without a heading nothing of it is there yet. */
async function rail(page: Page, index: number): Promise<void> {
  await page.keyboard.press(`Alt+${index}`);
  await page.locator('main :is(h1, h2)').first().waitFor();
}

async function amount(page: Page, digits: string): Promise<void> {
  await page.keyboard.type(digits, { delay: 60 });
}

/** Beginning anything is ignored for the first moments of a button. */
async function charge(page: Page): Promise<void> {
  await amount(page, '1234');
  await page.waitForTimeout(400);
  await page.keyboard.press('Control+Enter');
}

const headline = (page: Page, text: RegExp) => page.getByRole('heading', { level: 1, name: text }).waitFor();

async function openRow(page: Page, text: string): Promise<void> {
  await page.getByRole('option').filter({ hasText: text }).first().click();
}

const german = async (page: Page) => (await page.locator('html').getAttribute('lang')) === 'de';

async function refundForm(page: Page): Promise<void> {
  await rail(page, 3);
  const reason = (await german(page)) ? 'Ware zurück, Bon verloren' : 'Returned goods, receipt lost';
  const holder = (await german(page)) ? 'Erika Muster' : 'Sample Customer';
  const fields = page.locator('main input:not([type=radio])');
  await fields.nth(0).pressSequentially('2500');
  await fields.nth(1).fill(reason);
  await fields.nth(2).fill('customer@example.com');
  await fields.nth(4).fill('4242424242424242');
  await fields.nth(5).fill(holder);
  await fields.nth(6).fill('04/29');
  await page.locator('main select').nth(1).selectOption('VISA');
}

/** Turns a switch of the fake bridge behind the window. */
const world = (page: Page, part: { readonly [name: string]: boolean | string | number }) =>
  page.evaluate(`Object.assign(fake.world, ${JSON.stringify(part)}), 0`);

async function dccForm(page: Page, bin: string): Promise<void> {
  await amount(page, '10000');
  await either(page, /^Quote another currency$/, /^Andere Währung anbieten$/).click();
  await page.locator('main input').first().fill(bin);
  await page.waitForTimeout(400);
}

async function compareQuestion(page: Page): Promise<void> {
  await rail(page, 5);
  await either(page, /^Compare this shift$/, /^Schicht abgleichen$/).click();
  await page.waitForTimeout(400);
}

const compareNow = (page: Page) => page.getByRole('dialog').getByRole('button').last().click();

async function openCaptures(page: Page): Promise<void> {
  await rail(page, 2);
  await openRow(page, 'S-2026-800000');
}

async function openPairing(page: Page): Promise<void> {
  await either(page, /asks to use this till/, /möchte diese Kasse nutzen/).click();
}

async function settingsPart(page: Page, english: RegExp, inGerman: RegExp): Promise<void> {
  await rail(page, 6);
  await either(page, english, inGerman).click();
}

export const scenes: readonly Scene[] = [
  { name: 'sale', world: shop, kept: true, alsoDark: true, act: (page) => amount(page, '1234') },
  {
    name: 'sale-running',
    world: `${shop}&fate=hang`,
    kept: true,
    alsoDark: false,
    act: async (page) => {
      await charge(page);
      await headline(page, /present|vorzuhalten/);
    },
  },
  {
    name: 'sale-paid',
    world: `${shop}&delay=100`,
    kept: true,
    alsoDark: true,
    act: async (page) => {
      await charge(page);
      await headline(page, /^Paid|^Bezahlt/);
    },
  },
  {
    name: 'sale-declined',
    world: `${shop}&delay=100&fate=decline`,
    kept: true,
    alsoDark: false,
    act: async (page) => {
      await charge(page);
      await headline(page, /Declined|Abgelehnt/);
    },
  },
  {
    name: 'sale-unknown',
    world: `${shop}&delay=100&fate=lost`,
    kept: true,
    alsoDark: true,
    act: async (page) => {
      await charge(page);
      await headline(page, /know yet|noch nicht/);
    },
  },
  {
    name: 'sale-offline',
    world: `${shop}&offline=1`,
    kept: true,
    alsoDark: false,
    act: (page) => amount(page, '1234'),
  },
  {
    name: 'payment',
    world: shop,
    kept: true,
    alsoDark: true,
    act: async (page) => {
      await rail(page, 2);
      await openRow(page, 'S-2026-000053');
    },
  },
  {
    name: 'payment-refund',
    world: shop,
    kept: true,
    alsoDark: false,
    act: async (page) => {
      await rail(page, 2);
      await openRow(page, 'S-2026-000053');
      await either(page, /^Refund money$/, /^Geld erstatten$/).click();
    },
  },
  {
    name: 'payments-empty',
    world: 'rows=0',
    kept: true,
    alsoDark: false,
    act: (page) => rail(page, 2),
  },
  { name: 'refund', world: shop, kept: true, alsoDark: false, act: refundForm },
  {
    name: 'refund-check',
    world: shop,
    kept: true,
    alsoDark: false,
    act: async (page) => {
      await refundForm(page);
      await page.waitForTimeout(400);
      await either(page, /^Check the refund$/, /^Erstattung prüfen$/).click();
    },
  },
  {
    name: 'dcc',
    world: shop,
    kept: true,
    alsoDark: false,
    act: async (page) => {
      await dccForm(page, '424242');
      await either(page, /^Ask for a quote$/, /^Angebot holen$/).click();
      await headline(page, /Select currency|Währung wählen/);
    },
  },
  {
    name: 'activity',
    world: shop,
    kept: true,
    alsoDark: true,
    act: async (page) => {
      await rail(page, 4);
      await openRow(page, '40991');
    },
  },
  {
    name: 'activity-decide',
    world: shop,
    kept: true,
    alsoDark: false,
    act: async (page) => {
      await rail(page, 4);
      await openRow(page, '40977');
    },
  },
  { name: 'shift', world: shop, kept: true, alsoDark: true, act: (page) => rail(page, 5) },
  {
    name: 'shift-close',
    world: shop,
    kept: true,
    alsoDark: false,
    act: async (page) => {
      await rail(page, 5);
      await either(page, /^Close shift/, /^Schicht \d+ abschließen/).click();
    },
  },
  { name: 'compare', world: shop, kept: false, alsoDark: false, act: (page) => compareQuestion(page) },
  {
    name: 'compare-running',
    world: `${shop}&fate=hang&delay=100`,
    kept: false,
    alsoDark: false,
    act: async (page) => {
      await compareQuestion(page);
      await compareNow(page);
      await page.locator('main progress').waitFor();
    },
  },
  {
    name: 'compare-differences',
    world: `${shop}&differs=1&delay=100`,
    kept: true,
    alsoDark: true,
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
    world: `${shop}&differs=5001&delay=100`,
    kept: false,
    alsoDark: false,
    act: async (page) => {
      await compareQuestion(page);
      await compareNow(page);
      await headline(page, /3 differences|3 Unterschiede/);
      await page.locator('main').getByRole('radio').last().check({ force: true });
    },
  },
  {
    name: 'compare-agrees',
    world: `${shop}&delay=100`,
    kept: false,
    alsoDark: false,
    act: async (page) => {
      await compareQuestion(page);
      await compareNow(page);
      await headline(page, /Everything agrees|Alles stimmt/);
    },
  },
  {
    name: 'compare-offline',
    world: `${shop}&differs=1&delay=100&offline=1`,
    kept: false,
    alsoDark: false,
    act: async (page) => {
      await compareQuestion(page);
      await compareNow(page);
      await headline(page, /2 differences|2 Unterschiede/);
    },
  },
  { name: 'settings', world: shop, kept: true, alsoDark: false, act: (page) => rail(page, 6) },
  {
    name: 'settings-programs',
    world: shop,
    kept: true,
    alsoDark: false,
    act: async (page) => {
      await rail(page, 6);
      await either(page, /^Programs$/, /^Programme$/).click();
    },
  },
  {
    name: 'settings-gateway',
    world: shop,
    kept: true,
    alsoDark: false,
    act: async (page) => {
      await rail(page, 6);
      await either(page, /^Gateway$/, /^Zahlungssystem$/).click();
      await page.getByRole('radio').nth(1).check();
    },
  },
  { name: 'guide', world: 'rows=0&guide=1', kept: true, alsoDark: false, act: async () => {} },
  {
    name: 'sale-decide',
    world: `${shop}&delay=100&fate=person`,
    kept: false,
    alsoDark: false,
    act: async (page) => {
      await charge(page);
      await headline(page, /decide what|entscheiden Sie/);
    },
  },
  {
    name: 'sale-silent',
    world: shop,
    kept: false,
    alsoDark: false,
    act: async (page) => {
      await world(page, { silent: true });
      await charge(page);
      await page.getByRole('alert').first().waitFor({ timeout: 60_000 });
    },
  },
  {
    name: 'sale-long',
    world: `${shop}&long=1`,
    kept: false,
    alsoDark: false,
    act: (page) => amount(page, '999999999999'),
  },
  {
    name: 'sale-long-paid',
    world: `${shop}&long=1&delay=100`,
    kept: false,
    alsoDark: false,
    act: async (page) => {
      await page.locator('main input').first().fill('Bestellung 2026-01-31-000000000000000000000000000000000001');
      await page.locator('main h1').click();
      await amount(page, '999999999999');
      await page.waitForTimeout(400);
      await page.keyboard.press('Control+Enter');
      await headline(page, /^Paid|^Bezahlt/);
    },
  },
  {
    name: 'payment-captures',
    world: `${shop}&captures=1`,
    kept: true,
    alsoDark: false,
    act: async (page) => {
      await openCaptures(page);
      await either(page, /^Refund money$/, /^Geld erstatten$/).click();
      await page.getByRole('radio').nth(1).check({ force: true });
    },
  },
  {
    name: 'payment-reverse',
    world: shop,
    kept: false,
    alsoDark: false,
    act: async (page) => {
      await rail(page, 2);
      await openRow(page, 'S-2026-000059');
      await either(page, /^Reverse the payment$/, /^Zahlung stornieren$/).click();
    },
  },
  {
    name: 'payment-waiting',
    world: `${shop}&offline=1`,
    kept: false,
    alsoDark: false,
    act: async (page) => {
      await rail(page, 2);
      await openRow(page, 'S-2026-000053');
      await either(page, /^Refund money$/, /^Geld erstatten$/).click();
      await page.waitForTimeout(400);
      await page.locator('main button').filter({ hasText: /EUR/ }).last().click();
      await headline(page, /before it|davor/);
    },
  },
  {
    name: 'payment-refund-done',
    world: `${shop}&delay=100`,
    kept: false,
    alsoDark: false,
    act: async (page) => {
      await rail(page, 2);
      await openRow(page, 'S-2026-000053');
      await either(page, /^Refund money$/, /^Geld erstatten$/).click();
      await page.waitForTimeout(400);
      await page.locator('main button').filter({ hasText: /EUR/ }).last().click();
      await headline(page, /^Refunded|^Erstattet/);
    },
  },
  {
    name: 'payments-none-found',
    world: shop,
    kept: false,
    alsoDark: false,
    act: async (page) => {
      await rail(page, 2);
      await page.getByRole('searchbox').fill('B-77120');
      await page.waitForTimeout(600);
      await either(page, /^Ask by payment number$/, /^Nach Zahlungsnummer fragen$/).click();
      await page.getByRole('alert').first().waitFor();
    },
  },
  {
    name: 'payments-long',
    world: 'rows=4&long=1',
    kept: false,
    alsoDark: false,
    act: async (page) => {
      await rail(page, 2);
      await openRow(page, 'S-2026');
    },
  },
  {
    name: 'refund-errors',
    world: shop,
    kept: false,
    alsoDark: false,
    act: async (page) => {
      await rail(page, 3);
      await page.waitForTimeout(400);
      await either(page, /^Check the refund$/, /^Erstattung prüfen$/).click();
    },
  },
  {
    name: 'refund-done',
    world: `${shop}&delay=100`,
    kept: false,
    alsoDark: false,
    act: async (page) => {
      await refundForm(page);
      await page.waitForTimeout(400);
      await either(page, /^Check the refund$/, /^Erstattung prüfen$/).click();
      await page.waitForTimeout(600);
      await page.locator('main button').filter({ hasText: /EUR/ }).click();
      await headline(page, /^Refunded|^Erstattet/);
    },
  },
  { name: 'dcc-form', world: shop, kept: false, alsoDark: false, act: (page) => dccForm(page, '424242') },
  {
    name: 'dcc-chosen',
    world: shop,
    kept: false,
    alsoDark: false,
    act: async (page) => {
      await dccForm(page, '424242');
      await either(page, /^Ask for a quote$/, /^Angebot holen$/).click();
      await headline(page, /Select currency|Währung wählen/);
      await page.waitForTimeout(600);
      await page.getByRole('button', { name: /USD/ }).click();
      await headline(page, /USD/);
    },
  },
  {
    name: 'dcc-none',
    world: shop,
    kept: false,
    alsoDark: false,
    act: async (page) => {
      await dccForm(page, '400002');
      await either(page, /^Ask for a quote$/, /^Angebot holen$/).click();
      await headline(page, /No other currency|Keine andere/);
    },
  },
  { name: 'activity-empty', world: 'rows=0', kept: false, alsoDark: false, act: (page) => rail(page, 4) },
  {
    name: 'activity-waiting',
    world: `${shop}&offline=1`,
    kept: true,
    alsoDark: false,
    act: async (page) => {
      await rail(page, 4);
      await openRow(page, '119');
    },
  },
  {
    name: 'activity-long',
    world: 'rows=4&long=1',
    kept: false,
    alsoDark: false,
    act: async (page) => {
      await rail(page, 4);
      await page.getByRole('option').nth(1).click();
    },
  },
  {
    name: 'activity-long-unknown',
    world: 'rows=4&long=1',
    kept: false,
    alsoDark: false,
    act: async (page) => {
      await rail(page, 4);
      await page.getByRole('option').first().click();
    },
  },
  {
    name: 'settings-shop',
    world: shop,
    kept: true,
    alsoDark: false,
    act: (page) => settingsPart(page, /^Shop$/, /^Geschäft$/),
  },
  {
    name: 'settings-port-taken',
    world: shop,
    kept: false,
    alsoDark: false,
    act: async (page) => {
      await settingsPart(page, /^Shop$/, /^Geschäft$/);
      await page.locator('main input[inputmode=numeric]').last().fill('4711');
      await page.waitForTimeout(400);
      await either(page, /^Save the shop settings$/, /^Geschäft sichern$/).click();
      await page.getByRole('alert').first().waitFor();
    },
  },
  {
    name: 'settings-new-program',
    world: shop,
    kept: false,
    alsoDark: false,
    act: async (page) => {
      await settingsPart(page, /^Programs$/, /^Programme$/);
      await either(page, /^Add a program$/, /^Programm hinzufügen$/).click();
    },
  },
  {
    name: 'settings-test-failed',
    world: shop,
    kept: false,
    alsoDark: false,
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
    alsoDark: false,
    act: async (page) => {
      await page.getByRole('radio').nth(3).check({ force: true });
      await page.waitForTimeout(400);
      await either(page, /^Go on$/, /^Weiter$/).click();
    },
  },
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
  {
    name: 'settings-people',
    world: `${shop}&people=Manager`,
    kept: true,
    alsoDark: false,
    act: (page) => settingsPart(page, /^People$/, /^Personen$/),
  },
  {
    name: 'settings-people-none',
    world: shop,
    kept: false,
    alsoDark: false,
    act: (page) => settingsPart(page, /^People$/, /^Personen$/),
  },
  {
    name: 'settings-person',
    world: `${shop}&people=Manager`,
    kept: false,
    alsoDark: false,
    act: async (page) => {
      await settingsPart(page, /^People$/, /^Personen$/);
      await either(page, /^Add a person$/, /^Person hinzufügen$/).click();
    },
  },
  {
    name: 'refund-approval',
    world: `${shop}&people=Cashier 1`,
    kept: true,
    alsoDark: true,
    act: async (page) => {
      await refundForm(page);
      await page.waitForTimeout(400);
      await either(page, /^Check the refund$/, /^Erstattung prüfen$/).click();
      await page.waitForTimeout(400);
      await either(page, /^Refund 25/, /25,00.EUR erstatten$/).click();
      await either(page, /^Supervisor 2/, /^Aufsicht 2/).click();
    },
  },
  {
    name: 'decide',
    world: `${shop}&people=Supervisor&refund=person&said=1`,
    kept: true,
    alsoDark: true,
    act: async (page) => {
      await rail(page, 4);
      await openRow(page, 'R-2026-700001');
    },
  },
  {
    name: 'decide-form',
    world: `${shop}&people=Supervisor&refund=person`,
    kept: false,
    alsoDark: false,
    act: async (page) => {
      await rail(page, 4);
      await openRow(page, 'R-2026-700001');
      await page.waitForTimeout(400);
      await either(page, /second person$/, /^Zu zweit entscheiden$/).click();
      await page.getByRole('alert').first().waitFor();
      await page.getByRole('alert').first().scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'confirm-refund',
    world: `${shop}&asks=2`,
    kept: true,
    alsoDark: true,
    act: async (page) => {
      await rail(page, 2);
      await page.waitForTimeout(1_000);
    },
  },
  {
    name: 'confirm-refund-aside',
    world: `${shop}&asks=2&fate=hang`,
    kept: false,
    alsoDark: false,
    act: async (page) => {
      await charge(page);
      await page.waitForTimeout(1_000);
    },
  },
  {
    name: 'confirm-refund-locked',
    world: `${shop}&asks=1&people=locked`,
    kept: false,
    alsoDark: false,
    act: (page) => page.waitForTimeout(1_000),
  },
  {
    name: 'confirm-refund-pin',
    world: `${shop}&asks=1&people=Supervisor`,
    kept: false,
    alsoDark: false,
    act: async (page) => {
      await page.waitForTimeout(1_000);
      await either(page, /^Refund 249/, /erstatten$/)
        .last()
        .click();
    },
  },
  { name: 'paused', world: `${shop}&paused=1`, kept: true, alsoDark: true, act: async () => {} },
  {
    name: 'paused-activity',
    world: `${shop}&paused=1`,
    kept: false,
    alsoDark: false,
    act: (page) => rail(page, 4),
  },
  {
    name: 'pairing-bar',
    world: `${shop}&asks=program`,
    kept: true,
    alsoDark: false,
    act: (page) => amount(page, '1234'),
  },
  {
    name: 'pairing',
    world: `${shop}&asks=page`,
    kept: true,
    alsoDark: true,
    act: (page) => openPairing(page),
  },
  {
    name: 'pairing-namesake',
    world: `${shop}&asks=namesake&people=Cashier 1`,
    kept: false,
    alsoDark: false,
    act: (page) => openPairing(page),
  },
  {
    name: 'pairing-pin',
    world: `${shop}&asks=program&people=Cashier 1`,
    kept: false,
    alsoDark: false,
    act: async (page) => {
      await openPairing(page);
      await page.waitForTimeout(1_100);
      await either(page, /^Grant access$/, /^Zugang erlauben$/).click();
    },
  },
  {
    name: 'pairing-done',
    world: `${shop}&asks=program&delay=0`,
    kept: false,
    alsoDark: false,
    act: async (page) => {
      await openPairing(page);
      await page.waitForTimeout(1_100);
      await either(page, /^Grant access$/, /^Zugang erlauben$/).click();
      await page.getByRole('heading', { name: /may use this till$|darf diese Kasse nutzen$/ }).waitFor();
    },
  },
  {
    name: 'settings-programs-locked',
    world: `${shop}&most=100000`,
    kept: false,
    alsoDark: false,
    act: (page) => settingsPart(page, /^Programs$/, /^Programme$/),
  },
  {
    name: 'settings-program-access',
    world: shop,
    kept: false,
    alsoDark: false,
    act: async (page) => {
      await settingsPart(page, /^Programs$/, /^Programme$/);
      await either(page, /^Change /, / ändern$/)
        .first()
        .click();
      await page.getByRole('switch').first().click();
    },
  },
  { name: 'live', world: `${shop}&mode=live`, kept: false, alsoDark: false, act: (page) => amount(page, '1234') },
  ...formScenes,
];
