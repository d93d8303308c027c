import { cpSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { addFaults } from '#support/erp.ts';
import { keptBy, memoryOf } from './canary.ts';
import { Cashier } from './cashier.ts';
import { clearFaults, done, openCounter, saleHead } from './counter.ts';
import { type Name, addPerson, goToPeople, openManned, pins, settings, signIn } from './staff.ts';
import { openTill } from './till.ts';

const refunds = 'POST /payments/{id}/refunds';
const manualRefunds = 'POST /payments/refunds';
/** A card network's published test number. */
const cardNumber = '5555555555554444';

async function handOver(cashier: Cashier, from: Name, to: Name): Promise<void> {
  await cashier.press(`Sign out ${from}`);
  await signIn(cashier, to);
}

/** In the dialog that asks for somebody. */
async function enterPin(cashier: Cashier, name: Name, pin: string, doIt: string): Promise<void> {
  const dialog = cashier.page.getByRole('dialog');
  await dialog.getByRole('button', { name: new RegExp(`^${name} `) }).click();
  await cashier.typeSecret(`PIN of ${name}`, pin);
  await cashier.press(doIt);
}

async function manualRefund(cashier: Cashier): Promise<void> {
  await cashier.goTo('Refund');
  await cashier.fill('Amount to refund', '45.00');
  await cashier.fill('Reason', 'Sold at the market stall, returned here');
  await cashier.fill('E-mail of the customer', 'name@example.com');
  await cashier.typeSecret('Card number', cardNumber);
  await cashier.fill('Name on the card', 'A Sample');
  await cashier.fill('Valid until', '04/31');
  await cashier.field('Card brand').selectOption('MASTERCARD');
  await cashier.press('Check the refund');
  await cashier.reads('Is this right?');
  await cashier.press('Refund 45.00 EUR');
}

it('begins with a manager, and then lets nobody in without a PIN, also after a restart', async () => {
  const { cashier, till } = await openCounter({ settings, keys: 'keyring' });
  await goToPeople(cashier);
  await addPerson(cashier, 'Manager', true);
  await cashier.reads('Who is at the till?');
  await cashier.page.getByText('0 running').waitFor();
  await cashier.button(/^Manager Manager$/).waitFor();
  await cashier.typeSecret('PIN of Manager', '000000');
  await cashier.press('Sign in');
  await cashier.page.getByText('The PIN is wrong.').waitFor();
  await cashier.typeSecret('PIN of Manager', pins.Manager);
  await cashier.press('Sign in');
  await cashier.reads('Settings');

  const memory = await memoryOf(cashier.page);
  expect(memory).toContain('Sign out Manager');
  expect(memory).not.toContain(pins.Manager);
  expect(keptBy(till, pins.Manager)).toEqual([]);
  await till.close();
  expect(keptBy(till, pins.Manager)).toEqual([]);
  const again = new Cashier((await openTill({ home: till.home, keys: 'keyring' })).page);
  await signIn(again, 'Manager');
});

it('lets main take nothing while nobody is signed in, whatever its page asks', async () => {
  const { cashier, gateway } = await openManned();
  await cashier.press('Sign out Manager');
  await cashier.reads('Who is at the till?');
  const codes = await cashier.page.evaluate(async () => {
    const { tillbridge } = window;
    const sale = {
      messageType: 'SALE',
      transId: 'LOCKED-1',
      posTerminalId: 'T1',
      amount: { value: 600, currency: 'EUR' },
    };
    const answers: unknown[] = [
      await tillbridge.submit({ kind: 'cloud-pos', input: sale, requestId: 'window-locked' }),
      await tillbridge.saveShopSettings(await tillbridge.shopSettings({})),
      await tillbridge.createClient({ name: 'Sneak', scopes: ['refund'], origin: null }),
      await tillbridge.resume({ reason: 'because' }),
      await tillbridge.saveOperator({ id: null, name: 'Sneak', role: 'manager', active: true, pin: '1234' }),
    ];
    return answers.map((answer) => (answer as { readonly refusal?: { readonly code: string } }).refusal?.code);
  });
  expect(codes).toEqual(['not-signed-in', 'not-signed-in', 'not-signed-in', 'not-signed-in', 'not-signed-in']);
  expect(await done(gateway, 'POST /cloudpos')).toEqual([]);
  // Nor does it show anything.
  const shown = await cashier.page.evaluate(async () => {
    const { tillbridge } = window;
    const asked = [
      tillbridge.operations({ limit: 10 }),
      tillbridge.payments({ limit: 10 }),
      tillbridge.clients({}),
      tillbridge.saveShift({ number: null, format: 'ndjson' }),
    ];
    const answers = await Promise.allSettled(asked);
    return answers.map((each) => (each.status === 'rejected' ? String(each.reason) : 'answered'));
  });
  for (const answer of shown) expect(answer).toContain('till-locked');
});

it('goes on with the sale that runs while the till is locked, and shows it to whoever comes next', async () => {
  const { cashier, gateway, cable } = await openManned();
  await handOver(cashier, 'Manager', 'Cashier');
  await cashier.goTo('Sale');
  cable.hold(saleHead);
  await cashier.startSale('600', '6.00 EUR');
  await cashier.reads('Ask the customer to present the card');
  await cashier.press('Sign out Cashier');
  await cashier.page.getByText('1 running').waitFor();
  cable.release();
  await cashier.page.getByText('0 running').waitFor();
  await signIn(cashier, 'Supervisor');
  await cashier.reads('Paid 6.00 EUR');
  expect(await done(gateway, 'POST /cloudpos')).toHaveLength(1);
});

it('keeps the manager signed in when the settings are saved', async () => {
  const { cashier } = await openManned();
  await cashier.goTo('Settings');
  await cashier.button('Shop').click();
  await cashier.fill('Refunds above this need a supervisor', '70.00');
  await cashier.press('Save the shop settings');
  await cashier.finds('Saved');
  await cashier.button('Sign out Manager').waitFor();
  expect(await cashier.field('Refunds above this need a supervisor').inputValue()).toBe('70.00');
});

it('pays a refund above the limit out once, with a supervisor’s PIN', async () => {
  const { cashier, gateway } = await openManned();
  await handOver(cashier, 'Manager', 'Cashier');
  await cashier.goTo('Sale');
  await cashier.sell('10000', '100.00 EUR');
  await cashier.press('Open the payment');
  await cashier.press('Refund money');
  await cashier.fill('Amount', '50.01');
  await cashier.press('Refund 50.01 EUR');
  await cashier.reads('A supervisor must approve this');
  await enterPin(cashier, 'Supervisor', '000000', 'Approve and send');
  await cashier.finds('The PIN is wrong.');
  expect(await done(gateway, refunds)).toEqual([]);
  await cashier.press('Refund 50.01 EUR');
  await enterPin(cashier, 'Supervisor', pins.Supervisor, 'Approve and send');
  await cashier.reads('Refunded 50.01 EUR');
  expect(await done(gateway, refunds)).toMatchObject([{ value: 5001 }]);
  await cashier.goTo('Activity');
  await cashier.row(/^Refund Done/).click();
  await expect.poll(() => cashier.fact('Approved by')).toBe('Supervisor');
  expect(await cashier.fact('Signed in')).toBe('Cashier');
});

it('asks for a supervisor at every manual refund, and keeps neither PIN nor card', async () => {
  const { cashier, gateway, till } = await openManned();
  await handOver(cashier, 'Manager', 'Cashier');
  await manualRefund(cashier);
  await enterPin(cashier, 'Supervisor', '000000', 'Approve and send');
  await cashier.finds('The PIN is wrong.');
  // The card need not be typed again.
  await cashier.press('Refund 45.00 EUR');
  await enterPin(cashier, 'Supervisor', pins.Supervisor, 'Approve and send');
  await cashier.reads('Refunded 45.00 EUR');
  expect(await done(gateway, manualRefunds)).toMatchObject([{ value: 4500 }]);
  const memory = await memoryOf(cashier.page);
  for (const secret of [pins.Supervisor, pins.Cashier, cardNumber]) {
    expect(memory).not.toContain(secret);
    expect(keptBy(till, secret)).toEqual([]);
  }
});

it('has two people decide a refund that nobody could find out', async () => {
  const { cashier, gateway } = await openManned();
  await addFaults(gateway.url, [
    { route: manualRefunds, fault: 'hang-after', ms: 500, times: 1 },
    { route: 'GET /payments/getByTransId/{id}', fault: 'status', status: 404 },
  ]);
  await handOver(cashier, 'Manager', 'Supervisor');
  await manualRefund(cashier);
  await enterPin(cashier, 'Manager', pins.Manager, 'Approve and send');
  await cashier.statusSays('1 to decide');
  await clearFaults(gateway);
  await cashier.goTo('Activity');
  await cashier.row(/^Manual refund/).click();
  await cashier.reads('Look for these numbers');
  await cashier.choose(/^It happened/);
  await cashier.fill('Why do you say so?', 'The customer shows the credit.');
  await cashier.fill('What did you look at?', 'The back office of the gateway');
  await cashier.press('Save my answer');
  await cashier.finds('Saved. One more person must say the same.');
  await cashier.statusSays('1 to decide');

  await handOver(cashier, 'Supervisor', 'Manager');
  await cashier.choose(/^It happened/);
  await cashier.fill('Why do you say so?', 'It stands on the statement.');
  await cashier.fill('What did you look at?', 'The bank statement');
  await cashier.press('Decide: it happened');
  await cashier.reads('Refunded 45.00 EUR');
  await cashier.finds(/^Supervisor, .*: it happened$/);
  await cashier.finds(/^Manager, .*: it happened$/);
  expect(await done(gateway, manualRefunds)).toHaveLength(1);
});

it('sends nothing from a copied folder until a manager says that it is the only one', async () => {
  const { cashier, gateway, till } = await openManned();
  await cashier.goTo('Sale');
  await cashier.sell('300', '3.00 EUR');
  await till.close();
  const shop = join(till.home, 'shop');
  cpSync(shop, join(till.home, 'copy'), { recursive: true });
  rmSync(shop, { recursive: true });
  renameSync(join(till.home, 'copy'), shop);

  const again = new Cashier((await openTill({ home: till.home, keys: 'keyring' })).page);
  await signIn(again, 'Supervisor');
  await again.reads('This till is paused. Nothing is sent.');
  await again.finds('Only a manager can let it go on.');
  await handOver(again, 'Supervisor', 'Manager');
  await again.fill('How do you know that no other copy is in use?', 'The old computer is switched off.');
  await again.press('This is the only copy in use: go on');
  // It goes on, except at terminals: one may still be at work for the other copy for some minutes.
  await again.startSale('400', '4.00 EUR');
  await again.finds('The terminal may still be at work for a copy of this folder. Nothing was sent.');
  expect(await done(gateway, 'POST /cloudpos')).toMatchObject([{ value: 300 }]);
});
