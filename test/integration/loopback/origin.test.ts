// Web pages: only those of a paired origin get through, and only with that client's token.
import { describe, expect, it } from 'vitest';
import { key, problemCode, refundBody, startTill } from './till.ts';
import { send } from './wire.ts';

const shop = 'https://shop.example';

describe('a request with an Origin', () => {
  it('is taken with the token paired with it, and the page may read the answer', async () => {
    const till = await startTill();
    const page = till.erp({ origin: shop });
    const answer = await page.get('/v1/status', ['Origin', shop]);
    expect(answer.status).toBe(200);
    expect(answer.headers['access-control-allow-origin']).toBe(shop);
    expect(answer.headers['vary']).toBe('Origin');
    expect(answer.headers['access-control-allow-credentials']).toBeUndefined();
  });

  it('lets its page read problems too', async () => {
    const till = await startTill();
    till.erp({ origin: shop });
    const answer = await send(till.port, { path: '/v1/status', headers: [['Origin', shop]] });
    expect(problemCode(answer)).toBe('token-missing');
    expect(answer.headers['access-control-allow-origin']).toBe(shop);
  });

  it.each([
    'null',
    'https://evil.example',
    'http://shop.example',
    `${shop}/`,
    `${shop}:8443`,
    `${shop}.evil.example`,
    '',
  ])('is refused when the Origin is %j', async (origin) => {
    const till = await startTill();
    const page = till.erp({ origin: shop });
    const answer = await page.post('/v1/operations/refund', refundBody, key('K-1'), ['Origin', origin]);
    expect([answer.status, problemCode(answer)]).toEqual([403, 'origin-refused']);
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
    expect(till.bridge.submissions).toEqual([]);
  });

  it('is refused with the token of a program', async () => {
    const till = await startTill();
    till.erp({ origin: shop });
    expect(problemCode(await till.erp().get('/v1/status', ['Origin', shop]))).toBe('origin-refused');
  });

  it('is refused with the token of another page', async () => {
    const till = await startTill();
    till.erp({ origin: shop });
    const other = till.erp({ origin: 'https://other.example' });
    expect(problemCode(await other.get('/v1/status', ['Origin', shop]))).toBe('origin-refused');
  });

  it('from a page that is not paired is refused before its token is looked at', async () => {
    const till = await startTill();
    const headers = [['Origin', 'https://evil.example'] as const, ['Authorization', 'Bearer x'] as const];
    expect(problemCode(await send(till.port, { path: '/v1/status', headers }))).toBe('origin-refused');
  });
});

describe('a token paired with an origin', () => {
  it('also works without an Origin, for programs of the same shop', async () => {
    const till = await startTill();
    expect((await till.erp({ origin: shop }).get('/v1/status')).status).toBe(200);
  });
});

describe('a preflight', () => {
  const preflight = (origin: string) =>
    [
      ['Origin', origin],
      ['Access-Control-Request-Method', 'POST'],
      ['Access-Control-Request-Headers', 'authorization,content-type,idempotency-key'],
    ] as const;

  it('of a paired origin is answered for exactly that origin', async () => {
    const till = await startTill();
    till.erp({ origin: shop });
    const answer = await send(till.port, {
      method: 'OPTIONS',
      path: '/v1/operations/refund',
      headers: preflight(shop),
    });
    expect(answer.status).toBe(204);
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': shop,
      'access-control-allow-headers': 'authorization, content-type, idempotency-key, last-event-id',
      'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
      vary: 'Origin',
    });
    expect(answer.headers['access-control-allow-private-network']).toBeUndefined();
    expect(answer.headers['access-control-allow-credentials']).toBeUndefined();
  });

  it('that asks for the private network is told so', async () => {
    const till = await startTill();
    till.erp({ origin: shop });
    const headers = [...preflight(shop), ['Access-Control-Request-Private-Network', 'true'] as const];
    const answer = await send(till.port, { method: 'OPTIONS', path: '/v1/status', headers });
    expect(answer.headers['access-control-allow-private-network']).toBe('true');
  });

  it('of any other origin is refused', async () => {
    const till = await startTill();
    const page = till.erp({ origin: shop });
    for (const origin of ['https://evil.example', 'null']) {
      const answer = await send(till.port, { method: 'OPTIONS', path: '/v1/status', headers: preflight(origin) });
      expect([answer.status, problemCode(answer)]).toEqual([403, 'origin-refused']);
      expect(answer.headers['access-control-allow-origin']).toBeUndefined();
    }
    till.clients.revoke(page.id, '2026-02-01T00:00:00.000Z');
    const answer = await send(till.port, { method: 'OPTIONS', path: '/v1/status', headers: preflight(shop) });
    expect(problemCode(answer)).toBe('origin-refused');
  });

  it('without an Origin is refused', async () => {
    const till = await startTill();
    expect(problemCode(await send(till.port, { method: 'OPTIONS', path: '/v1/status' }))).toBe('origin-refused');
  });
});
