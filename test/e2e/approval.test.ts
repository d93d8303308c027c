// Refunds that need a second person: above the limit, without a payment, and where it cannot be found out how one
// ended.
import { expect, it } from 'vitest';
import { addFaults } from '#support/erp.ts';
import { heldInMemory, keptBy } from './canary.ts';
import type { Cashier } from './cashier.ts';
import { clearFaults, done } from './counter.ts';
import { type Name, handOver, openManned, pins } from './staff.ts';

const refunds = 'POST /payments/{id}/refunds';
const manualRefunds = 'POST /payments/refunds';
/** A card network's published test number. */
const cardNumber = '5555555555554444';

/** In the dialog that asks for somebody. */
async function enterPin(cashier: Cashier, name: Name, pin: string, doIt: string): Promise<void> {
  const dialog = cashier.page.getByRole('dialog');
  await dialog.getByRole('button', { name: new RegExp(`^${name} `) }).click();
  await cashier.typeSecret(`PIN of ${name}`, pin);
  await cashier.press(doIt);
}

async function manualRefund(cashier: Cashier): Promise<void> {
  await cashier.goTo('Refund');
  await cashier.press('Manual refund (no receipt)');
  await cashier.fill('Amount to refund', '45.00');
  await cashier.choose('A card, by its number');
  await cashier.fill('Reason', 'Sold at the market stall, returned here');
  await cashier.fill('E-mail of the customer', 'name@example.com');
  await cashier.typeSecret('Card number', cardNumber);
  await cashier.fill('Name on the card', 'A Sample');
  await cashier.fill('Valid until', '04/31');
  await cashier.field('Card brand').selectOption('MASTERCARD');
  await cashier.press('Check the refund');
  await cashier.reads('Is this right?');
  await cashier.press('Refund 45.00 EUR');
}

it('pays a refund above the limit out once, with a supervisor’s PIN', async () => {
  const { cashier, gateway } = await openManned();
  await handOver(cashier, 'Manager', 'Cashier');
  await cashier.goTo('Sale');
  await cashier.sell('10000', '100.00 EUR');
  await cashier.press('Open the payment');
  await cashier.press('Refund money');
  await cashier.fill('Amount', '50.01');
  await cashier.press('Refund 50.01 EUR');
  await cashier.reads('Why is money given back?');
  await cashier.fill('Reason', 'Came back broken');
  await cashier.press('Go on');
  await enterPin(cashier, 'Supervisor', '000000', 'Approve 50.01 EUR');
  // The dialog stays for another try.
  await cashier.finds('The PIN is wrong.');
  expect(await done(gateway, refunds)).toEqual([]);
  await enterPin(cashier, 'Supervisor', pins.Supervisor, 'Approve 50.01 EUR');
  await cashier.reads('Refunded 50.01 EUR');
  expect(await done(gateway, refunds)).toMatchObject([{ value: 5001 }]);
  await cashier.goTo('Activity');
  await cashier.row(/^Refund Done/).click();
  await expect.poll(() => cashier.fact('Approved by')).toBe('Supervisor');
  expect(await cashier.fact('Signed in')).toBe('Cashier');
});

it('asks for a supervisor at every manual refund, and keeps neither PIN nor card', async () => {
  const { cashier, gateway, till } = await openManned();
  await handOver(cashier, 'Manager', 'Cashier');
  await manualRefund(cashier);
  await enterPin(cashier, 'Supervisor', '000000', 'Approve 45.00 EUR');
  // Neither the reason nor the card need be typed again.
  await cashier.finds('The PIN is wrong.');
  await enterPin(cashier, 'Supervisor', pins.Supervisor, 'Approve 45.00 EUR');
  await cashier.reads('Refunded 45.00 EUR');
  expect(await done(gateway, manualRefunds)).toMatchObject([{ value: 4500 }]);
  const secrets = [pins.Supervisor, pins.Cashier, cardNumber];
  expect(await heldInMemory(cashier.page, secrets)).toEqual([]);
  for (const secret of secrets) expect(keptBy(till, secret)).toEqual([]);
});

it('has two people decide a refund whose outcome could not be found out', async () => {
  const { cashier, gateway } = await openManned();
  await addFaults(gateway.url, [
    { route: manualRefunds, fault: 'hang-after', ms: 500, times: 1 },
    { route: 'GET /payments/getByTransId/{id}', fault: 'status', status: 404 },
  ]);
  await handOver(cashier, 'Manager', 'Supervisor');
  await manualRefund(cashier);
  await enterPin(cashier, 'Manager', pins.Manager, 'Approve 45.00 EUR');
  await cashier.statusSays('1 to decide');
  await clearFaults(gateway);
  await cashier.goTo('Activity');
  await cashier.row(/^Manual refund/).click();
  await cashier.reads('Look for these numbers');
  await cashier.choose(/^It happened/);
  await cashier.fill('Why do you say so?', 'The customer shows the credit.');
  await cashier.fill('What did you look at?', 'The back office of the gateway');
  await cashier.press('Save my answer');
  await cashier.finds('Saved. One more person must say the same.');
  await cashier.statusSays('1 to decide');

  await handOver(cashier, 'Supervisor', 'Manager');
  await cashier.choose(/^It happened/);
  await cashier.fill('Why do you say so?', 'It stands on the statement.');
  await cashier.fill('What did you look at?', 'The bank statement');
  await cashier.press('Decide: it happened');
  await cashier.reads('Refunded 45.00 EUR');
  await cashier.finds(/^Supervisor, .*: it happened$/);
  await cashier.finds(/^Manager, .*: it happened$/);
  expect(await done(gateway, manualRefunds)).toHaveLength(1);
});
