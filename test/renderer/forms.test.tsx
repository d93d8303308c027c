// Facts about the forms beside the sale: payment links, customers, and the further steps on a payment.
import { decodeQR } from 'qr/decode.js';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { textAt, valueAt } from '#contract/data/json.ts';
import type { FakeBridge } from '../../renderer/bridge/fake/fake-bridge.ts';
import { seedStay, seedToConfirm, seedVault } from '../../renderer/bridge/fake/seeds/seed-vault.ts';
import type { HostedPayment } from '../../renderer/bridge/fake/world-parts.ts';
import { button, expectNoViolations, heading, openWindow, press, settled, typeAmount } from './support/window.tsx';

const waiting = () => heading('Waiting for the customer');

async function openLink(prepare?: (fake: FakeBridge) => void) {
  const opened = await openWindow(prepare);
  await expect.element(page.getByRole('main')).toBeVisible();
  opened.stores.navigation.go({ screen: 'link' });
  await expect.element(heading('How much should the customer pay?')).toBeVisible();
  await settled();
  return opened;
}

async function makeLink(prepare?: (fake: FakeBridge) => void) {
  const opened = await openLink(prepare);
  await typeAmount('1234');
  await button('Make a link for 12.34 EUR').click();
  return opened;
}

function becomes({ fake }: { readonly fake: FakeBridge }, status: HostedPayment['status']) {
  for (const each of fake.world.hosted.values()) each.status = status;
}

/** What a telephone's camera would read from the drawing. */
async function codeRead(): Promise<string> {
  const svg = document.querySelector('main svg[role=img]');
  const source = new XMLSerializer().serializeToString(svg as Node);
  const image = new Image(400, 400);
  image.src = `data:image/svg+xml;base64,${btoa(source)}`;
  await image.decode();
  const canvas = new OffscreenCanvas(400, 400);
  const drawing = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D;
  drawing.drawImage(image, 0, 0, 400, 400);
  return decodeQR(drawing.getImageData(0, 0, 400, 400));
}

describe('a payment link', () => {
  it('shows a code that reads as the link beside it, and says what not to do', async () => {
    await makeLink();
    await expect.element(waiting()).toBeVisible();
    await expect.element(page.getByRole('img', { name: 'QR code of the payment link' })).toBeVisible();
    const shown = page.getByRole('group', { name: 'The link' }).element().textContent;
    expect(shown).toMatch(/^https:\/\/pay\.example\.com\//);
    expect(await codeRead()).toBe(shown);
    await expect.element(page.getByText(/do not charge the same purchase another way/)).toBeVisible();
  });

  const sentMethods = ({ fake }: { readonly fake: FakeBridge }) =>
    [...fake.world.operations.values()].map(({ input }) => valueAt(input, 'paymentMethods'));
  const currencies = () => page.getByRole('switch', { name: /choose the currency of the card/ });

  it('offers the currency of the card where somebody says so, in the field of the specification', async () => {
    const opened = await openLink();
    await typeAmount('1234');
    await expect.element(currencies()).not.toBeChecked();
    await currencies().click();
    await button('Make a link for 12.34 EUR').click();
    await expect.element(waiting()).toBeVisible();
    expect(sentMethods(opened)).toContainEqual({ card: { dccEnabled: true } });
  });

  it('says nothing of currencies where the shop says nothing', async () => {
    const opened = await makeLink();
    await expect.element(waiting()).toBeVisible();
    expect(JSON.stringify(sentMethods(opened))).not.toContain('dccEnabled');
  });

  it('begins with what the shop says, and withholds it by hand; other methods have no such choice', async () => {
    const opened = await openLink((fake) => {
      fake.world.dccOnPages = true;
    });
    await typeAmount('1234');
    await expect.element(currencies()).toBeChecked();
    await currencies().click();
    await page.getByLabelText('Paid with').selectOptions('PAYPAL');
    await expect.element(currencies()).not.toBeInTheDocument();
    await page.getByLabelText('Paid with').selectOptions('any');
    await button('Make a link for 12.34 EUR').click();
    await expect.element(waiting()).toBeVisible();
    expect(sentMethods(opened)).toContainEqual({ card: { dccEnabled: false } });
  });

  it('is one link however often it is pressed', async () => {
    const { fake } = await openLink();
    await typeAmount('1234');
    const make = button('Make a link for 12.34 EUR').element() as HTMLButtonElement;
    make.click();
    make.click();
    await expect.element(waiting()).toBeVisible();
    expect(fake.world.operations.size).toBe(1);
  });

  it('says by itself when the customer has paid, and then takes the code away', async () => {
    const opened = await makeLink();
    await expect.element(waiting()).toBeVisible();
    becomes(opened, 'CAPTURED');
    await expect.element(heading(/^Paid 12.34/), { timeout: 10_000 }).toBeVisible();
    expect(document.querySelector('main svg[role=img]')).toBeNull();
    await button('Open the payment').click();
    await expect.element(heading(/The history of this payment/)).toBeVisible();
  });

  it('that was paid with another sum leads to the payment first, and is no green tick in Activity', async () => {
    const opened = await makeLink();
    await expect.element(waiting()).toBeVisible();
    for (const each of opened.fake.world.hosted.values()) each.paid = { value: 1_134, currency: 'EUR' };
    becomes(opened, 'CAPTURED');
    const differs = heading('The payment system shows 11.34 EUR, not 12.34 EUR');
    await expect.element(differs, { timeout: 10_000 }).toBeVisible();
    const open = button('Open the payment').element().getBoundingClientRect();
    const again = button('Make a new link').element().getBoundingClientRect();
    expect(open.left).toBeGreaterThan(again.right);
    expect(open.height).toBeGreaterThan(again.height);
    await expectNoViolations();
    await press('Open the payment');
    await expect.element(heading(/The history of this payment/)).toBeVisible();
  });

  it.each([
    ['FAILED', 'Not paid. No money was taken.'],
    ['EXPIRED', 'Expired. No money was taken.'],
    ['AUTHORIZED', /^Authorized 12.34/],
  ] as const)('says what a payment that is %s means', async (status, words) => {
    const opened = await makeLink();
    await expect.element(waiting()).toBeVisible();
    becomes(opened, status);
    await button('Ask the payment system now').click();
    await expect.element(heading(words)).toBeVisible();
  });

  it.each([
    ['10.00 EUR', { value: 1_000, currency: 'EUR' }],
    ['12.34 CHF', { value: 1_234, currency: 'CHF' }],
  ] as const)('says what was paid where it is not what was asked for: %s', async (words, paid) => {
    const opened = await makeLink();
    await expect.element(waiting()).toBeVisible();
    await expect.element(page.getByText('Payment system last asked')).toBeVisible();
    for (const each of opened.fake.world.hosted.values()) Object.assign(each, { paid });
    becomes(opened, 'CAPTURED');
    await button('Ask the payment system now').click();
    await expect.element(heading(`The payment system shows ${words}, not 12.34 EUR`)).toBeVisible();
    await expect.element(page.getByText(/Keep the goods until it is settled/)).toBeVisible();
    expect(heading(/^Paid/).query()).toBeNull();
    await expectNoViolations();
  });

  it('keeps what the gateway last said while it cannot be asked', async () => {
    const { fake } = await makeLink();
    await expect.element(waiting()).toBeVisible();
    fake.setOnline(false);
    await button('Ask the payment system now').click();
    await expect.element(page.getByText(/The payment system could not be asked/)).toBeVisible();
    await expect.element(waiting()).toBeVisible();
  });

  it('says that it is not known whether the link exists, and offers no repeat of it', async () => {
    await makeLink((fake) => {
      fake.world.fate = 'lost';
    });
    await expect.element(heading(/We don’t know yet whether it was done. Do not repeat it/)).toBeVisible();
    await expect.element(page.getByText(/The link may exist/)).toBeVisible();
    expect(button(/Try once more/).elements()).toEqual([]);
  });

  it('keeps the amount after a decline and makes the next try under new numbers', async () => {
    const { fake } = await makeLink((made) => {
      made.world.fate = 'decline';
    });
    await expect.element(heading('Not accepted. No money moved.')).toBeVisible();
    fake.world.fate = 'approve';
    await press('Try once more: 12.34 EUR');
    await press('Make a link for 12.34 EUR');
    await expect.element(waiting()).toBeVisible();
    const numbers = [...fake.world.operations.values()].map(({ input }) => textAt(input, 'transId'));
    expect(new Set(numbers).size).toBe(2);
  });

  it('for one method is a hosted payment with a number that every method takes', async () => {
    const { fake } = await openLink();
    await typeAmount('1234');
    await page.getByLabelText('Paid with').selectOptions('IDEAL');
    await page.getByLabelText('Valid for').selectOptions('day');
    await page.getByLabelText('Reference').fill('A-4711');
    await button('Make a link for 12.34 EUR').click();
    await expect.element(waiting()).toBeVisible();
    const [operation] = [...fake.world.operations.values()];
    expect(operation?.kind).toBe('create-payment');
    expect(operation?.input).toMatchObject({
      refNr: 'A-4711',
      order: { merchantReference: 'A-4711' },
      paymentMethods: { integrationType: 'HOSTED', type: 'IDEAL' },
    });
    expect(textAt(operation?.input ?? {}, 'transId')).toMatch(/^[A-Za-z0-9]{1,24}$/);
    const until = Date.parse(textAt(operation?.input ?? {}, 'expirationTime') ?? '');
    expect(Math.round((until - Date.now()) / 3_600_000)).toBe(24);
  });

  it('takes a scanned code as the reference, not as an amount, and never makes a link by Enter', async () => {
    const { fake } = await openLink();
    await typeAmount('5');
    (document.activeElement as HTMLElement | null)?.blur();
    for (const key of ['4', '0', '0', '6', '3', '8', '1', '3', 'Enter']) {
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    }
    await expect.element(page.getByLabelText('Reference')).toHaveValue('40063813');
    await expect.element(button('Make a link for 0.05 EUR')).toBeVisible();
    expect(fake.calls.get('submit')).toBeUndefined();
  });

  it('is found again after the window was reloaded', async () => {
    const opened = await makeLink();
    await expect.element(waiting()).toBeVisible();
    const [made] = opened.fake.world.operations.values();
    expect(made?.offer).toMatchObject({ state: 'open' });
    const stores = await opened.reload();
    stores.navigation.go({ screen: 'link' });
    await button('Earlier links').click();
    await page.getByRole('option', { name: /No payment seen yet/ }).click();
    await expect.element(waiting()).toBeVisible();
  });

  it('says where the till has stopped asking about it, in the list and on its page', async () => {
    const opened = await makeLink();
    await expect.element(waiting()).toBeVisible();
    const { tables } = opened.fake.world.till;
    for (const { offer, ...record } of tables.all) {
      if (offer === undefined) throw new Error('It is no link.');
      tables.update({ ...record, revision: record.revision + 1, offer: { ...offer, lookUps: 1, nextLookUpMs: null } });
    }
    const stores = await opened.reload();
    stores.navigation.go({ screen: 'link' });
    await button('Earlier links').click();
    const row = page.getByRole('option', { name: /No payment seen; no longer checked/ });
    await expect.element(row).toBeVisible();
    // Its page asks; a payment that is shown as under way is looked up again, so the gateway is away here.
    opened.fake.setOnline(false);
    await row.click();
    await expect.element(page.getByText(/no longer asks about this link by itself/)).toBeVisible();
  });

  it('cannot be begun offline, and says so', async () => {
    await openLink((fake) => fake.setOnline(false));
    await typeAmount('1234');
    await expect.element(page.getByText(/No link was made/)).toBeVisible();
    await expect.element(button('Make a link for 12.34 EUR')).toBeDisabled();
  });
});

async function openCustomers(customerId?: string, count = 47) {
  const opened = await openWindow((fake) => seedVault(fake.world, count));
  await expect.element(page.getByRole('main')).toBeVisible();
  opened.stores.navigation.go({ screen: 'customers', ...(customerId === undefined ? {} : { customerId }) });
  return opened;
}

describe('customers', () => {
  it('come by pages as the list is scrolled', async () => {
    const { fake, stores } = await openCustomers();
    await expect.element(page.getByRole('listbox', { name: 'Customers' })).toBeVisible();
    await expect.poll(() => stores.customers.list.getState().rows.length).toBeGreaterThanOrEqual(20);
    page.getByRole('listbox').element().scrollTo(0, 100_000);
    await expect.poll(() => stores.customers.list.getState().rows.length).toBe(47);
    expect(fake.calls.get('customers')).toBe(3);
  });

  it('are found by the whole e-mail address, and where none is, it says why', async () => {
    await openCustomers();
    await page.getByRole('searchbox').fill('customer-7@example.com');
    await expect.poll(() => page.getByRole('option').elements().length).toBe(1);
    await page.getByRole('searchbox').fill('nobody@example.com');
    await expect.element(page.getByText('No customer with “nobody@example.com”')).toBeVisible();
    await expect.element(page.getByText(/compares the whole value/)).toBeVisible();
  });

  it('show stored methods masked, and a method is deleted after a question, once', async () => {
    const { fake } = await openCustomers('C-0');
    await expect.element(page.getByText('VISA •••• 1111')).toBeVisible();
    await expect.element(page.getByText('valid until 04/2049')).toBeVisible();
    await button('Delete VISA •••• 1111').click();
    await expect.element(heading('Delete this payment method?')).toBeVisible();
    expect(fake.calls.get('submit')).toBeUndefined();
    await settled();
    const remove = button('Delete VISA •••• 1111').element() as HTMLButtonElement;
    remove.click();
    remove.click();
    await expect.element(heading('The payment method is deleted')).toBeVisible();
    expect(fake.world.operations.size).toBe(1);
    await button('Back to the customer').click();
    await expect.element(page.getByText('MASTERCARD •••• 4444')).toBeVisible();
    expect(page.getByText('VISA •••• 1111').elements()).toEqual([]);
  });

  it('send only what was changed', async () => {
    const { fake } = await openCustomers('C-0');
    await button('Change the details').click();
    await expect.element(button('Nothing was changed yet')).toBeDisabled();
    await page.getByLabelText('City').fill('Hamburg');
    await press('Save the changes');
    await expect.element(heading('The details are changed')).toBeVisible();
    const [operation] = [...fake.world.operations.values()];
    expect(operation?.input).toMatchObject({ customerId: 'C-0', billingAddress: { city: 'Hamburg' } });
    expect(valueAt(operation?.input, 'firstName')).toBeUndefined();
    expect(Object.keys(valueAt(operation?.input, 'billingAddress') as object)).toEqual(['city']);
    await button('Back to the customer').click();
    await expect.element(page.getByText(/10115 Hamburg/)).toBeVisible();
  });

  it('keep a name, and refuse an address that is none', async () => {
    await openCustomers('C-0');
    await button('Change the details').click();
    await page.getByLabelText('Last name').fill('');
    await page.getByRole('textbox', { name: 'E-mail' }).fill('nonsense');
    await expect.element(page.getByText('Give a company, or first and last name')).toBeVisible();
    await expect.element(page.getByText('This is not an e-mail address')).toBeVisible();
    await expect.element(button('Save the changes')).toBeDisabled();
  });

  it('are gone from the list once deleted', async () => {
    const { fake } = await openCustomers('C-3', 5);
    await button('Delete the customer').click();
    await expect.element(heading('Delete Customer 3?')).toBeVisible();
    await press('Delete the customer');
    await expect.element(heading('The customer is deleted')).toBeVisible();
    await button('Back to the customers').click();
    await expect.poll(() => page.getByRole('option').elements().length).toBe(4);
    expect(fake.world.vault.has('C-3')).toBe(false);
  });

  it('say that the gateway cannot be asked, and ask again when told to', async () => {
    const { fake } = await openWindow((made) => {
      seedVault(made.world, 3);
      made.setOnline(false);
    }).then(async (opened) => {
      opened.stores.navigation.go({ screen: 'customers' });
      return opened;
    });
    await expect.element(button('Ask the payment system again')).toBeVisible();
    const asked = fake.calls.get('customers');
    fake.setOnline(true);
    await button('Ask the payment system again').click();
    await expect.poll(() => page.getByRole('option').elements().length).toBe(3);
    expect(fake.calls.get('customers')).toBe((asked ?? 0) + 1);
  });
});

async function openPayment(payId: string) {
  const opened = await openWindow((fake) => {
    seedStay(fake.world);
    seedToConfirm(fake.world);
  });
  await expect.element(page.getByRole('main')).toBeVisible();
  opened.stores.navigation.go({ screen: 'payments', payId });
  return opened;
}

describe('a payment', () => {
  it('is raised by an amount, with the sum shown before and kept while it runs', async () => {
    const { fake } = await openPayment('PAY-stay');
    await button('Raise the authorization').click();
    await typeAmount('5000');
    await page.getByLabelText(/More days/).fill('2');
    await expect.element(page.getByText(/290.00/)).toBeVisible();
    await settled();
    const raise = button('Raise by 50.00 EUR').element() as HTMLButtonElement;
    raise.click();
    raise.click();
    await expect.element(heading(/^Raised by 50.00/)).toBeVisible();
    const raised = [...fake.world.operations.values()].filter((each) => each.kind === 'incremental');
    expect(raised.map(({ input }) => [valueAt(input, 'amount.value'), input['duration']])).toEqual([[5_000, 2]]);
    await button('Back to the payment').click();
    await expect.element(page.getByText(/290.00/).first()).toBeVisible();
  });

  it('that waits for its second step can be confirmed, once', async () => {
    const { fake } = await openPayment('PAY-to-confirm');
    await button('Confirm the payment').click();
    await press('Confirm 89.90 EUR');
    await expect.element(heading(/^Confirmed 89.90/)).toBeVisible();
    await button('Back to the payment').click();
    await expect.element(heading(/history of this payment/)).toBeVisible();
    expect(button('Confirm the payment').elements()).toEqual([]);
    expect([...fake.world.operations.values()].filter((each) => each.kind === 'confirm')).toHaveLength(1);
  });

  it('whose raise has no answer says so, and not to repeat it', async () => {
    const { fake } = await openPayment('PAY-stay');
    fake.world.fate = 'lost';
    await button('Raise the authorization').click();
    await typeAmount('5000');
    await press('Raise by 50.00 EUR');
    await expect
      .element(heading(/We don’t know yet whether it was authorized. Do not authorize it again/))
      .toBeVisible();
  });

  it('has its order number changed, also while offline', async () => {
    const { fake } = await openPayment('PAY-stay');
    fake.setOnline(false);
    await button('Change the details').click();
    await page.getByLabelText('Order number').fill('A-99');
    await press('Save the changes');
    await expect.element(heading(/Will be sent when the connection is back/)).toBeVisible();
    const [operation] = [...fake.world.operations.values()].filter((each) => each.kind === 'update-payment');
    expect(operation?.input).toMatchObject({ payId: 'PAY-stay', order: { merchantReference: 'A-99' } });
  });
});
