// Amounts and days as acquirers write them.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amountIn, dayIn, dayOfCell } from '#office/settlement/cells.ts';

const form = (decimal: '.' | ',' | '', thousands: '' | '.' | ',' | ' ' | "'" = '') => ({ decimal, thousands });

describe('an amount of a settlement file', () => {
  it.each([
    ['12.34', 'EUR', form('.'), 1_234],
    ['12,34', 'EUR', form(','), 1_234],
    ['1.234,56', 'EUR', form(',', '.'), 123_456],
    ["1'234'567.8", 'CHF', form('.', "'"), 123_456_780],
    ['1’234.50', 'CHF', form('.', "'"), 123_450],
    ['1\u00A0234,50', 'EUR', form(',', ' '), 123_450],
    ['-0.05', 'EUR', form('.'), -5],
    ['\u221212.00', 'EUR', form('.'), -1_200],
    ['12.00-', 'EUR', form('.'), -1_200],
    ['(12.00)', 'EUR', form('.'), -1_200],
    ['+7', 'EUR', form('.'), 700],
    ['0', 'EUR', form('.'), 0],
    ['1500', 'JPY', form('.'), 1_500],
    ['1.234', 'BHD', form('.'), 1_234],
    ['1234', 'EUR', form(''), 1_234],
    ['12.345', 'EUR', form('.'), 'digits'],
    ['12.00', 'JPY', form('.'), 'digits'],
    ['12.340', 'EUR', form('.'), 'digits'],
    ['1,234.56', 'EUR', form('.'), 'amount'],
    ['1.23.45', 'EUR', form('.'), 'amount'],
    ['12.34.56', 'EUR', form(',', '.'), 'amount'],
    ['12.', 'EUR', form('.'), 'amount'],
    ['--1', 'EUR', form('.'), 'amount'],
    ['(-1)', 'EUR', form('.'), 'amount'],
    ['(1', 'EUR', form('.'), 'amount'],
    ['1e3', 'EUR', form('.'), 'amount'],
    ['=1+1', 'EUR', form('.'), 'amount'],
    ['٣', 'EUR', form('.'), 'amount'],
    ['12345678901234567', 'EUR', form('.'), 'amount'],
    ['1', 'XXX', form('.'), 'amount'],
  ] as const)('%s %s', (text, currency, written, minor) => {
    expect(amountIn(text, currency, written)).toBe(minor);
  });

  it('comes back as it was written, in each currency and form', () => {
    const currencies = [
      ['EUR', 2],
      ['JPY', 0],
      ['BHD', 3],
    ] as const;
    fc.assert(
      fc.property(
        fc.integer({ min: -99_999_999, max: 99_999_999 }),
        fc.constantFrom(...currencies),
        fc.constantFrom(...(['.', ','] as const)),
        (minor, [currency, digits], decimal) => {
          const text = String(Math.abs(minor)).padStart(digits + 1, '0');
          const whole = text.slice(0, text.length - digits).replaceAll(/\B(?=(\d{3})+$)/g, ' ');
          const part = digits === 0 ? '' : `${decimal}${text.slice(-digits)}`;
          expect(amountIn(`${minor < 0 ? '-' : ''}${whole}${part}`, currency, form(decimal, ' '))).toBe(minor);
        },
      ),
    );
  });
});

describe('a date of a settlement file', () => {
  const inBerlin = dayIn('Europe/Berlin');
  it.each([
    ['2026-01-31', 'YYYY-MM-DD', '2026-01-31'],
    ['2026-01-31 23:59:59', 'YYYY-MM-DD', '2026-01-31'],
    // With an offset it is an instant, and of the next day in Berlin.
    ['2026-01-31T23:30:00Z', 'YYYY-MM-DD', '2026-02-01'],
    ['2026-01-31T00:30:00.123456+02:00', 'YYYY-MM-DD', '2026-01-30'],
    ['31.1.2026', 'DD.MM.YYYY', '2026-01-31'],
    ['01/02/2026', 'DD/MM/YYYY', '2026-02-01'],
    ['01/02/2026', 'MM/DD/YYYY', '2026-01-02'],
    ['31-01-2026, 9:05', 'DD-MM-YYYY', '2026-01-31'],
    ['2026/1/31', 'YYYY/MM/DD', '2026-01-31'],
    ['20260131', 'YYYYMMDD', '2026-01-31'],
    ['30.02.2026', 'DD.MM.YYYY', null],
    ['13/31/2026', 'DD/MM/YYYY', null],
    ['31/01/2026', 'MM/DD/YYYY', null],
    ['1970-01-01', 'YYYY-MM-DD', null],
    ['2026-01-31 later', 'YYYY-MM-DD', null],
    ['2026-01-31T25:00:00Z', 'YYYY-MM-DD', null],
    ['', 'YYYY-MM-DD', null],
  ] as const)('%s as %s', (text, written, day) => {
    expect(dayOfCell(text, written, inBerlin)).toBe(day);
  });
});
