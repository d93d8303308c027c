// Text that is not what it looks like: what ids and names may not hold, how it is shown where it cannot be refused, and
// which names a person takes for one another.
import { describe, expect, it } from 'vitest';
import { drawerReasonSchema } from '#contract/devices/print-jobs.ts';
import { looksLike, sameName } from '#contract/text/look-alike.ts';
import { freeTextIssues, requestIdIssue } from '#core/sensitive-data/free-text.ts';
import {
  hasUnseen,
  isolated,
  nameHasUnseen,
  shownJson,
  shownText,
  uncomposedWords,
} from '#contract/text/shown-text.ts';

const unseen: readonly (readonly [string, string])[] = [
  ['\u202E', 'a right-to-left override'],
  ['\u202A', 'an embedding'],
  ['\u2066', 'an isolate'],
  ['\u2069', 'the end of an isolate'],
  ['\u200F', 'a right-to-left mark'],
  ['\u061C', 'an Arabic letter mark'],
  ['\u200B', 'a space without width'],
  ['\u200D', 'a joiner'],
  ['\u2060', 'a word joiner'],
  ['\uFEFF', 'a byte order mark'],
  ['\u00AD', 'a soft hyphen'],
  ['\u180E', 'a Mongolian separator'],
  ['\u3164', 'a Hangul filler'],
  ['\u2800', 'a Braille blank'],
  ['\u{E0041}', 'a tag'],
  ['\uE000', 'a private sign'],
  ['\uD800', 'half a sign'],
  ['\uFFFF', 'a code that is never a sign'],
  ['\u0378', 'a code that is no sign yet'],
  ['\u0000', 'a null'],
  ['\u0085', 'a next line'],
  ['\u2028', 'a line separator'],
];

describe('what is not seen', () => {
  it.each(unseen)('%j is found and shown by its number: %s', (sign) => {
    expect(hasUnseen(`A-1${sign}`)).toBe(true);
    const number = (sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
    expect(shownText(`A-1${sign}2`)).toBe(`A-1‹U+${number}›2`);
    expect(JSON.parse(shownJson(JSON.stringify({ id: sign })))).toEqual({ id: sign });
    expect(hasUnseen(shownJson(JSON.stringify({ id: sign })))).toBe(false);
  });

  it.each([
    ['e with an accent of its own', 'Caf\u0065\u0301'],
    ['the sign of Ångström', '\u212B-1'],
    ['syllables in parts', '\u1100\u1161'],
    ['more marks than a sign has', `e${'\u0301'.repeat(31)}`],
  ])('an id with %s is refused with words, composed it is taken', (_what, id) => {
    const rules = { idsMayLookLikeCards: false };
    for (const transId of ['transId', 'refNr', 'merchantReference']) {
      expect(freeTextIssues({ [transId]: id }, 'test', [], rules)).toMatchObject([{ message: uncomposedWords }]);
      if (!id.includes('\u0301\u0301'))
        expect(freeTextIssues({ [transId]: id.normalize('NFC') }, 'test', [], rules)).toEqual([]);
    }
    expect(requestIdIssue(id, rules)).toMatchObject({ message: uncomposedWords });
    // What nobody compares stays as it was written.
    expect(freeTextIssues({ note: id, metadata: { id } }, 'test', [], rules)).toEqual([]);
  });

  it.each(unseen)('no reason for opening the drawer holds %j: %s', (sign) => {
    expect(drawerReasonSchema.safeParse(`Change${sign}for 20`).success).toBe(false);
    expect(drawerReasonSchema.safeParse('Wechselgeld für 20 €').success).toBe(true);
  });

  it('no request id holds it', () => {
    const rules = { idsMayLookLikeCards: false };
    expect(requestIdIssue('order-1\u00AD', rules)?.field).toBe('Idempotency-Key');
    expect(requestIdIssue('order-1', rules)).toBeNull();
  });

  it.each(['\u00A0', '\u1680', '\u2003', '\u202F', '\u205F', '\u3000'])(
    'no id holds the blank %j, which looks like another one; a name may',
    (blank) => {
      expect(hasUnseen(`A${blank}1`)).toBe(true);
      expect(requestIdIssue(`A${blank}1`, { idsMayLookLikeCards: false })?.field).toBe('Idempotency-Key');
      expect(nameHasUnseen(`山田${blank}太郎`)).toBe(false);
      expect(shownText(`12${blank}€`)).toBe(`12${blank}€`);
    },
  );

  it('texts of people in any script are left alone', () => {
    const texts = ['Müller & Söhne', 'Łódź', 'Кафе', '東京', 'متجر', 'חנות', 'Café ☕', 'a b', '€ 12.00', 'x\u0301'];
    expect(texts.filter((text) => hasUnseen(text) || shownText(text) !== text)).toEqual([]);
    expect(shownText('❤\uFE0F two\nlines')).toBe('❤\uFE0F two\nlines');
  });

  it('within a sentence only what runs the other way is isolated', () => {
    expect(isolated('Corner ERP')).toBe('Corner ERP');
    expect(isolated('חנות 5')).toBe('\u2068חנות 5\u2069');
    // One within another, as where a sentence is said within a sentence.
    expect(isolated(`${isolated('חנות')} 5`)).toBe('\u2068\u2068חנות\u2069 5\u2069');
    // It cannot end the isolate that it stands in.
    expect(isolated('חנות\u2069\u202Ex')).toBe('\u2068חנות‹U+2069›‹U+202E›x\u2069');
  });
});

describe('names that look alike', () => {
  it.each([
    ['ЕRP', 'ERP'],
    ['Саfе', 'Cafe'],
    ['ERP\u2800', 'ERP\u2800'],
    ['E\u200BRP', 'ERP'],
    ['ＥＲＰ', 'erp'],
    ['Shop 1', 'Shop l'],
    ['lLL', 'ILL'],
    ['Corner  ERP', 'corner erp'],
    ['B3ta', 'Beta'],
    ['5hop', 'Shop'],
  ])('%s and %s', (one, other) => {
    expect(looksLike(one, other)).toBe(true);
    expect(looksLike(other, one)).toBe(true);
  });

  it.each([
    ['ERP', 'CRM'],
    ['Rene', 'René'],
    ['Shop 1', 'Shop 2'],
    ['Till 3', 'Till E'],
    ['24 hours', 'za hours'],
    ['Кафе', 'Cafe'],
  ])('%s and %s do not', (one, other) => {
    expect(looksLike(one, other)).toBe(false);
  });

  it('are not the same for that', () => {
    expect(sameName('ЕRP', 'ERP')).toBe(false);
    expect(sameName('erp ', 'ERP')).toBe(true);
  });
});
