// Random values for single fields, read off their rows: texts of any script, numbers over the whole range, every
// documented form.
import * as fc from 'fast-check';
import type { Json } from '#contract/data/json.ts';
import type { FieldRow } from '../../../build/documents/specification/rows.ts';
import type { Node } from '../../../build/documents/specification/tree.ts';

type Format = NonNullable<FieldRow['format']>;

const digits = (length: number): fc.Arbitrary<string> => fc.stringMatching(new RegExp(`^[0-9]{${length}}$`));
const twoDigits = (least: number, most: number): fc.Arbitrary<string> =>
  fc.integer({ min: least, max: most }).map((number) => String(number).padStart(2, '0'));
// Day 28 is in every month.
const date = fc.tuple(fc.integer({ min: 1900, max: 2099 }), twoDigits(1, 12), twoDigits(1, 28));
const minute = fc.tuple(date, twoDigits(0, 23), twoDigits(0, 59));
const isoMinute = minute.map(([day, hour, past]) => `${day.join('-')}T${hour}:${past}`);

/** ISO 13616: the check digits make the whole, letters as numbers, 1 modulo 97. */
function ibanOf([country, account]: readonly [string, string]): string {
  const number = Array.from(`${account}${country}00`, (sign) => Number.parseInt(sign, 36)).join('');
  return `${country}${String(98n - (BigInt(number) % 97n)).padStart(2, '0')}${account}`;
}

/** GS1: weights 3 and 1 from the right. Of 8, 12 or 13 digits: EAN, UPC, and the newer ISBN. */
function gtinOf(body: string): string {
  const sum = Array.from(body)
    .toReversed()
    .reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 3 : 1), 0);
  return `${body}${(10 - (sum % 10)) % 10}`;
}

/** The older ISBN: weights 10 to 2, modulo 11, with X for 10. */
function isbnOf(body: string): string {
  const sum = Array.from(body).reduce((total, digit, index) => total + Number(digit) * (10 - index), 0);
  const check = (11 - (sum % 11)) % 11;
  return `${body}${check === 10 ? 'X' : check}`;
}

const formats: { readonly [format in Format]: fc.Arbitrary<string> } = {
  uri: fc.webUrl({ withQueryParameters: true }),
  date: date.map((parts) => parts.join('-')),
  'date-time': fc.tuple(isoMinute, twoDigits(0, 59)).map(([start, second]) => `${start}:${second}Z`),
  currency: fc.constantFrom('EUR', 'USD', 'JPY', 'BHD', 'CHF', 'GBP', 'ISK'),
  country: fc.constantFrom('DEU', 'USA', 'JPN', 'AUT', 'CHE', 'ISL'),
  'country-number': digits(3),
  yyyymm: fc.tuple(fc.integer({ min: 2000, max: 2099 }), twoDigits(1, 12)).map((parts) => parts.join('')),
  'dd.mm.yyyy': date.map(([year, month, day]) => `${day}.${month}.${year}`),
  iban: fc.tuple(fc.stringMatching(/^[A-Z]{2}$/), fc.stringMatching(/^[A-Z0-9]{11,30}$/)).map(ibanOf),
  hyphenated: fc.stringMatching(/^[0-9]{1,8}-[0-9]{1,2}$/),
  mandate: fc.stringMatching(/^[A-Za-z0-9':?,.+/()-]{1,35}$/),
  'local-minute': isoMinute,
  'local-date-time': fc.tuple(isoMinute, twoDigits(0, 59)).map((parts) => parts.join(':')),
  gtin: fc.oneof(...[7, 11, 12].map((length) => digits(length).map(gtinOf)), digits(9).map(isbnOf)),
};

/** Texts of any script, without control characters and lone surrogates, which JSON alone could not carry. */
const text = (minLength: number, maxLength: number): fc.Arbitrary<string> =>
  fc.string({ unit: 'grapheme', minLength, maxLength }).filter((value) => value.length <= maxLength);

function textOf(row: FieldRow): fc.Arbitrary<string> {
  const { values, known, format, stricter, like } = row;
  if (values !== undefined) return fc.constantFrom(...values);
  if (stricter?.format === 'email') return fc.stringMatching(/^[a-z][a-z0-9]{0,12}@[a-z]{1,12}\.example$/);
  if (format !== undefined) return formats[format];
  if (stricter?.pattern !== undefined) {
    const matching = fc.stringMatching(new RegExp(stricter.pattern));
    return known === undefined
      ? matching
      : fc.oneof(
          fc.constantFrom(...known),
          matching.map((end) => `X${end}`),
        );
  }
  const longest = row.size ?? row.maxLength ?? stricter?.maxLength ?? 40;
  const isFilled = stricter?.notBlank === true || row.filled === true;
  const any = text(stricter?.minLength ?? (isFilled ? 1 : 0), longest);
  const free = isFilled ? any.filter((value) => value.trim() !== '' && !/^\.{1,2}$/.test(value)) : any;
  const shown = [...(known ?? []), ...(typeof like === 'string' ? [like] : [])];
  return shown.length === 0 ? free : fc.oneof(free, fc.constantFrom(...shown));
}

function numberOf(type: 'number' | 'integer', { min, max, stricter }: FieldRow): fc.Arbitrary<number> {
  const least = min ?? stricter?.min;
  const most = max ?? stricter?.max;
  if (type === 'integer' || stricter?.integer === true) {
    return fc.integer({ min: least ?? -2_000_000_000, max: most ?? Number.MAX_SAFE_INTEGER });
  }
  const bounds = { ...(least === undefined ? {} : { min: least }), ...(most === undefined ? {} : { max: most }) };
  // JSON writes -0 as 0.
  return fc.double({ ...bounds, noNaN: true, noDefaultInfinity: true }).map((value) => value + 0);
}

/** A name that no row has. */
export const openName: fc.Arbitrary<string> = text(0, 12).map((rest) => `x${rest}`);

/** Any JSON; a name never begins with an underscore, so none is a prototype. */
export const anyJson: fc.Arbitrary<Json> = fc.letrec<{ value: Json; leaf: Json }>((tie) => ({
  leaf: fc.oneof(
    fc.constant(null),
    fc.boolean(),
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0),
    text(0, 20),
  ),
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    tie('leaf'),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(openName, tie('value'), { maxKeys: 3 }),
  ),
})).value;

/** The value of a field that is neither object nor array. */
export function leafValue({ type }: Node, row: FieldRow | null): fc.Arbitrary<Json> {
  if (row === null) return anyJson;
  switch (type) {
    case 'string':
      return textOf(row);
    case 'number':
    case 'integer':
      return numberOf(type, row);
    case 'boolean':
      return fc.boolean();
    case 'any':
      return row.example === undefined ? anyJson : fc.constant(row.example);
    case 'object':
    case 'array':
      throw new TypeError(`${type} is no leaf`);
  }
}
