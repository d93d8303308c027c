// A program asks for a manual refund, and a person at the real window allows or refuses it.
import { expect, it } from 'vitest';
import type { JsonObject } from '#contract/data/json.ts';
import { Erp } from '#support/erp.ts';
import { keptBy } from './canary.ts';
import type { Cashier } from './cashier.ts';
import { done, openCounter } from './counter.ts';

/** A card network's published test number. */
const cardNumber = '4111111111111111';
const refunds = 'POST /payments/refunds';

async function makeToken(cashier: Cashier): Promise<Erp> {
  const url = await cashier.addressOfTill();
  await cashier.press('Add a program');
  const dialog = cashier.page.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: true }).fill('Returns desk');
  await dialog.getByLabel('Refund without a payment').check();
  await cashier.press('Make the token');
  await dialog.getByRole('heading', { name: 'The token of Returns desk' }).waitFor();
  const token = (await dialog.locator('pre').textContent()) ?? '';
  await cashier.press('I saved the token');
  return new Erp(url, token);
}

function payOut(transId: string, value: number): JsonObject {
  const card = { number: cardNumber, cardholderName: 'A Sample', expiryDate: '203104', brand: 'visa' };
  return { transId, amount: { value, currency: 'EUR' }, paymentMethods: { card } };
}

it('pays out for a program what a person allows, nothing that they refuse, and no more than its limit', async () => {
  const { cashier, gateway, till } = await openCounter({ settings: { loopback: { refundsPerDayMinor: 5_000 } } });
  const erp = await makeToken(cashier);
  const request = cashier.page.getByRole('region', { name: 'A program asks for a refund' });
  const ask = (transId: string, value: number, id: string) =>
    erp.post('/v1/operations/refund-unreferenced?wait=30', payOut(transId, value), id);

  const refused = ask('RMA-1', 4_500, 'one');
  await request.getByText('Returns desk wants to pay out a refund').waitFor();
  await request.getByText(/1111/).waitFor();
  expect(await request.textContent()).not.toContain('41111111');
  await cashier.press('Do not refund');
  expect(await refused).toMatchObject({ status: 403, body: { code: 'confirmation-refused' } });
  await request.waitFor({ state: 'detached' });
  expect(await done(gateway, refunds)).toEqual([]);

  const allowed = ask('RMA-1', 4_500, 'one');
  await cashier.press('Refund 45.00 EUR');
  expect(await allowed).toMatchObject({ status: 200, body: { state: 'succeeded' } });
  expect(await done(gateway, refunds)).toMatchObject([{ value: 4_500 }]);

  // Nobody is asked for what is over the limit of the day.
  const tooMuch = await ask('RMA-2', 501, 'two');
  expect(tooMuch).toMatchObject({
    status: 422,
    body: { code: 'refund-limit', facts: { left: { value: 500, currency: 'EUR' } } },
  });
  expect(await request.count()).toBe(0);
  expect(await done(gateway, refunds)).toHaveLength(1);
  expect(keptBy(till, cardNumber)).toEqual([]);
});
