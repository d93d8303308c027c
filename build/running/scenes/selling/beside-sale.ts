// Pictures of what stands beside a plain sale: the tip that was chosen, parked entries, an authorization, the drawer, and
// receipts in each language.
import type { Page } from 'playwright-core';
import { amount, charge, either, headline } from '../acts.ts';
import type { Scene } from '../scene.ts';

const shop = 'rows=60&programs=1&delay=100';

async function chooseTip(page: Page, tipMinor: number): Promise<void> {
  await amount(page, '2345');
  await page.waitForTimeout(400);
  await page.keyboard.press('Control+Enter');
  await headline(page, /asked for a tip$|nach Trinkgeld gefragt$/);
  await page.waitForFunction('fake.world.customerScreen.turned.type === "tip"');
  await page.evaluate(
    `for (const tell of fake.world.listeners.customerChose) tell({ questionId: fake.world.customerScreen.turned.questionId, tipMinor: ${tipMinor} })`,
  );
  await page.getByText(/^The customer is asked|^Der Kunde wird nach/).waitFor({ state: 'detached' });
}

async function drawer(page: Page): Promise<void> {
  await amount(page, '');
  await either(page, /^Open the drawer/, /^Schublade öffnen/).click();
  await page.getByRole('dialog').waitFor();
}

function scene(name: string, act: Scene['act'], part: Partial<Scene> = {}): Scene {
  return { name, world: shop, kept: false, act, ...part };
}

export const besideSaleScenes: readonly Scene[] = [
  scene('sale-empty', async () => {}),
  scene('sale-tip-chosen', (page) => chooseTip(page, 235), { world: `${shop}&tips=1` }),
  scene('sale-tip-none', (page) => chooseTip(page, 0), { world: `${shop}&tips=1` }),
  scene('sale-parked', async (page) => {
    for (const digits of ['450', '1999', '120000']) {
      await amount(page, digits);
      await page.waitForTimeout(200);
      await either(page, /^Park this entry$/, /^Diese Eingabe parken$/).click();
    }
  }),
  scene('sale-authorized', async (page) => {
    await page.getByText(/^Authorize only$|^Nur autorisieren$/).click();
    await charge(page);
    await headline(page, /Not taken yet|Noch nicht/);
  }),
  scene('no-sale', drawer, { world: `${shop}&drawer=1` }),
  scene(
    'no-sale-errors',
    async (page) => {
      await drawer(page);
      await page.waitForTimeout(400);
      await page.getByRole('dialog').getByRole('button').last().click();
    },
    { world: `${shop}&drawer=1` },
  ),
  scene(
    'no-sale-pin',
    async (page) => {
      await drawer(page);
      await page.getByRole('dialog').getByRole('textbox').fill('Wechselgeld 50');
      await page.waitForTimeout(400);
      await page.getByRole('dialog').getByRole('button').last().click();
      await page.waitForTimeout(400);
    },
    { world: `${shop}&drawer=1&people=Cashier%201` },
  ),
  scene(
    'no-sale-done',
    async (page) => {
      await drawer(page);
      await page.getByRole('dialog').getByRole('textbox').fill('Wechselgeld 50');
      await page.waitForTimeout(400);
      await page.getByRole('dialog').getByRole('button').last().click();
      await page.waitForTimeout(600);
    },
    { world: `${shop}&drawer=1` },
  ),
  scene(
    'sale-languages',
    async (page) => {
      await charge(page);
      await page.locator('main pre, main [data-receipt]').first().waitFor();
    },
    { languages: ['fr', 'it', 'es', 'nl'] },
  ),
  scene('sale-form-languages', (page) => amount(page, '1234'), { languages: ['fr', 'it', 'es', 'nl'] }),
];
