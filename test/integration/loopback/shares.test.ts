// What one caller may take at once: requests that wait, tokens of the gateway's own language, preflights of pages. Each
// has a share of its own, so that none uses up what another one needs.
import { describe, expect, it } from 'vitest';
import { type Till, jsonType, key, problemCode, refundBody, startTill } from './till.ts';
import { send } from './wire.ts';

const wait = '/v1/operations/refund?wait=120';

describe('requests that are under way', () => {
  it('are bounded for each program, and one that ends makes room', async () => {
    const till = await startTill({ atOnce: 2 });
    const [greedy, other] = [till.erp(), till.erp()];
    const first = greedy.post(wait, refundBody, key('K-1'));
    const second = greedy.post(wait, { ...refundBody, transId: 'R-2' }, key('K-2'));
    await till.bridge.waitersAre(2);
    const third = await greedy.post(wait, { ...refundBody, transId: 'R-3' }, key('K-3'));
    expect([third.status, problemCode(third), third.headers['retry-after']]).toEqual([429, 'too-many-at-once', '1']);
    expect(till.bridge.submissions).toHaveLength(2);
    expect((await other.get('/v1/status')).status).toBe(200);

    till.bridge.move('op-1', 'succeeded');
    expect((await first).status).toBe(200);
    expect((await greedy.get('/v1/status')).status).toBe(200);
    till.bridge.move('op-2', 'succeeded');
    expect((await second).status).toBe(200);
  });

  it('that break off, or fail, count no longer', async () => {
    const till = await startTill({ atOnce: 1 });
    const erp = till.erp();
    till.bridge.fault = new Error('of the test');
    for (let count = 0; count < 3; count += 1) {
      expect(problemCode(await erp.get('/v1/operations/op-1'))).toBe('internal-error');
      expect(problemCode(await erp.get('/v1/terminals'))).toBe('internal-error');
    }
    till.bridge.fault = null;
    expect((await erp.get('/v1/terminals')).status).toBe(200);
  });
});

describe("the gateway's own language", () => {
  const rate = { perSecond: 0.001, burst: 3 };
  const dropIn = {
    merchantId: 'SHOP',
    answerMs: 60_000,
    assignRequestId: () => ({ type: 'submit', requestId: 'K-1', replaces: null }) as const,
  };
  const askToken = (till: Till, id: string, secret: string) =>
    send(till.port, {
      method: 'POST',
      path: '/authorization/oauth/token',
      headers: [['Content-Type', 'application/x-www-form-urlencoded']],
      body: new URLSearchParams({ grant_type: 'client_credentials', client_id: id, client_secret: secret }).toString(),
    });

  it('gives tokens from the share of requests that its client has anyway', async () => {
    const till = await startTill({ dropIn, rate });
    const [greedy, other] = [till.erp(), till.erp()];
    for (let count = 0; count < 3; count += 1) {
      expect((await askToken(till, greedy.id, greedy.token)).status).toBe(200);
    }
    const refused = await askToken(till, greedy.id, greedy.token);
    expect([refused.status, refused.headers['tillbridge-problem'], refused.headers['retry-after']]).toEqual([
      429,
      'too-many-requests',
      '1',
    ]);
    expect(problemCode(await greedy.get('/v1/status'))).toBe('too-many-requests');
    expect((await askToken(till, other.id, other.token)).status).toBe(200);
  });

  it('shares the bound on what is under way', async () => {
    const till = await startTill({ dropIn, atOnce: 1 });
    const erp = till.erp();
    const waiting = erp.post(wait, refundBody, key('K-1'));
    await till.bridge.waitersAre(1);
    const basic = `Basic ${Buffer.from(`${erp.id}:${erp.token}`).toString('base64')}`;
    const headers = [['Authorization', basic], jsonType] as const;
    const { status, headers: told } = await send(till.port, { path: '/api/v2/payments/getByPayId/P1', headers });
    expect([status, told['tillbridge-problem']]).toEqual([429, 'too-many-at-once']);
    till.bridge.move('op-1', 'succeeded');
    expect((await waiting).status).toBe(200);
  });
});

it('preflights of strange pages are bounded, and those of a paired page are not, since any program can send its origin', async () => {
  const till = await startTill({ unauthenticatedRate: { perSecond: 0.001, burst: 3 } });
  till.erp({ origin: 'https://shop.example' });
  const preflight = (path: string, origin: string) =>
    send(till.port, {
      method: 'OPTIONS',
      path,
      headers: [
        ['Origin', origin],
        ['Access-Control-Request-Method', 'POST'],
      ],
    });
  const codes = async (path: string, origin: string) => {
    const answers = [];
    for (let count = 0; count < 4; count += 1) answers.push(await preflight(path, origin));
    return answers.map((answer) => (answer.status === 204 ? 204 : problemCode(answer)));
  };
  const strange = await codes('/v1/status', 'https://evil.example');
  expect(strange).toEqual(['origin-refused', 'origin-refused', 'origin-refused', 'too-many-requests']);
  expect(await codes('/v1/pairings', 'https://evil.example')).toEqual([204, 204, 204, 'too-many-requests']);
  expect(await codes('/v1/status', 'https://shop.example')).toEqual([204, 204, 204, 204]);
  expect(await codes('/v1/pairings', 'https://shop.example')).toEqual([204, 204, 204, 204]);
});
