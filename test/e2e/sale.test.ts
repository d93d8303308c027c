// A sale in the real window: by keypad and keyboard, declined, partly approved, pressed three times.
import { expect, it } from 'vitest';
import { onlyLarge } from '#support/share.ts';
import { done, openCounter, openTraining, steer } from './counter.ts';
import { plain, tapMs } from './cashier.ts';

const sales = 'POST /cloudpos';

it('sells: the amount on the keypad, the result, the receipt', async () => {
  const { cashier, gateway } = await openCounter();
  await cashier.sell('1234', '12.34 EUR');
  const receipt = plain(await cashier.screen.locator('pre[aria-label=Receipt]').textContent());
  expect(receipt).toContain('12.34');
  expect(await cashier.fact('Terminal')).toBe('T1');
  expect(await done(gateway, sales)).toMatchObject([{ value: 1234 }]);
  await cashier.statusSays(/^Online since/);
  await cashier.press('Start the next sale');
  await cashier.reads('How much?');
  expect(await cashier.button('Enter an amount').isDisabled()).toBe(true);
});

onlyLarge(() => {
  it('sells by keyboard alone', async () => {
    const { cashier, gateway } = await openCounter();
    const { keyboard } = cashier.page;
    await cashier.reads('How much?');
    for (const key of ['2', '5', '9', 'Backspace', '0']) await keyboard.press(key);
    await cashier.button('Charge 2.50 EUR').waitFor();
    // As long as a hand holds it: what follows at once would be a scanner's.
    await keyboard.press('Enter', { delay: tapMs });
    await cashier.reads('How much?');
    await keyboard.press('Control+Enter');
    await cashier.reads('Paid 2.50 EUR');
    await keyboard.press('Control+Enter');
    await cashier.reads('How much?');
    await keyboard.press('Alt+2');
    await cashier.reads('Which payment?');
    await keyboard.press('Alt+1');
    await cashier.reads('How much?');
    expect(await done(gateway, sales)).toMatchObject([{ value: 250 }]);
  });

  it('says a decline in words, and that no money was taken', async () => {
    const { cashier, gateway } = await openCounter();
    await steer(gateway, 'T1', { next: 'decline' });
    await cashier.startSale('990', '9.90 EUR');
    await cashier.reads('Declined. No money was taken.');
    await cashier.finds('Ask for another card or another way to pay.');
    await cashier.press('Try 9.90 EUR again');
    await cashier.reads('Paid 9.90 EUR');
    expect(await done(gateway, sales)).toMatchObject([{ value: 990 }]);
  });
});

it('keeps what was approved of a sale and charges the rest, as one purchase in two parts', async () => {
  const { cashier, gateway } = await openCounter();
  await steer(gateway, 'T1', { approveMinor: 5_000 });
  await cashier.startSale('10000', '100.00 EUR');
  await cashier.reads('Only 50.00 EUR of 100.00 EUR was approved');
  await cashier.press('Keep 50.00 EUR, charge the remaining 50.00 EUR');
  await cashier.finds('This sale takes the rest: 50.00 EUR of 100.00 EUR');
  await cashier.press('Charge 50.00 EUR');
  await cashier.reads('All of 100.00 EUR is paid');
  expect(await done(gateway, sales)).toMatchObject([{ value: 5_000 }, { value: 5_000 }]);
  await cashier.goTo('Payments');
  await cashier.row(/Paid in parts/).waitFor();
  expect(await cashier.page.getByRole('option').count()).toBe(1);
});

it('takes three presses and Enter twice as one operation', async () => {
  const { cashier, gateway } = await openCounter();
  const { mouse, keyboard } = cashier.page;
  // All of it comes while the first one runs.
  await steer(gateway, 'T1', { delayMs: 1_000 });
  await cashier.keyIn('500');
  const charge = cashier.button('Charge 5.00 EUR');
  const box = await charge.boundingBox();
  const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2];
  await charge.focus();
  await Promise.all([
    ...[1, 2, 3].map(() => mouse.click(x, y)),
    ...['Enter', 'Enter', 'Control+Enter', 'Control+Enter'].map((key) => keyboard.press(key)),
  ]);
  await cashier.reads('Paid 5.00 EUR');
  await cashier.goTo('Activity');
  await cashier.row(/^Sale Done/).waitFor();
  expect(await cashier.row(/./).count()).toBe(1);
  expect(await done(gateway, sales)).toHaveLength(1);
});

onlyLarge(() => {
  it('sells in training on the sandbox inside the till', async () => {
    const { cashier } = await openTraining();
    await cashier.sell('100', '1.00 EUR');
    await cashier.goTo('Activity');
    await expect.poll(() => cashier.row(/^Sale Done/).count()).toBe(1);
  });
});
