// The client package and a real bridge, which is killed and started again under its hands.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type BridgeEvent, type ListFilter, type Position, Tillbridge, minor } from '#client/index.ts';
import { addFaults, ledgerOf } from '#support/erp.ts';
import { Shop, machineUser } from '#support/shop.ts';
import { until } from '#support/until.ts';

// At the same port, as an installed bridge comes back.
const till = new Shop({ samePort: true });
let bridge: Tillbridge;
let programs = 0;
let programId = '';

beforeAll(async () => {
  await till.open();
});
// Each begins with a program of its own, and with the bridge at its port, however the one before ended.
beforeEach(async () => {
  const { exitCode, signalCode } = till.program.child;
  if (exitCode !== null || signalCode !== null) await till.startBridge();
  programs += 1;
  const { token, id } = await till.addProgram(`Program ${programs}`, 'status,sale');
  programId = id;
  bridge = new Tillbridge({ baseUrl: till.bridgeUrl, token, maxRetries: 12, timeoutMs: 60_000 });
});
afterAll(() => till.close());

const saleOf = (transId: string, value: number) =>
  ({ messageType: 'SALE', transId, posTerminalId: 'T1', amount: minor(value, 'EUR') }) as const;

async function executionsOf(sandboxUrl: string, transId: string): Promise<number> {
  const { executions } = await ledgerOf(sandboxUrl);
  return executions.filter((each) => each.transId === transId).length;
}

describe('the client and a bridge that is killed', () => {
  test('a sale whose POST was cut off by a kill is sent again under its request id, and happens once', async () => {
    const options = { requestId: 'ORDER-1', waitSeconds: 30 };
    // The gateway carries it out and never answers, so the bridge and the client both wait when the power goes.
    await addFaults(till.sandboxUrl, [{ route: 'POST /cloudpos', fault: 'hang-after', times: 1 }]);
    const submitted = bridge.operations.submit('cloud-pos', saleOf('S-1', 1_234), options);
    await until(async () => ((await executionsOf(till.sandboxUrl, 'S-1')) === 1 ? true : null));
    await till.killBridge();
    await till.startBridge();
    const { id, requestId } = await submitted;
    expect(requestId).toBe('ORDER-1');
    expect((await bridge.operations.waitUntilFinal(id)).state).toBe('succeeded');
    expect((await bridge.operations.submit('cloud-pos', saleOf('S-1', 1_234), options)).id).toBe(id);
    expect(await executionsOf(till.sandboxUrl, 'S-1')).toBe(1);
    const { operations } = await bridge.operations.list();
    expect(operations).toHaveLength(1);
    const ids = async (filter: ListFilter) => (await bridge.operations.list(filter)).operations.map((each) => each.id);
    const since = new Date(0);
    expect(await ids({ state: ['succeeded', 'failed'], transId: 'S-1', requestId, from: since })).toEqual([id]);
    expect(await ids({ updatedSince: since, to: new Date('2200-01-01T00:00:00+01:00') })).toEqual([id]);
    expect(await ids({ state: ['failed', 'unknown'], order: 'newest' })).toEqual([]);
    expect(await ids({ terminal: 'T9' })).toEqual([]);
  });

  test('finds the sale of an earlier token by its transId, and charges it once', async () => {
    const options = { requestId: 'ORDER-1', waitSeconds: 30 };
    const { id } = await bridge.operations.submit('cloud-pos', saleOf('S-2', 1_234), options);
    await till.ask('revokeClient', { by: machineUser, id: programId });
    const { token } = await till.addProgram('Made anew', 'status,sale');
    const anew = new Tillbridge({ baseUrl: till.bridgeUrl, token });
    const refusal = { type: 'refused', code: 'trans-id-used', problem: { operationId: id } };
    await expect(anew.operations.submit('cloud-pos', saleOf('S-2', 1_234), options)).rejects.toMatchObject(refusal);
    const { operations } = await anew.operations.list({ transId: 'S-2', kind: 'sale' });
    expect(operations).toMatchObject([{ id, state: 'succeeded' }]);
    expect(await executionsOf(till.sandboxUrl, 'S-2')).toBe(1);
  });

  test('says not running while it is away, and nothing was sent', async () => {
    await bridge.status();
    await till.killBridge();
    const quick = new Tillbridge({ baseUrl: till.bridgeUrl, token: till.token, maxRetries: 0 });
    await expect(quick.operations.submit('cloud-pos', saleOf('S-3', 100))).rejects.toMatchObject({
      type: 'not-running',
    });
    expect(await executionsOf(till.sandboxUrl, 'S-3')).toBe(0);
  });

  test('gives every event once and in order, over a kill and over a reader that begins anew', async () => {
    const stop = new AbortController();
    const seen: BridgeEvent[] = [];
    const numbers = () => seen.flatMap((event) => (event.type === 'operation' ? [event.position.seq] : []));
    const succeeded = (count: number) => () => {
      const done = seen.filter((event) => event.type === 'operation' && event.operation?.state === 'succeeded');
      const ids = new Set(done.map((event) => (event.type === 'operation' ? event.operation?.id : null)));
      return Promise.resolve(ids.size >= count ? true : null);
    };
    let lost = 0;
    const reading = (async () => {
      const onLost = () => void (lost += 1);
      for await (const event of bridge.events.stream({ signal: stop.signal, onLost })) seen.push(event);
    })();
    await until(() => Promise.resolve(seen.some(({ type }) => type === 'open') ? true : null));
    const begun = seen.find(({ type }) => type === 'open') as BridgeEvent & { readonly type: 'open' };
    await bridge.operations.submit('cloud-pos', saleOf('S-4', 500), { waitSeconds: 30 });
    await until(succeeded(1));
    await till.killBridge();
    await till.startBridge();
    await bridge.operations.submit('cloud-pos', saleOf('S-5', 700), { waitSeconds: 30 });
    await until(succeeded(2));
    stop.abort();
    await reading;
    expect(lost).toBeGreaterThan(0);
    expect(numbers()).toEqual([...new Set(numbers())].toSorted((left, right) => left - right));

    // A reader with a memory only of where it stood gets the very same.
    const again = await collect(bridge, begun.position, numbers().length);
    expect(again).toEqual(numbers());
    const half = Math.floor(again.length / 2);
    const middle = seen.flatMap((event) => (event.type === 'operation' ? [event.position] : []))[half - 1];
    expect(await collect(bridge, middle!, again.length - half)).toEqual(again.slice(half));
  });
});

async function collect(client: Tillbridge, after: Position, count: number): Promise<number[]> {
  const numbers: number[] = [];
  for await (const event of client.events.stream({ after })) {
    if (event.type === 'operation') numbers.push(event.position.seq);
    if (numbers.length >= count) return numbers;
  }
  return numbers;
}
