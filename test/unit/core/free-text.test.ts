// What a caller's free text may not hold: card numbers anywhere, and simulation words in live mode.
import { describe, expect, it } from 'vitest';
import { containsCardNumber, maskCardNumbers } from '#contract/card-number.ts';
import { isIban } from '#contract/iban.ts';
import { freeTextErrors } from '#core/free-text.ts';

// The card networks' published test numbers.
const testNumbers = ['4111111111111111', '5555555555554444', '378282246310005', '3530111333300000', '36227206271667'];

describe('card numbers in text', () => {
  it.each(testNumbers)('%s is found, however it is spaced', (number) => {
    expect(containsCardNumber(`card ${number}, thanks`)).toBe(true);
    expect(containsCardNumber(number.replaceAll(/(\d{4})(?=\d)/g, '$1 '))).toBe(true);
    expect(containsCardNumber(number.replaceAll(/(\d{4})(?=\d)/g, '$1-'))).toBe(true);
    expect(maskCardNumbers(`x ${number} y`)).toBe('x [card number removed] y');
  });

  it.each([
    ['letters beside it', 'PAN4111111111111111X'],
    ['its expiry date', '4111111111111111 12/27'],
    ['its code', '4111 1111 1111 1111 123'],
    ['dots', '4111.1111.1111.1111'],
    ['slashes', '4111/1111/1111/1111'],
    ['two spaces', '4111  1111  1111  1111'],
    ['tabs', '4111\t1111\t1111\t1111'],
    ['no-break spaces', '4111\u00A01111\u00A01111\u00A01111'],
    ['dashes', '4111\u20131111\u20131111\u20131111'],
    ['signs without width', '4111\u200B1111\u200B1111\u200B1111'],
    ['full-width digits', '４１１１１１１１１１１１１１１１'],
    ['Arabic-Indic digits', '٤١١١١١١١١١١١١١١١'],
    ['the groups of American Express', '3782.822463.10005'],
  ])('written with %s is found', (_name, text) => {
    expect(containsCardNumber(text)).toBe(true);
    expect(maskCardNumbers(`x ${text} y`)).toContain('[card number removed]');
  });

  it.each([
    ['a hexadecimal id', 'ab4111111111111111cd'],
    ['dates', '2026-11-21 2026-12-24'],
    ['prices', '4,111.11 1,111.11 1,111.11'],
    ['a wrong check digit', '4111111111111112'],
    ['no network prefix', '9111111111111111'],
    ['too few digits', '4111111111111'],
    ['a longer number', '41111111111111111111'],
  ])('%s is no card number', (_name, text) => {
    expect(containsCardNumber(text)).toBe(false);
  });
});

/** The first Finnish account (16 digits behind its country) that passes for a Visa card. */
function ibanLikeCard(): string {
  for (let account = 10_000_000_000_000; ; account += 1) {
    const number = `FI4${account % 10}${account}`;
    if (isIban(number) && containsCardNumber(number)) return number;
  }
}

describe('free text of an operation', () => {
  it('names each field that holds a card number', () => {
    const input = { statementDescriptor: 'for 4111111111111111', order: { items: [{ name: '5555 5555 5555 4444' }] } };
    expect(Object.keys(freeTextErrors(input, 'test', []))).toEqual(['statementDescriptor', 'order.items.0.name']);
  });

  it('looks at metadata names and at numbers as well', () => {
    expect(Object.keys(freeTextErrors({ metadata: { '4111111111111111': 'x' } }, 'test', []))).toHaveLength(1);
    expect(Object.keys(freeTextErrors({ metadata: { card: 4_111_111_111_111_111 } }, 'test', []))).toHaveLength(1);
  });

  it('knows no typed identifiers in metadata, which is free', () => {
    expect(freeTextErrors({ metadata: { id: '4111111111111111' } }, 'test', [])).toHaveProperty(['metadata.id']);
  });

  it('leaves typed identifiers and the field made for card numbers alone', () => {
    const input = {
      transId: '4111111111111111',
      order: { items: [{ productInfo: { globalTradeItemNumber: '4111111111111111' } }] },
      paymentMethods: { card: { number: '4111111111111111' } },
    };
    expect(freeTextErrors(input, 'live', ['paymentMethods.card.number'])).toEqual({});
  });

  it('takes an account number whose digits look like a card number, by its own check digits', () => {
    const account = ibanLikeCard();
    expect(containsCardNumber(account)).toBe(true);
    expect(freeTextErrors({ account: { number: account } }, 'live', [])).toEqual({});
    expect(freeTextErrors({ account: { number: account.replace('FI', 'SI') } }, 'live', [])).not.toEqual({});
  });

  it('refuses simulation in live mode only', () => {
    const input = { simulationMode: '0305', order: { description: 'Test:0000' } };
    expect(Object.keys(freeTextErrors(input, 'live', []))).toEqual(['order.description', 'simulationMode']);
    expect(Object.keys(freeTextErrors({ simulationMode: true }, 'live', []))).toEqual(['simulationMode']);
    expect(freeTextErrors(input, 'test', [])).toEqual({});
  });
});
