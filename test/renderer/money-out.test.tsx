// Facts about money that leaves the shop: refunds of a payment, and the manual one with its card number.
import { afterEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { seedPeople } from '../../renderer/bridge/fake/seeds/seed-people.ts';
import { statusOf, tell } from '../../renderer/bridge/fake/world.ts';
import { seedPast } from '../../renderer/bridge/fake/seeds/seed.ts';
import { inSight } from './support/in-sight.ts';
import { button, expectNoViolations, heading, openWindow, press, settled, typeAmount } from './support/window.tsx';

const office = { url: 'https://office.shop.lan:8443', name: 'Till 1', takenAt: null, waiting: 0, trouble: null };

// A number that the card networks publish for tests.
const testNumber = '4242424242424242';

const byNumber = () => page.getByText('A card, by its number').click();

async function fillManualRefund(): Promise<void> {
  await byNumber();
  await page.getByLabelText('Amount to refund').fill('2500');
  await page.getByLabelText('Reason').fill('Returned goods');
  await page.getByLabelText('E-mail of the customer').fill('customer@example.com');
  await page.getByLabelText('Card number').fill(testNumber);
  await page.getByLabelText('Name on the card').fill('Sample');
  await page.getByLabelText('Valid until').fill('04/29');
  await page.getByLabelText('Card brand').selectOptions('VISA');
}

afterEach(() => page.viewport(1280, 800));

describe('a refund of a payment', () => {
  it('shows what can still be refunded, refuses more, and lowers it afterwards', async () => {
    const { stores } = await openWindow((fake) => seedPast(fake.world, 4));
    await expect.element(page.getByRole('main')).toBeVisible();
    stores.navigation.go({ screen: 'payments', payId: 'PAY-seed-3' });
    await press('Refund money');
    await page.getByLabelText('Amount').fill('99999999');
    await expect.element(page.getByText(/At most 241.47.EUR is possible/)).toBeVisible();
    await page.getByLabelText('Amount').fill('500');
    await press('Refund 5.00 EUR');
    await expect.element(heading(/^Refunded 5.00/)).toBeVisible();
    await button('Back to the payment').click();
    await expect.element(page.getByText(/236.47/).first()).toBeVisible();
  });

  it('names its line where an office wants to know, and asks for none elsewhere', async () => {
    const { stores, fake } = await openWindow((made) => {
      seedPast(made.world, 4);
      made.world.office = { ...office, claims: true };
    });
    await expect.element(page.getByRole('main')).toBeVisible();
    stores.navigation.go({ screen: 'payments', payId: 'PAY-seed-3' });
    await press('Refund money');
    await page.getByLabelText('Line or number of the slip (optional)').fill('4711 / 3');
    await press('Refund 241.47 EUR');
    await expect.element(heading(/^Refunded 241.47/)).toBeVisible();
    const refund = [...fake.world.operations.values()].findLast(({ kind }) => kind === 'refund');
    expect(refund?.line).toBe('4711/3');
    fake.world.office = { ...office, claims: false };
    tell(fake.world, 'statusChanged', statusOf(fake.world));
    stores.navigation.go({ screen: 'payments', payId: 'PAY-seed-1' });
    await press('Refund money');
    await expect.element(heading('How much should go back?')).toBeVisible();
    await expect.element(page.getByLabelText('Line or number of the slip (optional)')).not.toBeInTheDocument();
  });

  it('shows how much goes back before it asks for the line, at 800 x 600 too', async () => {
    await page.viewport(800, 600);
    const { stores } = await openWindow((made) => {
      seedPast(made.world, 4);
      made.world.office = { ...office, claims: true };
    });
    await expect.element(page.getByRole('main')).toBeVisible();
    stores.navigation.go({ screen: 'payments', payId: 'PAY-seed-3' });
    await press('Refund money');
    const line = page.getByLabelText('Line or number of the slip (optional)');
    await expect.element(line).toBeInTheDocument();
    const amount = page.getByLabelText('Amount').element();
    expect(inSight(amount)).toBe(true);
    expect(amount.compareDocumentPosition(line.element())).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  it('begins another amount where somebody types over the rest, which is one press away', async () => {
    const { stores } = await openWindow((fake) => seedPast(fake.world, 4));
    await expect.element(page.getByRole('main')).toBeVisible();
    stores.navigation.go({ screen: 'payments', payId: 'PAY-seed-3' });
    await press('Refund money');
    await page.getByLabelText('Amount').click();
    await userEvent.keyboard('500');
    await expect.element(page.getByLabelText('Amount')).toHaveValue('5.00');
    await button(/^All: 241.47/).click();
    await expect.element(page.getByLabelText('Amount')).toHaveValue('241.47');
    await page.getByLabelText('Amount').click();
    await userEvent.keyboard('7');
    await expect.element(page.getByLabelText('Amount')).toHaveValue('0.07');
  });

  it('whose end is not known says that the money is not to be given back again', async () => {
    const { stores, fake } = await openWindow(({ world }) => seedPast(world, 4));
    await expect.element(page.getByRole('main')).toBeVisible();
    fake.world.fate = 'lost';
    stores.navigation.go({ screen: 'payments', payId: 'PAY-seed-3' });
    await press('Refund money');
    await press('Refund 241.47 EUR');
    await expect.element(heading(/^We don’t know yet whether it was given back\. Do not refund it/)).toBeVisible();
    await expect.element(page.getByText(/^Tell the customer: .* not even in cash\.$/)).toBeVisible();
  });

  it('begins with its payment, found by what stands on the receipt', async () => {
    await openWindow((fake) => seedPast(fake.world, 4));
    await button('Refund').click();
    await expect.element(heading('Which payment goes back?')).toBeVisible();
    // A cashier with the slip in hand types at once.
    await expect.element(page.getByLabelText('Search payments')).toHaveFocus();
    await userEvent.keyboard('241,47');
    await userEvent.keyboard('{Enter}');
    await expect.element(button('Refund money')).toBeVisible();
    await expect.element(heading('Which payment?')).toBeVisible();
    await expect.element(page.getByRole('option')).toHaveLength(1);
    await button('Refund').click();
    await button('Manual refund (no receipt)').click();
    await expect.element(heading('Manual refund (no receipt)')).toBeVisible();
  });

  it('waits where the till is offline, can be found in Activity and taken back', async () => {
    const { stores, fake } = await openWindow((made) => {
      seedPast(made.world, 4);
      made.setOnline(false);
    });
    await expect.element(page.getByRole('main')).toBeVisible();
    stores.navigation.go({ screen: 'payments', payId: 'PAY-seed-3' });
    await press('Refund money');
    await press('Refund 241.47 EUR');
    await expect.element(heading('Will be sent when the connection is back')).toBeVisible();
    const [operation] = [...fake.world.operations.values()].filter((each) => each.state === 'accepted');
    stores.navigation.go({ screen: 'activity', operationId: operation?.id ?? '' });
    await button('Cancel this refund').click();
    await expect.element(heading('Cancelled before it was sent. Nothing was given back.')).toBeVisible();
  });
});

describe('a manual refund', () => {
  it('is approved by a supervisor who reads why, and no number that stands nowhere else', async () => {
    const { stores } = await openWindow(({ world }) => {
      seedPast(world, 4);
      seedPeople(world, 'Cashier 1');
    });
    await expect.element(button('Sign out Cashier 1')).toBeVisible();
    // What went out today already is not why a manual refund is approved.
    stores.navigation.go({ screen: 'payments', payId: 'PAY-seed-3' });
    await press('Refund money');
    await page.getByLabelText('Amount').fill('100');
    await press('Refund 1.00 EUR');
    await expect.element(heading(/^Refunded 1.00/)).toBeVisible();
    stores.navigation.go({ screen: 'refund', manual: true });
    await page.getByLabelText('Amount to refund').fill('800');
    await press('Check the refund');
    await expect.element(page.getByText('Write why the money is given back')).toBeVisible();
    await page.getByLabelText('Reason').fill('Came back broken');
    await press('Check the refund');
    await press('Refund 8.00 EUR');
    const dialog = page.getByRole('dialog');
    await expect.element(dialog.getByText('None: without a receipt')).toBeVisible();
    await expect.element(dialog.getByText('Came back broken')).toBeVisible();
    await expect.element(dialog.getByText('A refund without a receipt always needs a supervisor.')).toBeVisible();
    expect(dialog.getByText(/was already given back without a supervisor/).query()).toBeNull();
  });

  it('takes its amount from keys for a finger, as every other amount', async () => {
    const { stores } = await openWindow();
    stores.navigation.go({ screen: 'refund', manual: true });
    await typeAmount('250');
    await button('00').click();
    await button('Remove the last digit').click();
    await expect.element(page.getByLabelText('Amount to refund')).toHaveValue('25.00');
  });

  it('reads its line back before money goes out', async () => {
    const { stores } = await openWindow((made) => {
      made.world.office = { ...office, claims: true };
    });
    await expect.element(page.getByRole('main')).toBeVisible();
    stores.navigation.go({ screen: 'refund', manual: true });
    await page.getByLabelText('Amount to refund').fill('2500');
    await page.getByLabelText('Reason').fill('Came back broken');
    await page.getByLabelText('Line or number of the slip (optional)').fill('4711/3');
    await press('Check the refund');
    await expect.element(heading('Is this right?')).toBeVisible();
    await expect.element(page.getByText('4711/3')).toBeVisible();
  });

  it('lets the terminal read the card first, and asks for nothing of it', async () => {
    const { stores, fake } = await openWindow();
    stores.navigation.go({ screen: 'refund', manual: true });
    await page.getByLabelText('Amount to refund').fill('2500');
    await expect.element(page.getByText(/This till never sees its number/)).toBeVisible();
    expect(page.getByLabelText('Card number').query()).toBeNull();
    await page.getByLabelText('Reason').fill('Came back broken');
    await press('Check the refund');
    await expect.element(heading('Is this right?')).toBeVisible();
    await press('Refund 25.00 EUR');
    await expect.element(heading(/^Refunded 25.00/)).toBeVisible();
    const [operation] = [...fake.world.operations.values()];
    expect(operation).toMatchObject({
      kind: 'cloud-pos',
      input: {
        messageType: 'CREDIT',
        posTerminalId: 'T-1',
        amount: { value: 2_500, currency: 'EUR' },
        refundReason: 'Came back broken',
      },
    });
  });

  it.each([
    ['lost', /^We don’t know yet whether it was given back\. Do not refund it again\./, /^The till keeps checking/],
    ['person', 'We must look this up ourselves', /^A supervisor must look this up/],
  ] as const)('whose end is not known (%s) offers no other refund and says so', async (fate, headline, hint) => {
    const { stores, fake } = await openWindow(({ world }) => (world.fate = fate));
    stores.navigation.go({ screen: 'refund', manual: true });
    await page.getByLabelText('Amount to refund').fill('2500');
    await page.getByLabelText('Reason').fill('Came back broken');
    await press('Check the refund');
    await press('Refund 25.00 EUR');
    await expect.element(heading(headline)).toBeVisible();
    await expect.element(page.getByText(/^Tell the customer: .* not even in cash\.$/)).toBeVisible();
    await expect.element(page.getByText(hint)).toBeVisible();
    expect(button('Start another refund').query()).toBeNull();
    await expectNoViolations();
    await press(/^Next customer/);
    await expect.element(heading('How much?')).toBeVisible();
    expect(fake.calls.get('submit')).toBe(1);
  });

  it.each([
    ['live', null, false],
    ['live', true, true],
    ['test', null, true],
    ['test', false, false],
  ] as const)('in %s mode with the setting at %s, a number may be typed: %s', async (mode, set, may) => {
    const { stores } = await openWindow(({ world }) => {
      world.mode = mode;
      world.shop = { ...world.shop, cardNumbersTyped: set };
    });
    stores.navigation.go({ screen: 'refund', manual: true });
    await expect.element(page.getByText('A bank account')).toBeVisible();
    expect(page.getByText('A card, by its number').query() !== null).toBe(may);
  });

  it('says what is missing, field by field', async () => {
    const { stores, fake } = await openWindow();
    stores.navigation.go({ screen: 'refund', manual: true });
    await expect.element(button('Check the refund')).toBeVisible();
    await byNumber();
    await press('Check the refund');
    await expect.element(page.getByText('This is not a card number. Check each digit.')).toBeVisible();
    await expect.element(page.getByText('Write why the money is given back')).toBeVisible();
    expect(fake.calls.get('submit')).toBeUndefined();
  });

  it('is checked first, sent once, and leaves no trace of the number in the window', async () => {
    const { stores, fake } = await openWindow();
    stores.navigation.go({ screen: 'refund', manual: true });
    await fillManualRefund();
    await press('Check the refund');
    await expect.element(page.getByText('Ends in 4242')).toBeVisible();
    expect(document.body.textContent).not.toContain(testNumber);
    await settled();
    const send = button('Refund 25.00 EUR').element() as HTMLButtonElement;
    const number = document.querySelector<HTMLInputElement>('main [data-secret]');
    expect(number?.value).toBe(testNumber);
    send.click();
    send.click();
    await expect.element(heading(/^Refunded 25.00/)).toBeVisible();
    // What was taken out of the page is still held by some: it holds no number.
    expect(number?.isConnected).toBe(false);
    expect(number?.value).toBe('');
    expect(fake.world.operations.size).toBe(1);
    const held = JSON.stringify([...stores.operations.getState().byId.values()]) + document.documentElement.outerHTML;
    expect(held).not.toContain(testNumber);
    expect([...document.querySelectorAll('input')].some((each) => each.value.includes('4242'))).toBe(false);
  });

  it('asks for the number again where main was silent and took nothing', async () => {
    const { stores, fake } = await openWindow();
    stores.navigation.go({ screen: 'refund', manual: true });
    await fillManualRefund();
    await press('Check the refund');
    await expect.element(page.getByText('Ends in 4242')).toBeVisible();
    await settled();
    fake.world.silent = true;
    await button('Refund 25.00 EUR').click();
    await expect.element(page.getByText(/it can happen only once/)).toBeVisible();
    fake.world.silent = false;
    await expect.element(page.getByText('Nothing was given back. Enter the number again.')).toBeVisible();
    await expect.element(page.getByLabelText('Card number')).toHaveValue('');
    expect(fake.world.operations.size).toBe(0);
  });
});
