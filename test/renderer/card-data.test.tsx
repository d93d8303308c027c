// Facts about card data that gets into the wrong field: it stays nowhere in the window, and the cashier is told.
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openWindow, type TestWindow, typeAmount } from './support/window.tsx';

// The card networks' published test numbers.
const number = '4111111111111111';
const track1 = `%B${number}^SAMPLE/CARD^30121010000000000123?`;
const track2 = `;${number}=30121010000000000123?`;
const told = /It was deleted and kept nowhere/;

/** All that the stores and the page hold. */
function held({ stores }: TestWindow): string {
  const fields = [...document.querySelectorAll('input')].map(({ value }) => value);
  const states = [stores.sale, stores.operations, stores.navigation].map((store) => store.getState() as object);
  return JSON.stringify([states, fields]) + document.documentElement.outerHTML;
}

/** Key after key of one task: what a reader sends lies closer together than anything that a busy machine delays. */
function swipe(keys: string): void {
  const place = document.activeElement ?? document.body;
  for (const key of keys) {
    const name = key === '\n' ? 'Enter' : key;
    place.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true }));
  }
}

async function open(screen: 'sale' | 'link' | 'refund') {
  const opened = await openWindow();
  await expect.element(page.getByRole('main')).toBeVisible();
  opened.stores.navigation.go(screen === 'refund' ? { screen, manual: true } : { screen });
  return opened;
}

describe('a card number', () => {
  it.each([
    ['sale', /^Reference/],
    ['link', /^Reference/],
    ['refund', /^Reference/],
  ] as const)('does not stay in a field of the screen %s', async (screen, label) => {
    const opened = await open(screen);
    const field = page.getByRole('textbox', { name: label });
    await field.fill(`card ${number}`);
    await expect.element(field).toHaveValue('');
    await expect.element(page.getByText(told)).toBeVisible();
    expect(held(opened)).not.toContain(number.slice(0, 8));
    await field.fill('order 7');
    await expect.element(field).toHaveValue('order 7');
    expect(page.getByText(told).query()).toBeNull();
  });

  it('is not taken for an account number, nor the other way round', async () => {
    await open('refund');
    await page.getByText('A bank account').click();
    const field = page.getByRole('textbox', { name: 'IBAN' });
    await field.fill('DE89 3704 0044 0532 0130 00');
    await expect.element(field).toHaveValue('DE89 3704 0044 0532 0130 00');
  });

  it('cannot be brought back by undoing', async () => {
    const opened = await open('sale');
    const field = page.getByRole('textbox', { name: /^Reference/ });
    await field.click();
    await userEvent.keyboard(number);
    await expect.element(page.getByText(told)).toBeVisible();
    await userEvent.keyboard('{Control>}z{/Control}');
    await expect.element(field).toHaveValue('');
    expect(held(opened)).not.toContain(number.slice(0, 8));
  });
});

describe('a card’s stripe', () => {
  it.each([
    ['its first track', track1],
    ['its second track', track2],
    ['both', `${track1}\n${track2}`],
  ])('is dropped to its end from a field: %s', async (_what, keys) => {
    const opened = await open('sale');
    const field = page.getByRole('textbox', { name: /^Reference/ });
    await field.click();
    swipe(`${keys}\n`);
    await expect.element(page.getByText(told)).toBeVisible();
    await expect.element(field).toHaveValue('');
    await expect.element(field).toHaveFocus();
    expect(held(opened)).not.toMatch(/4111|SAMPLE\/CARD|3012101/);
  });

  it.each(['sale', 'link'] as const)('changes no amount where no field has the focus: %s', async (screen) => {
    const opened = await open(screen);
    await typeAmount('700');
    await expect.element(page.getByText('7.00').first()).toBeVisible();
    (document.activeElement as HTMLElement | null)?.blur();
    swipe(`${track1}\n`);
    await expect.element(page.getByText(told)).toBeVisible();
    await expect.element(page.getByText('7.00').first()).toBeVisible();
    await expect.element(page.getByRole('textbox', { name: /^Reference/ })).toHaveValue('');
    expect(held(opened)).not.toMatch(/4111|SAMPLE\/CARD|3012101/);
  });

  it('is refused where a card’s number is typed', async () => {
    const opened = await open('refund');
    await page.getByText('A card, by its number').click();
    await page.getByLabelText('Card number').click();
    await userEvent.keyboard(`${track1}{Enter}`);
    await expect.element(page.getByText(/Type the number only/)).toBeVisible();
    await expect.element(page.getByLabelText('Card number')).toHaveValue('');
    expect(held(opened)).not.toContain('4111');
  });
});
