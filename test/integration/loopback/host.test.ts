// Guards on the head of a request: they hold for every path, before any token is looked at.
import { describe, expect, it } from 'vitest';
import { problemCode, startTill } from './till.ts';
import { send, sendBytes } from './wire.ts';

const wellKnown = '/.well-known/tillbridge';

describe('the Host header', () => {
  it.each(['127.0.0.1', '[::1]', 'localhost', 'LOCALHOST', 'LocalHost'])('may be %s with the port', async (name) => {
    const { port } = await startTill();
    const answer = await send(port, { path: wellKnown, headers: [['Host', `${name}:${port}`]] });
    expect(answer.status).toBe(200);
  });

  it.each([
    'evil.example',
    'evil.example:PORT',
    'localhost',
    '127.0.0.1',
    'localhost:1',
    'localhost.:PORT',
    '127.1:PORT',
    '0.0.0.0:PORT',
    '::1:PORT',
    '127.0.0.1:PORT, evil.example',
    'user@127.0.0.1:PORT',
    '127.0.0.1:PORT/x',
    '',
  ])('is refused as %j', async (host) => {
    const { port, erp } = await startTill();
    const headers = [['Host', host.replace('PORT', String(port))] as const, erp().authorization];
    const answer = await send(port, { path: '/v1/status', headers });
    expect([answer.status, problemCode(answer)]).toEqual([421, 'host-refused']);
  });

  it('is checked for unknown paths, preflights and the open address too', async () => {
    const { port } = await startTill();
    const headers = [['Host', 'evil.example']] as const;
    const answers = await Promise.all([
      send(port, { path: '/nothing', headers }),
      send(port, { path: wellKnown, headers }),
      send(port, { method: 'OPTIONS', path: '/v1/status', headers }),
      send(port, { method: 'POST', path: '/v1/operations/refund', headers, body: '{' }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([421, 421, 421, 421]);
  });

  it('must be there once', async () => {
    const { port } = await startTill();
    const missing = await sendBytes(port, `GET ${wellKnown} HTTP/1.1\r\n\r\n`);
    const old = await sendBytes(port, `GET ${wellKnown} HTTP/1.0\r\n\r\n`);
    const host = `Host: 127.0.0.1:${port}\r\n`;
    const twice = await sendBytes(port, `GET ${wellKnown} HTTP/1.1\r\n${host}${host}\r\n`);
    const both = await sendBytes(port, `GET ${wellKnown} HTTP/1.1\r\n${host}Host: evil.example\r\n\r\n`);
    for (const answer of [missing, old, twice, both]) {
      expect([answer.status, problemCode(answer)]).toEqual([400, 'malformed-request']);
    }
  });
});

describe('the request line', () => {
  it.each([
    'http://127.0.0.1:PORT/v1/status',
    'http://evil.example/v1/status',
    '*',
    '/v1/../v1/status',
    '/v1/./status',
    '/v1/%2e%2e/v1/status',
    '/v1/%2E/status',
    '/v1\\status',
    '/v1/%00',
    '/v1/a%0d%0ab',
    '/v1/%ff',
    '/v1/%zz',
    '/v1/status?a=%c0%af',
    '/v1/status#x',
    '/LONG',
  ])('%s is refused', async (target) => {
    const { port, erp } = await startTill();
    const path = target.replace('PORT', String(port)).replace('LONG', 'a'.repeat(5_000));
    const answer = await send(port, {
      method: target === '*' ? 'OPTIONS' : 'GET',
      path,
      headers: [erp().authorization],
    });
    expect([answer.status, problemCode(answer)]).toEqual([400, 'malformed-request']);
  });

  it.each(['Authorization', 'Origin', 'Content-Type', 'Idempotency-Key', 'Last-Event-ID'])(
    '%s may not be given twice',
    async (name) => {
      const { port } = await startTill();
      const headers = [[name, 'a'] as const, [name, 'a'] as const];
      const answer = await send(port, { path: wellKnown, headers });
      expect([answer.status, problemCode(answer)]).toEqual([400, 'malformed-request']);
    },
  );

  it('with more headers than a request needs is refused', async () => {
    const { port } = await startTill();
    const answer = await send(port, { path: wellKnown, headers: [['X-Long', 'x'.repeat(17 * 1024)]] });
    expect([answer.status, problemCode(answer)]).toEqual([431, 'headers-too-large']);
  });

  it('of a GET has no body after it', async () => {
    const { port, erp } = await startTill();
    const sized = await erp().get('/v1/status', ['Content-Length', '5']);
    const chunked = await erp().get('/v1/status', ['Transfer-Encoding', 'chunked']);
    expect([sized, chunked].map(problemCode)).toEqual(['malformed-request', 'malformed-request']);
    expect((await send(port, { path: wellKnown, headers: [['Content-Length', '0']] })).status).toBe(200);
  });
});
