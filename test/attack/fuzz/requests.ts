// Generated requests. Each begins as a right one and is then changed on one level: its fields, its JSON, its headers,
// its path, its bytes, or the order in which several of them come. The same seed makes the same requests.
import * as fc from 'fast-check';
import type { Json, JsonObject } from '#contract/data/json.ts';
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
  /** In whose way it shows its token; `form`: in its body, if anywhere. */
  readonly scheme: 'native' | 'gateway' | 'form';
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

const { payment, customer, fresh, operation, printJob } = placeholders;
const json: HeaderLine = ['Content-Type', 'application/json'];
const reads = [
  '/v1/status',
  '/v1/terminals',
  '/v1/operations?limit=3',
  '/v1/operations?state=failed&limit=2',
  '/v1/operations?state=failed,unknown&order=newest&limit=2',
  '/v1/operations?updatedSince=2026-01-31T18:05:00Z&terminal=T1',
  '/v1/operations?from=2026-01-31T18:05:00Z&to=2100-01-31T18:05:00Z&refNr=R',
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
  '/v1/journal/public-key',
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
    scheme: 'native',
  };
}

const get = (path: string, who: Caller = 'full'): Shot => ({
  method: 'GET',
  path,
  caller: who,
  headers: [],
  body: null,
  scheme: 'native',
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
    'events',
    'journal',
    'pairings',
    'api',
    'api/v2',
    'authorization/oauth/token',
    '',
    '.',
    '%2e',
    '%00',
    '%',
  ),
  text.map((value) => (value.isWellFormed() ? encodeURIComponent(value) : '%ff')),
  latin.map((value) => value.replaceAll(/[\s?]/g, '')),
);

const encoded = (value: string) => encodeURIComponent(value.toWellFormed());
const asked = (pairs: readonly (readonly [name: string, value: string])[]) =>
  pairs.map(([name, value]) => `${encoded(name)}=${encoded(value)}`).join('&');

/** What is answered with a stream, from anywhere in it. Of each only the head is read. */
function streams(): fc.Arbitrary<Shot> {
  const place = fc.oneof(fc.constantFrom('', '0', '1', '7', '40', '99999999'), text);
  const parameter = fc.tuple(fc.constantFrom('lastEventId', 'lastHash', 'format', 'after', 'wait'), place);
  const header = place.map((value): HeaderLine => ['Last-Event-ID', value.replaceAll(/[^\t -~]/g, '')]);
  return fc
    .tuple(
      fc.constantFrom('/v1/events', '/v1/events', '/v1/journal', '/v1/journal?format=csv'),
      fc.oneof(
        { weight: 2, arbitrary: fc.constant([]) },
        { weight: 1, arbitrary: fc.array(parameter, { maxLength: 2 }) },
      ),
      fc.array(header, { maxLength: 1 }),
      caller,
      fc.constantFrom('GET', 'GET', 'GET', 'HEAD', 'POST'),
    )
    .map(([path, pairs, headers, who, method]) => {
      const search = asked(pairs);
      const target = search === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${search}`;
      return { ...get(target, who), headers, method };
    });
}

/** Asking to be paired, and for what came of it. Open to all; without a window there is nobody who could be asked. */
function pairings(): fc.Arbitrary<Shot> {
  const wish = { name: 'Fuzz', scopes: ['status'] };
  const body = fc.oneof(
    fc.constant(JSON.stringify(wish)),
    fc.tuple(fc.noBias(fc.nat()), fc.constantFrom(...fragments)).map(([place, by]) => replaced(wish, place, by)),
    text.map((name) => JSON.stringify({ ...wish, name })),
  );
  const asking = body.map((written): Shot => ({
    ...get('/v1/pairings', 'none'),
    method: 'POST',
    headers: [json],
    body: written,
  }));
  const fetching = fc.tuple(text, latin, fc.boolean()).map(([id, secret, isBare]): Shot => ({
    ...get(`/v1/pairings/${encoded(id)}?wait=0`, 'none'),
    headers: isBare ? [] : [['Authorization', `Pairing ${secret}`]],
  }));
  return fc.oneof(asking, fetching);
}

const printable: readonly JsonObject[] = [
  { type: 'text', text: 'Grüße', align: 'center', bold: true, size: 'large' },
  { type: 'columns', left: '2 × Espresso', right: '5,00 €' },
  { type: 'rule' },
  { type: 'qr', data: 'https://shop.example/r/4711' },
  { type: 'barcode', symbology: 'ean13', data: '4006381333931' },
  { type: 'picture', pbm: Buffer.from('P4\n8 2\n\u00aa\u0055', 'latin1').toString('base64') },
  { type: 'feed', lines: 1 },
  { type: 'cut' },
];

/** The devices and the program's own webhook: right requests, and ones of which a value, the name or the JSON is wrong. */
function deviceShots(): fc.Arbitrary<Shot> {
  const shot = (method: string, path: string, body: string | null, headers: readonly HeaderLine[]): Shot => ({
    ...get(path),
    method,
    headers: body === null ? headers : [json, ...headers],
    body,
  });
  const device = fc.constantFrom('COUNTER', 'COUNTER', 'COUNTER', 'NOWHERE', '%00', 'toString');
  const blocks = fc.array(fc.constantFrom(...printable), { minLength: 1, maxLength: 8 });
  const document = blocks.map((some): JsonObject => ({ device: 'COUNTER', document: { blocks: some } }));
  const sent: fc.Arbitrary<readonly [method: string, path: string, body: JsonObject]> = fc.oneof(
    document.map((body) => ['POST', '/v1/print-jobs', body] as const),
    fc.boolean().map((onlyAsWritten) => {
      const written: JsonObject = { device: 'COUNTER', document: { blocks: [...printable] }, onlyAsWritten };
      return ['POST', '/v1/print-jobs?wait=0.05', written] as const;
    }),
    fc
      .tuple(fc.boolean(), fc.boolean())
      .map(([cameOut, reprint]) => ['POST', `/v1/print-jobs/${printJob}/decide`, { cameOut, reprint }] as const),
    fc.constant(['POST', `/v1/print-jobs/${printJob}/cancel`, {}] as const),
    device.map((id) => ['POST', `/v1/drawers/${id}/open`, { reason: 'Change' }] as const),
    device.map((id) => ['PUT', `/v1/displays/${id}`, { lines: ['2 x Espresso', 'Total'] as Json[] }] as const),
    fc
      .constantFrom(
        'https://erp.example/hook',
        'http://127.0.0.1:9/hook',
        'http://[::1]:9/',
        'https://user@erp.example',
      )
      .map((url) => ['POST', '/v1/webhook', { url }] as const),
    fc.constant(['POST', '/v1/webhook', { url: null }] as const),
  );
  const key = fc.constantFrom<readonly HeaderLine[]>([['Idempotency-Key', fresh]], [['Idempotency-Key', 'one']], []);
  const right = fc.tuple(sent, key).map(([[method, path, body], headers]) => {
    return shot(method, path, JSON.stringify(body), headers);
  });
  const fields = fc
    .tuple(
      sent,
      fc.noBias(fc.nat()),
      fc.oneof(
        fc.constantFrom(...fragments),
        text.map((value) => JSON.stringify(value)),
      ),
    )
    .map(([[method, path, body], place, by]) =>
      shot(method, path, replaced(body, place, by), [['Idempotency-Key', fresh]]),
    );
  const reading = fc
    .tuple(
      fc.oneof(
        fc.constantFrom(
          '/v1/devices',
          '/v1/print-jobs',
          '/v1/print-jobs?state=printed&limit=2',
          `/v1/print-jobs?after=${printJob}`,
          `/v1/print-jobs/${printJob}`,
          `/v1/print-jobs/${printJob}?wait=0.02`,
          '/v1/webhook',
        ),
        text.map((id) => `/v1/print-jobs/${encoded(id)}`),
      ),
      caller,
      fc.constantFrom('GET', 'GET', 'GET', ...methods),
    )
    .map(([path, who, method]) => ({ ...get(path, who), method }));
  return fc.oneof({ weight: 2, arbitrary: right }, { weight: 3, arbitrary: fields }, { weight: 2, arbitrary: reading });
}

const form: HeaderLine = ['Content-Type', 'application/x-www-form-urlencoded'];
const grant = [
  ['grant_type', 'client_credentials'],
  ['client_id', placeholders.merchant],
  ['client_secret', placeholders.token],
] as const;

/** The token endpoint of the gateway: a right form, and ones that are not. */
function tokenForms(): fc.Arbitrary<Shot> {
  const parameter = fc.tuple(
    fc.oneof(fc.constantFrom('grant_type', 'client_id', 'client_secret', 'scope'), text),
    text,
  );
  const wrong = fc.tuple(fc.subarray([...grant]), fc.array(parameter, { maxLength: 3 }));
  const body = fc.oneof(
    // Not encoded: it is filled in when it is sent, and is of plain characters.
    fc.constant(grant.map(([name, value]) => `${name}=${value}`).join('&')),
    wrong.map(([some, more]) => [...some.map(([name, value]) => `${name}=${value}`), asked(more)].join('&')),
    text.map((value) => value.toWellFormed()),
  );
  return fc.tuple(body, fc.constantFrom('gateway', 'form'), caller).map(([written, scheme, who]): Shot => ({
    method: 'POST',
    path: '/authorization/oauth/token',
    caller: who,
    headers: [form],
    body: written,
    scheme,
  }));
}

/**
 * In the gateway's own language. A caller is kept until its operation has an answer, so what a customer at a terminal
 * takes part in is asked for in wrong ways only.
 */
function gatewayShots(all: readonly Material[]): fc.Arbitrary<Shot> {
  const quick = all.filter(({ kind }) => kind !== 'cloud-pos');
  const written = (
    { method, path, inPath }: Material,
    body: JsonObject,
    how: (bare: JsonObject) => string,
    who: Caller,
  ): Shot => {
    const bare = Object.fromEntries(Object.entries(body).filter(([name]) => !inPath.includes(name)));
    return {
      method,
      path,
      caller: who,
      headers: [json, ['Idempotency-Key', fresh]],
      body: how(bare),
      scheme: 'gateway',
    };
  };
  const from = (which: 'good' | 'bad', some: readonly Material[]) =>
    fc.tuple(fc.constantFrom(...some), fc.noBias(fc.nat())).map(([material, number]) => {
      const list = material[which];
      return { material, body: list[number % list.length] ?? {} };
    });
  const command = fc.oneof(
    { weight: 1, arbitrary: fc.tuple(from('good', quick), caller) },
    { weight: 4, arbitrary: fc.tuple(from('bad', all), caller) },
  );
  const plain = command.map(([{ material, body }, who]) =>
    written(material, body, (bare) => JSON.stringify(bare), who),
  );
  const fields = fc
    .tuple(from('bad', all), fc.noBias(fc.nat()), fc.constantFrom(...fragments))
    .map(([{ material, body }, place, by]) => written(material, body, (bare) => replaced(bare, place, by), 'full'));
  const address = fc.oneof(
    fc.constantFrom(
      `payments/getByPayId/${payment}`,
      `payments/getByTransId/${fresh}`,
      'customers?page=1',
      `customers/${customer}`,
      `customers/${customer}/paymentMethods`,
      `customers/${customer}/paymentMethods/none`,
    ),
    fc.array(pathPart, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/')),
  );
  const reading = fc
    .tuple(address, caller, fc.constantFrom('GET', 'GET', 'GET', ...methods))
    .map(([rest, who, method]): Shot => ({ ...get(`/api/v2/${rest}`, who), method, scheme: 'gateway' }));
  return fc.oneof(
    { weight: 4, arbitrary: plain },
    { weight: 3, arbitrary: fields },
    { weight: 4, arbitrary: reading },
    { weight: 1, arbitrary: tokenForms() },
  );
}

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
  const gateways = gatewayShots(all);
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
    .tuple(
      fc.oneof({ weight: 10, arbitrary: right }, { weight: 1, arbitrary: gateways }),
      fc.array(header, { minLength: 1, maxLength: 5 }),
      fc.boolean(),
    )
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
  const path = fc
    .tuple(fc.array(pathPart, { minLength: 1, maxLength: 5 }), query, fc.constantFrom(...methods), caller)
    .map(([parts, pairs, method, who]): Shot => {
      const search = asked(pairs);
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
    .map(([target, pairs]) => get(`${target}${asked(pairs)}`))
    .map(one('query'));
  const edit: fc.Arbitrary<Edit> = fc.record({
    what: fc.constantFrom('flip', 'cut', 'drop', 'repeat', 'insert'),
    at: unit,
    length: fc.integer({ min: 1, max: 40 }),
    with: fc.oneof(fc.uint8Array({ minLength: 1, maxLength: 20 }), fc.constantFrom(...wireBits)),
  });
  const bytes = fc
    .tuple(
      fc.oneof({ weight: 10, arbitrary: right }, { weight: 1, arbitrary: gateways }),
      fc.array(edit, { minLength: 1, maxLength: 4 }),
    )
    // Not HEAD: changed bytes may make another method of it, whose answer has a body.
    .map(([shot, edits]): Plan => {
      const method = shot.method === 'HEAD' ? 'GET' : shot.method;
      return { level: 'bytes', type: 'bytes', shot: { ...shot, method }, edits };
    });
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
        { ...get(`/v1/operations/${operation}/cancel`), method: 'POST' },
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
    { weight: 9, arbitrary: gateways.map(one("the gateway's language")) },
    { weight: 2, arbitrary: streams().map(one('streams')) },
    { weight: 1, arbitrary: pairings().map(one('pairings')) },
    { weight: 9, arbitrary: deviceShots().map(one('devices')) },
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
