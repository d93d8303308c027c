// What the pictures show: for each a world of the fake bridge and the presses that lead there. Buttons are found by
// their place in the rail and by test-free means, so that one description serves both languages.
import type { Page } from 'playwright-core';

export interface Scene {
  readonly name: string;
  /** The demo page's query. */
  readonly world: string;
  readonly alsoDark: boolean;
  readonly act: (page: Page) => Promise<void>;
}

const shop = 'rows=60&open=1&programs=1';

const rail = (page: Page, index: number) => page.keyboard.press(`Alt+${index}`);
const either = (page: Page, english: RegExp, german: RegExp) =>
  page.getByRole('button', { name: new RegExp(`${english.source}|${german.source}`) });

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

async function refundForm(page: Page): Promise<void> {
  await rail(page, 3);
  const fields = page.locator('main input:not([type=radio])');
  await fields.nth(0).pressSequentially('2500');
  await fields.nth(1).fill('Returned goods, receipt lost');
  await fields.nth(2).fill('customer@example.com');
  await fields.nth(4).fill('4242424242424242');
  await fields.nth(5).fill('Sample');
  await fields.nth(6).fill('04/29');
  await page.locator('main select').nth(1).selectOption('VISA');
}

export const scenes: readonly Scene[] = [
  { name: 'sale', world: shop, alsoDark: true, act: (page) => amount(page, '1234') },
  {
    name: 'sale-running',
    world: `${shop}&fate=hang`,
    alsoDark: false,
    act: async (page) => {
      await charge(page);
      await headline(page, /present|vorzuhalten/);
    },
  },
  {
    name: 'sale-paid',
    world: `${shop}&delay=100`,
    alsoDark: true,
    act: async (page) => {
      await charge(page);
      await headline(page, /^Paid|^Bezahlt/);
    },
  },
  {
    name: 'sale-declined',
    world: `${shop}&delay=100&fate=decline`,
    alsoDark: false,
    act: async (page) => {
      await charge(page);
      await headline(page, /Declined|Abgelehnt/);
    },
  },
  {
    name: 'sale-unknown',
    world: `${shop}&delay=100&fate=lost`,
    alsoDark: true,
    act: async (page) => {
      await charge(page);
      await headline(page, /know yet|noch nicht/);
    },
  },
  { name: 'sale-offline', world: `${shop}&offline=1`, alsoDark: false, act: (page) => amount(page, '1234') },
  {
    name: 'payment',
    world: shop,
    alsoDark: true,
    act: async (page) => {
      await rail(page, 2);
      await openRow(page, 'S-2026-000053');
    },
  },
  {
    name: 'payment-refund',
    world: shop,
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
    alsoDark: false,
    act: (page) => rail(page, 2),
  },
  { name: 'refund', world: shop, alsoDark: false, act: refundForm },
  {
    name: 'refund-check',
    world: shop,
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
    alsoDark: false,
    act: async (page) => {
      await amount(page, '10000');
      await either(page, /^Quote another currency$/, /^Andere Währung anbieten$/).click();
      await page.locator('main input').first().fill('424242');
      await page.waitForTimeout(400);
      await either(page, /^Ask for a quote$/, /^Angebot holen$/).click();
      await headline(page, /Select currency|Währung wählen/);
    },
  },
  {
    name: 'activity',
    world: shop,
    alsoDark: true,
    act: async (page) => {
      await rail(page, 4);
      await openRow(page, 'Order 40991');
    },
  },
  {
    name: 'activity-decide',
    world: shop,
    alsoDark: false,
    act: async (page) => {
      await rail(page, 4);
      await openRow(page, 'Order 40977');
    },
  },
  { name: 'shift', world: shop, alsoDark: true, act: (page) => rail(page, 5) },
  {
    name: 'shift-close',
    world: shop,
    alsoDark: false,
    act: async (page) => {
      await rail(page, 5);
      await either(page, /^Close shift/, /^Schicht \d+ abschließen/).click();
    },
  },
  { name: 'settings', world: shop, alsoDark: false, act: (page) => rail(page, 6) },
  {
    name: 'settings-programs',
    world: shop,
    alsoDark: false,
    act: async (page) => {
      await rail(page, 6);
      await either(page, /^Programs$/, /^Programme$/).click();
    },
  },
  {
    name: 'settings-gateway',
    world: shop,
    alsoDark: false,
    act: async (page) => {
      await rail(page, 6);
      await either(page, /^Gateway$/, /^Zahlungssystem$/).click();
      await page.getByRole('radio').nth(1).check();
    },
  },
  { name: 'guide', world: 'rows=0&guide=1', alsoDark: false, act: async () => {} },
];
