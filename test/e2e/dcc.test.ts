// A quote (DCC) in the real window: shown, and left to the terminal.
import { expect, it } from 'vitest';
import { plain } from './cashier.ts';
import { openCounter } from './counter.ts';

it('shows the amount in another currency, and leaves the choice to the terminal', async () => {
  const { cashier } = await openCounter();
  await cashier.keyIn('10000');
  await cashier.press('Quote another currency');
  await cashier.reads('Which card, how much?');
  await cashier.finds('the terminal makes the offer and asks the cardholder');
  await cashier.fill('First digits of the card', '411111');
  await cashier.press('Ask for a quote');

  await cashier.reads('The amount in both currencies');
  const local = cashier.page.getByRole('region', { name: 'Euro (EUR)' });
  const foreign = cashier.page.getByRole('region', { name: 'US Dollar (USD)' });
  expect(plain(await local.textContent())).toContain('100.00 EUR');
  expect(plain(await foreign.textContent())).toMatch(/\d+\.\d\d USD.*100\.00 EUR.*1 EUR = [\d.]+ USD.*Mark-up.*%/);
  const [one, other] = await Promise.all([local, foreign].map((card) => card.boundingBox()));
  expect(one).toMatchObject({ width: other?.width, height: other?.height, y: other?.y });
  expect(await local.getByRole('button').count()).toBe(0);
  expect(await foreign.getByRole('button').count()).toBe(0);
  expect(await cashier.page.getByRole('navigation').count()).toBe(0);
  await cashier.finds('The terminal asks in which currency you pay');
  await cashier.press('Go to the sale');
  await cashier.reads('How much?');
});

it('charges in the shop currency where the card has no other', async () => {
  const { cashier } = await openCounter();
  await cashier.keyIn('10000');
  await cashier.press('Quote another currency');
  await cashier.fill('First digits of the card', '400002');
  await cashier.press('Ask for a quote');
  await cashier.reads('No other currency for this card');
  expect(plain(await cashier.screen.textContent())).toContain('The customer pays 100.00 EUR.');
});
