// Generated requests. Each begins as a right one and is then changed on one level: its fields, its JSON, its headers,
// its path, its bytes, or the order in which several of them come. The same seed makes the same requests.
import * as fc from 'fast-check';
import type { Json, JsonObject } from '#contract/json.ts';
import type { HeaderLine } from '#support/strict-http.ts';
import { type Material, fragments, naughty, placeholders } from './material.ts';

/** Which token it carries. */
export type Caller = 'full' | 'page' | 'status' | 'revoked' | 'none';

export interface Shot {
  readonly method: string;
  readonly path: string;
  readonly caller: Caller;
  readonly headers: readonly HeaderLine[];
  readonly body: string | null;
}

export type Plan =
  /** One after the other on a connection that is kept. */
  | { readonly level: string; readonly type: 'shots'; readonly shots: readonly Shot[] }
  /** On a connection of its own, because its bytes may end anywhere. */
  | { readonly level: string; readonly type: 'bytes'; readonly shot: Shot; readonly edits: readonly Edit[] };

export interface Edit {
  readonly what: 'flip' | 'cut' | 'drop' | 'repeat' | 'insert';
  /** From 0 to 1: where in the bytes. */
  readonly at: number;
  readonly length: number;
  readonly with: Uint8Array;
}

const { payment, customer, fresh, operation } = placeholders;
const json: HeaderLine = ['Content-Type', 'application/json'];
const reads = [
  '/v1/status',
  '/v1/terminals',
  '/v1/operations?limit=3',
  '/v1/operations?state=failed&limit=2',
  '/v1/operations?kind=refund&limit=5',
  `/v1/operations?payId=${payment}&limit=5`,
  `/v1/operations/${operation}`,
  `/v1/operations/${operation}?wait=0.01`,
  `/v1/payments/${payment}`,
  `/v1/payments?transId=${fresh}`,
  '/v1/customers?limit=2',
  `/v1/customers/${customer}`,
  `/v1/customers/${customer}/payment-methods`,
  `/v1/customers/${customer}/payment-methods/none`,
  '/v1/shifts/1',
  '/.well-known/tillbridge',
  '/v1/nothing',
] as const;

const weights = { full: 90, page: 4, status: 2, revoked: 2, none: 2 };
const caller: fc.Arbitrary<Caller> = fc.oneof(
  ...Object.entries(weights).map(([name, weight]) => ({ weight, arbitrary: fc.constant(name as Caller) })),
);
const text = fc.oneof(
  fc.constantFrom(...naughty),
  fc.string({ maxLength: 40 }),
  fc.string({ unit: 'binary', maxLength: 20 }),
);
/** What may stand in a header or in a path, as far as bytes go: anything but a line's end. */
const latin = fc.oneof(
  fc.constantFrom(...naughty).map((value) => value.replaceAll(/[^\t -~\u0080-\u00ff]/g, '')),
  fc.string({ unit: fc.integer({ min: 0x20, max: 0xff }).map((code) => String.fromCodePoint(code)), maxLength: 60 }),
);

function post(kind: string, id: string, body: JsonObject | string, who: Caller = 'full', wait = ''): Shot {
  const written = typeof body === 'string' ? body : JSON.stringify(body);
  return {
    method: 'POST',
    path: `/v1/operations/${kind}${wait}`,
    caller: who,
    headers: [json, ['Idempotency-Key', id]],
    body: written,
  };
}

const get = (path: string, who: Caller = 'full'): Shot => ({
  method: 'GET',
  path,
  caller: who,
  headers: [],
  body: null,
});

/** Every place in a body at which a value stands. */
function places(value: Json, at: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [at];
  return [
    ...(at.length === 0 ? [] : [at]),
    ...Object.entries(value).flatMap(([name, member]) => places(member, [...at, name])),
  ];
}

const mark = '@MARK@';

/** The body as text, with a value replaced by text that need not be JSON. */
function replaced(body: JsonObject, place: number, by: string): string {
  const all = places(body);
  const steps = all[place % Math.max(all.length, 1)] ?? [];
  const copy = structuredClone(body);
  let here: { [name: string]: Json } = copy;
  for (const step of steps.slice(0, -1)) here = here[step] as { [name: string]: Json };
  const last = steps.at(-1);
  if (last !== undefined) here[last] = mark;
  return JSON.stringify(copy).replace(`"${mark}"`, () => by);
}

function spliced(whole: string, edits: readonly { at: number; length: number; by: string }[]): string {
  let changed = whole;
  for (const { at, length, by } of edits) {
    const start = Math.floor(at * changed.length);
    changed = changed.slice(0, start) + by + changed.slice(start + length);
  }
  return changed;
}

const headerNames = [
  'Content-Type',
  'Idempotency-Key',
  'Origin',
  'Accept',
  'Accept-Encoding',
  'Content-Encoding',
  'Connection',
  'Range',
  'Cookie',
  'X-Forwarded-Host',
  'X-HTTP-Method-Override',
  'Upgrade',
  'Expect',
  'If-None-Match',
  'Access-Control-Request-Method',
  'Referer',
  'Sec-Fetch-Site',
  'Authorization',
  'Host',
  'TE',
  'Via',
  '__proto__',
  'constructor',
  'Last-Event-ID',
  'Accept-Language',
] as const;
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY'] as const;

/** Everything but what opens a stream that has no end. */
const pathPart = fc.oneof(
  fc.constantFrom(
    'v1',
    'operations',
    'payments',
    'customers',
    'shifts',
    'status',
    'refund',
    'cancel',
    'current',
    '',
    '.',
    '%2e',
    '%00',
    '%',
  ),
  text.map((value) => (value.isWellFormed() ? encodeURIComponent(value) : '%ff')),
  latin.map((value) => value.replaceAll(/[\s?]/g, '')),
);

export function plans(all: readonly Material[]): fc.Arbitrary<Plan> {
  const unit = fc.double({ min: 0, max: 0.999_999, noNaN: true });
  const from = (which: 'good' | 'bad') =>
    fc.tuple(fc.constantFrom(...all), fc.noBias(fc.nat())).map(([{ kind, ...bodies }, number]) => {
      const list = bodies[which];
      return { kind, body: list[number % list.length] ?? {} };
    });
  const either = fc.oneof({ weight: 1, arbitrary: from('good') }, { weight: 15, arbitrary: from('bad') });
  const wait = fc.constantFrom('', '', '?wait=0', '?wait=0.02');
  const right = fc.oneof(
    { weight: 4, arbitrary: fc.tuple(fc.constantFrom(...reads), caller).map(([path, who]) => get(path, who)) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(from('good'), caller, wait)
        .map(([{ kind, body }, who, how]) => post(kind, fresh, body, who, how)),
    },
  );
  const one =
    (level: string) =>
    (shot: Shot): Plan => ({ level, type: 'shots', shots: [shot] });

  const valid = right.map(one('valid'));
  const nearly = fc
    .tuple(from('bad'), caller)
    .map(([{ kind, body }, who]) => post(kind, fresh, body, who))
    .map(one('nearly valid'));
  const fields = fc
    .tuple(
      either,
      fc.noBias(fc.nat()),
      fc.oneof(
        fc.constantFrom(...fragments),
        text.map((value) => JSON.stringify(value)),
      ),
    )
    .map(([{ kind, body }, place, by]) => post(kind, fresh, replaced(body, place, by)))
    .map(one('fields'));
  const splice = fc.record({
    at: unit,
    length: fc.nat({ max: 30 }),
    by: fc.oneof(fc.constantFrom(...fragments), text),
  });
  const structure = fc
    .tuple(either, fc.array(splice, { minLength: 1, maxLength: 4 }))
    .map(([{ kind, body }, edits]) => post(kind, fresh, spliced(JSON.stringify(body), edits)))
    .map(one('structure'));
  const anything = fc
    .tuple(fc.constantFrom(...all), fc.json({ maxDepth: 6 }))
    .map(([{ kind }, body]) => post(kind, fresh, body))
    .map(one('any JSON'));
  const header = fc.tuple(fc.constantFrom(...headerNames), latin).map(([name, value]): HeaderLine => [name, value]);
  const headers = fc
    .tuple(right, fc.array(header, { minLength: 1, maxLength: 5 }), fc.boolean())
    // Without a body: what a header says of its length may be anything.
    .map(([shot, more, bare]) => ({
      ...shot,
      body: bare ? null : shot.body,
      headers: bare ? more : [...shot.headers, ...more],
    }))
    .map(one('headers'));
  const query = fc.array(
    fc.tuple(fc.oneof(fc.constantFrom('wait', 'limit', 'state', 'kind', 'payId', 'after', 'transId'), text), text),
    { maxLength: 4 },
  );
  const encoded = (value: string) => encodeURIComponent(value.toWellFormed());
  const path = fc
    .tuple(fc.array(pathPart, { minLength: 1, maxLength: 5 }), query, fc.constantFrom(...methods), caller)
    .map(([parts, pairs, method, who]): Shot => {
      const search = pairs.map(([name, value]) => `${encoded(name)}=${encoded(value)}`).join('&');
      const target = `/${parts.join('/')}${search === '' ? '' : `?${search}`}`;
      return { ...get(target, who), method };
    })
    .map(one('path'));
  const queries = fc
    .tuple(
      fc.constantFrom(
        '/v1/operations?limit=2&',
        '/v1/customers?limit=2&',
        '/v1/payments?',
        `/v1/operations/${operation}?`,
      ),
      query,
    )
    .map(([target, pairs]) =>
      get(`${target}${pairs.map(([name, value]) => `${encoded(name)}=${encoded(value)}`).join('&')}`),
    )
    .map(one('query'));
  const edit: fc.Arbitrary<Edit> = fc.record({
    what: fc.constantFrom('flip', 'cut', 'drop', 'repeat', 'insert'),
    at: unit,
    length: fc.integer({ min: 1, max: 40 }),
    with: fc.oneof(fc.uint8Array({ minLength: 1, maxLength: 20 }), fc.constantFrom(...wireBits)),
  });
  const bytes = fc
    .tuple(right, fc.array(edit, { minLength: 1, maxLength: 4 }))
    .map(([shot, edits]): Plan => ({ level: 'bytes', type: 'bytes', shot, edits }));
  const sequence = fc
    .tuple(from('good'), from('good'), fc.uniqueArray(fc.nat({ max: 7 }), { minLength: 3, maxLength: 6 }))
    .map(([first, second, order]): Plan => {
      const id = `again-${fresh}`;
      const steps: readonly Shot[] = [
        post(first.kind, id, first.body),
        post(first.kind, id, first.body),
        post(second.kind, id, second.body),
        { ...post(first.kind, id, first.body), method: 'HEAD', body: null, headers: [] },
        get(`/v1/operations/${operation}?wait=0.01`),
        { method: 'POST', path: `/v1/operations/${operation}/cancel`, caller: 'full', headers: [], body: null },
        get('/v1/operations?limit=2'),
        post(first.kind, id, first.body, 'page'),
      ];
      return { level: 'sequence', type: 'shots', shots: order.map((number) => steps[number] ?? get('/v1/status')) };
    });

  return fc.oneof(
    { weight: 10, arbitrary: valid },
    { weight: 14, arbitrary: nearly },
    { weight: 18, arbitrary: fields },
    { weight: 18, arbitrary: structure },
    { weight: 5, arbitrary: anything },
    { weight: 10, arbitrary: headers },
    { weight: 10, arbitrary: path },
    { weight: 5, arbitrary: queries },
    { weight: 4, arbitrary: bytes },
    { weight: 1, arbitrary: sequence },
  );
}

const wireBits = [
  '\r\n',
  '\r\n\r\n',
  '\n',
  '\0',
  ' ',
  ':',
  'Transfer-Encoding: chunked\r\n',
  'Content-Length: 7\r\n',
  'Host: x\r\n',
  '0\r\n\r\n',
  'GET / HTTP/1.1\r\n',
].map((bits) => Buffer.from(bits, 'latin1'));

export function edited(whole: Buffer, edits: readonly Edit[]): Buffer {
  let bytes = whole;
  for (const { what, at, length, with: by } of edits) {
    const start = Math.floor(at * bytes.length);
    const [front, back] = [bytes.subarray(0, start), bytes.subarray(start)];
    switch (what) {
      case 'flip':
        bytes = Buffer.from(bytes);
        if (start < bytes.length) bytes[start] = (bytes[start] ?? 0) ^ (1 << (length % 8));
        break;
      case 'cut':
        bytes = front;
        break;
      case 'drop':
        bytes = Buffer.concat([front, back.subarray(length)]);
        break;
      case 'repeat':
        bytes = Buffer.concat([front, back.subarray(0, length), back]);
        break;
      case 'insert':
        bytes = Buffer.concat([front, by, back]);
        break;
    }
  }
  return bytes;
}
