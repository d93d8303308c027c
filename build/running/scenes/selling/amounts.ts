// Pictures of a sale with another amount approved than was asked for, of a purchase in parts, of a held terminal, and
// of a decision with the fields of a slip.
import type { Page } from 'playwright-core';
import { amount, charge, either, headline, openRow, rail } from '../acts.ts';
import type { Scene } from '../scene.ts';

const shop = 'rows=60&programs=1&delay=100';
const only = /^Only|^Nur/;

async function reference(page: Page): Promise<void> {
  await page.locator('main input').first().fill('A-4711');
  await page.locator('main h1').click();
}

async function lessApproved(page: Page): Promise<void> {
  await reference(page);
  await charge(page);
  await headline(page, only);
  await page.waitForTimeout(400);
}

async function rest(page: Page): Promise<void> {
  await lessApproved(page);
  await page.evaluate('fake.world.fate = "approve"');
  await either(page, /^Keep 6/, /^6,17.*behalten/).click();
  await page.getByText(/takes the rest|kassiert den Rest/).waitFor();
  await page.waitForTimeout(400);
}

function scene(name: string, act: Scene['act'], part: Partial<Scene> = {}): Scene {
  return { name, world: `${shop}&fate=less`, kept: false, act, ...part };
}

export const amountScenes: readonly Scene[] = [
  scene('sale-less', lessApproved),
  scene('sale-rest', rest),
  scene('sale-rest-otherwise', async (page) => {
    await rest(page);
    await either(page, /^Paid without a card$/, /^Ohne Karte bezahlt$/).click();
  }),
  scene('sale-less-kept', async (page) => {
    await lessApproved(page);
    await page.evaluate('fake.api.keepApproved({ id: [...fake.world.operations.keys()].at(-1) })');
    await headline(page, /^Paid|^Bezahlt/);
    await page.getByRole('region', { name: /^Paid in parts$|^In Teilen bezahlt$/ }).waitFor();
  }),
  scene('sale-less-back', async (page) => {
    await lessApproved(page);
    await page.evaluate('fake.world.fate = "approve"');
    await either(page, /^Give back/, /zurückgeben$/).click();
    await headline(page, /^Reversed|^Storniert/);
  }),
  scene('sale-all-parts', async (page) => {
    await rest(page);
    await page.keyboard.press('Control+Enter');
    await page.getByText(/^All of|^Alle 12/).waitFor();
  }),
  scene('payment-parts', async (page) => {
    await rest(page);
    await rail(page, 2);
    await openRow(page, 'A-4711');
    await page.getByRole('region', { name: /^Paid in parts$|^In Teilen bezahlt$/ }).waitFor();
  }),
  scene('activity-less', async (page) => {
    await lessApproved(page);
    await rail(page, 4);
    await openRow(page, 'A-4711');
    await headline(page, only);
  }),
  scene(
    'sale-more',
    async (page) => {
      await charge(page);
      await headline(page, /instead of|statt/);
    },
    { world: `${shop}&fate=more` },
  ),
  scene(
    'sale-tip',
    async (page) => {
      await charge(page);
      await headline(page, /^Paid|^Bezahlt/);
    },
    { world: `${shop}&fate=tip` },
  ),
  scene(
    'sale-tip-asked',
    async (page) => {
      await amount(page, '2345');
      await either(page, /^Charge/, /kassieren$/).click();
      await headline(page, /asked for a tip$|nach Trinkgeld gefragt$/);
    },
    { world: `${shop}&tips=1` },
  ),
  scene(
    'sale-busy',
    async (page) => {
      await charge(page);
      await headline(page, /busy|belegt/);
    },
    { world: `${shop}&fate=busy` },
  ),
  scene(
    'sale-held',
    async (page) => {
      await amount(page, '1234');
      await page.getByRole('alert').first().waitFor();
    },
    { world: `${shop}&held=1` },
  ),
  scene(
    'sale-held-free',
    async (page) => {
      await page.getByRole('alert').first().waitFor();
      await either(page, /^Free the terminal$/, /^Terminal freigeben$/).click();
    },
    { world: `${shop}&held=1` },
  ),
  scene(
    'decide-slip',
    async (page) => {
      await rail(page, 4);
      await openRow(page, '40977');
      await page.getByRole('radio').nth(-2).check({ force: true });
      await page.getByRole('region', { name: /slip show|zeigt der Beleg/ }).scrollIntoViewIfNeeded();
    },
    { world: `${shop}&open=1&people=Supervisor` },
  ),
];
