// The keyboard on the screen in the packaged app, pressed by taps of a finger as the system sends them.
import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { Cashier } from './cashier.ts';
import { openTraining } from './counter.ts';
import { openTill } from './till.ts';

async function tap({ page }: Cashier, target: Locator): Promise<void> {
  const box = await target.boundingBox();
  if (box === null) throw new Error('there is nothing to tap');
  const devtools = await page.context().newCDPSession(page);
  const touchPoints = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }];
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await devtools.detach();
}

const keyboardOf = ({ page }: Cashier) => page.getByRole('region', { name: 'Keyboard on the screen' });

it('writes a reference by touch, goes with it to the receipt, and stays away once that is set', async () => {
  const { till, cashier } = await openTraining();
  const reference = cashier.field('Reference');
  const keyboard = keyboardOf(cashier);
  await reference.click();
  expect(await keyboard.count()).toBe(0);
  await tap(cashier, reference);
  await keyboard.waitFor();
  for (const key of ['Capital letter', 'A', '4', '2', 'Done']) await tap(cashier, cashier.button(key, keyboard));
  await keyboard.waitFor({ state: 'detached' });
  expect(await reference.inputValue()).toBe('A42');
  await cashier.keyIn('1234');
  await cashier.press('Charge 12.34 EUR');
  await cashier.reads('Paid 12.34 EUR');
  await cashier.finds('A42');

  await cashier.goTo('Settings');
  await cashier.press('This till');
  await cashier.choose('Never');
  await till.close();
  const again = new Cashier((await openTill({ home: till.home })).page);
  await again.reads('How much?');
  await tap(again, again.field('Reference'));
  await expect.poll(() => again.page.evaluate(() => document.activeElement?.tagName)).toBe('INPUT');
  expect(await keyboardOf(again).count()).toBe(0);
});
