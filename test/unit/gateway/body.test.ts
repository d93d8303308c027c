// What the bytes of an answer are: "complete" decides between success and unknown, so only announced ends and whole JSON
// count, and bodies whose checks would hold up a sale are not read.
import { describe, expect, it } from 'vitest';
import { completeBody, isFramed } from '#gateway/body.ts';

const read = (text: string | Buffer, framed = true, contentType?: string) =>
  completeBody(Buffer.isBuffer(text) ? text : Buffer.from(text), framed, contentType);

describe('a body', () => {
  it('that is JSON is whole, also where no end was announced', () => {
    const text = '{"status":"OK","list":[1,[],{}]}';
    const whole = { type: 'json', value: { status: 'OK', list: [1, [], {}] } };
    expect(read(text)).toEqual(whole);
    expect(read(text, false)).toEqual(whole);
  });

  it.each(['', '<html>', '{"status":"O', '{"a":1,"a":2}'])('%j is cut where no end was announced', (text) => {
    expect(read(text, false)).toEqual({ type: 'cut' });
  });

  it.each([
    ['no type', undefined, 'empty'],
    ['the type of JSON', 'application/json', 'empty'],
    ['a type that only begins alike', 'text/htmlx', 'empty'],
    ['a type that only ends alike', 'x-text/html', 'empty'],
    ['the type of a page', 'text/html', 'unreadable'],
    ['blanks and capitals around it', '  Text/HTML; charset=utf-8 ', 'unreadable'],
  ])('without a byte and with %s', (_what, contentType, type) => {
    expect(read('', true, contentType)).toEqual({ type });
  });

  it('that is JSON is read, whatever it is called', () => {
    expect(read('{}', true, 'text/html')).toEqual({ type: 'json', value: {} });
  });

  it.each(['<!doctype html>', ' \n\t<p>', '\uFEFF<p>', 'Service unavailable', 'zzz', '   ', `${' '.repeat(1_023)}<`])(
    '%j is a page or a text: nobody’s answer',
    (text) => {
      expect(read(text)).toEqual({ type: 'unreadable' });
    },
  );

  it.each(['{"status":', '[1,', '"abc', '1 <', '-', '{"a":1}x', '1z', `${' '.repeat(1_024)}{`.trimStart()])(
    '%j is an answer that was spoilt',
    (text) => {
      expect(read(text)).toEqual({ type: 'unreadable', spoilt: true });
    },
  );

  it('is looked at no further than its first 1,024 bytes, to tell a page', () => {
    expect(read(`${'1'.repeat(10)}${' '.repeat(2_000)}<`)).toMatchObject({ spoilt: true });
    expect(read(`${' '.repeat(1_024)}{`)).toEqual({ type: 'unreadable' });
  });

  it('that is not UTF-8 is not read', () => {
    expect(read(Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xff, 0x22, 0x7d]))).toMatchObject({ spoilt: true });
  });
});

describe('a number that would be rounded', () => {
  it.each([
    ['90071992547409931', '90071992547409931'],
    ['12345678901234567890', '12345678901234567890'],
    ['1e21', '1e21'],
    ['0.12345678901234567', '0.12345678901234567'],
  ])('%s is kept as its text: a payId must not become another one', (number, kept) => {
    expect(read(`{"payId":${number},"list":[${number}]}`)).toEqual({
      type: 'json',
      value: { payId: kept, list: [kept] },
    });
  });

  it.each(['9007199254740991', '-5000', '5000.0', '5e3', '0.1'])('is none of %s', (number) => {
    const value = { value: Number(number), text: '90071992547409931' };
    expect(read(`{"value":${number},"text":"90071992547409931"}`)).toEqual({ type: 'json', value });
  });
});

describe('a body that would hold up a sale', () => {
  const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
  const wide = (members: number) => JSON.stringify(Array.from({ length: members }, () => 0));

  it('is one of more than 100 levels, of lists or of objects', () => {
    expect(read(deep(100)).type).toBe('json');
    expect(read(deep(101))).toEqual({ type: 'unreadable', spoilt: true });
    const objects = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
    expect(read(objects(100)).type).toBe('json');
    expect(read(objects(101))).toEqual({ type: 'unreadable', spoilt: true });
  });

  it('counts the levels that are open, not those that were closed', () => {
    expect(read(`[${Array.from({ length: 200 }, () => '[]').join(',')}]`).type).toBe('json');
    expect(read(`[${Array.from({ length: 200 }, () => '{}').join(',')}]`).type).toBe('json');
  });

  it('is one of more than 10,000 lists, objects and members', () => {
    expect(read(wide(10_000)).type).toBe('json');
    expect(read(wide(10_001))).toEqual({ type: 'unreadable', spoilt: true });
    // One list, 5,000 more, and 4,999 commas.
    const lists = (count: number) => `[${Array.from({ length: count }, () => '[]').join(',')}]`;
    expect(read(lists(5_000)).type).toBe('json');
    expect(read(lists(5_001))).toEqual({ type: 'unreadable', spoilt: true });
  });

  it('is not one whose texts hold many signs that mean something outside of them', () => {
    const value = { signs: '[{,'.repeat(20_000), quotes: '\\"[{,'.repeat(5_000), last: '\\' };
    expect(read(JSON.stringify(value))).toEqual({ type: 'json', value });
    expect(read(`["\\\\",${deep(99)}]`).type).toBe('json');
    expect(read(`["\\\\",${deep(100)}]`)).toEqual({ type: 'unreadable', spoilt: true });
  });
});

describe('a name that an object holds twice', () => {
  it.each([
    '{"a":1,"a":2}',
    '{"a":1,"\\u0061":2}',
    '{"a":{"b":1,"b":1}}',
    '[{"x":0},{"b":[1,{"c":1,"c":1}]}]',
    '{"a":{"a":1},"b":[],"a":2}',
    '{"a":[{}],"a":2}',
    '{"q\\"q":1,"q\\"q":2}',
    '{"a":"x:y","a" \n : 1}',
  ])('%j says two things at once', (text) => {
    expect(read(text)).toEqual({ type: 'ambiguous' });
  });

  it.each([
    '{"a":{"a":1},"b":{"a":1}}',
    '[{"a":1},{"a":2}]',
    '{"a":"a","b":"a"}',
    '{"a":["a","a"],"b":[":",":"]}',
    '{"a":"{\\"b\\":1,\\"b\\":2}"}',
    '{"a\\"":1,"a":2}',
    '{"a":"\\\\","b":"a","c":1}',
  ])('is not held by %j', (text) => {
    expect(read(text)).toEqual({ type: 'json', value: JSON.parse(text) });
  });
});

describe('the end of an answer', () => {
  it.each([
    [204, {}, true],
    [304, {}, true],
    [200, {}, false],
    [205, {}, false],
    [200, { 'content-length': '0' }, true],
    [200, { 'transfer-encoding': 'chunked' }, true],
    [200, { 'transfer-encoding': 'gzip, Chunked  ' }, true],
    [200, { 'transfer-encoding': 'chunked, gzip' }, false],
    [200, { 'transfer-encoding': 'unchunked' }, false],
    [200, { 'transfer-encoding': 'gzip' }, false],
  ])('with %i and %j is announced: %s', (status, headers, framed) => {
    expect(isFramed(status, headers)).toBe(framed);
  });
});
