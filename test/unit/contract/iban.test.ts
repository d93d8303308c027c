// Account numbers by their check digits: the examples of the ISO 13616 registry, and what is none.
import { describe, expect, it } from 'vitest';
import { isIban } from '#contract/text/iban.ts';

describe('an account number', () => {
  it.each(['DE89370400440532013000', 'GB29NWBK60161331926819', 'FR1420041010050500013M02606', 'NO9386011117947'])(
    '%s is one',
    (text) => {
      expect(isIban(text)).toBe(true);
    },
  );

  it.each([
    ['another digit', 'DE89370400440532013001'],
    ['two digits changed over', 'DE89370400440532010300'],
    ['spaces', 'DE89 3704 0044 0532 0130 00'],
    ['small letters', 'de89370400440532013000'],
    ['no country', '89370400440532013000'],
    ['too short', 'DE89'],
  ])('with %s is none', (_what, text) => {
    expect(isIban(text)).toBe(false);
  });
});
