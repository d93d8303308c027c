// Values for single fields, read off their rows: one that has to be accepted, and those that have to be refused. No
// chance here: the same rows give the same values, so that a coverage page can be compared byte for byte.
import type { Json, JsonObject } from '#contract/data/json.ts';
import type { FieldRow } from './rows.ts';
import type { Node } from './tree.ts';

type Format = NonNullable<FieldRow['format']>;

const formats: { readonly [format in Format]: { readonly good: string; readonly bad: readonly string[] } } = {
  uri: { good: 'https://shop.example/path', bad: ['no address'] },
  date: { good: '2026-01-31', bad: ['31.01.2026', '2026-13-01'] },
  'date-time': { good: '2026-01-31T18:05:00Z', bad: ['tomorrow', '2026-01-31'] },
  currency: { good: 'EUR', bad: ['EURO', 'eu', 'ABC'] },
  country: { good: 'DEU', bad: ['DE', 'GERM'] },
  'country-number': { good: '276', bad: ['27', 'DEU'] },
  yyyymm: { good: '203012', bad: ['122030', '203013', '2030-12'] },
  'dd.mm.yyyy': { good: '31.01.2026', bad: ['2026-01-31', '32.01.2026'] },
  iban: { good: 'DE89370400440532013000', bad: ['89370400440532013000'] },
  hyphenated: { good: '12345-6', bad: ['123456'] },
  'local-minute': { good: '2026-01-31T18:05', bad: ['2026-01-31', '2026-01-31T18:05:00Z'] },
  'local-date-time': { good: '2026-01-31T18:05:00', bad: ['2026-01-31', '2026-01-31T18:05:00Z'] },
  gtin: { good: '4006381333931', bad: ['EAN', '12345'] },
  mandate: { good: "M-1'(2):?,.+/", bad: ['M_1', 'M 1'] },
};

export interface Wrong {
  /** What is wrong, in a word or two. */
  readonly what: string;
  readonly value: Json;
}

const anything: Json = { shown: 'nowhere', list: [1, true, null] };

/** The smallest value that the rows allow: an object with what is required in it, an array with one element. */
export function goodValue(node: Node, row: FieldRow | null = node.row): Json {
  if (row?.example !== undefined) return row.example;
  switch (node.type) {
    case 'string':
      return goodText(row);
    case 'number':
    case 'integer':
      return typeof row?.like === 'number' ? row.like : (row?.min ?? row?.stricter?.min ?? 1);
    case 'boolean':
      return true;
    case 'any':
      return anything;
    case 'array':
      return node.element === null ? [] : [goodValue(node.element, node.element.row ?? node.row)];
    case 'object':
      return leastObject(node);
  }
}

function goodText(row: FieldRow | null): string {
  if (row === null) return 'text';
  const given = row.values?.[0] ?? row.known?.[0] ?? row.like;
  if (typeof given === 'string') return given;
  if (row.format !== undefined) return formats[row.format].good;
  if (row.stricter?.format === 'email') return 'customer@shop.example';
  return 'x'.repeat(row.size ?? row.stricter?.minLength ?? 1);
}

/** The object with its required fields only. */
export function leastObject(node: Node): JsonObject {
  const required = [...node.fields].filter(([, field]) => field.required);
  return Object.fromEntries(required.map(([name, field]) => [name, goodValue(field)]));
}

/** Values that the rows do not allow at this place, one for each thing that can be wrong. */
export function wrongValues({ type, row }: Node): Wrong[] {
  const wrong = wrongType(type);
  if (row === null) return wrong;
  if (type === 'string') wrong.push(...wrongTexts(row));
  if (type === 'number' || type === 'integer') wrong.push(...wrongNumbers(type, row));
  return wrong;
}

function wrongType(type: FieldRow['type']): Wrong[] {
  switch (type) {
    case 'string':
      return [{ what: 'a number', value: 7 }];
    case 'number':
    case 'integer':
      return [{ what: 'a text', value: '7' }];
    case 'boolean':
      return [{ what: 'a text', value: 'true' }];
    case 'object':
      return [
        { what: 'a text', value: 'text' },
        { what: 'a list', value: [] },
      ];
    case 'array':
      return [{ what: 'a text', value: 'text' }];
    case 'any':
      return [];
  }
}

function wrongTexts({ values, format, size, maxLength, stricter }: FieldRow): Wrong[] {
  const longest = maxLength ?? stricter?.maxLength;
  return [
    ...(values === undefined ? [] : [{ what: 'not of the list', value: 'NOT_LISTED' }]),
    ...(format === undefined ? [] : formats[format].bad.map((value) => ({ what: `no ${format}: ${value}`, value }))),
    ...(size === undefined ? [] : [{ what: 'too long', value: 'x'.repeat(size + 1) }]),
    ...(longest === undefined ? [] : [{ what: 'too long', value: 'x'.repeat(longest + 1) }]),
    ...(stricter?.minLength === undefined ? [] : [{ what: 'empty', value: '' }]),
    ...(stricter?.notBlank === undefined ? [] : [{ what: 'blank', value: '   ' }]),
    ...(stricter?.pattern === undefined ? [] : [{ what: 'of other characters', value: '#' }]),
    ...(stricter?.format === 'email' ? [{ what: 'no address', value: 'no address' }] : []),
  ];
}

function wrongNumbers(type: 'number' | 'integer', { min, max, stricter }: FieldRow): Wrong[] {
  const least = min ?? stricter?.min;
  const most = max ?? stricter?.max;
  const whole = type === 'integer' || stricter?.integer === true;
  return [
    ...(least === undefined ? [] : [{ what: 'too small', value: least - 1 }]),
    ...(most === undefined ? [] : [{ what: 'too large', value: most + 1 }]),
    ...(whole ? [{ what: 'not whole', value: (least ?? 1) + 0.5 }] : []),
  ];
}
