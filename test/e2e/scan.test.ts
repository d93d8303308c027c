// A scanner that types into the real app, with the prefix that the settings name or without one: wherever the focus is,
// the code of a slip finds its payment, and no digit of a code stands in an amount, a PIN or a search.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Cashier } from './cashier.ts';
import { openTraining } from './counter.ts';
import { type Till, newHome } from './till.ts';

const prefix = 'F9';

async function openShop(): Promise<{ readonly till: Till; readonly cashier: Cashier }> {
  const home = newHome();
  mkdirSync(join(home, 'shop'));
  writeFileSync(join(home, 'shop', 'settings.json'), JSON.stringify({ devices: { scanPrefix: prefix } }));
  return openTraining({ home });
}

/** As a keyboard scanner: key events of the system into the page that has the focus, one behind the other. */
async function scan({ app }: Till, code: string, before: readonly string[] = [prefix], gapMs = 5): Promise<void> {
  await app.evaluate(
    async ({ webContents }, { keys, address, waitMs }) => {
      const contents = webContents.getAllWebContents().find((each) => each.getURL().startsWith(address));
      for (const keyCode of keys) {
        contents?.sendInputEvent({ type: 'keyDown', keyCode });
        if (keyCode.length === 1) contents?.sendInputEvent({ type: 'char', keyCode });
        contents?.sendInputEvent({ type: 'keyUp', keyCode });
        await new Promise((next) => {
          setTimeout(next, waitMs);
        });
      }
    },
    { keys: [...before, ...code.split(''), 'Enter'], address: 'app://till/', waitMs: gapMs },
  );
}

async function sold(cashier: Cashier): Promise<string> {
  await cashier.sell('1234', '12.34 EUR');
  const { payments } = await cashier.page.evaluate(() => window.tillbridge.payments({ limit: 5 }));
  const payId = payments[0]?.payId;
  if (payId === null || payId === undefined) throw new Error('the sale has no number');
  return payId;
}

it('finds the payment from every screen, whatever has the focus, and types nothing', async () => {
  const { till, cashier } = await openShop();
  const payId = await sold(cashier);
  await cashier.press('Start the next sale');
  const finds = async () => {
    await scan(till, payId);
    await cashier.reads('The history of this payment');
  };

  // The amount of a sale, and its reference.
  await cashier.reads('How much?');
  await finds();
  await cashier.goTo('Sale');
  await cashier.button('Enter an amount').waitFor();
  await cashier.field('Reference').focus();
  await finds();
  await cashier.goTo('Sale');
  expect(await cashier.field('Reference').inputValue()).toBe('');

  // A search.
  await cashier.goTo('Payments');
  const search = cashier.page.getByRole('searchbox');
  await search.focus();
  await finds();

  // A button: the code's Enter presses nothing.
  await cashier.goTo('Settings');
  await cashier.button('Gateway').focus();
  await finds();

  // The amount of a refund: the form stays, nothing is typed, and the code waits in the status line.
  await cashier.press('Refund money');
  const amount = cashier.field('Amount');
  const before = await amount.inputValue();
  await amount.focus();
  await scan(till, payId);
  await cashier.statusLine
    .getByRole('button', { name: /scanned/i })
    .first()
    .waitFor();
  expect(await amount.inputValue()).toBe(before);
});

it('types no digit into a PIN', async () => {
  const { till, cashier } = await openShop();
  const payId = await sold(cashier);
  await cashier.goTo('Settings');
  await cashier.press('People');
  await cashier.press(/^Add/);
  const pin = cashier.page.getByRole('dialog').locator('input[type=password]').first();
  await pin.focus();
  await scan(till, payId);
  await scan(till, '4006381333931');
  // A key of a person comes through behind it, so all keys of the scans have come.
  await cashier.page.keyboard.press('7');
  await expect.poll(() => pin.inputValue()).toBe('7');
  await cashier.page.getByRole('dialog').waitFor();
});

it.each([5, 40])('goes without a prefix where scans go at %i ms a key, and never into an amount', async (gapMs) => {
  const article = '4006381333931';
  const { till, cashier } = await openTraining();
  const payId = await sold(cashier);
  await cashier.press('Start the next sale');
  for (const digit of '1250') await cashier.page.getByRole('button', { name: digit, exact: true }).click();
  await cashier.button('Charge 12.50 EUR').waitFor();
  await scan(till, article, [], gapMs);
  await expect.poll(() => cashier.field('Reference').inputValue()).toBe(article);
  await cashier.button('Charge 12.50 EUR').waitFor();

  await cashier.goTo('Payments');
  await scan(till, article, [], gapMs);
  await expect.poll(() => cashier.page.getByRole('searchbox').inputValue()).toBe(article);

  await scan(till, payId, [], gapMs);
  await cashier.reads('The history of this payment');
  await cashier.press('Refund money');
  const amount = cashier.field('Amount');
  const before = await amount.inputValue();
  await amount.focus();
  await scan(till, article, [], gapMs);
  await cashier.statusLine
    .getByRole('button', { name: /scanned/i })
    .first()
    .waitFor();
  expect(await amount.inputValue()).toBe(before);
  await cashier.button(`Refund ${before} EUR`).waitFor();
});
