// A request id is one operation, whatever happens in between: while it runs, after its end, after a restart and after a
// power cut. With another body it is refused, so that a mistake never passes for a repetition.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '#contract/data/json.ts';
import { Erp, type Reply, addFaults, ledgerOf } from '#support/erp.ts';
import { Shop, sale } from '#support/shop.ts';
import { until } from '#support/until.ts';

const shop = new Shop();
beforeAll(() => shop.open());
afterAll(() => shop.close());

const path = '/v1/operations/cloud-pos';

async function executionsOf(transId: string): Promise<number> {
  const { executions } = await ledgerOf(shop.sandboxUrl);
  return executions.filter((each) => each.transId === transId).length;
}

/** Refused for the body, and the operation that has the id is named. */
async function expectOtherRefused(name: string, id: unknown): Promise<void> {
  const others: (readonly [string, JsonObject])[] = [
    [path, sale(name, 999)],
    [path, { ...sale(name, 100), language: 'de' }],
    ['/v1/operations/create-link', { transId: name, amount: { value: 100, currency: 'EUR' } }],
  ];
  for (const [address, body] of others) {
    const other = await shop.erp.post(address, body, name);
    expect(other).toMatchObject({ status: 409, body: { code: 'request-id-reused', operationId: id } });
  }
}

function same(reply: Reply): unknown {
  return [reply.status, reply.body];
}

describe('a request id', () => {
  it('that comes many times at once is one operation', async () => {
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => shop.erp.post(`${path}?wait=60`, sale('at-once', 100), 'at-once')),
    );
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
    expect(new Set(replies.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(await executionsOf('at-once')).toBe(1);
  });

  it('is answered with the same operation while it runs, and refused with another body', async () => {
    await addFaults(shop.sandboxUrl, [{ route: 'POST /cloudpos', fault: 'latency', ms: 3_000, times: 1 }]);
    const first = await shop.erp.post(path, sale('running', 100), 'running');
    expect(first.status).toBe(202);
    const again = await shop.erp.post(path, sale('running', 100), 'running');
    expect(again).toMatchObject({ status: 202, body: { id: first.body['id'], state: 'sending', attempts: 1 } });
    await expectOtherRefused('running', first.body['id']);
    const both = await Promise.all([1, 2].map(() => shop.erp.post(`${path}?wait=60`, sale('running', 100), 'running')));
    expect(both.map(({ status, body }) => [status, body['id'], body['state']])).toEqual(
      both.map(() => [200, first.body['id'], 'succeeded']),
    );
    expect(await executionsOf('running')).toBe(1);
  });

  it('stands for the meaning of a body, not for how it is written', async () => {
    const { amount, ...rest } = sale('written', 100);
    const first = await shop.erp.operate('cloud-pos', { amount, ...rest }, 'written');
    const again = await shop.erp.operate('cloud-pos', { ...rest, amount }, 'written');
    expect(again).toEqual(first);
  });

  it('of one program says nothing about the same one of another', async () => {
    const first = await shop.erp.operate('cloud-pos', sale('mine', 100), 'shared');
    const args = ['token', 'create', '--data-dir', shop.dataDir, '--name', 'Other', '--scopes', 'status,sale'];
    const other = new Erp(shop.bridgeUrl, await shop.run(args));
    const second = await other.operate('cloud-pos', sale('theirs', 100), 'shared');
    expect(second.id).not.toBe(first.id);
  });

  it.each(['SIGTERM', 'SIGKILL'] as const)('gives the same answer after a restart (%s)', async (signal) => {
    const name = `restart-${signal}`;
    const first = await shop.erp.post(`${path}?wait=60`, sale(name, 100), name);
    await shop.program.kill(signal);
    await shop.startBridge();
    expect(same(await shop.erp.post(path, sale(name, 100), name))).toEqual(same(first));
    await expectOtherRefused(name, first.body['id']);
    expect(await executionsOf(name)).toBe(1);
  });

  it('that was cut off while it ran is the same operation afterwards, not a new one', async () => {
    await addFaults(shop.sandboxUrl, [{ route: 'POST /cloudpos', fault: 'hang-after', times: 1 }]);
    const first = await shop.erp.post(path, sale('cut', 100), 'cut');
    await until(async () => ((await executionsOf('cut')) === 1 ? true : null));
    await shop.killBridge();
    await shop.startBridge();
    await expectOtherRefused('cut', first.body['id']);
    const again = await shop.erp.operate('cloud-pos', sale('cut', 100), 'cut', 60);
    expect(again).toMatchObject({ id: first.body['id'], state: 'succeeded', attempts: 1 });
    expect(await executionsOf('cut')).toBe(1);
  });
});
