// Pictures of the forms beside the sale: payment links, customers, and the further steps on a payment.
import type { Page } from 'playwright-core';
import { either, headline } from './acts.ts';
import type { Scene } from './scene.ts';

const shop = 'rows=30&open=1&customers=47&stay=1&confirm=1&delay=100';

async function linkForm(page: Page): Promise<void> {
  await page.keyboard.type('4990', { delay: 60 });
  await either(page, /^Payment link$/, /^Zahlungslink$/).click();
  await headline(page, /should the customer pay|soll der Kunde/);
  await page.locator('main input').first().fill('A-4711');
  await page.locator('main h1').click();
}

async function madeLink(page: Page): Promise<void> {
  await linkForm(page);
  await page.waitForTimeout(400);
  await page.keyboard.press('Control+Enter');
}

async function customers(page: Page): Promise<void> {
  await page.keyboard.press('Alt+2');
  await either(page, /^Customers$/, /^Kunden$/).click();
  await page.getByRole('option').first().waitFor();
}

async function openPayment(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Alt+2');
  await page.getByRole('option').filter({ hasText: text }).first().click();
}

function scene(name: string, act: Scene['act'], part: Partial<Scene> = {}): Scene {
  return { name, world: shop, kept: false, act, ...part };
}

export const formScenes: readonly Scene[] = [
  scene('link', linkForm),
  scene(
    'link-made',
    async (page) => {
      await madeLink(page);
      await headline(page, /Waiting for the customer|Wartet auf den Kunden/);
    },
    { kept: true },
  ),
  scene('link-paid', async (page) => {
    await madeLink(page);
    await headline(page, /Waiting for the customer|Wartet auf den Kunden/);
    await page.evaluate('for (const each of fake.world.hosted.values()) each.status = "CAPTURED"');
    await either(page, /^Ask the payment system now$/, /^Jetzt beim Zahlungssystem fragen$/).click();
    await headline(page, /^Paid|^Bezahlt/);
  }),
  scene('link-differs', async (page) => {
    await madeLink(page);
    await headline(page, /Waiting for the customer|Wartet auf den Kunden/);
    await page.evaluate('for (const each of fake.world.hosted.values()) each.paid = { value: 4490, currency: "EUR" }');
    await page.evaluate('for (const each of fake.world.hosted.values()) each.status = "CAPTURED"');
    await either(page, /^Ask the payment system now$/, /^Jetzt beim Zahlungssystem fragen$/).click();
    await headline(page, /^The payment system shows|^Das Zahlungssystem zeigt/);
  }),
  scene(
    'ends-differs',
    async (page) => {
      await either(page, /was not paid with this sum/, /wurde nicht so bezahlt/).click();
      await page.getByRole('dialog').waitFor();
    },
    { world: `${shop}&other=1` },
  ),
  scene(
    'ends-differs-long',
    async (page) => {
      await either(page, /was not paid with this sum/, /wurde nicht so bezahlt/).click();
      await page.getByRole('dialog').waitFor();
    },
    { world: `${shop}&other=1&long=1` },
  ),
  scene(
    'activity-differs-long',
    async (page) => {
      await page.keyboard.press('Alt+4');
      await page
        .getByRole('option')
        .filter({ hasText: '9.999' })
        .or(page.getByRole('option').filter({ hasText: '9,999' }))
        .first()
        .click();
      await headline(page, /^The payment system shows|^Das Zahlungssystem zeigt/);
    },
    { world: `${shop}&other=1&long=1` },
  ),
  scene(
    'link-unknown',
    async (page) => {
      await madeLink(page);
      await headline(page, /know yet|Noch ungeklärt/);
    },
    { world: `${shop}&fate=lost` },
  ),
  scene('link-earlier', async (page) => {
    await madeLink(page);
    await headline(page, /Waiting for the customer|Wartet auf den Kunden/);
    await either(page, /^Make a new link$/, /^Neuen Link erstellen$/).click();
    await either(page, /^Earlier links$/, /^Frühere Links$/).click();
    await page.getByRole('option').first().waitFor();
  }),
  scene(
    'customer',
    async (page) => {
      await customers(page);
      await page.getByRole('option').first().click();
      await headline(page, /0$/);
    },
    { kept: true },
  ),
  scene('customer-long', async (page) => {
    await customers(page);
    await page.getByRole('option').nth(1).click();
    await headline(page, /GmbH/);
  }),
  scene('customer-change', async (page) => {
    await customers(page);
    await page.getByRole('option').first().click();
    await either(page, /^Change the details$/, /^Angaben ändern$/).click();
  }),
  scene('customer-delete', async (page) => {
    await customers(page);
    await page.getByRole('option').first().click();
    await either(page, /^Delete the customer$/, /^Kunden löschen$/).click();
  }),
  scene(
    'customers-empty',
    async (page) => {
      await page.keyboard.press('Alt+2');
      await either(page, /^Customers$/, /^Kunden$/).click();
      await page.waitForTimeout(400);
    },
    { world: 'rows=0' },
  ),
  scene('payment-raise', async (page) => {
    await openPayment(page, '214');
    await either(page, /^Raise the authorization$/, /^Autorisierung erhöhen$/).click();
    await page
      .getByRole('group', { name: /Keypad|Tastenfeld|Ziffern/ })
      .getByRole('button', { name: '5', exact: true })
      .click();
    await page.getByRole('button', { name: '00', exact: true }).click();
  }),
  scene('payment-confirm', async (page) => {
    await openPayment(page, '41377');
    await either(page, /^Confirm the payment$/, /^Zahlung bestätigen$/).click();
  }),
  scene('payment-update', async (page) => {
    await openPayment(page, '214');
    await either(page, /^Change the details$/, /^Angaben ändern$/).click();
  }),
];
