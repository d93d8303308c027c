// Facts about adding up in a sale: what the total shows is charged, lines are seen and taken back, nothing is left for
// the next customer.
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { variants } from './support/variants.ts';
import {
  button,
  expectFits,
  expectNoViolations,
  heading,
  openWindow,
  press,
  settled,
  smallTargets,
  typeAmount,
} from './support/window.tsx';

const lines = () => page.getByRole('list', { name: /^What is added up$|^Was zusammengerechnet ist$/ });
const key = (sign: '+' | '×' | '%') =>
  page.getByRole('group', { name: /^Adding up$|^Zusammenrechnen$/ }).getByText(sign, { exact: true });

async function threeLines(): Promise<void> {
  await typeAmount('3');
  await key('×').click();
  await typeAmount('450');
  await key('+').click();
  await typeAmount('1200');
  await key('+').click();
  await typeAmount('10');
  await key('%').click();
}

describe('a running total', () => {
  it('is what is charged, with every line in sight', async () => {
    const { fake } = await openWindow();
    await threeLines();
    await expect.element(lines().getByText(/3.? × .?4.50/)).toBeVisible();
    await expect.element(lines().getByText(/10.?\s% off/)).toBeVisible();
    await press('Charge 22.95 EUR');
    await expect.element(heading(/^Paid 22.95/)).toBeVisible();
    const [sold] = [...fake.world.operations.values()];
    expect(sold?.input).toMatchObject({ amount: { value: 2_295, currency: 'EUR' } });
    await press('Start the next sale');
    await expect.element(button('Enter an amount')).toBeVisible();
    await expect.element(lines()).not.toBeInTheDocument();
  });

  it('counts what is still being typed', async () => {
    await openWindow();
    await typeAmount('200');
    await key('+').click();
    await typeAmount('50');
    await expect.element(button('Charge 2.50 EUR')).toBeEnabled();
    await expect.element(lines().getByRole('listitem')).toHaveLength(2);
  });

  it('waits for the price of a quantity', async () => {
    await openWindow();
    await typeAmount('200');
    await key('+').click();
    await typeAmount('3');
    await key('×').click();
    await expect.element(button('Enter the price for 3 ×')).toBeDisabled();
    await button('Remove the last digit').click();
    await expect.element(button('Charge 2.03 EUR')).toBeEnabled();
  });

  it('has its lines taken back one by one, and the rest by Clear', async () => {
    await openWindow();
    await threeLines();
    await button(/^Take back line 2:/).click();
    await settled();
    await expect.element(button('Charge 12.15 EUR')).toBeEnabled();
    await typeAmount('5');
    await button('Clear the amount').click();
    await expect.element(button('Charge 12.15 EUR')).toBeEnabled();
    await button('Clear all lines of the total').click();
    await expect.element(button('Enter an amount')).toBeVisible();
    await expect.element(lines()).not.toBeInTheDocument();
  });

  it('is typed on the keyboard', async () => {
    await openWindow();
    await expect.element(button('Enter an amount')).toBeVisible();
    await userEvent.keyboard('3*450+1200+10%');
    await expect.element(button('Charge 22.95 EUR')).toBeEnabled();
    await userEvent.keyboard('{Backspace}{Delete}');
    await expect.element(button('Enter an amount')).toBeVisible();
  });

  it('says why a key did nothing, until the next one', async () => {
    await openWindow();
    await key('+').click();
    await expect.element(page.getByText('Type an amount first, then +.')).toBeVisible();
    await typeAmount('1');
    await expect.element(page.getByText('Type an amount first, then +.')).not.toBeInTheDocument();
  });

  it.each([
    ['JPY', 'Charge 1,350 JPY'],
    ['BHD', 'Charge 1.350 BHD'],
  ])('has the minor units of %s', async (currency, text) => {
    await openWindow();
    await page.getByLabelText('Currency').selectOptions(currency);
    await typeAmount('3');
    await key('×').click();
    await typeAmount('450');
    await key('+').click();
    await expect.element(button(text)).toBeEnabled();
  });

  it('is left as it was by a scanner whose code holds the keys of the adding machine', async () => {
    const { stores } = await openWindow();
    await threeLines();
    await settled();
    for (const sign of ['A', '+', '1', '%', '*', '7', 'x', '9', 'Enter'])
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: sign, bubbles: true, cancelable: true }));
    await expect.element(page.getByLabelText('Reference')).toHaveValue('A+1%*7x9');
    expect(stores.sale.getState().lines).toHaveLength(3);
    await expect.element(button('Charge 22.95 EUR')).toBeEnabled();
  });

  it('stays for another try of the same customer', async () => {
    await openWindow((fake) => (fake.world.fate = 'decline'));
    await threeLines();
    await press('Charge 22.95 EUR');
    await expect.element(button('Change it')).toBeVisible();
    await press('Change it');
    await expect.element(button('Charge 22.95 EUR')).toBeEnabled();
    await expect.element(lines().getByRole('listitem')).toHaveLength(3);
  });
});

describe('the last reference', () => {
  it('is one press away for the next sale, and gone with the person', async () => {
    const { stores } = await openWindow();
    await page.getByLabelText('Reference').fill('TABLE-7');
    await typeAmount('500');
    await press('Charge 5.00 EUR');
    await expect.element(heading(/^Paid 5.00/)).toBeVisible();
    await press('Start the next sale');
    await expect.element(page.getByLabelText('Reference')).toHaveValue('');
    await button(/^Last one again: .*TABLE-7/).click();
    await expect.element(page.getByLabelText('Reference')).toHaveValue('TABLE-7');
    stores.sale.forget();
    await expect.element(page.getByLabelText('Reference')).toHaveValue('');
    expect(button(/^Last one again/).query()).toBeNull();
  });
});

describe.each([
  [800, 600],
  [1024, 600],
  [600, 800],
  [1920, 1080],
] as const)('at %i x %i', (width, height) => {
  it.each(variants)('long lines fit, and all keys are in reach ($theme, $language)', async (look) => {
    await page.viewport(width, height);
    const { stores } = await openWindow(() => {}, look);
    stores.sale.edit({
      lines: [
        { type: 'price', quantity: 999, unit: 999_999_999 },
        { type: 'price', quantity: 1, unit: 1 },
        { type: 'off', percent: 100 },
        { type: 'price', quantity: 12, unit: 9_999_999 },
      ],
      quantity: 12,
      value: 34_567_890,
      refusedKey: 'sums.quantityRange',
    });
    await expect.element(lines()).toBeVisible();
    expectFits();
    expect(smallTargets()).toEqual([]);
    await expectNoViolations();
    await page.viewport(1280, 800);
  });
});
