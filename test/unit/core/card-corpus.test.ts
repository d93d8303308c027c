// Card numbers in disguise beside orders as shops really write them: what hides a number is found, and what only looks
// full of digits is taken. The share of innocent orders that are refused is printed, and has a bound.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { containsCardNumber, maskCardNumbers } from '#contract/cards/card-number.ts';
import type { Json, JsonObject } from '#contract/data/json.ts';
import { withoutCardData } from '#core/sensitive-data/card-data.ts';
import { freeTextIssues } from '#core/sensitive-data/free-text.ts';

const numbers = ['4111111111111111', '5555555555554444', '378282246310005', '6011111111111117', '36227206271667'];
const joined = (sign: string) => (number: string) => Array.from(number).join(sign);
const inPairs = (sign: string) => (number: string) => (number.match(/\d{1,2}/g) ?? []).join(sign);
const percent = (number: string) => number.replaceAll(/\d/g, (digit) => `%3${digit}`);

const disguises: readonly (readonly [string, (number: string) => string])[] = [
  ...['-', '.', '_', '/', '|', '*', ', ', ' . ', '--', '%20', '%2E', '&nbsp;', '&#160;', '+', '","'].map(
    (sign) => [`with ${sign} between all digits`, joined(sign)] as const,
  ),
  ...['.', '/', ' | ', '%20'].map((sign) => [`in pairs with ${sign}`, inPairs(sign)] as const),
  [
    'with another sign each time',
    (number) => Array.from(number, (digit, at) => digit + '.-_/'.charAt(at % 4)).join(''),
  ],
  ['behind another group of four', (number) => `1234: ${number.replaceAll(/\d{4}(?=\d)/g, '$&, ')}`],
  ['percent-encoded', percent],
  ['percent-encoded twice', (number) => percent(number).replaceAll('%', '%25')],
  ['as signs of a page', (number) => number.replaceAll(/\d/g, (digit) => `&#${48 + Number(digit)};`)],
  ['as hexadecimal signs of a page', (number) => number.replaceAll(/\d/g, (digit) => `&#x3${digit};`)],
  ['half percent-encoded', (number) => number.slice(0, 6) + percent(number.slice(6))],
  ['as escapes of a program', (number) => number.replaceAll(/\d/g, (digit) => `\\u003${digit}`)],
  ['as escapes in braces', (number) => number.replaceAll(/\d/g, (digit) => `\\u{3${digit}}`)],
  ['with thousands', (number) => number.replaceAll(/\B(?=(?:\d{3})+$)/g, ',')],
  ['before a date with its sign', (number) => `${number}12/30`],
  ['before a date with the whole year', (number) => `${number}122030`],
  ['before a date with the whole year and a sign', (number) => `${number}2030-12`],
  ['behind its date', (number) => `1230${number}`],
  ['behind its date with a sign', (number) => `12/30${number}`],
  ['behind a date with the whole year', (number) => `122030${number}`],
  ['in groups with wide gaps', (number) => number.replaceAll(/\d{4}(?=\d)/g, '$&     ').replace(/ +(\d{1,3})$/, '$1')],
  ['in circles', (number) => numerals(number, '⓿', 0x2776)],
  ['in double circles', (number) => numerals(number, '⓪', 0x24f5)],
  ['in numerals of Suzhou', (number) => numerals(number, '〇', 0x3021)],
  ['in numerals of Han', (number) => number.replaceAll(/\d/g, (digit) => '〇一二三四五六七八九'.charAt(Number(digit)))],
];

function numerals(number: string, zero: string, one: number): string {
  return number.replaceAll(/\d/g, (digit) => (digit === '0' ? zero : String.fromCodePoint(one + Number(digit) - 1)));
}

const order = (metadata: JsonObject): JsonObject => ({ transId: 'R-1', metadata });
const refused = (input: JsonObject) => freeTextIssues(input, 'test', []).length > 0;

describe.each(disguises)('a card number %s', (_how, disguised) => {
  it.each(numbers)('%s is refused in text, ids and addresses, and removed from log lines', (number) => {
    const text = disguised(number);
    const places: JsonObject[] = [
      order({ note: text }),
      order({ note: `Pay 1: ${text} until 2030` }),
      { transId: text },
      { urls: { return: `https://shop.example/back?c=${text}&x=1` } },
    ];
    expect(places.filter((each) => !refused(each))).toEqual([]);
    expect(containsCardNumber(maskCardNumbers(`seen ${text} there`))).toBe(false);
    expect(maskCardNumbers(`seen ${text} there`)).toContain('[card number removed]');
  });
});

/** With the check digit that makes it pass. */
function numberOf(prefix: string, length: number): string {
  const begun = prefix.padEnd(length - 1, '123456789').slice(0, length - 1);
  const found = Array.from('0123456789', (digit) => begun + digit).find((each) => {
    const sum = Array.from(each, Number)
      .toReversed()
      .reduce((all, digit, at) => {
        const doubled = digit > 4 ? digit * 2 - 9 : digit * 2;
        return all + (at % 2 === 1 ? doubled : digit);
      }, 0);
    return sum % 10 === 0;
  });
  return found ?? '';
}

it.each([
  ['Visa', '4', 16],
  ['Visa', '4', 19],
  ['Mastercard', '51', 16],
  ['Mastercard', '272099', 16],
  ['American Express', '37', 15],
  ['Diners Club', '361234', 14],
  ['Diners Club', '3012', 16],
  ['JCB', '3528', 16],
  ['Discover', '6011', 16],
  ['UnionPay', '62', 19],
  ['UnionPay', '81', 16],
  ['Maestro', '6759', 19],
  ['girocard', '6725', 16],
  ['RuPay', '508500', 16],
  ['RuPay', '608201', 16],
  ['RuPay', '817201', 16],
  ['RuPay', '820101', 16],
  ['Mir', '2200', 16],
  ['Mir', '2204', 16],
  ['Troy', '979208', 16],
  ['Humo', '986001', 16],
  ['Uzcard', '860006', 16],
  ['BC Card', '940001', 16],
  ['NAPAS', '970400', 16],
  ['PROSTIR', '9804', 16],
])('a number of %s that begins with %s and has %d digits is found', (_network, prefix, length) => {
  expect(containsCardNumber(numberOf(prefix, length))).toBe(true);
});

// A length that the network does not have, or a network that ordinary numbers look like (docs/card-data.md).
it.each([
  ['Visa', '4', 14],
  ['Visa', '422222', 13],
  ['Mastercard', '51', 15],
  ['American Express', '37', 16],
  ['Maestro', '675900', 13],
  ['UATP', '1354', 15],
  ['no network', '1946', 16],
])('digits that begin as %s (%s) and are %d are no card number', (_network, prefix, length) => {
  expect(containsCardNumber(numberOf(prefix, length))).toBe(false);
});

describe.each(['4111111111111111', '5555555555554444'])('the number %s', (number) => {
  it.each<[string, string]>([
    ['before its security code', `${number}737`],
    ['in halves with a stroke', `${number.slice(0, 8)}/${number.slice(8)}`],
    ['filled up to an id with letters', `${number}abcdefabcdefabcd`],
    ['filled up behind a letter', `P${number}fedcbafedcbafedc`],
    ['filled up in front', `abcdefabcdefabcd${number}`],
    ['filled up to 40 signs', `${number}abcdefabcdefabcdabcdabcd`],
  ])('%s is found', (_how, text) => {
    expect(containsCardNumber(`a ${text} b`)).toBe(true);
    expect(containsCardNumber(maskCardNumbers(`a ${text} b`))).toBe(false);
  });
});

it('in a text that has the form of a random id, with more digits beside it, it is not told from chance', () => {
  expect(containsCardNumber('4111111111111111abcdef0123456789')).toBe(false);
});

it('the number of an American Express card is found before its security code', () => {
  expect(containsCardNumber('3782822463100051234')).toBe(true);
});

const counted = Array.from({ length: 5_000 }, (_, at) => at);
const ms = (at: number) => 1_795_812_127_468 + at * 7_919;
const padded = (at: number, width: number) =>
  String(at * 37)
    .padStart(width, '0')
    .slice(-width);
const seconds = (at: number) => new Date(ms(at * 1_001)).toISOString().replaceAll(/\D/g, '').slice(0, 14);

describe('ids that tills and programs count up', () => {
  it.each<[string, (at: number) => string]>([
    ['a till and a timestamp', (at) => `A-4-${ms(at)}`],
    ['a till with its number and a timestamp', (at) => `TILL4-${ms(at)}`],
    ['a till glued to a timestamp', (at) => `4${ms(at)}`],
    ['a till, a timestamp and a counter', (at) => `4-${ms(at)}-${padded(at, 2)}`],
    ['a till and a timestamp with a low line', (at) => `5_${ms(at)}`],
    ['a timestamp and a counter', (at) => `${ms(at)}-${at % 1_000}`],
    ['a till and the second', (at) => `5-${seconds(at)}`],
    ['a till, the second and a counter', (at) => `4-${seconds(at)}-${at % 10}`],
    ['the second and a counter, glued', (at) => `${seconds(at)}${padded(at, 5)}`],
    ['a day, a till and a counter', (at) => `${seconds(at).slice(0, 8)}-4-${padded(at, 5)}`],
    ['a till, a day and a counter', (at) => `4-${seconds(at).slice(0, 8)}-${padded(at, 7)}`],
    ['an order and its day', (at) => `4${padded(at, 7)}-${seconds(at).slice(0, 8)}`],
    ['an order of thirteen digits', (at) => `4${padded(at, 12)}`],
    ['an order of fourteen digits', (at) => `4${padded(at, 13)}`],
    ['an order and its item', (at) => `45${padded(at, 8)}-${String((at % 900) + 10).padStart(4, '0')}`],
    ['an article of a German number', (at) => `400${padded(at, 10)}`],
  ])('%s: fewer than one in a thousand is refused', (_what, idOf) => {
    const wrong = counted.map(idOf).filter((id) => refused({ transId: id }));
    expect(wrong.length / counted.length, wrong.slice(0, 3).join(' ')).toBeLessThan(0.001);
  });

  it('of random ids none is refused', () => {
    const ids = fc.sample(fc.oneof(fc.uuid(), hex(32), hex(40), hex(64)), { seed: 20_260_131, numRuns: 50_000 });
    expect(ids.filter((id) => containsCardNumber(id))).toEqual([]);
  });
});

describe.each([
  ['single digits', 1],
  ['pairs', 2],
  ['groups of four', 4],
])('a card number in %s over a list', (_how, width) => {
  const pieces = '4111111111111111'.match(new RegExp(`\\d{${width}}`, 'g')) ?? [];
  const ways: readonly (readonly [string, Json])[] = [
    ['texts', pieces],
    ...(width === 1 ? [['numbers', pieces.map(Number)] as const] : []),
    ['members', Object.fromEntries(pieces.map((piece, at) => [`part${at}`, piece]))],
    ['members with letters', Object.fromEntries(pieces.map((piece, at) => [String.fromCharCode(97 + at), piece]))],
  ];
  it.each(ways)('of %s is refused, and removed from an answer', (_what, value) => {
    expect(refused(order({ list: value }))).toBe(true);
    expect(refused({ transId: 'R-1', basket: [{ parts: value }] })).toBe(true);
    expect(withoutCardData({ list: value })).toEqual({ list: '[card number removed]' });
  });
});

const count = 10_000;
const digits = (least: number, most = least) =>
  fc.string({ unit: fc.constantFrom(...Array.from('0123456789')), minLength: least, maxLength: most });
const hex = (length: number) =>
  fc.string({ unit: fc.constantFrom(...Array.from('0123456789abcdef')), minLength: length, maxLength: length });
const two = (most: number) => fc.integer({ min: 1, max: most }).map((number) => String(number).padStart(2, '0'));
const date = fc.tuple(two(28), two(12), fc.integer({ min: 2020, max: 2031 }));
const time = fc.tuple(two(23), two(59), two(59)).map((parts) => parts.join(':'));
const price = fc.integer({ min: 0, max: 999_999 }).map((minor) => (minor / 100).toFixed(2));

function iban(account: string): string {
  const rest = BigInt(`${account}131400`) % 97n;
  return `DE${String(98n - rest).padStart(2, '0')}${account}`;
}

/** Texts full of digits, as they stand in orders. */
const innocent = fc.oneof(
  date.map(([day, month, year]) => `Delivery ${day}.${month}.${year} to ${day}.${month}.${year + 1}`),
  fc.tuple(date, time).map(([[day, month, year], at]) => `${year}-${month}-${day}T${at}.000Z`),
  fc.tuple(date, digits(4)).map(([[day, month, year], number]) => `${year}${month}${day}-${number}`),
  fc.array(price, { minLength: 2, maxLength: 8 }).map((prices) => prices.join(' + ')),
  fc.tuple(digits(3), digits(3), digits(2), digits(2)).map((parts) => `+49 ${parts.join(' ')}`),
  fc.array(digits(2), { minLength: 5, maxLength: 5 }).map((parts) => `0${parts.join('.')}`),
  fc.uuid(),
  hex(32).map((id) => `p${id}`),
  hex(32).map((id) => `https://pay.example/p${id}/done?order=7%20of%209`),
  digits(18).map(iban),
  fc
    .array(fc.integer({ min: 1, max: 9 }), { minLength: 3, maxLength: 12 })
    .map((list) => `Quantities ${list.join(', ')}`),
  fc.array(fc.integer({ min: 1, max: 250 }), { minLength: 3, maxLength: 20 }).map((list) => list.join('; ')),
  fc.tuple(digits(4), digits(6)).map(([table, number]) => `Table ${table}, slip ${number}`),
  fc.tuple(digits(1, 2), digits(1, 2), digits(1, 3)).map((parts) => `v${parts.join('.')} 192.168.${parts.join('.')}`),
  digits(10).map((number) => `R-${number}`),
);

const innocentOrder = fc.record({
  transId: fc.oneof(
    digits(6, 12),
    fc.uuid(),
    digits(8).map((number) => `SHOP-${number}`),
  ),
  refNr: fc.tuple(date, digits(5)).map(([[, month, year], number]) => `${year}/${month}/${number}`),
  payId: hex(32).map((id) => `p${id}`),
  description: innocent,
  metadata: fc.record({ note: innocent, more: innocent }),
  urls: fc.record({ return: hex(32).map((id) => `https://shop.example/o/${id}?from=caf%C3%A9%2012`) }),
  quantities: fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 12 }),
});

it(`of ${count} innocent orders nearly none is refused`, () => {
  const orders = fc.sample(innocentOrder, { seed: 20_260_131, numRuns: count });
  const wrong = orders.filter((each) => refused(each as unknown as JsonObject));
  process.stdout.write(`innocent orders refused: ${wrong.length} of ${count}\n`);
  expect(wrong.length / count).toBeLessThan(0.001);
});

/** A look-up's record as gateways write it: sums as numbers or as texts. */
const looked = (authorized: Json, captured: Json, refunded: Json): JsonObject => ({
  payId: 'PAY-1',
  amount: { value: authorized, currency: 'EUR', authorizedValue: authorized, capturedValue: captured },
  totals: { authorized, captured, refunded },
});

describe('the sums of a payment', () => {
  const full = Array.from({ length: 99_900 }, (_, at) => 100 + at);
  const some = full.filter((sum) => sum % 7 === 2);
  // Sums in CZK and HUF have seven and eight digits.
  const large = Array.from({ length: 20_000 }, (_, at) => 1_000_000 + at * 4_999);

  it.each<[string, readonly number[], (sum: number) => JsonObject]>([
    ['refunded in full', full, (sum) => looked(sum, sum, sum)],
    ['refunded in full, as texts', some, (sum) => looked(String(sum), String(sum), String(sum))],
    ['refunded in part', some, (sum) => looked(sum, sum, sum - 1)],
    ['large, captured', large, (sum) => looked(sum, sum, 0)],
    ['large, as texts', large, (sum) => looked(String(sum), String(sum), '0')],
    ['large, refunded in full', large, (sum) => looked(sum, sum, sum)],
  ])('%s are kept as they came, and refused in no order', (_what, sums, record) => {
    const isKept = (shown: JsonObject) => withoutCardData(shown) === shown;
    expect(sums.filter((sum) => !isKept(record(sum)))).toEqual([]);
    expect(sums.filter((sum) => refused(order({ record: record(sum)['totals'] ?? null })))).toEqual([]);
  });

  it('are no card number in a list of prices or quantities', () => {
    const lists = fc.sample(
      fc.oneof(
        fc.array(fc.integer({ min: 4_000, max: 4_999 }), { minLength: 4, maxLength: 4 }),
        fc.array(fc.integer({ min: 41_000_000, max: 49_999_999 }), { minLength: 2, maxLength: 2 }),
        fc.array(fc.integer({ min: 34_000, max: 34_999 }), { minLength: 3, maxLength: 3 }),
        fc.array(fc.integer({ min: 40, max: 49 }), { minLength: 8, maxLength: 8 }),
        fc.tuple(digits(7), digits(7)).map(([one, other]) => [`4${one}`, `4${other}`]),
      ),
      { seed: 20_260_131, numRuns: count },
    );
    expect(lists.filter((list) => refused(order({ list })))).toEqual([]);
    expect(lists.filter((list) => withoutCardData({ list })['list'] !== list)).toEqual([]);
  });
});
