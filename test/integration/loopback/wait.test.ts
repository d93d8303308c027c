// Waiting for an outcome within a request: it ends with the outcome, with the time, or with the caller, and it never
// changes the operation.
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { ownPort } from '#support/port.ts';
import { jsonType, key, refundBody, startTill } from './till.ts';
import { requestText } from './wire.ts';

const path = '/v1/operations/refund';

describe('a submission that waits', () => {
  it.each(['succeeded', 'failed'] as const)('is answered with 200 as soon as it has %s', async (state) => {
    const till = await startTill();
    const answering = till.erp().post(`${path}?wait=120`, refundBody, key('K-1'));
    await till.bridge.waitersAre(1);
    till.bridge.move('op-1', state);
    const answer = await answering;
    expect([answer.status, answer.json['state']]).toEqual([200, state]);
  });

  it('is answered with 202 as soon as a person must decide', async () => {
    const till = await startTill();
    const answering = till.erp().post(`${path}?wait=120`, refundBody, key('K-1'));
    await till.bridge.waitersAre(1);
    till.bridge.move('op-1', 'needs-person');
    const answer = await answering;
    expect([answer.status, answer.json['state']]).toEqual([202, 'needs-person']);
  });

  it('goes on waiting while the outcome is not known', async () => {
    const till = await startTill();
    const answering = till.erp().post(`${path}?wait=120`, refundBody, key('K-1'));
    await till.bridge.waitersAre(1);
    till.bridge.move('op-1', 'sending');
    till.bridge.move('op-1', 'unknown');
    till.bridge.move('op-1', 'succeeded');
    expect((await answering).json['revision']).toBe(4);
  });

  it('is answered with 202 and the present state when the time is over', async () => {
    const till = await startTill();
    const answering = till.erp().post(`${path}?wait=0.25`, refundBody, key('K-1'));
    await till.bridge.waitersAre(1);
    expect([...till.bridge.waiters].map(({ timeoutMs }) => timeoutMs)).toEqual([250]);
    till.bridge.move('op-1', 'sending');
    till.bridge.endWaits('op-1');
    const answer = await answering;
    expect([answer.status, answer.json['state'], answer.headers['location']]).toEqual([
      202,
      'sending',
      '/v1/operations/op-1',
    ]);
  });

  it('whose caller leaves stops waiting and changes nothing', async () => {
    const till = await startTill();
    const erp = till.erp();
    const headers = [erp.authorization, jsonType, key('K-1')];
    const body = JSON.stringify(refundBody);
    const socket = connect(till.port, '127.0.0.1');
    socket.write(requestText(till.port, { method: 'POST', path: `${path}?wait=120`, headers, body }));
    await till.bridge.waitersAre(1);
    const before = till.bridge.get('op-1');
    socket.destroy();
    await till.bridge.waitersAre(0);
    expect(till.bridge.get('op-1')).toEqual(before);
    till.bridge.move('op-1', 'succeeded');
    const again = await erp.post(path, refundBody, key('K-1'));
    expect([again.status, again.json['id']]).toEqual([200, 'op-1']);
    expect(till.log.join()).not.toContain('error');
  });

  it('that is repeated while it runs waits for the same operation', async () => {
    const till = await startTill();
    const erp = till.erp();
    const both = [
      erp.post(`${path}?wait=120`, refundBody, key('K-1')),
      erp.post(`${path}?wait=120`, refundBody, key('K-1')),
    ];
    await till.bridge.waitersAre(2);
    till.bridge.move('op-1', 'succeeded');
    expect((await Promise.all(both)).map(({ json }) => json['id'])).toEqual(['op-1', 'op-1']);
  });
});

describe('a read that waits', () => {
  it('is answered with 200 when the operation is final, and at the time-out alike', async () => {
    const till = await startTill();
    const erp = till.erp();
    await erp.post(path, refundBody, key('K-1'));
    const first = erp.get('/v1/operations/op-1?wait=30');
    await till.bridge.waitersAre(1);
    till.bridge.endWaits('op-1');
    expect([(await first).status, (await first).json['state']]).toEqual([200, 'accepted']);
    const second = erp.get('/v1/operations/op-1?wait=30');
    await till.bridge.waitersAre(1);
    till.bridge.move('op-1', 'succeeded');
    expect([(await second).status, (await second).json['state']]).toEqual([200, 'succeeded']);
  });

  it('does not wait for what is at rest', async () => {
    const till = await startTill();
    const erp = till.erp();
    await erp.post(path, refundBody, key('K-1'));
    till.bridge.move('op-1', 'needs-person');
    expect((await erp.get('/v1/operations/op-1?wait=120')).json['state']).toBe('needs-person');
    expect(till.bridge.waiters.size).toBe(0);
  });
});

describe('stopping', () => {
  it('answers those who wait as things stand, and takes no more connections', async () => {
    const till = await startTill({ port: await ownPort() });
    const answering = till.erp().post(`${path}?wait=120`, refundBody, key('K-1'));
    await till.bridge.waitersAre(1);
    await till.loopback.close();
    const answer = await answering;
    expect([answer.status, answer.json['state'], answer.headers['connection']]).toEqual([202, 'accepted', 'close']);
    await expect(till.erp().get('/v1/status')).rejects.toThrow('ECONNREFUSED');
  });
});
