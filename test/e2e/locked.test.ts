// A till that is locked: main takes and shows nothing, what runs goes on, and a copied folder waits for a manager.
import { cpSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Cashier } from './cashier.ts';
import { done, openCounter, saleHead } from './counter.ts';
import { addPerson, goToPeople, handOver, openManned, signIn } from './staff.ts';
import { openTill } from './till.ts';
import { endOf } from './waiting-refund.ts';

it('lets main take nothing while no person is signed in, whatever its page asks', async () => {
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

it('goes on with the sale that runs while the till is locked, and shows it to the next person who signs in', async () => {
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

it('sends nothing from a copied folder until a manager says that it is the only one', async () => {
  // Terminals rest for this long and a little more; on a slow machine people are slow, too.
  const { cashier, gateway, till } = await openManned({ processingSeconds: 600 });
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
  await again.finds('The terminal may still be at work for a copy of this folder. Nothing was charged.');
  expect(await done(gateway, 'POST /cloudpos')).toMatchObject([{ value: 300 }]);
});

it('that fills the screen and was not unlocked yet is quit by every person, and is unlocked after the next start', async () => {
  const passphrase = 'a phrase of the shop';
  const { cashier, till } = await openCounter({ passphrase });
  await goToPeople(cashier);
  await addPerson(cashier, 'Manager', true);
  await signIn(cashier, 'Manager');
  await cashier.page.evaluate(async () => {
    const { tillbridge } = window;
    await tillbridge.savePreferences({ ...(await tillbridge.preferences({})), kiosk: true });
  });
  await till.close();
  const sealed = await openTill({ home: till.home });
  const end = endOf(sealed);
  const anybody = new Cashier(sealed.page);
  const dialog = sealed.page.getByRole('dialog');
  const words = 'Without it you can only quit the till. No PIN is asked for then, because none can be checked.';
  await dialog.getByText(words).waitFor();
  await anybody.press('Quit the till', dialog);
  expect(await end).toBe(0);
  const again = new Cashier((await openTill({ home: till.home })).page);
  await again.typeSecret('Passphrase', passphrase);
  await again.press('Unlock the till');
  await signIn(again, 'Manager');
});
