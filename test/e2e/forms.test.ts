// What a shop sells without a terminal, and what it keeps of its customers: in the packaged app, against the sandbox.
import { expect, it } from 'vitest';
import { ledgerOf } from '#support/erp.ts';
import type { Cashier } from './cashier.ts';
import { done, openCounter } from './counter.ts';
import type { TestGateway } from './gateway.ts';

const incrementals = 'POST /payments/{id}/incrementals';
const captures = 'POST /payments/{id}/captures';

/** What the customer's browser sends when the page's form is filled in and its button pressed. */
async function payOnPage(link: string, choice: { readonly [field: string]: string }): Promise<void> {
  const response = await fetch(link, { method: 'POST', body: new URLSearchParams(choice), redirect: 'manual' });
  expect([200, 303]).toContain(response.status);
}

async function makeLink(cashier: Cashier): Promise<string> {
  await cashier.reads('How much?');
  await cashier.keyIn('1234');
  await cashier.press('Payment link');
  await cashier.reads('How much should the customer pay?');
  await cashier.fill('Reference', 'ORDER-12');
  await cashier.press('Make a link for 12.34 EUR');
  await cashier.reads('Waiting for the customer');
  await cashier.page.getByRole('img', { name: 'QR code of the payment link' }).waitFor();
  return (await cashier.page.getByRole('group', { name: 'The link' }).textContent()) ?? '';
}

/** A hosted payment of a customer who lets the card be stored, as an ERP would have made it. */
async function storeCustomer(gateway: TestGateway): Promise<void> {
  const basic = Buffer.from(`${gateway.merchantId}:${gateway.apiKey}`).toString('base64');
  const response = await fetch(`${gateway.url}/api/v2/payments`, {
    method: 'POST',
    headers: { authorization: `Basic ${basic}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      transId: 'ERP-1',
      amount: { value: 500, currency: 'EUR' },
      customerInfo: { firstName: 'Sample', lastName: 'Customer', email: 'customer@example.com' },
      paymentMethods: { integrationType: 'HOSTED', type: 'CARD' },
    }),
  });
  const body = (await response.json()) as { readonly _links: { readonly redirect: { readonly href: string } } };
  const { href } = body._links.redirect;
  const page = await (await fetch(href)).text();
  const card = /name="card" value="([^"]+)"/.exec(page)?.[1] ?? '';
  await payOnPage(href, { action: 'pay', method: 'CARD', card, consent: 'yes' });
}

it('makes a link, and sees it paid on the customer’s page', async () => {
  const { cashier, gateway } = await openCounter();
  const link = await makeLink(cashier);
  await payOnPage(link, { action: 'pay', method: 'PAYPAL' });
  await cashier.reads('Paid 12.34 EUR');
  expect((await ledgerOf(gateway.url)).payments).toMatchObject([{ authorised: 1234, captured: 1234 }]);
  await cashier.press('Open the payment');
  await cashier.reads('The history of this payment');
});

it('sees a link paid whose page was left, where its payment is opened', async () => {
  const { cashier, gateway } = await openCounter();
  const link = await makeLink(cashier);
  await cashier.goTo('Payments');
  await cashier.row(/No payment seen yet.*12\.34/).waitFor();
  await payOnPage(link, { action: 'pay', method: 'PAYPAL' });
  await cashier.row(/12\.34/).click();
  await cashier.reads(/^Paid.*12\.34/);
  expect((await ledgerOf(gateway.url)).payments).toMatchObject([{ captured: 1234 }]);
});

it('says that a declined link took no money, and makes the next one', async () => {
  const { cashier, gateway } = await openCounter();
  const link = await makeLink(cashier);
  await payOnPage(link, { action: 'decline', method: 'PAYPAL' });
  await cashier.reads('Not paid. No money was taken.');
  await cashier.press('Make a new link');
  await cashier.press('Make a link for 12.34 EUR');
  await cashier.reads('Waiting for the customer');
  expect((await ledgerOf(gateway.url)).payments).toHaveLength(2);
});

it('raises an authorization, then captures the whole of it', async () => {
  const { cashier, gateway } = await openCounter();
  await cashier.choose('Authorize only');
  await cashier.keyIn('5000');
  await cashier.press('Authorize 50.00 EUR');
  await cashier.reads('Authorized 50.00 EUR. Not taken yet.');
  await cashier.press('Open the payment');
  await cashier.press('Raise the authorization');
  await cashier.keyIn('2500');
  await cashier.finds('75.00 EUR');
  await cashier.press('Raise by 25.00 EUR');
  await cashier.reads('Raised by 25.00 EUR');
  await cashier.press('Back to the payment');
  await cashier.reads(/^Authorized.*75\.00/);
  await cashier.press('Capture money');
  await cashier.press('Capture 75.00 EUR');
  await cashier.reads('Captured 75.00 EUR');
  expect(await done(gateway, incrementals)).toMatchObject([{ value: 2500 }]);
  expect(await done(gateway, captures)).toMatchObject([{ value: 7500 }]);
});

it('shows a customer’s stored card masked, and deletes it', async () => {
  const { cashier, gateway } = await openCounter();
  await storeCustomer(gateway);
  await cashier.goTo('Payments');
  await cashier.press('Customers');
  await cashier.page.getByRole('searchbox').fill('customer@example.com');
  await cashier.row(/Sample Customer/).click();
  await cashier.reads('Stored payment methods');
  const remove = cashier.button(/^Delete .* ••••\s\d{4}$/);
  await remove.waitFor();
  expect(await cashier.screen.textContent()).not.toMatch(/\d{12,}/);
  await remove.click();
  await cashier.reads('Delete this payment method?');
  await cashier.press(/^Delete .* ••••\s\d{4}$/);
  await cashier.reads('The payment method is deleted');
  await cashier.press('Back to the customer');
  await cashier.finds('Nothing is stored for this customer.');
  const calls = await done(gateway, 'DELETE /customers/{customerId}/paymentMethods/{paymentMethodId}');
  expect(calls.length).toBe(1);
});
