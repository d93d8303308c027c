// What people type into a search for an amount.
import { expect, it } from 'vitest';
import { amountsTyped } from '#core/api/typed-amount.ts';

it.each([
  ['12.50', 'EUR', [1_250]],
  ['12,50', 'EUR', [1_250]],
  ['12,5', 'EUR', [1_250]],
  ['1250', 'EUR', [1_250, 125_000]],
  ['1.250,00', 'EUR', [125_000]],
  ['1250', 'JPY', [1_250]],
  ['1.250', 'BHD', [1_250]],
  ['1.250', 'EUR', [1_250, 125_000]],
  ['12.5', 'JPY', []],
  ['Order 12', 'EUR', []],
  ['', 'EUR', []],
])('%s in %s', (text, currency, amounts) => {
  expect(amountsTyped(text, currency)).toEqual(amounts);
});
