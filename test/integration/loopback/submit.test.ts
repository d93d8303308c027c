// Submitting an operation: what the caller must send, and what comes back.
import { describe, expect, it } from 'vitest';
import { key, problemCode, refundBody, startTill } from './till.ts';

const path = '/v1/operations/refund';

describe('submitting', () => {
  it('hands the bridge the kind, the input, the request id and who asked', async () => {
    const till = await startTill();
    const erp = till.erp();
    const answer = await erp.post(path, refundBody, key('K-1'));
    expect(till.bridge.submissions).toEqual([
      {
        kind: 'refund',
        input: refundBody,
        requestId: 'K-1',
        clientId: erp.id,
        line: null,
        mayWait: true,
        takesPartial: false,
      },
    ]);
    expect(answer.json).toMatchObject({ id: 'op-1', kind: 'refund', state: 'accepted' });
    expect(answer.json['origin']).toEqual({ type: 'erp', client: expect.any(String) });
  });

  it.each([
    ['sale', 'SALE', {}],
    ['authorization', 'AUTHORISATION_OR_RESERVATION', {}],
    ['void', 'REVERSE', { traceNr: '000122' }],
  ])(
    'takes the short name %s for a command to the terminal, under one request id with the long one',
    async (name, messageType, more) => {
      const till = await startTill();
      const erp = till.erp();
      const body = { transId: 'S-1', posTerminalId: 'T1', amount: { value: 500, currency: 'EUR' }, ...more };
      const short = await erp.post(`/v1/operations/${name}`, body, key('K-1'));
      expect(short.json).toMatchObject({ id: 'op-1', kind: 'cloud-pos', input: { ...body, messageType } });
      const long = await erp.post('/v1/operations/cloud-pos', { ...body, messageType }, key('K-1'));
      expect([long.json['id'], long.headers['idempotency-replayed']]).toEqual(['op-1', 'true']);
      const twice = await erp.post(`/v1/operations/${name}`, { ...body, messageType: 'CREDIT' }, key('K-2'));
      expect([twice.status, Object.keys(twice.json['errors'] ?? {})]).toEqual([400, ['messageType']]);
      expect(till.bridge.submissions).toHaveLength(2);
    },
  );

  it('takes a short name from a program with the scope for it, and from no other', async () => {
    const till = await startTill();
    const seller = till.erp({ scopes: ['sale'] });
    const body = { transId: 'S-1', posTerminalId: 'T1', amount: { value: 500, currency: 'EUR' } };
    expect((await seller.post('/v1/operations/sale', body, key('K-1'))).status).toBe(202);
    const reversal = await seller.post('/v1/operations/void', { ...body, traceNr: '1' }, key('K-2'));
    expect([reversal.status, problemCode(reversal)]).toEqual([403, 'scope-missing']);
  });

  it('answers 202 with the address of the operation while it is not final', async () => {
    const till = await startTill();
    const answer = await till.erp().post(path, refundBody, key('K-1'));
    expect([answer.status, answer.headers['location']]).toEqual([202, '/v1/operations/op-1']);
    expect(answer.headers['content-type']).toBe('application/json');
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.headers).not.toHaveProperty('idempotency-replayed');
  });

  it.each(['succeeded', 'failed', 'cancelled', 'expired'] as const)(
    'repeated, answers 200 when it is %s',
    async (state) => {
      const till = await startTill();
      const erp = till.erp();
      await erp.post(path, refundBody, key('K-1'));
      till.bridge.move('op-1', state);
      const answer = await erp.post(path, refundBody, key('K-1'));
      expect([answer.status, answer.json['id'], answer.json['state']]).toEqual([200, 'op-1', state]);
      expect(answer.headers['idempotency-replayed']).toBe('true');
    },
  );

  it.each(['sending', 'pending', 'unknown', 'needs-person'] as const)(
    'repeated, answers 202 when it is %s',
    async (state) => {
      const till = await startTill();
      const erp = till.erp();
      await erp.post(path, refundBody, key('K-1'));
      till.bridge.move('op-1', state);
      const again = await erp.post(`${path}?wait=0`, refundBody, key('K-1'));
      expect([again.status, again.headers['idempotency-replayed']]).toEqual([202, 'true']);
    },
  );

  it('passes on what the bridge refuses, with the fields or the other operation', async () => {
    const till = await startTill();
    const erp = till.erp();
    const wrong = await erp.post(path, { ...refundBody, transId: 7 }, key('K-1'));
    expect([wrong.status, Object.keys(wrong.json['errors'] ?? {})]).toEqual([400, ['transId']]);
    await erp.post(path, refundBody, key('K-2'));
    const reused = await erp.post(path, { ...refundBody, transId: 'R-2' }, key('K-2'));
    expect([reused.status, problemCode(reused), reused.json['operationId']]).toEqual([
      409,
      'request-id-reused',
      'op-1',
    ]);
  });

  it('keeps the request ids of clients apart', async () => {
    const till = await startTill();
    const first = await till.erp().post(path, refundBody, key('K-1'));
    const second = await till.erp().post(path, { ...refundBody, transId: 'R-2' }, key('K-1'));
    expect([first.json['id'], second.json['id']]).toEqual(['op-1', 'op-2']);
  });

  it.each(['nothing', 'op-1', 'constructor', '__proto__', 'REFUND'])(
    'the unknown kind %s is not found',
    async (kind) => {
      const till = await startTill();
      const answer = await till.erp().post(`/v1/operations/${kind}`, refundBody, key('K-1'));
      expect([answer.status, problemCode(answer)]).toEqual([404, 'unknown-kind']);
      expect(answer.json['detail']).toContain('refund');
    },
  );
});

describe('the Idempotency-Key', () => {
  it('is required', async () => {
    const till = await startTill();
    const erp = till.erp();
    const missing = await erp.post(path, refundBody);
    const empty = await erp.post(path, refundBody, key(''));
    expect([missing.status, problemCode(missing), problemCode(empty)]).toEqual([
      400,
      'request-id-missing',
      'request-id-missing',
    ]);
    expect(till.bridge.submissions).toEqual([]);
  });

  it.each(['a b', 'a\tb', 'k\u00e4y', 'x'.repeat(256)])('may not be %j', async (value) => {
    const till = await startTill();
    const answer = await till.erp().post(path, refundBody, key(value));
    expect([answer.status, problemCode(answer)]).toEqual([400, 'invalid-input']);
    expect(answer.json['errors']).toHaveProperty('Idempotency-Key');
    expect(till.bridge.submissions).toEqual([]);
  });

  it.each(['x', '"8e03978e"', 'a,b', '!~', 'x'.repeat(255)])('may be %j', async (value) => {
    const till = await startTill();
    await till.erp().post(path, refundBody, key(value));
    expect(till.bridge.submissions.map(({ requestId }) => requestId)).toEqual([value]);
  });
});

describe('the query of a submission', () => {
  it.each(['-1', '121', '1e2', 'x', '', '0x10', '1.', '120.5', 'Infinity'])(
    'wait=%s is refused by name',
    async (wait) => {
      const till = await startTill();
      const answer = await till.erp().post(`${path}?wait=${wait}`, refundBody, key('K-1'));
      expect([answer.status, problemCode(answer)]).toEqual([400, 'invalid-input']);
      expect(answer.json['errors']).toHaveProperty('wait');
      expect(till.bridge.submissions).toEqual([]);
    },
  );

  it.each(['Wait=1', 'wait=0&wait=1', '__proto__=1', 'constructor=1'])('%s is refused', async (query) => {
    const till = await startTill();
    const answer = await till.erp().post(`${path}?${query}`, refundBody, key('K-1'));
    expect(problemCode(answer)).toBe('invalid-input');
    expect(Object.keys(answer.json['errors'] ?? {})).toEqual([query.split('=')[0]]);
    expect(till.bridge.submissions).toEqual([]);
  });
});

describe('a fault of the program', () => {
  it('is answered without details', async () => {
    const till = await startTill();
    till.bridge.fault = new TypeError('the secret inside');
    const answer = await till.erp().post(path, refundBody, key('K-1'));
    expect([answer.status, problemCode(answer)]).toEqual([500, 'internal-error']);
    expect(answer.text).not.toContain('secret');
    expect(till.log.join()).toContain('TypeError');
    till.bridge.fault = null;
    expect((await till.erp().post(path, refundBody, key('K-1'))).status).toBe(202);
  });
});
