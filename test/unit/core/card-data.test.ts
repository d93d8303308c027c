// What the gateway says is kept without card numbers and security codes, wherever they stand, and otherwise as it came.
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '#contract/data/json.ts';
import { withoutCardData } from '#core/sensitive-data/card-data.ts';

const card = '4111111111111111';
const masked = '[card number removed]';

describe('an answer', () => {
  it.each<[string, JsonObject]>([
    ['with nothing to take out', { status: 'OK', list: [1, null, { deep: true }], empty: {} }],
    ['with a card number as an identifier', { transId: card, refNr: card, list: [{ payId: card }] }],
    ['with a pseudo card number', { pseudoCardNumber: card }],
    ['with a list of identifiers', { payId: [card] }],
  ])('%s is the very same value', (_what, value) => {
    expect(withoutCardData(value)).toBe(value);
  });

  it('is kept without card numbers in texts, numbers, lists and names', () => {
    expect(
      withoutCardData({
        text: `of ${card}`,
        number: 4_111_111_111_111_111,
        list: ['a', [card], { inside: card }],
        [`name ${card}`]: 'x',
        payId: card,
        deep: { refNr: card, other: card },
        yes: true,
        none: null,
      }),
    ).toEqual({
      text: `of ${masked}`,
      number: masked,
      list: ['a', [masked], { inside: masked }],
      [`name ${masked}`]: 'x',
      payId: card,
      deep: { refNr: card, other: masked },
      yes: true,
      none: null,
    });
  });

  it.each<[string, JsonObject]>([
    ['at its end', { a: 'clean', b: card }],
    ['at its start', { a: card, b: 'clean' }],
    ['as the last of a list', { list: ['clean', card] }],
    ['in a name only', { [card]: 'clean' }],
    ['below a clean name', { deep: { deeper: { text: card } } }],
  ])('is kept without one that stands %s', (_where, value) => {
    expect(JSON.stringify(withoutCardData(value))).not.toContain(card);
    expect(JSON.stringify(withoutCardData(value))).toContain('clean' in value ? 'x' : masked);
  });

  it('is kept without security codes, PINs and tracks, wherever they stand, and with all the rest', () => {
    const value: JsonObject = {
      cvv: '123',
      status: 'OK',
      list: [{ cvv: '123', kept: 1 }, 'text', [{ pin: '1234' }]],
      payment: { card: { securityCode: '123', brand: 'visa', text: card } },
    };
    expect(withoutCardData(value)).toEqual({
      status: 'OK',
      list: [{ kept: 1 }, 'text', [{}]],
      payment: { card: { brand: 'visa', text: masked } },
    });
  });

  it.each<[Json, Json]>([
    [card, masked],
    ['text', 'text'],
    [null, null],
    [true, true],
    [
      [card, 'a'],
      [masked, 'a'],
    ],
  ])('that is no object: %j', (value, kept) => {
    expect(withoutCardData(value)).toEqual(kept);
  });
});
