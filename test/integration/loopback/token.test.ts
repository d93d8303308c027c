// Who may use the API: tokens, their clients, and what their scopes allow.
import { describe, expect, it } from 'vitest';
import { template } from './fake-bridge.ts';
import { newToken } from '#loopback/access/tokens.ts';
import { key, problemCode, refundBody, startTill } from './till.ts';
import { send } from './wire.ts';

describe('a token', () => {
  it('is needed, also for paths that do not exist', async () => {
    const { port } = await startTill();
    for (const path of ['/v1/status', '/nothing', '/']) {
      const answer = await send(port, { path });
      expect([answer.status, problemCode(answer)]).toEqual([401, 'token-missing']);
      expect(answer.headers['www-authenticate']).toBe('Bearer realm="tillbridge"');
    }
  });

  it('that was never given out is refused, whatever its form', async () => {
    const till = await startTill();
    const { token } = till.erp();
    const wrong = [
      `Bearer ${newToken().token}`,
      `Bearer ${token}x`,
      `Bearer ${token} x`,
      `Basic ${token}`,
      token,
      'Bearer',
      `Bearer ${'x'.repeat(5_000)}`,
    ];
    for (const value of wrong) {
      const answer = await send(till.port, { path: '/v1/status', headers: [['Authorization', value]] });
      expect([answer.status, problemCode(answer)]).toEqual([401, 'token-unknown']);
      expect(answer.headers['www-authenticate']).toContain('error="invalid_token"');
    }
  });

  it('opens the API, and its use is remembered', async () => {
    const till = await startTill();
    const erp = till.erp();
    expect((await erp.get('/v1/status')).status).toBe(200);
    expect(till.clients.touched).toEqual([erp.id]);
  });

  it('that was revoked is refused from then on', async () => {
    const till = await startTill();
    const erp = till.erp();
    till.clients.revoke(erp.id, '2026-02-01T00:00:00.000Z');
    expect(problemCode(await erp.get('/v1/status'))).toBe('token-unknown');
    expect(till.clients.touched).toEqual([]);
  });

  it('never comes into the log, nor does the body', async () => {
    const till = await startTill();
    const erp = till.erp();
    const secret = 'secret-4929123456789012';
    till.bridge.fault = new Error(secret);
    await erp.post('/v1/operations/refund', { ...refundBody, statementDescriptor: secret }, key('K-1'));
    await send(till.port, { path: `/v1/${secret}`, headers: [['Authorization', `Bearer ${secret}`]] });
    await send(till.port, { path: '/v1/status', headers: [['Origin', `https://${secret}`]] });
    const log = till.log.join('\n');
    expect(log).toContain('token-unknown');
    expect(log).toContain('loopback-internal-error');
    expect(log).not.toContain(secret);
    expect(log).not.toContain(erp.token);
  });

  it('refused again and again does not fill the log', async () => {
    const till = await startTill();
    for (let count = 0; count < 100; count += 1) await send(till.port, { path: '/v1/status' });
    const lines = till.log.filter((line) => line.includes('token-missing'));
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.length).toBeLessThan(50);
  });
});

describe('scopes', () => {
  it.each(['/v1/status', '/v1/terminals', '/v1/operations', '/v1/operations/op-1', '/v1/payments/P1', '/v1/payments'])(
    'status is needed to read %s',
    async (path) => {
      const till = await startTill();
      expect(problemCode(await till.erp({ scopes: ['sale', 'refund', 'export'] }).get(path))).toBe('scope-missing');
    },
  );

  it('of the operation is needed to submit it, and is enough', async () => {
    const till = await startTill();
    const refused = await till
      .erp({ scopes: ['status', 'sale'] })
      .post('/v1/operations/refund', refundBody, key('K-1'));
    expect([refused.status, problemCode(refused)]).toEqual([403, 'scope-missing']);
    expect(till.bridge.submissions).toEqual([]);
    const taken = await till.erp({ scopes: ['refund'] }).post('/v1/operations/refund', refundBody, key('K-1'));
    expect(taken.status).toBe(202);
  });

  it('of a terminal command depend on its messageType', async () => {
    const till = await startTill();
    const erp = till.erp({ scopes: ['sale'] });
    const amount = { value: 500, currency: 'EUR' };
    const command = (messageType: string) => ({ messageType, transId: messageType, posTerminalId: 'T1', amount });
    const sale = await erp.post('/v1/operations/cloud-pos', command('SALE'), key('K-1'));
    expect(sale.status).toBe(202);
    for (const other of ['CREDIT', 'REVERSE', 'CAPTURE', 'DIAGNOSE', 'CARD_READ']) {
      const answer = await erp.post('/v1/operations/cloud-pos', command(other), key(`K-${other}`));
      expect(problemCode(answer)).toBe('scope-missing');
    }
    expect(till.bridge.submissions).toHaveLength(1);
  });

  it('are checked before the input, so that wrong input tells an outsider nothing', async () => {
    const till = await startTill();
    const outsider = till.erp({ scopes: ['status'] });
    const insider = till.erp({ scopes: ['terminal'] });
    for (const messageType of ['constructor', '__proto__', 'NONSENSE', 7]) {
      const body = { messageType };
      const path = '/v1/operations/cloud-pos';
      expect(problemCode(await outsider.post(path, body, key('K-1')))).toBe('scope-missing');
      expect(problemCode(await insider.post(path, body, key(`K-${messageType}`)))).toBe('invalid-input');
    }
    const wrongSale = await insider.post('/v1/operations/cloud-pos', { messageType: 'SALE' }, key('K-2'));
    expect(problemCode(wrongSale)).toBe('scope-missing');
    const noKey = await outsider.post('/v1/operations/refund', '{', ['Content-Type', 'text/plain']);
    expect(problemCode(noKey)).toBe('scope-missing');
  });

  it('of the operation are needed to cancel it', async () => {
    const till = await startTill();
    const erp = till.erp({ scopes: ['refund'] });
    await erp.post('/v1/operations/refund', refundBody, key('K-1'));
    const path = '/v1/operations/op-1/cancel';
    const refused = await till.erp({ scopes: ['status', 'capture'] }).post(path, {});
    expect(problemCode(refused)).toBe('scope-missing');
    const allowed = await erp.post(path, {});
    expect(allowed.json['state']).toBe('cancelled');
  });

  it('do not let one program take back what another, or the till, asked for', async () => {
    const till = await startTill();
    await till.erp().post('/v1/operations/refund', refundBody, key('K-1'));
    till.bridge.put({ ...template, id: 'of-the-till', origin: { type: 'cashier' } });
    const other = till.erp();
    for (const id of ['op-1', 'of-the-till']) {
      const refused = await other.post(`/v1/operations/${id}/cancel`, {});
      expect([refused.status, problemCode(refused)]).toEqual([403, 'operation-of-other']);
      expect(till.bridge.get(id).state).toBe('accepted');
    }
  });
});

describe('a client that sends far more than it may', () => {
  it('is refused for a while, the others are not', async () => {
    const till = await startTill({ rate: { perSecond: 0.001, burst: 3 } });
    const erp = till.erp();
    const statuses: number[] = [];
    for (let count = 0; count < 3; count += 1) statuses.push((await erp.get('/v1/status')).status);
    const refused = await erp.post('/v1/operations/refund', refundBody, key('K-1'));
    expect(statuses).toEqual([200, 200, 200]);
    expect([refused.status, problemCode(refused), refused.headers['retry-after']]).toEqual([
      429,
      'too-many-requests',
      '1',
    ]);
    expect(till.bridge.submissions).toEqual([]);
    expect((await till.erp().get('/v1/status')).status).toBe(200);
  });

  it('has one share, by whichever of the two languages it comes', async () => {
    const assignRequestId = () => ({ type: 'submit', requestId: 'one', replaces: null }) as const;
    const dropIn = { merchantId: 'M', answerMs: 0, assignRequestId };
    const till = await startTill({ rate: { perSecond: 0.001, burst: 3 }, dropIn });
    const { id, token, get } = till.erp();
    const basic = ['Authorization', `Basic ${Buffer.from(`${id}:${token}`).toString('base64')}`] as const;
    const there = () => send(till.port, { path: '/api/v2/nothing', headers: [basic] });
    expect((await get('/v1/status')).status).toBe(200);
    expect([(await there()).status, (await there()).status]).toEqual([404, 404]);
    expect([(await get('/v1/status')).status, (await there()).status]).toEqual([429, 429]);
  });

  it('are few without a token that is known, and no program that has one is refused for it', async () => {
    const till = await startTill({ unauthenticatedRate: { perSecond: 0.001, burst: 3 } });
    const erp = till.erp();
    const stranger = (index: number) => {
      const headers = index % 2 === 0 ? [] : [['Authorization', `Bearer tb_guess-${index}`] as const];
      return send(till.port, { path: '/v1/status', headers });
    };
    const statuses: number[] = [];
    for (let index = 0; index < 3; index += 1) statuses.push((await stranger(index)).status);
    expect(statuses).toEqual([401, 401, 401]);
    const refused = await stranger(3);
    expect([refused.status, problemCode(refused), refused.headers['retry-after']]).toEqual([
      429,
      'too-many-requests',
      '1',
    ]);
    expect((await erp.get('/v1/status')).status).toBe(200);
    expect((await erp.post('/v1/operations/refund', refundBody, key('K-1'))).status).toBe(202);
    // Nor who has to ask first which bridge this is.
    const found = async () => (await send(till.port, { path: '/.well-known/tillbridge' })).status;
    expect([await found(), await found(), await found(), await found()]).toEqual([200, 200, 200, 200]);
    const read = async () => (await send(till.port, { path: '/docs/page.css' })).status;
    expect([await read(), await read(), await read(), await read()]).toEqual([200, 200, 200, 429]);
  });
});
