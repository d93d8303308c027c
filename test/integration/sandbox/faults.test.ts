// Each fault as a client meets it on the wire, and what it leaves in the ledger.
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import {
  authorize,
  eur,
  holding,
  matching,
  sell,
  startGateway,
  transId,
  until,
  type Fate,
  type Gateway,
} from './gateway.ts';

const route = 'POST /payments/{id}/captures';

async function withAuthorization(): Promise<{ gateway: Gateway; path: string }> {
  const gateway = await startGateway();
  const { payId } = await authorize(gateway, 1000);
  return { gateway, path: `/api/v2/payments/${payId}/captures` };
}

async function capture(gateway: Gateway, path: string): Promise<Fate> {
  return gateway.fate('POST', path, { body: { transId: transId(), amount: eur(10) } });
}

async function executed(gateway: Gateway): Promise<number> {
  return (await gateway.ledger()).executions.filter((execution) => execution.route === route).length;
}

describe('a fault', () => {
  test.each([
    ['refuse', {}, { type: 'whole', status: 422 }, 0],
    ['reset-before', {}, { type: 'broken', code: 'ECONNRESET' }, 0],
    ['reset-after', {}, { type: 'broken', code: 'ECONNRESET' }, 1],
    ['hang-after', { ms: 20 }, { type: 'broken', code: 'ECONNRESET' }, 1],
    ['cut-body', {}, { type: 'cut', status: 200 }, 1],
    ['garbled-body', {}, { type: 'whole', status: 200, text: matching(/^</) }, 1],
    ['status', { status: 200 }, { type: 'whole', status: 200, text: '' }, 1],
    ['status', { status: 204 }, { type: 'whole', status: 204, text: '' }, 1],
    ['status', { status: 307 }, { type: 'whole', status: 307 }, 0],
    ['status', { status: 400 }, { type: 'whole', status: 400, text: holding('"errors"') }, 0],
    ['status', { status: 401 }, { type: 'whole', status: 401 }, 0],
    ['status', { status: 422 }, { type: 'whole', status: 422, text: holding('"FAILED"') }, 0],
    ['status', { status: 429 }, { type: 'whole', status: 429, headers: { 'retry-after': '1' } }, 0],
    ['status', { status: 429, ms: 2500 }, { type: 'whole', status: 429, headers: { 'retry-after': '3' } }, 0],
    ['status', { status: 500 }, { type: 'whole', status: 500, text: holding('"responseCode"') }, 0],
    ['status', { status: 500, executed: true }, { type: 'whole', status: 500 }, 1],
    ['status', { status: 503 }, { type: 'whole', status: 503 }, 0],
  ])('%s %o', async (fault, fields, expected, executions) => {
    const { gateway, path } = await withAuthorization();
    await gateway.fault({ route, fault, ...fields, times: 1 });
    expect(await capture(gateway, path)).toMatchObject(expected);
    expect(await executed(gateway)).toBe(executions);
    expect(await capture(gateway, path)).toMatchObject({ type: 'whole', status: 200 });
  });

  test('cut-body announces the whole body and sends half of it', async () => {
    const { gateway, path } = await withAuthorization();
    await gateway.fault({ route, fault: 'cut-body' });
    const fate = await capture(gateway, path);
    if (fate.type !== 'cut') throw new Error(`not cut: ${fate.type}`);
    expect(fate.text).toHaveLength(Math.floor(Number(fate.headers['content-length']) / 2));
  });

  test('hang-after stays silent until the client gives up', async () => {
    const { gateway, path } = await withAuthorization();
    await gateway.fault({ route, fault: 'hang-after' });
    const body = { transId: transId(), amount: eur(10) };
    const client = new AbortController();
    const fate = gateway.fate('POST', path, { body, signal: client.signal });
    await until(
      () => executed(gateway),
      (count) => count === 1,
    );
    const silence = delay(150).then(() => 'silence');
    expect(await Promise.race([fate, silence])).toBe('silence');
    client.abort();
    expect(await fate).toMatchObject({ type: 'broken', code: 'ABORT_ERR' });
    expect(await executed(gateway)).toBe(1);
  });

  test('hang-after does not keep the sandbox from ending', async () => {
    const { gateway, path } = await withAuthorization();
    await gateway.fault({ route, fault: 'hang-after' });
    const hanging = capture(gateway, path);
    while ((await executed(gateway)) === 0);
    await gateway.close();
    expect(await hanging).toMatchObject({ type: 'broken' });
  });

  test('latency delays, and the next fault applies as well', async () => {
    const { gateway, path } = await withAuthorization();
    await gateway.fault({ route, fault: 'latency', ms: 80 }, { route: '*', fault: 'status', status: 500, times: 1 });
    const started = performance.now();
    expect(await capture(gateway, path)).toMatchObject({ status: 500 });
    expect(performance.now() - started).toBeGreaterThanOrEqual(79);
    expect(await capture(gateway, path)).toMatchObject({ status: 200 });
  });
});

describe('the book of faults', () => {
  test('looks at the route before "*", in order of adding, each as often as it says', async () => {
    const { gateway, path } = await withAuthorization();
    await gateway.fault(
      { route: '*', fault: 'status', status: 599, times: 1 },
      { route: 'POST /payments/{payId}/captures', fault: 'status', status: 501, times: 2 },
      { route, fault: 'status', status: 502, times: 1 },
    );
    const statuses: number[] = [];
    for (const _ of [1, 2, 3, 4, 5]) {
      const fate = await capture(gateway, path);
      if (fate.type === 'whole') statuses.push(fate.status);
    }
    expect(statuses).toEqual([501, 501, 502, 599, 200]);
  });

  test('"*" means look-ups too, but not the token endpoint, which has its own name', async () => {
    const gateway = await startGateway();
    const raw = 'grant_type=client_credentials&client_id=a&client_secret=b';
    const token = (): Promise<Fate> =>
      gateway.fate('POST', '/authorization/oauth/token', {
        raw,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      });
    await gateway.fault({ route: '*', fault: 'refuse' });
    expect(await gateway.fate('GET', '/api/v2/payments/getByPayId/x')).toMatchObject({ status: 422 });
    expect(await token()).toMatchObject({ status: 200 });
    await gateway.fault({ route: 'POST /authorization/oauth/token', fault: 'status', status: 500 });
    expect(await token()).toMatchObject({ status: 500 });
  });

  test('lists and clears', async () => {
    const gateway = await startGateway();
    await gateway.fault({ route, fault: 'latency', ms: 5, times: 3 });
    expect((await gateway.send('GET', '/_sandbox/faults')).body).toEqual({
      faults: [{ route, fault: 'latency', ms: 5, times: 3, left: 3 }],
    });
    expect((await gateway.send('DELETE', '/_sandbox/faults')).status).toBe(204);
    expect((await gateway.send('GET', '/_sandbox/faults')).body).toEqual({ faults: [] });
  });

  test.each([
    [{ route: 'POST /nowhere', fault: 'refuse' }, 'route'],
    [{ fault: 'refuse' }, 'route'],
    [{ route, fault: 'explode' }, 'fault'],
    [{ route, fault: 'status' }, 'status'],
    [{ route, fault: 'status', status: 99 }, 'status'],
    [{ route, fault: 'latency', ms: -1 }, 'ms'],
    [{ route, fault: 'latency', times: 0 }, 'times'],
    [{ route, fault: 'refuse', time: 1 }, 'time'],
    ['refuse', 'body'],
    [
      [
        { route, fault: 'refuse' },
        { route, fault: 'explode' },
      ],
      '1.fault',
    ],
  ])('refuses %o and adds nothing', async (body, field) => {
    const gateway = await startGateway();
    const answer = await gateway.send('POST', '/_sandbox/faults', { body });
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([400, [field]]);
    expect((await gateway.send('GET', '/_sandbox/faults')).body.faults).toEqual([]);
  });

  test('a refusal asked for is listed on the payment, so that a look-up sees it', async () => {
    const gateway = await startGateway();
    await gateway.fault({ route: 'POST /cloudpos', fault: 'refuse', times: 1 });
    const { transId: declined } = await sell(gateway, 100);
    const found = await gateway.send('GET', `/api/v2/payments/getByTransId/${declined}`);
    expect(found.body).toMatchObject({ status: 'FAILED', totals: { captured: 0 } });
  });
});
