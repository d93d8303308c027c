// Programs beside the real window: what it shows of them, their tokens, and where secrets are not.
import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { Erp } from '#support/erp.ts';
import { keptBy, memoryOf } from './canary.ts';
import type { Cashier } from './cashier.ts';
import { done, openCounter, saleHead } from './counter.ts';

const sales = 'POST /cloudpos';

/** Makes a program's token by hand, as it is shown this one time. */
async function makeToken(cashier: Cashier, name: string): Promise<{ readonly url: string; readonly token: string }> {
  const url = await cashier.addressOfTill();
  await cashier.press('Add a program');
  const dialog = cashier.page.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: true }).fill(name);
  for (const scope of ['Start payments', 'Refund and reverse known payments']) await dialog.getByLabel(scope).check();
  await cashier.press('Make the token');
  await dialog.getByRole('heading', { name: `The token of ${name}` }).waitFor();
  const token = (await dialog.locator('pre').textContent()) ?? '';
  return { url, token };
}

const order = {
  messageType: 'SALE',
  transId: 'E-1',
  refNr: 'ORDER-1',
  posTerminalId: 'T2',
  amount: { value: 4321, currency: 'EUR' },
};

it('lets an ERP work at the same time and shows what it does', async () => {
  const { cashier, gateway, cable } = await openCounter();
  const { url, token } = await makeToken(cashier, 'ERP');
  await cashier.press('I saved the token');
  const erp = new Erp(url, token);
  cable.hold(saleHead);
  await cashier.goTo('Sale');
  await cashier.fill('Reference', 'DESK-1');
  await cashier.startSale('800', '8.00 EUR');
  await cashier.reads('Ask the customer to present the card');
  const { id } = await erp.operate('cloud-pos', order, 'E-1', 0);
  await cashier.goTo('Activity');
  await cashier.row(/^Sale Running .*43\.21 EUR.*ORDER-1 · T2/).waitFor();
  await cashier.row(/^Sale Running .*8\.00 EUR.*DESK-1 · T1/).waitFor();
  cable.release();
  await cashier.row(/^Sale Done .*ORDER-1 · T2/).waitFor();
  await cashier.row(/^Sale Done .*DESK-1 · T1/).waitFor();

  const { result } = await erp.operation(id);
  const { payId } = result as { readonly payId: string };
  await cashier.row(/^Sale Done .*ORDER-1/).click();
  await cashier.press('Open the payment');
  await cashier.reads('The history of this payment');
  const back = { value: 321, currency: 'EUR' };
  await erp.operate('refund', { payId, transId: 'E-2', amount: back }, 'E-2');
  await expect.poll(() => cashier.fact('Can still be refunded')).toBe('40.00 EUR');
  await cashier.goTo('Sale');
  await cashier.reads('Paid 8.00 EUR');
  expect(await done(gateway, sales)).toHaveLength(2);
});

it('shows what an ERP begins in an Activity that is open already', async () => {
  const { cashier } = await openCounter();
  const { url, token } = await makeToken(cashier, 'ERP');
  await cashier.press('I saved the token');
  await cashier.goTo('Activity');
  await cashier.finds('Nothing has been done yet');
  await new Erp(url, token).operate('cloud-pos', order, 'E-1');
  await expect.poll(() => cashier.row(/^Sale Done .*ORDER-1/).count()).toBe(1);
});

it('shows a token once, and shuts its program out when told', async () => {
  const { cashier } = await openCounter();
  const { url, token } = await makeToken(cashier, 'Old ERP');
  expect((await new Erp(url, token).get('/v1/status')).status).toBe(200);
  await cashier.press('I saved the token');
  await cashier.finds('Old ERP');
  expect(await cashier.page.content()).not.toContain(token);
  await cashier.press('Revoke the access of Old ERP');
  await cashier.page
    .getByRole('dialog')
    .getByRole('button', { name: 'Revoke the access of Old ERP' })
    .click({ delay: 450 });
  await cashier.finds('Access revoked');
  expect((await new Erp(url, token).get('/v1/status')).status).toBe(401);
});

it('keeps neither the API key nor a token in files, logs or the memory of its window', async () => {
  const apiKey = `canary-${randomBytes(12).toString('hex')}`;
  const { cashier, gateway, till } = await openCounter({ apiKey });
  await cashier.sell('100', '1.00 EUR');
  const { token } = await makeToken(cashier, 'ERP canary');
  expect(await memoryOf(cashier.page)).toContain(token);
  await cashier.press('I saved the token');
  await cashier.goTo('Sale');
  await cashier.reads('How much?');
  const memory = await memoryOf(cashier.page);
  expect(memory).toContain(gateway.merchantId);
  expect(memory.includes(apiKey)).toBe(false);
  expect(memory.includes(token)).toBe(false);
  expect([...keptBy(till, apiKey), ...keptBy(till, token)]).toEqual([]);
  await till.close();
  expect([...keptBy(till, apiKey), ...keptBy(till, token)]).toEqual([]);
});
