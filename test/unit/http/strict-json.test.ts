// JSON that means one thing: everything JSON.stringify writes is read back as it was, everything ambiguous is refused.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#contract/data/json.ts';
import { ambiguitiesIn, parseJsonObject } from '#http/json/strict-json.ts';

const read = (text: string, maxDepth = 32) => parseJsonObject(Buffer.from(text), maxDepth);

describe('an object that JSON can say exactly', () => {
  it('is read as it was written, in any layout', () => {
    const key = fc.string({ unit: 'grapheme' }).filter((name) => name !== '__proto__');
    const leaf = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.maxSafeInteger(),
      fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e15, max: 1e15 }).map((value) => value + 0),
      fc.boolean(),
      fc.constant(null),
    );
    const { value: object } = fc.letrec<{ value: unknown; object: { [name: string]: unknown } }>((tie) => ({
      value: fc.oneof({ maxDepth: 6 }, leaf, tie('object'), fc.array(tie('value'), { maxLength: 4 })),
      object: fc.dictionary(key, tie('value'), { maxKeys: 5, noNullPrototype: true }),
    }));
    fc.assert(
      fc.property(fc.dictionary(key, object, { maxKeys: 5, noNullPrototype: true }), fc.nat(4), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        expect(read(text)).toEqual({ type: 'object', value: JSON.parse(text) as JsonObject });
      }),
    );
  });

  it('may repeat a name in another object, and hold brackets and names in its texts', () => {
    const value = { a: { a: [{ a: 1 }, { a: '"a":{[' }] }, b: '\\"}', c: 'a' };
    expect(read(JSON.stringify(value))).toEqual({ type: 'object', value });
  });

  it('may be as deep as the limit, no deeper', () => {
    expect(read('{"a":[{"b":[]}]}', 4).type).toBe('object');
    expect(read('{"a":[{"b":[]}]}', 3).type).toBe('malformed');
  });
});

describe('a number', () => {
  const inexact = (text: string) => {
    const outcome = read(text);
    return outcome.type === 'inexact' ? outcome.issues.map(({ field }) => field) : outcome.type;
  };

  it.each(['9007199254740992', '-1e400', '1e16', '1e-400', '0.1000000000000000055', '1.00000000000000000001', '1e21'])(
    '%s cannot be kept exactly',
    (literal) => {
      expect(inexact(`{"a":${literal}}`)).toEqual(['a']);
    },
  );

  it.each(['9007199254740991', '1e3', '-0', '0.10', '1.50e1', '0.00', '1E-7', '5e-324', '123456789012.345'])(
    '%s can be kept exactly',
    (literal) => {
      expect(inexact(`{"a":${literal}}`)).toBe('object');
    },
  );

  it('is named by its path, in objects and lists, one after the other', () => {
    const text = '{"x":{"y":1e99},"l":[1,{"z":1e99},"1e99",[[],1e99]],"n":{},"last":1e99}';
    expect(inexact(text)).toEqual(['x.y', 'l.1.z', 'l.3.1', 'last']);
  });

  it('is not what matters where something else can be read in two ways', () => {
    expect(inexact('{"a":1e99,"b":1,"b":2}')).toBe('malformed');
  });

  it('is named for the first ten fields only', () => {
    expect(inexact(`{"a":[${Array.from({ length: 500 }, () => '1e99').join()}]}`)).toHaveLength(10);
  });
});

describe('an object that could be read in two ways', () => {
  it.each([
    '{"a":1,"a":1}',
    '{"a":1,"b":{},"a":2}',
    '{"x":[{"a":1,"\\u0061":2}]}',
    '{"__proto__":null}',
    '{"a":"\\udc00"}',
    '{"\\ud800":1}',
  ])('%s is refused', (text) => {
    expect(read(text).type).toBe('malformed');
  });

  it('is told by the first thing that is wrong with it, and where', () => {
    const detail = (text: string, maxDepth?: number) => {
      const outcome = read(text, maxDepth);
      return outcome.type === 'malformed' ? outcome.detail : outcome.type;
    };
    expect(detail('{"a":1,"a":2,"b":"\\ud800"}')).toBe('The member "a" is given twice.');
    expect(detail('{"x":[{},{"a":1,"a":2}]}')).toBe('The member "x.1.a" is given twice.');
    expect(detail('{"x":{"__proto__":1}}')).toBe('The member "x.__proto__" must not be called so.');
    expect(detail('{"x":["\\ud800"]}')).toBe('The member "x.0" holds half of a surrogate pair.');
    expect(detail('{"x":[[]]}', 2)).toBe('The body is nested deeper than 2 levels.');
    const long = `"${'a'.repeat(5_000)}"`;
    expect(detail(`{${long}:1,${long}:2}`).length).toBeLessThan(300);
  });

  it('in a file is told whole', () => {
    expect(ambiguitiesIn('{"a":1,"a":2,"b":{"c":1,"c":2}}', 32)).toEqual([
      { path: ['a'], message: 'is given twice' },
      { path: ['b', 'c'], message: 'is given twice' },
    ]);
    expect(ambiguitiesIn('{"a":1,"b":[{"a":1},{"a":2}]}', 32)).toEqual([]);
  });

  it('a name given twice is found wherever it is repeated', () => {
    const names = fc.uniqueArray(
      fc.string().filter((name) => name !== '__proto__'),
      { minLength: 1, maxLength: 8 },
    );
    fc.assert(
      fc.property(names, fc.nat(), fc.nat(), (unique, from, to) => {
        const all = unique.toSpliced(to % (unique.length + 1), 0, unique[from % unique.length]!);
        const text = `{${all.map((name) => `${JSON.stringify(name)}:0`).join(',')}}`;
        expect(read(text).type).toBe('malformed');
      }),
    );
  });
});
