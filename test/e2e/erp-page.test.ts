// The whole of it, as a shop has it: the packaged app at the till, the sample ERP page in Debian's Chromium beside it, and
// a person who compares the digits and grants.
import { expect, it, onTestFinished } from 'vitest';
import { ledgerOf } from '#support/erp.ts';
import { Desk, openBrowser, servePage } from '#support/erp-page.ts';
import { Workbench } from '#support/processes.ts';
import { openCounter } from './counter.ts';

it('pairs a page in the browser at the window, and carries out its sale and its refund', async () => {
  const { cashier, gateway } = await openCounter();
  const baseUrl = await cashier.addressOfTill();
  const bench = new Workbench();
  onTestFinished(() => bench.close());
  const pageUrl = await servePage(bench);
  const desk = await Desk.open(await (await openBrowser(bench)).newContext(), pageUrl);
  await desk.page.getByLabel('Address of Tillbridge').fill(baseUrl);
  await desk.press('Pair with the till');
  const digits = (await desk.page.locator('#digits').filter({ hasText: /\d/ }).textContent()) ?? '';

  await cashier.press(/^Example ERP page asks to use this till/);
  const dialog = cashier.page.getByRole('dialog');
  await dialog.getByText(digits, { exact: true }).waitFor();
  await dialog.getByText(`It says it is the page ${pageUrl}`).waitFor();
  await dialog.getByRole('button', { name: 'Grant access' }).click({ delay: 450 });
  await desk.page.getByText('Connected', { exact: true }).waitFor();
  await dialog.getByRole('button', { name: 'Close', exact: true }).click({ delay: 450 });

  await desk.charge('O-1', '12.34');
  await desk.row('O-1', 'Paid').waitFor();
  await desk.page.getByLabel('Refund in EUR').fill('2.34');
  await desk.page.getByRole('button', { name: 'Refund O-1' }).click();
  await desk.row('Refund of O-1', 'Refunded').waitFor();
  await cashier.goTo('Activity');
  await cashier.row(/^Sale Done .*12\.34 EUR.*O-1 · T1/).waitFor();
  // What the cashier does shows on the page, too.
  await cashier.goTo('Sale');
  await cashier.sell('100', '1.00 EUR');
  const { payments } = await ledgerOf(gateway.url);
  expect(payments).toMatchObject([{ captured: 1_234, refunded: 234 }, { captured: 100 }]);
  expect(desk.complaints).toEqual([]);
});
