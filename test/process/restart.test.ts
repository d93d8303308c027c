// Power cuts at the worst moment: the gateway has carried an operation out, its answer never comes, and the bridge is
// killed. After the restart each kind goes on from where it was and ends as the tables say, with nothing done twice.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OperationView } from '#contract/operation/operation.ts';
import { addFaults, ledgerOf } from '#support/erp.ts';
import { type Prepared, kinds as all, prepare } from '#support/kinds.ts';
import { Shop } from '#support/shop.ts';
import { until } from '#support/until.ts';

// At most 16 are under way at once; an intent is a link by another name.
const kinds = all.filter(({ kind }) => kind !== 'create-intent');

describe.concurrent.each([
  { name: 'after the gateway has carried it out', fault: 'hang-after', executed: true },
  { name: 'before the gateway has carried it out', fault: 'latency', executed: false },
])('killed while sending, $name', ({ fault, executed }) => {
  const shop = new Shop();
  const before = new Map<string, OperationView>();
  let prepared: Prepared;
  const counted = kinds.filter((each) => each.counted);

  beforeAll(async () => {
    await shop.open();
    prepared = await prepare(shop);
    const routes = kinds.map(({ route }) => ({ route, fault, times: 1, ...(executed ? {} : { ms: 60_000 }) }));
    await addFaults(shop.sandboxUrl, routes);
    await Promise.all(
      kinds.map(async ({ kind, id, input }) => {
        before.set(id, await shop.erp.operate(kind, input(prepared), id, 0));
      }),
    );
    await until(async () => {
      const { executions } = await ledgerOf(shop.sandboxUrl);
      const done = counted.every(({ id }) => executions.some(({ transId }) => transId === id));
      const sending = await shop.erp.get('/v1/operations?state=sending');
      const underWay = (sending.body['operations'] as unknown[]).length === kinds.length;
      return (executed ? done : underWay) ? true : null;
    });
    await shop.killBridge();
    await shop.startBridge();
  });

  afterAll(async () => {
    await shop.close();
  });

  it.each(kinds)('$name ends as the tables say', async ({ kind, id, lostAfter, lostBefore }) => {
    const operation = await shop.erp.operation(before.get(id)?.id ?? '', 60);
    expect({ kind, state: operation.state }).toEqual({ kind, state: executed ? lostAfter : lostBefore });
  });

  it.each(counted)('$name was carried out at most once', async ({ id }) => {
    const { executions } = await ledgerOf(shop.sandboxUrl);
    expect(executions.filter(({ transId }) => transId === id).length).toBeLessThanOrEqual(1);
  });

  it.each(kinds)('the same request id of the $name still gives the same operation', async ({ kind, id, input }) => {
    const again = await shop.erp.operate(kind, input(prepared), id, 0);
    expect(again.id).toBe(before.get(id)?.id);
  });

  it('the journal verifies', async () => {
    const verdict = await shop.run(['journal', 'verify', '--data-dir', shop.dataDir]);
    expect(JSON.parse(verdict)).toMatchObject({ ok: true });
  });
});
