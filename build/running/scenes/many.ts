// Pictures of long lists, of searches with many hits, of several authorizations at once, and of the screen keyboard in
// each form that a person at the counter types into.
import type { Page } from 'playwright-core';
import { amount, either, rail } from './acts.ts';
import type { Scene } from './scene.ts';

const shop = 'rows=30&open=1&customers=47&delay=100';
const keyboard = `${shop}&keyboard=always`;

async function authorizations(page: Page): Promise<void> {
  await rail(page, 2);
  await either(page, /^Open authorizations$/, /^Offene Autorisierungen$/).click();
  await either(page, /^Choose all$/, /^Alle auswählen$/).click();
  await page.waitForTimeout(400);
  await either(page, /^Capture \d/, /^\d+ einziehen$/).click();
  await page.waitForTimeout(400);
}

function scene(name: string, act: Scene['act'], world = shop): Scene {
  return { name, world, kept: false, act };
}

export const manyScenes: readonly Scene[] = [
  scene('payments-many', (page) => rail(page, 2), 'rows=10000'),
  scene(
    'payments-many-found',
    async (page) => {
      await rail(page, 2);
      await page.getByRole('searchbox').fill('4242');
      await page.waitForTimeout(800);
      await page.getByRole('option').nth(2).click();
    },
    'rows=10000',
  ),
  scene('authorizations-check', authorizations, `${shop}&authorizations=9`),
  scene(
    'authorizations-done',
    async (page) => {
      await authorizations(page);
      await either(page, /^Capture .*EUR/, /EUR einziehen$/).click();
      await page.getByRole('heading', { name: /^Captured:|^Eingezogen:/ }).waitFor();
    },
    `${shop}&authorizations=9`,
  ),
  scene(
    'terminal-answer',
    async (page) => {
      await page.getByRole('button', { name: /^Open the terminals|^Terminals öffnen/ }).click();
      await either(page, /^Check T-1/, /^T-1 prüfen/).click();
      await page.waitForTimeout(800);
    },
    'rows=30&held=1&delay=100',
  ),
  scene(
    'keyboard-sale',
    async (page) => {
      await amount(page, '1234');
      await page.locator('main input').first().click();
    },
    keyboard,
  ),
  scene(
    'keyboard-payments',
    async (page) => {
      await rail(page, 2);
      await page.getByRole('searchbox').click();
    },
    keyboard,
  ),
  scene(
    'keyboard-refund',
    async (page) => {
      await rail(page, 3);
      await either(page, /^Manual refund \(no receipt\)$/, /^Manuelle Erstattung \(ohne Beleg\)$/).click();
      await page.getByText(/^A card, by its number$|^Eine Karte, nach Nummer$/).click();
      await page.locator('main input:not([type=radio])').nth(4).click();
    },
    keyboard,
  ),
  scene(
    'keyboard-customer',
    async (page) => {
      await rail(page, 2);
      await either(page, /^Customers$/, /^Kunden$/).click();
      await page.getByRole('option').first().click();
      await either(page, /^Change the details$/, /^Angaben ändern$/).click();
      await page.locator('main input:not([type=radio])').nth(2).click();
    },
    keyboard,
  ),
  scene(
    'keyboard-link',
    async (page) => {
      await amount(page, '4990');
      await either(page, /^Payment link$/, /^Zahlungslink$/).click();
      await page.locator('main input:not([type=radio])').first().click();
    },
    keyboard,
  ),
  scene(
    'keyboard-drawer',
    async (page) => {
      await amount(page, '');
      await either(page, /^Open the drawer/, /^Schublade öffnen/).click();
      await page.getByRole('dialog').getByRole('textbox').click();
    },
    `${keyboard}&drawer=1`,
  ),
];
