// A bridge that cannot answer: its folder is sealed, or its disk takes nothing any more. Both are the shop's trouble
// and no fault of the program, and an ERP must not take them for an empty list or an unknown operation.
import { describe, expect, it } from 'vitest';
import { template } from './fake-bridge.ts';
import { key, problemCode, refundBody, startTill } from './till.ts';
import { send } from './wire.ts';

const reads = [
  '/v1/operations',
  '/v1/operations?after=op-1',
  '/v1/operations/op-1',
  '/v1/payments/P1',
  '/v1/payments?transId=T-1',
  '/v1/terminals',
];

async function sealedTill() {
  const till = await startTill();
  till.bridge.put({ ...template, id: 'op-1' });
  till.bridge.sealed = { code: 'sealed', detail: 'The key is not in the keyring.' };
  return till;
}

describe('a sealed bridge', () => {
  it.each([...reads, '/v1/events', '/v1/journal', '/v1/journal/public-key'])('refuses %s', async (path) => {
    const answer = await (await sealedTill()).erp().get(path);
    expect([answer.status, problemCode(answer)]).toEqual([503, 'sealed']);
    expect(answer.json['detail']).toBe('The key is not in the keyring.');
  });

  it('refuses what would start or take back an operation, and hands nothing on', async () => {
    const till = await sealedTill();
    const erp = till.erp();
    const started = await erp.post('/v1/operations/refund', refundBody, key('K-1'));
    const cancelled = await erp.post('/v1/operations/op-1/cancel', {});
    expect([started, cancelled].map(problemCode)).toEqual(['sealed', 'sealed']);
    expect([till.bridge.submissions, till.bridge.cancelledBy]).toEqual([[], []]);
  });

  it('tells its status, and what it is', async () => {
    const erp = (await sealedTill()).erp();
    expect((await erp.get('/v1/status')).status).toBe(200);
    expect((await erp.get('/.well-known/tillbridge')).status).toBe(200);
  });

  it('gives its reason to clients only: who asks to be paired is told that it is sealed', async () => {
    const { port } = await sealedTill();
    const asked = await send(port, { method: 'POST', path: '/v1/pairings' });
    const fetched = await send(port, { method: 'GET', path: '/v1/pairings/1' });
    expect([asked, fetched].map(problemCode)).toEqual(['sealed', 'sealed']);
    expect(JSON.stringify([asked.json, fetched.json])).not.toContain('keyring');
  });

  it('says so only to clients that may ask', async () => {
    const erp = (await sealedTill()).erp({ scopes: ['sale'] });
    const answers = [
      await erp.get('/v1/operations'),
      await erp.post('/v1/operations/refund', refundBody, key('K-1')),
      await erp.get('/v1/status'),
    ];
    expect(answers.map(problemCode)).toEqual(['scope-missing', 'scope-missing', 'scope-missing']);
  });
});

describe('a call that fails', () => {
  it.each([
    ['StorageFailed', 'storage-failed', 'The disk is full.'],
    ['KeyMissing', 'sealed', 'the key of the data folder is not at hand'],
  ])('with %s is answered 503 %s, with its words', async (name, code, message) => {
    const till = await startTill();
    till.bridge.put({ ...template, id: 'op-1' });
    till.bridge.fault = Object.assign(new Error(message), { name });
    const erp = till.erp();
    const answers = [
      ...(await Promise.all([...reads, '/v1/status'].map((path) => erp.get(path)))),
      await erp.post('/v1/operations/refund', refundBody, key('K-1')),
      await erp.post('/v1/operations/op-1/cancel', {}),
    ];
    for (const answer of answers) {
      expect([answer.status, problemCode(answer), answer.json['detail']]).toEqual([503, code, message]);
    }
    expect(till.log.join()).toContain(`"code":"${code}"`);
    expect(till.log.join()).not.toContain('loopback-internal-error');
  });
});
