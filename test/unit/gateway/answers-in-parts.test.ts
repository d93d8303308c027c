// The parts of the gateway client that need no socket: what a body is, what the token endpoint said, whose credentials
// are shown, and the words for each failure.
import { describe, expect, it } from 'vitest';
import { completeBody, isFramed } from '#gateway/body.ts';
import { basicCredentials, tokenCredentials } from '#gateway/credentials.ts';
import type { Exchange } from '#gateway/exchange.ts';
import { httpDateMs } from '#gateway/http-date.ts';
import { coded, connectFailure } from '#gateway/reason.ts';
import type { TokenCache } from '#gateway/token-cache.ts';
import { fetchToken } from '#gateway/token-request.ts';
import type { Call } from '#gateway/exchange.ts';

const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);

describe('a body that came to its end', () => {
  it.each<[string, string | Buffer, boolean, object]>([
    ['an announced empty one', '', true, { type: 'empty' }],
    ['an empty one whose end nobody announced', '', false, { type: 'cut' }],
    ['JSON', '{"a":1}', true, { type: 'json', value: { a: 1 } }],
    ['whole JSON without an announced end', '{"a":1}', false, { type: 'json', value: { a: 1 } }],
    ['half of JSON, announced', '{"a":', true, { type: 'unreadable', spoilt: true }],
    ['a page', '<html>', true, { type: 'unreadable' }],
    ['a word', 'Unavailable', true, { type: 'unreadable' }],
    ['half of JSON', '{"a":', false, { type: 'cut' }],
    ['bytes that are no UTF-8', Buffer.from([0x22, 0xff, 0x22]), true, { type: 'unreadable', spoilt: true }],
    ['a text', '"\u00fc"', true, { type: 'json', value: '\u00fc' }],
    ['null', 'null', true, { type: 'json', value: null }],
    ['a value of 100 levels', deep(100), true, { type: 'json', value: JSON.parse(deep(100)) as object }],
    ['a value of 101 levels', deep(101), true, { type: 'unreadable', spoilt: true }],
    ['10,001 members', `[${'1,'.repeat(10_000)}1]`, true, { type: 'unreadable', spoilt: true }],
    [
      'a text of 10,001 commas',
      `"\\",${','.repeat(10_000)}"`,
      true,
      { type: 'json', value: `",${','.repeat(10_000)}` },
    ],
    ['a page of 10,001 lists', `<script>${'[]'.repeat(10_001)}`, true, { type: 'unreadable' }],
    ['one deep member among flat ones', `[1,${deep(100)}]`, true, { type: 'unreadable', spoilt: true }],
  ])('%s', (_what, bytes, framed, body) => {
    expect(completeBody(Buffer.from(bytes as string), framed)).toEqual(body);
  });
});

it('that is an empty page is not an empty answer of the gateway', () => {
  expect(completeBody(Buffer.alloc(0), true, 'text/html; charset=utf-8')).toEqual({ type: 'unreadable' });
  expect(completeBody(Buffer.alloc(0), true, 'application/json')).toEqual({ type: 'empty' });
});

describe('the end of an answer', () => {
  it.each<[number, Record<string, string>, boolean]>([
    [200, {}, false],
    [204, {}, true],
    [304, {}, true],
    [203, {}, false],
    [200, { 'content-length': '0' }, true],
    [200, { 'transfer-encoding': 'chunked' }, true],
    [200, { 'transfer-encoding': 'gzip, Chunked ' }, true],
    [200, { 'transfer-encoding': 'chunked, gzip' }, false],
    [200, { 'transfer-encoding': 'unchunked' }, false],
    [200, { 'transfer-encoding': 'gzip' }, false],
  ])('with status %i and %j is announced: %s', (status, headers, framed) => {
    expect(isFramed(status, headers)).toBe(framed);
  });
});

describe('the token endpoint', () => {
  async function asked(exchange: Exchange) {
    const calls: Call[] = [];
    const transport = {
      exchange: async (call: Call) => {
        calls.push(call);
        return exchange;
      },
      close: () => undefined,
    };
    const target = { prefix: '/base' } as Parameters<typeof fetchToken>[0]['target'];
    const answer = await fetchToken(
      { target, transport, merchantId: 'shop 1', headers: { 'user-agent': 'test' }, timeoutMs: 4_000 },
      'key&1',
    );
    return { answer, calls };
  }
  const response = (status: number, value: object | null = null): Exchange => ({
    type: 'response',
    status,
    retryAfter: undefined,
    date: undefined,
    body: value === null ? { type: 'empty' } : { type: 'json', value: value as { [name: string]: string } },
  });
  const unreadable = {
    type: 'unreachable',
    reason: 'no access token: the answer of the token endpoint could not be read',
  };

  it('is asked with a form, on a new connection', async () => {
    const { calls } = await asked(response(500));
    expect(calls).toEqual([
      {
        method: 'POST',
        path: '/base/authorization/oauth/token',
        headers: { 'user-agent': 'test', 'content-type': 'application/x-www-form-urlencoded' },
        body: 'grant_type=client_credentials&client_id=shop+1&client_secret=key%261',
        mayReuse: false,
        answerTimeoutMs: 4_000,
        mayBegin: expect.any(Function) as never,
      },
    ]);
    expect(calls[0]?.mayBegin()).toBe(true);
  });

  it.each<[string, Exchange, object]>([
    ['was not reached', { type: 'unsent', reason: 'R' }, { type: 'unreachable', reason: 'no access token: R' }],
    [
      'gave no answer',
      { type: 'lost', reason: 'timeout' },
      { type: 'unreachable', reason: 'no access token: the token endpoint gave no answer' },
    ],
    [
      'was not asked in the end',
      { type: 'withheld' },
      { type: 'unreachable', reason: 'no access token: the token endpoint gave no answer' },
    ],
    ...[400, 401, 403].map((status): [string, Exchange, object] => [
      `refuses with ${status}`,
      response(status),
      { type: 'refused', reason: `the token endpoint refused merchant id and API key (status ${status})` },
    ]),
    ...[199, 300, 402, 404, 500].map((status): [string, Exchange, object] => [
      `answers with ${status}`,
      response(status, { access_token: 'abc' }),
      { type: 'unreachable', reason: `no access token: the token endpoint answered with status ${status}` },
    ]),
    ['gives a token', response(200, { access_token: '!a~' }), { type: 'granted', value: '!a~', lifetimeMs: null }],
    [
      'gives one with its life',
      response(299, { access_token: 'abc', expires_in: 300 }),
      { type: 'granted', value: 'abc', lifetimeMs: 300_000 },
    ],
    [
      'gives one with a life that cannot be',
      response(200, { access_token: 'abc', expires_in: -1 }),
      { type: 'granted', value: 'abc', lifetimeMs: null },
    ],
    ['gives none', response(200, { token: 'abc' }), unreadable],
    ['gives nothing', response(200), unreadable],
    ['gives one with a space at its start', response(200, { access_token: ' abc' }), unreadable],
    ['gives one with a space at its end', response(200, { access_token: 'abc ' }), unreadable],
    ['gives one with a line end', response(200, { access_token: 'a\nb' }), unreadable],
    ['gives one with an umlaut', response(200, { access_token: '\u00fc' }), unreadable],
  ])('%s', async (_what, exchange, answer) => {
    expect((await asked(exchange)).answer).toEqual(answer);
  });
});

describe('credentials', () => {
  it('are the merchant id and the key as it is now', async () => {
    let key: string | null = 'first';
    const credentials = basicCredentials('shop', () => key);
    const header = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;
    expect(await credentials.authorize()).toEqual({ type: 'ready', header: header('shop:first'), id: null });
    key = 'second';
    expect(await credentials.authorize()).toEqual({ type: 'ready', header: header('shop:second'), id: null });
    key = null;
    expect(await credentials.authorize()).toEqual({ type: 'refused', reason: 'no API key is set' });
    expect(await credentials.renew(null)).toBe('refused');
    key = 'third';
    expect(await credentials.renew(null)).toBe('same');
  });

  it('are a token, or why there is none', async () => {
    let given: object = { type: 'token', value: 'abc', id: 'token-1' };
    const asked: unknown[] = [];
    const cache = {
      current: async () => given,
      otherThan: async (credential: unknown) => {
        asked.push(credential);
        return given;
      },
    } as unknown as TokenCache;
    const credentials = tokenCredentials(cache);
    expect(await credentials.authorize()).toEqual({ type: 'ready', header: 'Bearer abc', id: 'token-1' });
    expect(await credentials.renew('token-0')).toBe('renewed');
    given = { type: 'refused', reason: 'R' };
    expect(await credentials.authorize()).toEqual(given);
    expect(await credentials.renew(null)).toBe('refused');
    given = { type: 'unreachable', reason: 'R' };
    expect(await credentials.renew(null)).toBe('unreachable');
    expect(asked).toEqual(['token-0', null, null]);
  });
});

describe('the words for a failure', () => {
  it.each<[string, string]>([
    ['ENOTFOUND', 'the name of the gateway was not found'],
    ['EAI_AGAIN', 'the name of the gateway could not be looked up'],
    ['ECONNREFUSED', 'the gateway refused the connection'],
    ['ECONNRESET', 'the connection ended before anything was sent'],
    ['EPIPE', 'the connection ended before anything was sent'],
    ['ETIMEDOUT', 'connecting took too long'],
    ['ENETUNREACH', 'the network is not reachable'],
    ['ENETDOWN', 'the network is down'],
    ['EHOSTUNREACH', 'the gateway is not reachable'],
    ['EMFILE', 'this computer has too many files open'],
    ['ECANCELED', 'the bridge is closing'],
    ['ENOTLOOPBACK', 'localhost does not lead to this machine'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'the certificate is for another host'],
    ['CERT_HAS_EXPIRED', 'the certificate has expired'],
    ['CERT_NOT_YET_VALID', 'the certificate is not valid yet: check the clock'],
    ...[
      'SELF_SIGNED_CERT_IN_CHAIN',
      'DEPTH_ZERO_SELF_SIGNED_CERT',
      'UNABLE_TO_GET_ISSUER_CERT',
      'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
      'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
      'CERT_UNTRUSTED',
      'CERT_REVOKED',
      'INVALID_CA',
    ].map((code): [string, string] => [code, 'the certificate is not trusted']),
    ['ERR_SSL_NO_CIPHER', 'no secure connection could be agreed (TLS)'],
    ['EPROTO', 'no secure connection could be agreed (TLS)'],
    ['EXXX', 'no connection to the gateway'],
    ['A1', 'no connection to the gateway'],
  ])('%s: %s', (code, words) => {
    expect(connectFailure(coded(code))).toBe(`${words} (${code})`);
    expect(coded(code).message).toBe(code);
  });

  it.each(['E', `E${'X'.repeat(61)}`, 'eXX', 'E X', 'EX ', ' EX', '1EX', 'EX-1'])('%j is no code', (code) => {
    expect(connectFailure({ code })).toBe('no connection to the gateway');
  });

  it.each([{}, { code: 7 }, { code: ['EPIPE'] }, 'EPIPE', null, undefined, () => 'EPIPE'])(
    'there is no code in %j',
    (error) => {
      expect(connectFailure(error)).toBe('no connection to the gateway');
    },
  );
});

describe('the date of an answer', () => {
  const text = 'Sat, 31 Jan 2026 18:05:00 GMT';

  it('is read in the one form that is sent', () => {
    expect(httpDateMs(text)).toBe(Date.UTC(2026, 0, 31, 18, 5));
    for (const other of [` ${text}`, `x${text}`, `${text}x`, `${text}+1`, '2026-01-31', '']) {
      expect(httpDateMs(other)).toBeNull();
    }
  });
});
