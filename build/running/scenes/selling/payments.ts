// Pictures of payments and what is done to them, and refunds without a reference.
import type { Page } from 'playwright-core';
import { either, headline, openRow, rail, shop } from '../acts.ts';
import type { Scene } from '../scene.ts';

const german = async (page: Page) => (await page.locator('html').getAttribute('lang')) === 'de';

async function refundForm(page: Page): Promise<void> {
  await rail(page, 3);
  await either(page, /^Manual refund \(no receipt\)$/, /^Manuelle Erstattung \(ohne Beleg\)$/).click();
  const reason = (await german(page)) ? 'Ware zurück, Bon verloren' : 'Returned goods, receipt lost';
  const holder = (await german(page)) ? 'Erika Muster' : 'Sample Customer';
  await page.getByText(/^A card, by its number$|^Eine Karte, nach Nummer$/).click();
  const fields = page.locator('main input:not([type=radio])');
  await fields.nth(0).pressSequentially('2500');
  await fields.nth(1).fill(reason);
  await fields.nth(2).fill('customer@example.com');
  await fields.nth(3).fill('4242424242424242');
  await fields.nth(4).fill(holder);
  await fields.nth(5).fill('04/29');
  await page.locator('main select').nth(1).selectOption('VISA');
}

async function openCaptures(page: Page): Promise<void> {
  await rail(page, 2);
  await openRow(page, '41200');
}

export const paymentsScenes: readonly Scene[] = [
  {
    name: 'authorizations',
    world: `${shop}&authorizations=9`,
    kept: false,
    act: async (page) => {
      await rail(page, 2);
      await either(page, /^Open authorizations$/, /^Offene Autorisierungen$/).click();
      await either(page, /^Choose what lapses soon$/, /^Auswählen, was bald verfällt$/).click();
    },
  },
  {
    name: 'terminals',
    world: `${shop}&held=1`,
    kept: false,
    act: (page) => page.getByRole('button', { name: /^Open the terminals|^Terminals öffnen/ }).click(),
  },
  {
    name: 'payment',
    world: shop,
    kept: true,
    act: async (page) => {
      await rail(page, 2);
      await openRow(page, '40053');
    },
  },
  {
    name: 'payment-refund',
    world: shop,
    kept: false,
    act: async (page) => {
      await rail(page, 2);
      await openRow(page, '40053');
      await either(page, /^Refund money$/, /^Geld erstatten$/).click();
    },
  },
  {
    name: 'payments-empty',
    world: 'rows=0',
    kept: false,
    act: (page) => rail(page, 2),
  },
  { name: 'refund', world: shop, kept: true, act: refundForm },
  {
    name: 'refund-check',
    world: shop,
    kept: false,
    act: async (page) => {
      await refundForm(page);
      await page.waitForTimeout(400);
      await either(page, /^Check the refund$/, /^Erstattung prüfen$/).click();
    },
  },
  {
    name: 'payment-captures',
    world: `${shop}&captures=1`,
    kept: false,
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
    act: async (page) => {
      await rail(page, 2);
      await openRow(page, '40059');
      await either(page, /^Reverse the payment$/, /^Zahlung stornieren$/).click();
    },
  },
  {
    name: 'payment-waiting',
    world: `${shop}&offline=1`,
    kept: false,
    act: async (page) => {
      await rail(page, 2);
      await openRow(page, '40053');
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
    act: async (page) => {
      await rail(page, 2);
      await openRow(page, '40053');
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
    act: async (page) => {
      await rail(page, 2);
      await page.getByRole('searchbox').fill('B-77120');
      await page.waitForTimeout(600);
      await either(page, /^Ask the payment system by payment number$/, /^Nach der Zahlungsnummer fragen$/).click();
      await page.getByRole('alert').first().waitFor();
    },
  },
  {
    name: 'payments-long',
    world: 'rows=4&long=1',
    kept: false,
    act: async (page) => {
      await rail(page, 2);
      await openRow(page, '999');
    },
  },
  { name: 'refund-find', world: shop, kept: false, act: (page) => rail(page, 3) },
  {
    name: 'screen-keyboard',
    world: `${shop}&keyboard=always`,
    kept: false,
    act: async (page) => {
      await rail(page, 3);
      await either(page, /^4$/, /^4$/).click();
    },
  },
  {
    name: 'refund-errors',
    world: shop,
    kept: false,
    act: async (page) => {
      await rail(page, 3);
      await either(page, /^Manual refund \(no receipt\)$/, /^Manuelle Erstattung \(ohne Beleg\)$/).click();
      await page.waitForTimeout(400);
      await either(page, /^Check the refund$/, /^Erstattung prüfen$/).click();
    },
  },
  {
    name: 'refund-done',
    world: `${shop}&delay=100`,
    kept: false,
    act: async (page) => {
      await refundForm(page);
      await page.waitForTimeout(400);
      await either(page, /^Check the refund$/, /^Erstattung prüfen$/).click();
      await page.waitForTimeout(600);
      await page.locator('main button').filter({ hasText: /EUR/ }).click();
      await headline(page, /^Refunded|^Erstattet/);
    },
  },
  {
    name: 'refund-approval',
    world: `${shop}&people=Cashier 1`,
    kept: false,
    act: async (page) => {
      await refundForm(page);
      await page.waitForTimeout(400);
      await either(page, /^Check the refund$/, /^Erstattung prüfen$/).click();
      await page.waitForTimeout(400);
      await either(page, /^Refund 25/, /25,00.EUR erstatten$/).click();
      await either(page, /^Supervisor 2/, /^Aufsicht 2/).click();
    },
  },
];
