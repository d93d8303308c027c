// Faults beyond the fixed list: keys that are ignored, forgotten or executed again, refusals of what was done, stale
// look-ups, expired tokens. Each is what some gateway somewhere does.
import { describe, expect, test } from 'vitest';
import {
  type Answered,
  type Execution,
  type Gateway,
  authorize,
  directPayment,
  eur,
  holding,
  minute,
  refused,
  startGateway,
  until,
} from './gateway.ts';

const route = 'POST /payments/{id}/captures';
const headers = { 'idempotency-key': 'key' };
const body = { transId: 'C-1', amount: eur(10) };

async function withAuthorization(): Promise<{ gateway: Gateway; path: string; payId: string }> {
  const gateway = await startGateway();
  const { payId } = await authorize(gateway, 1000);
  return { gateway, payId, path: `/api/v2/payments/${payId}/captures` };
}

async function captures(gateway: Gateway): Promise<Execution[]> {
  return (await gateway.ledger()).executions.filter((execution) => execution.route === route);
}

describe('a status', () => {
  test.each([
    ['status-after', { status: 500 }, 500, 1],
    ['status-after', { status: 429 }, 429, 1],
    ['status', { status: 429, retryAfterSeconds: 7 }, 429, 0],
    ['refuse-after', {}, 422, 1],
  ])('%s %o', async (fault, fields, status, executions) => {
    const { gateway, path } = await withAuthorization();
    await gateway.fault({ route, fault, ...fields, times: 1 });
    expect(await gateway.fate('POST', path, { body })).toMatchObject({ type: 'whole', status });
    expect(await captures(gateway)).toHaveLength(executions);
  });

  test.each([
    ['status', { status: 429, retryAfterSeconds: 7 }, '7'],
    ['status', { status: 503, retryAfterSeconds: 120 }, '120'],
    ['status-after', { status: 500, retryAfterSeconds: 0 }, '0'],
  ])('%s %o carries Retry-After', async (fault, fields, expected) => {
    const { gateway, path } = await withAuthorization();
    await gateway.fault({ route, fault, ...fields });
    const fate = await gateway.fate('POST', path, { body });
    expect(fate.type === 'whole' && fate.headers['retry-after']).toBe(expected);
  });

  test('refuse-after says FAILED of what was done; a look-up knows better, and so does the key', async () => {
    const { gateway, path, payId } = await withAuthorization();
    await gateway.fault({ route, fault: 'refuse-after', times: 1 });
    expect((await gateway.send('POST', path, { body, headers })).body).toMatchObject(refused);
    expect(await gateway.payment(payId)).toMatchObject({ totals: { captured: 10 } });
    expect((await gateway.send('POST', path, { body, headers })).status).toBe(200);
    expect(await captures(gateway)).toHaveLength(1);
  });

  test('status-after needs its status', async () => {
    const gateway = await startGateway();
    const answer = await gateway.send('POST', '/_sandbox/faults', { body: { route, fault: 'status-after' } });
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([400, ['status']]);
  });
});

describe('a key', () => {
  test.each(['ignore-keys', 'forget-keys'])('is worth nothing under %s', async (fault) => {
    const { gateway, path } = await withAuthorization();
    await gateway.send('POST', path, { body, headers });
    await gateway.fault({ route, fault, times: 1 });
    expect((await gateway.send('POST', path, { body, headers })).status).toBe(200);
    expect(await captures(gateway)).toHaveLength(2);
  });

  test('that was forgotten is kept anew; one that was ignored keeps its old answer', async () => {
    const { gateway, path } = await withAuthorization();
    const first = await gateway.send('POST', path, { body, headers });
    await gateway.fault({ route, fault: 'ignore-keys', times: 1 });
    await gateway.send('POST', path, { body, headers });
    expect((await gateway.send('POST', path, { body, headers })).text).toBe(first.text);
    await gateway.fault({ route, fault: 'forget-keys', times: 1 });
    const second = await gateway.send('POST', path, { body, headers });
    expect(second.text).not.toBe(first.text);
    expect((await gateway.send('POST', path, { body, headers })).text).toBe(second.text);
  });

  test('of a payment that was made may make it twice, transId and all', async () => {
    const gateway = await startGateway();
    const sending = { ...directPayment(), headers };
    await gateway.send('POST', '/api/v2/payments', sending);
    await gateway.fault({ route: 'POST /payments', fault: 'forget-keys', times: 1 });
    expect((await gateway.send('POST', '/api/v2/payments', sending)).status).toBe(201);
    expect((await gateway.ledger()).payments).toHaveLength(2);
  });
});

describe('a repeated key while the first request is open', () => {
  /** Sends a capture that is processed for `ms`; resolves when it has arrived there. */
  async function startSlow(gateway: Gateway, path: string, ms: number): Promise<{ answer: Promise<Answered> }> {
    await gateway.fault({ route, fault: 'slow', ms, times: 1 });
    const answer = gateway.send('POST', path, { body, headers });
    await until(
      () => gateway.send('GET', '/_sandbox/faults'),
      (listed) => listed.body.faults.length === 0,
    );
    return { answer };
  }

  test('waits for it and gets its answer', async () => {
    const { gateway, path } = await withAuthorization();
    const { answer } = await startSlow(gateway, path, 100);
    const repeated = await gateway.send('POST', path, { body, headers });
    expect(repeated.text).toBe((await answer).text);
    expect(await captures(gateway)).toHaveLength(1);
  });

  test('is processed again under reexecute-open', async () => {
    const { gateway, path } = await withAuthorization();
    const { answer } = await startSlow(gateway, path, 3_600_000);
    // It ends with the sandbox.
    answer.catch(() => null);
    await gateway.fault({ route, fault: 'reexecute-open', times: 1 });
    expect((await gateway.send('POST', path, { body, headers })).status).toBe(200);
    expect(await captures(gateway)).toHaveLength(1);
  });

  test('is not processed again when the first is final, and is when its payment still waits', async () => {
    const gateway = await startGateway();
    const send = (fields: { [name: string]: unknown }, key: string): Promise<Answered> =>
      gateway.send('POST', '/api/v2/payments', { ...directPayment(fields), headers: { 'idempotency-key': key } });
    await gateway.fault({ route: 'POST /payments', fault: 'reexecute-open' });
    const [done, pending] = [{ transId: 'A' }, { transId: 'B', simulationMode: '60060012' }];
    for (const [fields, key] of [
      [done, 'a'],
      [done, 'a'],
      [pending, 'b'],
      [pending, 'b'],
    ] as const) {
      expect((await send(fields, key)).status).toBe(201);
    }
    const { payments } = await gateway.ledger();
    expect(payments.map((each) => (each as { transId: string }).transId)).toEqual(['A', 'B', 'B']);
  });
});

describe('a look-up', () => {
  const lookUp = 'GET /payments/getByPayId/{id}';

  test('that is stale shows what was known some time ago', async () => {
    const { gateway, path, payId } = await withAuthorization();
    await gateway.advance(minute);
    await gateway.send('POST', path, { body });
    await gateway.advance(minute);
    await gateway.send('POST', path, { body: { ...body, transId: 'C-2' } });
    await gateway.fault(
      { route: lookUp, fault: 'stale', ms: 30_000, times: 1 },
      { route: lookUp, fault: 'stale', ms: 90_000, times: 1 },
    );
    expect(await gateway.payment(payId)).toMatchObject({ totals: { captured: 10 } });
    expect(await gateway.payment(payId)).toMatchObject({ status: 'AUTHORIZED', totals: { captured: 0 } });
    expect(await gateway.payment(payId)).toMatchObject({ totals: { captured: 20 } });
  });

  test('that is staler than the payment does not find it', async () => {
    const { gateway, payId } = await withAuthorization();
    await gateway.fault({ route: lookUp, fault: 'stale', ms: 30_000 });
    expect((await gateway.send('GET', `/api/v2/payments/getByPayId/${payId}`)).status).toBe(404);
    await gateway.advance(minute);
    expect(await gateway.payment(payId)).toMatchObject({ payId });
  });
});

describe('a token', () => {
  const form = {
    raw: 'grant_type=client_credentials&client_id=a&client_secret=b',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  };
  const tokenOf = async (gateway: Gateway): Promise<{ authorization: string }> => {
    const { body: given } = await gateway.send('POST', '/authorization/oauth/token', form);
    return { authorization: `Bearer ${given.access_token}` };
  };

  test('that expires is refused from then on, before anything is done; a new one opens', async () => {
    const { gateway, path } = await withAuthorization();
    const token = await tokenOf(gateway);
    await gateway.fault({ route, fault: 'expire-token', times: 1 });
    for (const _ of [1, 2]) expect((await gateway.send('POST', path, { body, headers: token })).status).toBe(401);
    expect(await captures(gateway)).toEqual([]);
    expect((await gateway.send('POST', path, { body, headers: await tokenOf(gateway) })).status).toBe(200);
  });

  test('can be given with its time already over', async () => {
    const { gateway, path } = await withAuthorization();
    await gateway.fault({ route: 'POST /authorization/oauth/token', fault: 'expire-token', times: 1 });
    const expired = await tokenOf(gateway);
    expect((await gateway.send('POST', path, { body, headers: expired })).status).toBe(401);
  });

  test('is not concerned where Basic is used', async () => {
    const { gateway, path } = await withAuthorization();
    await gateway.fault({ route, fault: 'expire-token', times: 1 });
    expect(await gateway.send('POST', path, { body })).toMatchObject({ status: 200, text: holding('CAPTURED') });
  });
});
