// Pictures of the Sale screen: amounts, what is running, what came of it, another currency.
import type { Page } from 'playwright-core';
import { amount, charge, either, headline, shop } from '../acts.ts';
import type { Scene } from '../scene.ts';

/** Turns a switch of the fake bridge behind the window. */
const world = (page: Page, part: { readonly [name: string]: boolean | string | number }) =>
  page.evaluate(`Object.assign(fake.world, ${JSON.stringify(part)}), 0`);

async function dccForm(page: Page, bin: string): Promise<void> {
  await amount(page, '10000');
  await either(page, /^Quote another currency$/, /^Andere Währung anbieten$/).click();
  await page.locator('main input').first().fill(bin);
  await page.waitForTimeout(400);
}

/** The till asks the customer; its terminal reads an American card. */
const choosing = `${shop}&dcc=choice&bin=424242&delay=100`;

async function beginChoice(page: Page): Promise<void> {
  await amount(page, '10000');
  await either(page, /^Let the customer choose/, /^Kunde wählt die Währung$/).click();
  await page.waitForTimeout(400);
}

async function toChoice(page: Page): Promise<void> {
  await beginChoice(page);
  await either(page, /^Read the card at/, /^Karte an /).click();
  await headline(page, /^Select currency$|^Währung wählen$/);
}

export const saleScenes: readonly Scene[] = [
  { name: 'sale', world: shop, kept: true, act: (page) => amount(page, '1234') },
  {
    name: 'sale-large-print',
    world: `${shop}&print=large&hand=left`,
    kept: false,
    act: async (page) => {
      await amount(page, '450');
      await either(page, /^Park this entry$/, /^Diese Eingabe parken$/).click();
      await amount(page, '1234');
    },
  },
  {
    name: 'sale-sums',
    world: shop,
    kept: false,
    async act(page) {
      await amount(page, '');
      await page.keyboard.type('3*450+1200+10%2*399', { delay: 120 });
    },
  },
  {
    name: 'sale-running',
    world: `${shop}&fate=hang`,
    kept: false,
    act: async (page) => {
      await charge(page);
      await headline(page, /present|vorzuhalten/);
    },
  },
  {
    name: 'sale-paid',
    world: `${shop}&delay=100`,
    kept: true,
    act: async (page) => {
      await charge(page);
      await headline(page, /^Paid|^Bezahlt/);
    },
  },
  {
    name: 'sale-mail',
    world: `${shop}&delay=100&mail=1`,
    kept: false,
    act: async (page) => {
      await charge(page);
      await headline(page, /^Paid|^Bezahlt/);
    },
  },
  {
    name: 'sale-declined',
    world: `${shop}&delay=100&fate=decline`,
    kept: false,
    act: async (page) => {
      await charge(page);
      await headline(page, /Declined|Abgelehnt/);
    },
  },
  {
    name: 'sale-unknown',
    world: `${shop}&delay=100&fate=lost`,
    kept: true,
    act: async (page) => {
      await charge(page);
      await headline(page, /know yet|Noch ungeklärt/);
    },
  },
  {
    name: 'sale-offline',
    world: `${shop}&offline=1`,
    kept: false,
    act: (page) => amount(page, '1234'),
  },
  {
    name: 'dcc',
    world: shop,
    kept: true,
    act: async (page) => {
      await dccForm(page, '424242');
      await either(page, /^Ask for a quote$/, /^Angebot holen$/).click();
      await headline(page, /both currencies|beiden Währungen/);
    },
  },
  {
    name: 'sale-decide',
    world: `${shop}&delay=100&fate=person`,
    kept: false,
    act: async (page) => {
      await charge(page);
      await headline(page, /look this up ourselves|selbst nachsehen/);
    },
  },
  {
    name: 'sale-silent',
    world: shop,
    kept: false,
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
    act: (page) => amount(page, '999999999999'),
  },
  {
    name: 'sale-long-paid',
    world: `${shop}&long=1&delay=100`,
    kept: false,
    act: async (page) => {
      await page.locator('main input').first().fill('Bestellung 2026-01-31-000000000000000000000000000000000001');
      await page.locator('main h1').click();
      await amount(page, '999999999999');
      await page.waitForTimeout(400);
      await page.keyboard.press('Control+Enter');
      await headline(page, /^Paid|^Bezahlt/);
    },
  },
  { name: 'dcc-form', world: shop, kept: false, act: (page) => dccForm(page, '424242') },
  {
    name: 'dcc-card',
    world: choosing,
    kept: false,
    act: async (page) => {
      await beginChoice(page);
    },
  },
  {
    name: 'dcc-select',
    world: choosing,
    kept: false,
    act: async (page) => {
      await toChoice(page);
    },
  },
  {
    name: 'dcc-chosen',
    world: choosing,
    kept: false,
    act: async (page) => {
      await toChoice(page);
      await page.getByRole('button', { name: /USD/ }).click();
      await headline(page, /USD/);
    },
  },
  {
    name: 'dcc-paid',
    world: choosing,
    kept: false,
    act: async (page) => {
      await toChoice(page);
      await page.getByRole('button', { name: /USD/ }).click();
      await headline(page, /USD/);
      await page.waitForTimeout(400);
      await either(page, /^Go on at the terminal$/, /^Weiter am Terminal$/).click();
      await headline(page, /^Paid|^Bezahlt/);
    },
  },
  {
    name: 'dcc-none',
    world: shop,
    kept: false,
    act: async (page) => {
      await dccForm(page, '400002');
      await either(page, /^Ask for a quote$/, /^Angebot holen$/).click();
      await headline(page, /No other currency|Keine andere/);
    },
  },
  { name: 'live', world: `${shop}&mode=live`, kept: false, act: (page) => amount(page, '1234') },
];
