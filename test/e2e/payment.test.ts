// A payment in the real window: authorized, captured, refunded, found again.
import { expect, it } from 'vitest';
import { ledgerOf } from '#support/erp.ts';
import { onlyLarge } from '#support/share.ts';
import type { Cashier } from './cashier.ts';
import { done, openCounter } from './counter.ts';

const captures = 'POST /payments/{id}/captures';
const refunds = 'POST /payments/{id}/refunds';

async function openPayment(cashier: Cashier) {
  await cashier.press('Open the payment');
  await cashier.reads('The history of this payment');
}

async function refund(cashier: Cashier, digits: string, amount: string) {
  await cashier.press('Refund money');
  await cashier.fill('Amount', digits);
  await cashier.press(`Refund ${amount}`);
  await cashier.reads(`Refunded ${amount}`);
  await cashier.press('Back to the payment');
}

it('authorizes, then captures a part of it', async () => {
  const { cashier, gateway } = await openCounter();
  await cashier.choose('Authorize only');
  await cashier.keyIn('5000');
  await cashier.press('Authorize 50.00 EUR');
  await cashier.reads('Authorized 50.00 EUR. Not taken yet.');
  await openPayment(cashier);
  await cashier.reads(/^Authorized.*50\.00/);
  await cashier.press('Capture money');
  await cashier.fill('Amount', '50.01');
  await cashier.finds('At most 50.00 EUR is possible');
  expect(await cashier.button('Capture 50.01 EUR').isDisabled()).toBe(true);
  await cashier.fill('Amount', '30.00');
  await cashier.press('Capture 30.00 EUR');
  await cashier.reads('Captured 30.00 EUR');
  await cashier.press('Back to the payment');
  await expect.poll(() => cashier.fact('Can still be captured')).toBe('20.00 EUR');
  await cashier.reads(/^Paid.*30\.00/);
  expect(await done(gateway, captures)).toMatchObject([{ value: 3000 }]);
  expect((await ledgerOf(gateway.url)).payments).toMatchObject([{ authorised: 5000, captured: 3000, refunded: 0 }]);
});

it('refunds in parts, shows what is left, and refuses more in words', async () => {
  const { cashier, gateway } = await openCounter();
  await cashier.sell('10000', '100.00 EUR');
  await openPayment(cashier);
  await refund(cashier, '30.00', '30.00 EUR');
  await expect.poll(() => cashier.fact('Can still be refunded')).toBe('70.00 EUR');
  expect(await cashier.fact('Refunded')).toBe('−30.00 EUR');
  await cashier.press('Refund money');
  await cashier.fill('Amount', '70.01');
  await cashier.finds('At most 70.00 EUR is possible');
  expect(await cashier.button('Refund 70.01 EUR').isDisabled()).toBe(true);
  await cashier.press('All: 70.00 EUR');
  await cashier.press('Refund 70.00 EUR');
  await cashier.reads('Refunded 70.00 EUR');
  await cashier.press('Back to the payment');
  await cashier.finds('Refunded in full');
  await cashier.button('Refund money').waitFor({ state: 'detached' });
  expect(await done(gateway, refunds)).toMatchObject([{ value: 3000 }, { value: 7000 }]);
});

onlyLarge(() => {
  it('finds a payment by its number and tells its story', async () => {
    const { cashier } = await openCounter();
    await cashier.fill('Reference', 'ORDER-77');
    await cashier.sell('1500', '15.00 EUR');
    await cashier.press('Start the next sale');
    await cashier.sell('2500', '25.00 EUR');
    await openPayment(cashier);
    const transId = await cashier.fact('Transaction number');
    await refund(cashier, '5.00', '5.00 EUR');
    await cashier.goTo('Payments');
    await cashier.fill('Search payments', transId);
    await expect.poll(() => cashier.row(/./).count()).toBe(1);
    await cashier.row(/Paid, partly refunded.*25\.00 EUR/).click();
    await cashier.reads('The history of this payment');
    const steps = cashier.screen.getByRole('listitem');
    await expect.poll(() => steps.count()).toBe(2);
    expect(await steps.nth(0).textContent()).toMatch(/^Sale.*Paid\s25\.00\sEUR/);
    expect(await steps.nth(1).textContent()).toMatch(/^Refund.*−5\.00\sEUR/);
  });
});
