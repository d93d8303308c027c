// Money is an integer of minor units; the number of minor digits is ISO 4217's, not the Intl API's.
import { describe, expect, it } from 'vitest';
import { amountSchema } from '#operations/fields/amount.ts';
import { greatestMinor } from '#contract/money/greatest-amount.ts';
import { type JsonObject, canonicalJson, isCanonical, without } from '#contract/data/json.ts';
import { currencyShown, formatMoney, minorDigits } from '#contract/money/money.ts';

describe('currencies', () => {
  it.each([
    ['EUR', 2],
    ['JPY', 0],
    ['BHD', 3],
    ['HUF', 2],
    ['IDR', 2],
    ['COP', 2],
    ['IQD', 3],
    ['CLF', 4],
  ] as const)('%s has %d minor digits', (currency, digits) => {
    expect(minorDigits(currency)).toBe(digits);
  });

  it.each(['EU', 'eur', 'XXX', 'XAU', 'ZZZ', ''])('%s is no currency of a till', (currency) => {
    expect(minorDigits(currency)).toBeNull();
  });

  it.each<[string | number | boolean, string | null]>([
    ['EUR', 'EUR'],
    [' eur ', 'EUR'],
    ['978', 'EUR'],
    [978, 'EUR'],
    ['008', 'ALL'],
    [8, 'ALL'],
    ['840', 'USD'],
    ['000', '000'],
    [9780, '9780'],
    [97.8, null],
    [true, null],
    ['', ''],
  ])('%j as a gateway shows it is %j', (shown, currency) => {
    expect(currencyShown(shown)).toBe(currency);
  });

  it('amounts are written with their minor digits', () => {
    expect(formatMoney({ value: 5, currency: 'EUR' })).toBe('0.05 EUR');
    expect(formatMoney({ value: 1234, currency: 'JPY' })).toBe('1234 JPY');
    expect(formatMoney({ value: -1500, currency: 'BHD' })).toBe('-1.500 BHD');
  });
});

describe('an amount', () => {
  it.each([0, -1, 1.5, Number.NaN, Number.MAX_SAFE_INTEGER + 2, '100', null])('of %s is refused', (value) => {
    expect(amountSchema.safeParse({ value, currency: 'EUR' }).success).toBe(false);
  });

  it('has at most twelve digits, so that sums of a shift are exact', () => {
    expect(amountSchema.safeParse({ value: greatestMinor, currency: 'EUR' }).success).toBe(true);
    expect(amountSchema.safeParse({ value: greatestMinor + 1, currency: 'EUR' }).error?.issues).toMatchObject([
      { message: 'must have at most twelve digits, in minor units' },
    ]);
    expect(Number.isSafeInteger(9_000 * greatestMinor)).toBe(true);
  });

  it('is a closed object', () => {
    expect(amountSchema.safeParse({ value: 1, currency: 'EUR', tip: 1 }).success).toBe(false);
  });
});

describe('canonical JSON', () => {
  it('does not depend on the order of members', () => {
    expect(canonicalJson({ b: [1, { d: null, c: 'x' }], a: true })).toBe('{"a":true,"b":[1,{"c":"x","d":null}]}');
  });

  it.each([
    ['{"a":[{"b":1,"c":"é"},null],"d":{}}', true],
    // Numbers as names: an object has them in the order of numbers, canonical text in that of signs.
    ['{"10":1,"9":2}', true],
    ['{"9":2,"10":1}', false],
    ['{"b":1,"a":2}', false],
    ['[{"b":1,"a":2}]', false],
    ['{"a":1,"a":1}', false],
    ['{"a":1.0}', false],
    ['{"a": 1}', false],
    [String.raw`{"a":"\u0041"}`, false],
  ])('is told from other texts of the same value: %s', (text, canonical) => {
    const value = JSON.parse(text) as JsonObject;
    expect(isCanonical(text, value)).toBe(canonical);
    expect(canonicalJson(value) === text).toBe(canonical);
  });

  it('a copy without fields leaves the original whole', () => {
    const original = { card: { number: '1', holder: 'x' } };
    expect(without(original, ['card.number', 'no.such.field'])).toEqual({ card: { holder: 'x' } });
    expect(original.card.number).toBe('1');
  });
});
