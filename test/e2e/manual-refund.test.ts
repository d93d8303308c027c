// A manual refund in the real window, by the card at the terminal and by its number.
import { expect, it } from 'vitest';
import type { Cashier } from './cashier.ts';
import { heldInMemory, keptBy, memoryOf } from './canary.ts';
import { done, openCounter } from './counter.ts';

/** A card network's published test number. */
const cardNumber = '5555555555554444';
const refunds = 'POST /payments/refunds';

async function fillIn(cashier: Cashier) {
  await cashier.goTo('Refund');
  await cashier.press('Manual refund (no receipt)');
  await cashier.reads('Manual refund (no receipt)');
  await cashier.fill('Amount to refund', '45.00');
  await cashier.choose('A card, by its number');
  await cashier.fill('Reason', 'Sold at the market stall, returned here');
  await cashier.fill('E-mail of the customer', 'name@example.com');
  await cashier.typeSecret('Card number', cardNumber);
  await cashier.fill('Name on the card', 'A Sample');
  await cashier.fill('Valid until', '04/31');
  await cashier.field('Card brand').selectOption('MASTERCARD');
}

it('asks for what is missing, field by field, and sends nothing', async () => {
  const { cashier, gateway } = await openCounter();
  await cashier.goTo('Refund');
  await cashier.press('Manual refund (no receipt)');
  await cashier.fill('Amount to refund', '45.00');
  await cashier.choose('A card, by its number');
  await cashier.typeSecret('Card number', '5555555555554445');
  await cashier.press('Check the refund');
  await cashier.finds('This is not a card number. Check each digit.');
  await cashier.finds('Write why the money is given back');
  await cashier.reads('Manual refund (no receipt)');
  expect(await done(gateway, refunds)).toEqual([]);
});

it('gives money out to the card that the customer presents at the terminal', async () => {
  const { cashier, gateway } = await openCounter();
  await cashier.goTo('Refund');
  await cashier.press('Manual refund (no receipt)');
  await cashier.fill('Amount to refund', '45.00');
  await cashier.fill('Reason', 'Came back broken');
  await cashier.press('Check the refund');
  await cashier.reads('Is this right?');
  expect(await cashier.fact('Reason')).toBe('Came back broken');
  await cashier.press('Refund 45.00 EUR');
  await cashier.reads('Refunded 45.00 EUR');
  expect(await done(gateway, 'POST /cloudpos')).toMatchObject([{ value: 4500 }]);
  expect(await done(gateway, refunds)).toEqual([]);
});

it('gives money out without a payment and forgets the number', async () => {
  const { cashier, gateway, till } = await openCounter();
  await fillIn(cashier);
  await cashier.press('Check the refund');
  await cashier.reads('Is this right?');
  expect(await cashier.fact('Card number')).toBe('Ends in 4444');
  await cashier.press('Refund 45.00 EUR');
  await cashier.reads('Refunded 45.00 EUR');
  expect(await done(gateway, refunds)).toMatchObject([{ value: 4500 }]);

  await cashier.press('Start another refund');
  await cashier.reads('Manual refund (no receipt)');
  await cashier.choose('A card, by its number');
  expect(await cashier.field('Card number').inputValue()).toBe('');
  await cashier.goTo('Activity');
  await cashier.row(/^Manual refund Done/).click();
  await cashier.reads('Refunded 45.00 EUR');
  expect(await memoryOf(cashier.page)).toContain('Sold at the market stall');
  expect(await heldInMemory(cashier.page, [cardNumber])).toEqual([]);
  expect(keptBy(till, cardNumber)).toEqual([]);
  await till.close();
  expect(keptBy(till, cardNumber)).toEqual([]);
});
