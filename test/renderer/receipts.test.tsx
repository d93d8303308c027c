// Facts about the receipts that the till makes itself: they name the shop, pass for no real money in training, go to the
// shop's folder by one press, and stand as a code for the customer's phone.
import { decodeQR } from 'qr/decode.js';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { place, seedPast } from '../../renderer/bridge/fake/seeds/seed.ts';
import { seedPeople } from '../../renderer/bridge/fake/seeds/seed-people.ts';
import { tell } from '../../renderer/bridge/fake/world.ts';
import { button, expectFits, expectNoViolations, heading, openWindow, press } from './support/window.tsx';

const amount = { value: 500, currency: 'EUR' };
const made = [
  ['a refund', { kind: 'refund', input: { payId: 'PAY-1', transId: 'R-1', amount } }],
  ['a capture', { kind: 'capture', input: { payId: 'PAY-1', transId: 'C-1', amount } }],
  [
    'a payment that a person decided',
    { kind: 'cloud-pos', input: { messageType: 'SALE', transId: 'S-1', posTerminalId: 'T-1', amount } },
  ],
] as const;

describe('a receipt that the till makes', () => {
  it.each(made)('of %s names the shop, and says that it is training', async (_name, draft) => {
    const { stores, fake } = await openWindow(({ world }) => {
      world.shop = { ...world.shop, shopName: 'Corner Shop' };
      place(world, 'made', { ...draft, state: 'succeeded' }, 3, { result: null });
    });
    stores.navigation.go({ screen: 'activity', operationId: 'made' });
    const paper = page.getByLabelText('Receipt').getByText(/Corner Shop/);
    await expect.element(paper).toBeVisible();
    expect(paper.element().textContent).toMatch(/^Corner Shop\nTraining: no real money\n/);
    await button('Save the receipt').click();
    await expect.element(page.getByText(/^Saved as /)).toBeVisible();
    expect(fake.world.receipts.saved[0]?.slice(0, 2)).toEqual(['Corner Shop', 'Training: no real money']);
  });

  it('is not saved where the shop’s folder is not there, and says who can choose another', async () => {
    const { stores, fake } = await openWindow(({ world }) => {
      seedPast(world, 4);
      world.receipts = { folder: '/shop/stick', isThere: false, saved: [], mailed: [] };
    });
    stores.navigation.go({ screen: 'activity', operationId: 'seed-3' });
    await button('Save the receipt').click();
    await expect.element(page.getByText(/the receipts folder \/shop\/stick is not there/)).toBeVisible();
    expect(fake.world.receipts.saved).toEqual([]);
  });

  it('shows the code that a scan finds the payment by, unless the settings say otherwise', async () => {
    const { stores, fake } = await openWindow(({ world }) => seedPast(world, 4));
    stores.navigation.go({ screen: 'activity', operationId: 'seed-3' });
    const code = page.getByRole('img', { name: 'Code of the payment PAY-seed-3' });
    await expect.element(code).toBeVisible();
    await expect.element(page.getByText('To find this payment again: scan the code at the till.')).toBeVisible();
    expectFits();
    await expectNoViolations();
    tell(fake.world, 'printingChanged', { ...fake.world.printing, paymentCode: false });
    await expect.poll(() => code.elements()).toEqual([]);
  });

  it('stands as a code that reads as its text', async () => {
    const { stores } = await openWindow(({ world }) => seedPast(world, 4));
    stores.navigation.go({ screen: 'activity', operationId: 'seed-3' });
    await button('Show a QR code').click();
    await expect.element(page.getByRole('img', { name: 'Code with the text of the receipt' })).toBeVisible();
    const text = document.querySelector('main pre')?.textContent ?? '';
    expect(await readCode()).toBe(text);
    expectFits();
    await expectNoViolations();
    await button('Close').click();
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  });
});

/** What a phone would read. */
async function readCode(): Promise<string> {
  const svg = document.querySelector('dialog svg[role=img]')?.outerHTML ?? '';
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(svg.replace('<svg', '<svg xmlns="http://www.w3.org/2000/svg" width="800" height="800"'))}`;
  await image.decode();
  const canvas = new OffscreenCanvas(800, 800);
  const context = canvas.getContext('2d');
  if (context === null) return '';
  context.drawImage(image, 0, 0);
  return decodeQR(context.getImageData(0, 0, 800, 800));
}

describe('a receipt by mail', () => {
  it('is offered where the shop wants it, and goes to the mail program of the computer', async () => {
    const { stores, fake } = await openWindow(({ world }) => {
      seedPast(world, 4);
      world.shop = { ...world.shop, receiptsByMail: true };
    });
    stores.navigation.go({ screen: 'activity', operationId: 'seed-3' });
    await button('Send by mail').click();
    await expect.element(page.getByText(/^The mail program opens/)).toBeVisible();
    expect(fake.world.receipts.mailed).toHaveLength(1);
    expectFits();
  });

  it('is not offered otherwise', async () => {
    const { stores } = await openWindow(({ world }) => seedPast(world, 4));
    stores.navigation.go({ screen: 'activity', operationId: 'seed-3' });
    await expect.element(button('Save the receipt')).toBeVisible();
    expect(button('Send by mail').query()).toBeNull();
  });

  it('is switched on in the settings of the shop', async () => {
    const { stores, fake } = await openWindow();
    stores.navigation.go({ screen: 'settings' });
    await button('Shop').click();
    await page.getByLabelText(/mail program/).click();
    await press('Save the shop settings');
    await expect.poll(() => fake.world.shop.receiptsByMail).toBe(true);
  });
});

describe('the folder for receipts', () => {
  it('is chosen by a manager in the settings', async () => {
    const { stores } = await openWindow(({ world }) => {
      seedPeople(world, 'Manager');
      world.receipts = { folder: '/shop/stick', isThere: false, saved: [], mailed: [] };
    });
    stores.navigation.go({ screen: 'settings' });
    await expect.element(page.getByText('/shop/stick')).toBeVisible();
    await expect.element(page.getByText(/This folder is not there/)).toBeVisible();
    await button('Choose another folder').click();
    await expect.element(page.getByText('/shop/receipts')).toBeVisible();
    expect(page.getByText(/This folder is not there/).query()).toBeNull();
  });

  it('is shown to a cashier, who cannot choose it', async () => {
    const { stores } = await openWindow(({ world }) => seedPeople(world, 'Cashier 1'));
    stores.navigation.go({ screen: 'settings' });
    await expect.element(page.getByText('/documents/receipts')).toBeVisible();
    await expect
      .element(page.getByRole('region', { name: 'Receipts are saved in' }).getByText('A manager changes this.'))
      .toBeVisible();
    expect(button('Choose another folder').elements()).toEqual([]);
  });

  it('and the name of the shop are saved', async () => {
    const { stores, fake } = await openWindow();
    stores.navigation.go({ screen: 'settings' });
    await button('Shop').click();
    await page.getByLabelText(/^Name of the shop/).fill('Corner Shop');
    await press('Save the shop settings');
    await expect.poll(() => fake.world.shop.shopName).toBe('Corner Shop');
    await expect.element(heading('Settings')).toBeVisible();
  });
});
