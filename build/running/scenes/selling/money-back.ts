// Pictures of money that goes back: with its line where an office is asked, of a sale without a payment number, and
// with the PIN of a second person.
import type { Page } from 'playwright-core';
import { charge, either, headline, openRow, rail } from '../acts.ts';
import type { Scene } from '../scene.ts';

const shop = 'rows=60&open=1&programs=1&delay=100';
const claims = `${shop}&office=claims`;

async function refundOf(page: Page, reference: string): Promise<void> {
  await rail(page, 2);
  await openRow(page, reference);
  await page.waitForTimeout(400);
  await either(page, /^Refund money$/, /^Geld erstatten$/).click();
}

async function nameLine(page: Page, line: string): Promise<void> {
  await page.getByLabel(/^Line or number|^Zeile oder Nummer/).fill(line);
}

/** The office answers the next refund that another till has refunded its line. */
async function refuseLine(page: Page): Promise<void> {
  const refunded = {
    till: 'Till 2',
    shop: 'Corner Shop, Sample City',
    isOwn: false,
    at: '2026-01-30T16:05:00.000Z',
    state: 'paid',
    amount: { value: 4_590, currency: 'EUR' },
  };
  const refusal = { code: 'refunded-elsewhere', title: '', detail: '', facts: { refunded } };
  await page.evaluate(`fake.api.submit = async () => (${JSON.stringify({ type: 'refused', refusal })}), 0`);
}

async function pressRefund(page: Page): Promise<void> {
  await page.waitForTimeout(400);
  await page
    .locator('main button')
    .filter({ hasText: /^Refund .*EUR$|EUR erstatten$/ })
    .last()
    .click();
}

/** A sale that a supervisor decided by its slip, without the payment number. */
async function decideBySlip(page: Page): Promise<void> {
  const decision = {
    id: 'open-person',
    outcome: 'succeeded',
    reason: 'The slip says paid.',
    evidence: 'Slip',
    slip: { traceNr: '000042' },
    approval: null,
    second: null,
  };
  await page.evaluate(`fake.api.decide(${JSON.stringify(decision)})`);
}

async function unnumbered(page: Page): Promise<void> {
  await decideBySlip(page);
  await refundOf(page, '40977');
}

async function atTerminal(page: Page): Promise<void> {
  await unnumbered(page);
  await page.waitForTimeout(600);
  await either(page, /^Refund at the terminal$/, /^Am Terminal erstatten$/).click();
}

const supervised = `${claims}&people=Supervisor`;
const longLine = 'POS-2026-01-31/000000000000000000000000000000000000000000/0000001';

function scene(name: string, world: string, act: Scene['act']): Scene {
  return { name, world, kept: false, act };
}

export const moneyBackScenes: readonly Scene[] = [
  scene('payment-refund-line', claims, async (page) => {
    await refundOf(page, '40053');
    await nameLine(page, '4711/3');
  }),
  scene('payment-refund-line-long', claims, async (page) => {
    await refundOf(page, '40053');
    await nameLine(page, longLine);
  }),
  scene('payment-refund-line-refused', claims, async (page) => {
    await refundOf(page, '40053');
    await nameLine(page, '4711/3');
    await refuseLine(page);
    await pressRefund(page);
    await page.getByRole('alert').first().waitFor();
  }),
  scene('payment-captures-line', `${claims}&captures=1`, async (page) => {
    await refundOf(page, '41200');
    await page.getByRole('radio').nth(1).check({ force: true });
  }),
  scene('refund-line', claims, async (page) => {
    await rail(page, 3);
    await either(page, /^Manual refund \(no receipt\)$/, /^Manuelle Erstattung \(ohne Beleg\)$/).click();
    await page.locator('main input:not([type=radio])').first().pressSequentially('2500');
    await nameLine(page, longLine);
  }),
  scene('refund-line-check', claims, async (page) => {
    await rail(page, 3);
    await either(page, /^Manual refund \(no receipt\)$/, /^Manuelle Erstattung \(ohne Beleg\)$/).click();
    await page.locator('main input:not([type=radio])').first().pressSequentially('2500');
    await page.getByLabel(/^(Reason|Grund)$/).fill('Returned');
    await nameLine(page, longLine);
    await page.waitForTimeout(400);
    await either(page, /^Check the refund$/, /^Erstattung prüfen$/).click();
  }),
  scene('unnumbered', supervised, async (page) => {
    await unnumbered(page);
    await page.getByText(/does not show this sale|zeigt diesen Verkauf nicht/).waitFor();
  }),
  scene('unnumbered-refused', supervised, async (page) => {
    await page.evaluate('fake.world.notShown = "refused"');
    await unnumbered(page);
    await page.waitForTimeout(600);
  }),
  scene('unnumbered-told', supervised, async (page) => {
    await page.evaluate('fake.world.numberShown = "PAY-told"');
    await unnumbered(page);
    await page.waitForTimeout(600);
  }),
  scene('unnumbered-credit', supervised, async (page) => {
    await atTerminal(page);
    await nameLine(page, longLine);
  }),
  scene('unnumbered-activity', supervised, async (page) => {
    await decideBySlip(page);
    await rail(page, 4);
    await openRow(page, '40977');
  }),
  scene('sale-less-pin', `${shop}&fate=less&people=Cashier%201`, async (page) => {
    await charge(page);
    await headline(page, /^Only|^Nur/);
    await page.evaluate('fake.world.fate = "approve"');
    await page.waitForTimeout(400);
    await either(page, /^Give back/, /zurückgeben$/).click();
    await page.waitForTimeout(400);
  }),
  scene('sale-more-pin', `${shop}&fate=more&people=Cashier%201`, async (page) => {
    await charge(page);
    await headline(page, /instead of|statt/);
    await page.evaluate('fake.world.fate = "approve"');
    await page.waitForTimeout(400);
    await either(page, /^Give back/, /zurückgeben$/).click();
    await page.waitForTimeout(400);
  }),
  scene('sale-more-kept', `${shop}&fate=more`, async (page) => {
    await charge(page);
    await headline(page, /instead of|statt/);
    await page.evaluate('fake.api.keepApproved({ id: [...fake.world.operations.keys()].at(-1) })');
    await headline(page, /^Paid|^Bezahlt/);
  }),
  scene('decide-slip-errors', supervised, async (page) => {
    await rail(page, 4);
    await openRow(page, '40977');
    await page.getByRole('radio').nth(-2).check({ force: true });
    const slip = page.getByRole('region', { name: /slip show|zeigt der Beleg/ });
    await slip.getByRole('textbox').first().fill('');
    await slip.getByRole('textbox').nth(1).fill('00 42');
    await page.waitForTimeout(400);
    await either(page, /^Decide: it happened$/, /^Entscheiden: geschehen$/).click();
    await slip.scrollIntoViewIfNeeded();
  }),
  scene('decide-second', `${supervised}&refund=person`, async (page) => {
    await rail(page, 4);
    await openRow(page, '−45');
    await page.getByRole('radio').nth(-1).check({ force: true });
    await page.getByRole('textbox').nth(-2).fill('Bank: no credit');
    await page.getByRole('textbox').nth(-1).fill('Bank statement');
    await page.waitForTimeout(400);
    await either(page, /second person$/, /^Zu zweit entscheiden$/).click();
    await page.getByRole('dialog').waitFor();
  }),
  scene('link-unpaid', shop, async (page) => {
    await page.keyboard.type('4990', { delay: 60 });
    await either(page, /^Payment link$/, /^Zahlungslink$/).click();
    await headline(page, /should the customer pay|soll der Kunde/);
    await page.locator('main input').first().fill('A-4711');
    await page.locator('main h1').click();
    await page.waitForTimeout(400);
    await page.keyboard.press('Control+Enter');
    await headline(page, /Waiting for the customer|Wartet auf den Kunden/);
    await rail(page, 2);
    await openRow(page, 'A-4711');
    await page.waitForTimeout(600);
  }),
];
