// The doors beside the native API: asking to be paired, which is open to all; the gateway's own language with its own
// tokens; streams, which take a place for long; and the pages of documentation.
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { Wire } from '#support/strict-http.ts';
import { type Attack, attacks, bearer, json, wanted } from './table.ts';
import { Target, pageOrigin, serving, wellKnown } from './target.ts';

const target = new Target();
beforeAll(() => target.open());
afterAll(() => target.close());

const wish = (change: object = {}) => JSON.stringify({ name: 'Kassa', scopes: ['status'], ...change });
const ask = (body: string, ...headers: (readonly [string, string])[]) => ({
  method: 'POST',
  path: '/v1/pairings',
  headers: [json, ...headers],
  body,
});
const preflight = (path: string, origin: string) => ({
  method: 'OPTIONS',
  path,
  headers: [['Origin', origin] as const, ['Access-Control-Request-Method', 'POST'] as const],
});

const nobody = 'without a window nobody can be asked, so nothing of it is read';

attacks('asking to be paired', target, [
  ...(
    [
      ['a right wish', ask(wish())],
      ['a wish for the origin of another page', ask(wish({ origin: pageOrigin }), ['Origin', 'https://evil.example'])],
      ['a form', { ...ask(wish()), headers: [['Content-Type', 'text/plain']] }],
      ['no JSON', ask('{')],
      ['a name that turns the text around', ask(wish({ name: 'Kassa \u202e' }))],
      ['a thousand scopes', ask(wish({ scopes: Array.from({ length: 1_000 }, () => 'status') }))],
      ['an unknown member', ask(wish({ constructor: 1, granted: true }))],
      ['a wish of 65 KiB', ask(wish({ name: 'x'.repeat(66_000) }))],
    ] as const
  ).map(([what, request]) => ({ what, why: nobody, expected: '403 pairing-impossible', request })),
  {
    what: 'a page of no origin',
    why: 'null is the origin of nobody',
    expected: '403 origin-refused',
    request: ask(wish(), ['Origin', 'null']),
  },
  {
    what: 'a preflight of no origin',
    why: 'null is the origin of nobody',
    expected: '403 origin-refused',
    request: preflight('/v1/pairings', 'null'),
  },
  {
    what: 'a preflight of a strange page for anything but pairing',
    why: 'a page that is not paired reaches the pairing address only',
    expected: '403 origin-refused',
    request: preflight('/v1/pairingsx', 'https://evil.example'),
  },
  {
    what: 'a preflight that hides its way behind pairing',
    why: 'dot segments are refused before any address is looked up',
    expected: '400 malformed-request',
    request: preflight('/v1/pairings/../status', 'https://evil.example'),
  },
  {
    what: 'a nonce that is none',
    why: 'what is signed has one form',
    expected: '400 invalid-input',
    request: { path: `${wellKnown}?nonce=short` },
  },
  {
    what: 'a nonce of 1,000 characters',
    why: 'what is signed has one form',
    expected: '400 invalid-input',
    request: { path: `${wellKnown}?nonce=${'a'.repeat(1_000)}` },
  },
  {
    what: 'a nonce with a line break',
    why: 'what is signed has lines',
    expected: '400 malformed-request',
    request: { path: `${wellKnown}?nonce=aaaaaaaaaaaaaaaa%0aHost` },
  },
] satisfies readonly Attack[]);

const form = ['Content-Type', 'application/x-www-form-urlencoded'] as const;
const tokenPath = '/authorization/oauth/token';
const credentials = (body: string, ...headers: (readonly [string, string])[]) => ({
  method: 'POST',
  path: tokenPath,
  headers: [form, ...headers],
  body,
});
const gatewayPath = '/api/v2/payments/refunds';
const manual = (...headers: (readonly [string, string])[]) => ({
  method: 'POST',
  path: gatewayPath,
  headers: [json, ...headers],
  body: wanted,
});

attacks("the gateway's own language", target, [
  {
    what: 'a token for nobody',
    why: 'nobody is known by it',
    expected: '401 token-unknown',
    request: credentials('grant_type=client_credentials&client_id=x&client_secret=y'),
  },
  {
    what: 'a parameter twice',
    why: 'two readers would take different ones',
    expected: '400 invalid-input',
    request: credentials('grant_type=client_credentials&client_id=x&client_id=y&client_secret=z'),
  },
  {
    what: 'a form from a foreign page',
    why: 'a form needs no leave, so its origin counts',
    expected: '403 origin-refused',
    request: credentials('grant_type=client_credentials&client_id=x&client_secret=y', [
      'Origin',
      'https://evil.example',
    ]),
  },
  {
    what: 'a refund without a token',
    why: 'every address needs one',
    expected: '401 token-missing',
    request: manual(),
  },
  {
    what: 'a refund with a token of nobody',
    why: 'only what was given counts',
    expected: '401 token-unknown',
    request: manual(['Authorization', 'Bearer x']),
  },
  {
    what: 'a refund with a password of nobody',
    why: 'only what was given counts',
    expected: '401 token-unknown',
    request: manual(['Authorization', `Basic ${Buffer.from('x:y').toString('base64')}`]),
  },
  {
    what: 'a refund with the token taken back',
    why: 'it is nobody’s any more',
    expected: '401 token-unknown',
    request: manual(['Authorization', 'Bearer REVOKED']),
  },
  {
    what: 'a refund from a foreign page',
    why: 'its origin was not let in',
    expected: '403 origin-refused',
    request: manual(bearer, ['Origin', 'https://evil.example']),
  },
  {
    what: 'a path out of the interface',
    why: 'a dot segment',
    expected: '400 malformed-request',
    request: { path: '/api/v2/../../_sandbox/ledger', headers: [bearer] },
  },
  {
    what: "the sandbox's own doors",
    why: 'the bridge passes nothing on that it does not know',
    expected: '401 token-missing',
    request: { path: '/_sandbox/ledger' },
  },
] satisfies readonly Attack[]);

attacks('the pages of documentation', target, [
  { what: 'the page', why: 'nothing secret is in it', expected: '200', request: { path: '/docs' } },
  { what: 'the document', why: 'nothing secret is in it', expected: '200', request: { path: '/openapi.json' } },
  {
    what: 'the page for another host',
    why: 'a page must not learn that a till is here',
    expected: '421 host-refused',
    request: { path: '/docs', headers: [['Host', 'evil.example:PORT']] },
  },
  {
    what: 'a file beside it',
    why: 'nothing is read from the disk by its name',
    expected: '400 malformed-request',
    request: { path: '/docs/../../package.json' },
  },
  {
    what: 'a file beside it, encoded',
    why: 'nothing is read from the disk by its name',
    expected: '401 token-missing',
    request: { path: '/docs/%2e%2e%2fpackage.json' },
  },
  {
    what: 'a POST of the page',
    why: 'it is only read',
    expected: '405 method-not-allowed',
    request: { method: 'POST', path: '/docs', headers: [json], body: '{}' },
  },
] satisfies readonly Attack[]);

describe('streams', () => {
  it('of one program are bounded, and each that is too many is told so', async () => {
    const statuses: number[] = [];
    for (let count = 0; count < 200; count += 1) {
      const wire = new Wire(target.port);
      onTestFinished(() => wire.close());
      wire.send(target.bytes({ path: '/v1/events', headers: [bearer] }));
      const first = await new Promise<string>((resolve) => {
        wire.socket.once('data', (chunk: Buffer) => resolve(chunk.toString('latin1')));
      });
      statuses.push(Number(first.slice(9, 12)));
    }
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(64);
    expect(await target.canary()).toEqual(serving);
  });

  it('that are not read do not stop the others', async () => {
    for (let count = 0; count < 4; count += 1) {
      const wire = new Wire(target.port);
      onTestFinished(() => wire.close());
      wire.socket.pause();
      wire.send(
        target.bytes({
          path: '/v1/events?lastEventId=0',
          headers: [
            ['Authorization', 'Bearer PAGE'],
            ['Origin', pageOrigin],
          ],
        }),
      );
    }
    for (let sale = 0; sale < 5; sale += 1) expect(await target.canary()).toEqual(serving);
  });
});
