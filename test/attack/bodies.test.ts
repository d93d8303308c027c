// Bodies that two readers would read differently, that are meant to change the program that reads them, or that are
// much larger than they look.
import { gzipSync, deflateSync, brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll } from 'vitest';
import type { WireRequest } from '#support/strict-http.ts';
import { type Attack, attacks, bearer, json, wanted, wantedPath } from './table.ts';
import { Target, wellKnown } from './target.ts';

const target = new Target();
beforeAll(() => target.open());
afterAll(() => target.close());

const key = ['Idempotency-Key', 'b-1'] as const;

function post(body: string | Buffer, headers: WireRequest['headers'] = []): WireRequest {
  return { method: 'POST', path: wantedPath, headers: [bearer, json, key, ...headers], body };
}

/** The wanted refund with text in front of its other members, and behind them. */
const before = (text: string) => wanted.replace('{', `{${text},`);
const after = (text: string) => `${wanted.slice(0, -1)},${text}}`;
const amount = (text: string) => wanted.replace('"value":100', `"value":${text}`);
const transId = (text: string) => wanted.replace('"attack-1"', text);
const nested = (open: string, close: string, levels: number) => `${open.repeat(levels)}1${close.repeat(levels)}`;

const notJson: readonly (readonly [what: string, body: string | Buffer])[] = [
  ['nothing', ''],
  ['a blank', ' '],
  ['cut off', wanted.slice(0, -1)],
  ['two objects', `${wanted}${wanted}`],
  ['an object and more', `${wanted}x`],
  ['an array of it', `[${wanted}]`],
  ['it as a text', JSON.stringify(wanted)],
  ['null', 'null'],
  ['a comment', wanted.replace('{', '{/* */')],
  ['a comma too many', `${wanted.slice(0, -1)},}`],
  ['names without quotes', '{transId:"attack-1"}'],
  ['single quotes', wanted.replaceAll('"', "'")],
  ['NaN', amount('NaN')],
  ['Infinity', amount('Infinity')],
  ['a number in hex', amount('0x64')],
  ['a number with a zero in front', amount('0100')],
  ['a number with a plus', amount('+100')],
  ['a line break in a text', transId('"attack\n1"')],
  ['a NUL behind it', Buffer.concat([Buffer.from(wanted), Buffer.from([0])])],
  ['a byte order mark', Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(wanted)])],
  ['UTF-16', Buffer.from(wanted, 'utf16le')],
  ['UTF-16 with its mark', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(wanted, 'utf16le')])],
  ['a prefix against inclusion', `)]}',\n${wanted}`],
];

const ambiguous: readonly (readonly [what: string, body: string | Buffer])[] = [
  ['a name twice', before('"transId":"other"')],
  ['a name twice, the first escaped', before('"tr\\u0061nsId":"other"')],
  ['a name twice inside', wanted.replace('{"value":100', '{"value":1,"value":100')],
  ['a name twice in an unknown member', after('"metadata":{"a":1,"a":2}')],
  ['a __proto__', before('"__proto__":{"transId":"other"}')],
  ['a __proto__, escaped', before('"__pr\\u006fto__":{"isAdmin":true}')],
  ['a __proto__ inside', wanted.replace('"amount":{', '"amount":{"__proto__":{"value":1},')],
  ['a __proto__ as a list', before('"__proto__":[]')],
  ['half a surrogate pair in a text', transId('"\\ud800"')],
  ['the other half', transId('"\\udc00attack"')],
  ['half a pair in a name', after('"\\ud83d":1')],
  ['halves in the wrong order', transId('"\\udc00\\ud800"')],
];

const raw = (bytes: readonly number[]) =>
  Buffer.concat([Buffer.from('{"transId":"'), Buffer.from(bytes), Buffer.from(`",${wanted.slice(1)}`)]);
const notText: readonly (readonly [what: string, body: Buffer])[] = [
  ['a lone continuation', raw([0x80])],
  ['a lead without its continuation', raw([0xc3, 0x28])],
  ['an overlong slash', raw([0xc0, 0xaf])],
  ['an overlong NUL', raw([0xc0, 0x80])],
  ['an overlong quote of three bytes', raw([0xe0, 0x80, 0xa2])],
  ['a surrogate in UTF-8', raw([0xed, 0xa0, 0x80])],
  ['a pair of surrogates (CESU-8)', raw([0xed, 0xa0, 0xbd, 0xed, 0xb8, 0x80])],
  ['beyond Unicode', raw([0xf4, 0x90, 0x80, 0x80])],
  ['five bytes', raw([0xf8, 0x88, 0x80, 0x80, 0x80])],
  ['bytes that are never UTF-8', raw([0xfe, 0xff])],
  ['latin1', raw([0xe4, 0xf6, 0xfc])],
  ['cut in a character', Buffer.concat([Buffer.from(wanted), Buffer.from([0xe2, 0x82])])],
];

const deep: readonly (readonly [what: string, body: string])[] = [
  ['33 objects deep', nested('{"a":', '}', 33)],
  ['10,000 objects deep', nested('{"a":', '}', 10_000)],
  ['30,000 lists deep', `{"a":${nested('[', ']', 30_000)}}`],
  ['lists deep in a known member', after(`"metadata":{"a":${nested('[', ']', 5_000)}}`)],
];

attacks('a body that cannot be read in exactly one way', target, [
  ...[...notJson, ...ambiguous, ...notText, ...deep].map(([what, body]) => ({
    what,
    why: 'another reader could take it for something else, or fall over it',
    expected: '400 malformed-json',
    request: post(body),
  })),
  ...(
    [
      ['a string for an amount', amount('"100"')],
      ['a fraction', amount('0.5')],
      ['a negative amount', amount('-100')],
      ['minus zero', amount('-0')],
      ['zero', amount('0')],
      ['more than can be kept', amount('9007199254740993')],
      ['a number of 300 digits', amount('9'.repeat(300))],
      ['a power', amount('1e999')],
      ['a fraction that rounds to a whole', amount('100.00000000000000001')],
      ['a very small power', amount('1e-400')],
      ['a list for an amount', amount('[100]')],
      ['an amount with a toJSON', amount('{"toJSON":"x","valueOf":100}')],
      ['a NUL in a text', transId('"attack\\u0000"')],
      ['a line break, escaped', transId('"attack\\r\\nX-Header: 1"')],
      ['a transId of 5,000 characters', transId(`"${'x'.repeat(5_000)}"`)],
    ] as const
  ).map(([what, body]) => ({
    what,
    why: 'it is JSON, but no refund',
    expected: '400 invalid-input',
    request: post(body),
  })),
] satisfies readonly Attack[]);

const dangerous = ['constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf', '__defineGetter__', 'then'];

attacks('names that mean something to the language', target, [
  ...dangerous.flatMap((name) => [
    {
      what: `a member ${name}`,
      why: 'an unknown member like any other',
      expected: '400 invalid-input',
      request: post(after(`"${name}":{"prototype":{"isAdmin":true}}`)),
    },
    {
      what: `a parameter ${name}`,
      why: 'an unknown parameter like any other',
      expected: '400 invalid-input',
      request: { path: `/v1/operations?${name}=1`, headers: [bearer] },
    },
    {
      what: `an operation called ${name}`,
      why: 'there is none',
      expected: '404 operation-not-found',
      request: { path: `/v1/operations/${name}`, headers: [bearer] },
    },
    {
      what: `a kind called ${name}`,
      why: 'there is none',
      expected: '404 unknown-kind',
      request: {
        method: 'POST',
        path: `/v1/operations/${name}`,
        headers: [bearer, json, key],
        body: '{}',
      },
    },
    {
      what: `a header ${name}`,
      why: 'nobody reads it',
      expected: '200',
      request: { path: '/v1/status', headers: [bearer, [name, '{"isAdmin":true}'] as const] },
    },
  ]),
  ...dangerous.map((name) => ({
    what: `a member ${name} that holds a card number, where members are open`,
    why: 'found by its name like in any other',
    expected: '400 invalid-input',
    request: {
      method: 'POST',
      path: '/v1/operations/create-link',
      headers: [bearer, json, key],
      body: JSON.stringify({ transId: 'attack-2', amount: { value: 1, currency: 'EUR' }, [name]: '4111111111111111' }),
    },
  })),
  ...['__proto__', '__proto__[isAdmin]', 'constructor[prototype][isAdmin]', 'a[__proto__]'].map((name) => ({
    what: `a parameter ${name}`,
    why: 'an unknown parameter like any other',
    expected: '400 invalid-input',
    request: { path: `/v1/operations?${name}=1&limit=1`, headers: [bearer] },
  })),
  {
    what: 'a header __proto__',
    why: 'nobody reads it',
    expected: '200',
    request: { path: '/v1/status', headers: [bearer, ['__proto__', 'x']] },
  },
  {
    what: 'an operation called __proto__',
    why: 'there is none',
    expected: '404 operation-not-found',
    request: { path: '/v1/operations/__proto__', headers: [bearer] },
  },
  {
    what: 'a kind called __proto__',
    why: 'there is none',
    expected: '404 unknown-kind',
    request: { method: 'POST', path: '/v1/operations/__proto__', headers: [bearer, json, key], body: '{}' },
  },
  {
    what: 'a filter twice',
    why: 'two readers would take different ones',
    expected: '400 invalid-input',
    request: { path: '/v1/operations?limit=1&limit=2', headers: [bearer] },
  },
] satisfies readonly Attack[]);

const zeros = Buffer.alloc(64 * 1024 * 1024);
const bombs: readonly (readonly [coding: string, body: Buffer])[] = [
  ['gzip', gzipSync(zeros)],
  ['deflate', deflateSync(zeros)],
  ['br', brotliCompressSync(zeros.subarray(0, 16 * 1024 * 1024))],
  ['gzip, gzip', gzipSync(gzipSync(zeros))],
  ['zstd', Buffer.from([0x28, 0xb5, 0x2f, 0xfd])],
  ['x-gzip', gzipSync(zeros.subarray(0, 1_024))],
  ['identity, gzip', gzipSync(zeros.subarray(0, 1_024))],
  ['GZIP', gzipSync(zeros.subarray(0, 1_024))],
];
const padded = (bytes: number) => after(`"metadata":{"pad":"${'x'.repeat(bytes)}"}`);

attacks('a body that is larger than it looks', target, [
  ...bombs.map(([coding, body]) => ({
    what: `${body.length} bytes of ${coding}`,
    why: 'nothing is unpacked here',
    expected: '415 media-type-refused',
    request: post(body.subarray(0, 60_000), [['Content-Encoding', coding]]),
  })),
  {
    what: '65 KiB',
    why: 'a body has at most 64 KiB',
    expected: '413 body-too-large',
    request: post(padded(65 * 1_024)),
  },
  {
    what: '4 GiB by its word',
    why: 'refused by the announced length, before any of it',
    expected: '413 body-too-large',
    request: { ...post(''), headers: [bearer, json, key, ['Content-Length', '4294967296']] },
    unfinished: true,
  },
  {
    what: '64 KiB of brackets',
    why: 'not JSON',
    expected: '400 malformed-json',
    request: post('['.repeat(65_000)),
  },
  {
    what: '64 KiB of digits',
    why: 'a number that cannot be kept',
    expected: '400 invalid-input',
    request: post(amount('9'.repeat(64_000))),
  },
  {
    what: '64 KiB of zeros behind a point',
    why: 'a number that cannot be kept, and no search that takes quadratic time',
    expected: '400 invalid-input',
    request: post(amount(`1.${'0'.repeat(60_000)}1`)),
  },
  {
    what: '5,000 unknown members',
    why: 'more members than a body may have',
    expected: '400 malformed-json',
    request: post(after(Array.from({ length: 5_000 }, (_, index) => `"m${index}":1`).join(','))),
  },
  {
    what: '20,000 blanks in front',
    why: 'blanks mean nothing; the member behind them is unknown',
    expected: '400 invalid-input',
    request: post(`${' '.repeat(20_000)}${after('"notAField":1')}`),
  },
  {
    what: 'a body to the open address',
    why: 'it takes GET only, and reads no body',
    expected: '405 method-not-allowed',
    request: { method: 'POST', path: wellKnown, headers: [json], body: wanted },
  },
] satisfies readonly Attack[]);
