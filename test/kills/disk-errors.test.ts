// A disk that fails while the bridge works: it takes nothing more, says so to programs and people, and whatever it had
// acknowledged is there once the disk is well again. strace fails the system calls, as the kernel would.
import { afterAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '#contract/data/json.ts';
import type { OperationView } from '#contract/operation/operation.ts';
import { Workbench } from '#support/processes.ts';
import { compare } from './books.ts';
import { diceOf } from './chance.ts';
import { type TestGateway, startGateway } from './gateway.ts';
import { type Order, newOrders } from './orders.ts';
import { drain } from './round.ts';
import { KilledTill, hasStrace } from './till.ts';

if (!hasStrace) process.stdout.write('SKIPPED: disk errors. They need strace.\n');

const failures = [
  { name: 'one sync fails', injection: 'fsync:error=EIO:when=9' },
  { name: 'every sync fails', injection: 'fsync:error=EIO:when=12+' },
  { name: 'every write fails', injection: 'pwrite64:error=EIO:when=90+' },
  { name: 'the disk is full', injection: 'pwrite64:error=ENOSPC:when=150+' },
] as const;

describe.skipIf(!hasStrace).concurrent('a disk that fails', () => {
  const bench = new Workbench();
  afterAll(() => bench.close());

  it.each(failures)('$name: nothing more is accepted, and nothing acknowledged is lost', async ({ injection }) => {
    const gateway = await startGateway(bench);
    const till = new KilledTill(bench, bench.folder(), gateway.url);
    await till.makeTokens();
    await till.start();
    await till.stop();

    await till.start({ injection });
    const orders: Order[] = [];
    const refused = await ordersUntilRefused(till, gateway, orders, 'D');
    const refusal = refused?.refusal ?? {};
    expect(refusal).toMatchObject({
      status: 503,
      code: 'storage-failed',
      title: 'The bridge cannot write to its disk',
    });
    expect(refusal['detail']).toContain('tillbridge.db');

    const { body: status } = await till.erp().get('/v1/status');
    expect(status).toMatchObject({ accepting: false });
    expect(status['alarms']).toContainEqual({
      code: 'storage-failed',
      message: expect.stringContaining('tillbridge.db'),
    });
    const [next] = await newOrders(gateway, diceOf(99), 'later');
    const later = await till.erp().post(`/v1/operations/${next!.kind}`, next!.input, next!.id);
    expect(later.body).toMatchObject({ status: 503, code: 'storage-failed' });

    await till.stop();
    await drain({ till, gateway, dice: diceOf(1), orders });
    const books = compare(orders, await till.journal(), await gateway.ledger());
    expect(books.differences).toEqual([]);
    expect(books.succeeded).toBeGreaterThan(0);
  });

  it('a commit whose sync fails may be on the disk all the same, and the refusal says what to do then', async () => {
    const gateway = await startGateway(bench);
    const till = new KilledTill(bench, bench.folder(), gateway.url);
    await till.makeTokens();
    // How many syncs a start has is SQLite's affair: the n-th is tried until it is the one of an acceptance.
    for (let nth = 4; nth <= 40; nth += 1) {
      till.launch({ injection: `fsync:error=EIO:when=${nth}` });
      if (!(await till.ready())) continue;
      const refused = await ordersUntilRefused(till, gateway, [], `N${nth}-`);
      await till.kill();
      // SQLite may bear it: a checkpoint that fails is made again later.
      if (refused === null) continue;
      const { order, refusal } = refused;
      await till.start();
      const { body } = await till.erp().get('/v1/operations?limit=500');
      const known = body['operations'] as unknown as OperationView[];
      await till.kill();
      if (!known.some(({ requestId }) => requestId === order.id)) continue;
      expect(refusal['detail']).toMatch(/same request id/i);
      return;
    }
    throw new Error('no acceptance met the failing sync');
  });
});

interface Refused {
  readonly order: Order;
  readonly refusal: JsonObject;
}

/** One order after the other, until one is refused; how it was. Null where none is. */
async function ordersUntilRefused(
  till: KilledTill,
  gateway: TestGateway,
  orders: Order[],
  prefix: string,
): Promise<Refused | null> {
  for (let round = 1; round <= 10; round += 1) {
    const made = await newOrders(gateway, diceOf(round), `${prefix}${round}`);
    orders.push(...made);
    for (const order of made) {
      const { status, body } = await till.erp(order.client).post(`/v1/operations/${order.kind}`, order.input, order.id);
      if (status !== 200 && status !== 202) return { order, refusal: body };
      order.acknowledged = (body as unknown as OperationView).id;
    }
  }
  return null;
}
