// A shift is compared with the gateway and with the ERP's list: what somebody did in the gateway's back office shows,
// and nothing else.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ledgerOf } from '#support/erp.ts';
import { openCounter } from './counter.ts';
import { openFile, saveTo } from './dialogs.ts';
import type { TestGateway } from './gateway.ts';

/** What a person in the gateway's back office does: past the till, with the merchant's own credentials. */
async function captureElsewhere({ url, merchantId, apiKey }: TestGateway, payId: string, value: number): Promise<void> {
  const basic = Buffer.from(`${merchantId}:${apiKey}`).toString('base64');
  const response = await fetch(`${url}/api/v2/payments/${payId}/captures`, {
    method: 'POST',
    headers: { authorization: `Basic ${basic}`, 'content-type': 'application/json' },
    body: JSON.stringify({ transId: 'BACK-OFFICE-1', amount: { value, currency: 'EUR' } }),
  });
  if (!response.ok) throw new Error(await response.text());
}

it('shows exactly what was captured in the back office, with what to do', async () => {
  const { cashier, gateway } = await openCounter();
  await cashier.sell('1500', '15.00 EUR');
  await cashier.press('Start the next sale');
  await cashier.choose('Authorize only');
  await cashier.keyIn('5000');
  await cashier.press('Authorize 50.00 EUR');
  await cashier.reads('Authorized 50.00 EUR. Not taken yet.');
  const { payments } = await ledgerOf(gateway.url);
  const authorized = payments.find((each) => each.authorised === 5000);
  if (authorized === undefined) throw new Error('the gateway has no such payment');
  await captureElsewhere(gateway, authorized.payId, 2000);

  await cashier.goTo('Shift');
  await cashier.press('Compare this shift');
  await cashier.press('Compare with the payment system');
  await cashier.reads('1 difference');
  expect(await cashier.fact('Payments that agree with the payment system')).toBe('1');
  await cashier.row(/./).click();
  await cashier.reads('Captured amounts differ');
  expect(await cashier.fact('Here')).toBe('0.00 EUR');
  expect(await cashier.fact('Payment system')).toBe('20.00 EUR');
  expect(await cashier.fact('Payment number')).toBe(authorized.payId);
  await cashier.finds(/Ask there before you capture or refund here/);
});

it('compares with the ERP’s list, and names the line that cannot be read', async () => {
  const { cashier, gateway, till } = await openCounter();
  await cashier.sell('1500', '15.00 EUR');
  const [payment] = (await ledgerOf(gateway.url)).payments;
  const file = join(till.home, 'list.csv');
  await openFile(till, file);
  await cashier.goTo('Shift');
  await cashier.press('Compare this shift');
  await cashier.choose(/^The payment system and a list from the ERP/);

  writeFileSync(file, `payId,amount,currency\n${payment?.payId},15.00,EUR\n`);
  await cashier.press('Choose the list and compare');
  await cashier.page.getByText(/^Line 2: amount is a whole number in the smallest unit/).waitFor();

  writeFileSync(file, `payId,amount,currency\n${payment?.payId},1500,EUR\nELSEWHERE,700,EUR\n`);
  await cashier.press('Choose the list and compare');
  await cashier.reads('1 difference');
  expect(await cashier.fact('Operations that agree with the list')).toBe('1');
  await cashier.row(/ELSEWHERE/).click();
  await cashier.reads('Not done here in this shift');
  expect(await cashier.fact('Line of the list')).toBe('3');
});

it('shows the report of a closed shift again, and exports the journal with it', async () => {
  const { cashier, till } = await openCounter();
  await cashier.sell('1500', '15.00 EUR');
  await cashier.goTo('Shift');
  await cashier.press('Close shift 1');
  await cashier.reads('Close shift 1?');
  await cashier.press('Close shift 1', cashier.page.getByRole('dialog'));
  await cashier.finds(/^Z report · Shift 1, closed/);
  await cashier.press('Later shift');
  await cashier.finds(/^X report · /);
  await cashier.press('Earlier shift');
  await cashier.finds(/^Z report · Shift 1, closed/);
  const file = join(till.home, 'journal.ndjson');
  await saveTo(till, file);
  await cashier.press('Export the journal');
  await cashier.finds(`Saved: ${file}`);
  expect(readFileSync(file, 'utf8')).toContain('shift-closed');
});
