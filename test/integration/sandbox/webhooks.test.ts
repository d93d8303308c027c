// Notifications of hosted payments: what they say, how they are signed, that they come at least once, and what faults
// make of them.
import { createHmac } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  type Gateway,
  anyText,
  directPayment,
  eur,
  hour,
  matching,
  openSession,
  press,
  startGateway,
  urls,
} from './gateway.ts';
import { notifications, openShop } from './shop.ts';

const payIdsOf = (arrivals: readonly { body: { readonly [name: string]: unknown } }[]): unknown[] =>
  arrivals.map(({ body }) => body['payId']);

async function settings(gateway: Gateway, body: object): Promise<void> {
  const { status, text } = await gateway.send('POST', '/_sandbox/webhooks', { body });
  if (status !== 200) throw new Error(text);
}

/** A session of which this shop wants to hear, paid at once. */
async function paid(gateway: Gateway, webhook: string, action = 'pay', fields: object = {}): Promise<string> {
  const { href, payId } = await openSession(gateway, { urls: { ...urls, webhook }, ...fields });
  await press(gateway, href, { action });
  return payId;
}

describe('a basic notification', () => {
  test('says the payId and nothing else, without a signature', async () => {
    const [gateway, shop] = [await startGateway(), await openShop()];
    const payId = await paid(gateway, shop.url);
    const [arrival] = await shop.arrived(1);
    expect(arrival?.body).toEqual({ payId });
    expect(arrival?.headers['content-type']).toBe('application/json');
    expect(arrival?.headers['x-signature']).toBeUndefined();
  });

  test.each(['decline', 'cancel'])('comes when the customer %ss as well', async (action) => {
    const [gateway, shop] = [await startGateway(), await openShop()];
    const payId = await paid(gateway, shop.url, action);
    expect(payIdsOf(await shop.arrived(1))).toEqual([payId]);
  });

  test('comes when the payment expires, and when it is captured by its hour', async () => {
    const [gateway, shop] = [await startGateway(), await openShop()];
    const expirationTime = new Date(Date.now() + hour).toISOString();
    const unpaid = await openSession(gateway, { urls: { ...urls, webhook: shop.url }, expirationTime });
    const captureMethod = { type: 'DELAYED', delayed: { delayedHours: 3 } };
    const delayed = await paid(gateway, shop.url, 'pay', { captureMethod });
    await shop.arrived(1);
    await gateway.advance(hour);
    await shop.arrived(2);
    await gateway.advance(2 * hour);
    expect(payIdsOf(await shop.arrived(3))).toEqual([delayed, unpaid.payId, delayed]);
  });

  test('never comes for a direct payment', async () => {
    const [gateway, shop] = [await startGateway(), await openShop()];
    await gateway.send('POST', '/api/v2/payments', directPayment({ urls: { webhook: shop.url } }));
    await paid(gateway, shop.url);
    await shop.arrived(1);
    expect(await notifications(gateway, () => true)).toHaveLength(1);
  });
});

describe('an enhanced notification', () => {
  test('carries the result, and a signature over the raw body', async () => {
    const [gateway, shop] = [await startGateway(), await openShop()];
    await settings(gateway, { type: 'enhanced', key: 'schlüssel' });
    const payId = await paid(gateway, shop.url, 'pay', { transId: 'E-1', refNr: 'R-1', amount: eur(4200) });
    const [arrival] = await shop.arrived(1);
    expect(arrival?.body).toEqual({
      payId,
      transId: 'E-1',
      refNr: 'R-1',
      status: 'CAPTURED',
      responseCode: '00000000',
      responseDescription: anyText,
      amount: { value: 4200, currency: 'EUR' },
      paymentMethods: [{ type: 'CARD' }],
      creationDate: matching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    });
    const signature = createHmac('sha256', 'schlüssel')
      .update(arrival?.text ?? '')
      .digest('hex');
    expect(arrival?.headers['x-signature']).toBe(signature);
  });

  test('is signed as it is set: header, algorithm, encoding', async () => {
    const gateway = await startGateway({ webhooks: { type: 'enhanced', key: 'k' } });
    const shop = await openShop();
    await settings(gateway, { header: 'X-Hmac', algorithm: 'sha512', encoding: 'base64' });
    await paid(gateway, shop.url, 'decline');
    const [arrival] = await shop.arrived(1);
    expect(arrival?.body).toMatchObject({ status: 'FAILED', responseCode: matching(/^2/) });
    const signature = createHmac('sha512', 'k')
      .update(arrival?.text ?? '')
      .digest('base64');
    expect(arrival?.headers['x-hmac']).toBe(signature);
  });

  test('covers the time of signing where that is set', async () => {
    const gateway = await startGateway({ webhooks: { type: 'enhanced', key: 'k' } });
    const shop = await openShop();
    await settings(gateway, { timestampHeader: 'X-Signed-At' });
    await paid(gateway, shop.url, 'decline');
    const [arrival] = await shop.arrived(1);
    const time = arrival?.headers['x-signed-at'];
    expect(time).toMatch(/^\d{10}$/);
    const signature = createHmac('sha256', 'k')
      .update(`${time as string}.${arrival?.text ?? ''}`)
      .digest('hex');
    expect(arrival?.headers['x-signature']).toBe(signature);
  });

  test.each([
    [{ type: 'loud' }, 'type'],
    [{ header: 'no spaces' }, 'header'],
    [{ key: '' }, 'key'],
    [{ retryMs: [-1] }, 'retryMs.0'],
    [{ colour: 'red' }, 'colour'],
  ])('is not set to %o', async (body, field) => {
    const gateway = await startGateway();
    const answer = await gateway.send('POST', '/_sandbox/webhooks', { body });
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([400, [field]]);
  });
});

describe('delivery', () => {
  const results = (all: readonly { attempts: readonly { result: unknown }[] }[]): unknown[][] =>
    all.map(({ attempts }) => attempts.map(({ result }) => result));

  test('is tried again until somebody says 2xx, at times of the clock', async () => {
    const [gateway, shop] = [await startGateway(), await openShop()];
    await settings(gateway, { retryMs: [hour, hour, hour] });
    shop.answerWith(500, null, 404, 204);
    await paid(gateway, shop.url);
    for (const attempts of [1, 2, 3]) {
      await notifications(gateway, (all) => all[0]?.attempts.length === attempts);
      await gateway.advance(hour);
    }
    const all = await notifications(gateway, (each) => each[0]?.attempts.length === 4);
    expect(results(all)).toEqual([[500, matching(/hang up|ECONNRESET/), 404, 204]]);
    expect(all[0]).toMatchObject({ dueAt: null });
    expect(shop.arrivals).toHaveLength(4);
  });

  test('happens again by itself, without anybody asking', async () => {
    const [gateway, shop] = [await startGateway({ webhooks: { retryMs: [1] } }), await openShop()];
    shop.answerWith(503);
    await paid(gateway, shop.url);
    expect(await shop.arrived(2)).toHaveLength(2);
  });

  test('is given up when the attempts are used up', async () => {
    const [gateway, shop] = [await startGateway({ webhooks: { retryMs: [] } }), await openShop()];
    shop.answerWith(500);
    await paid(gateway, shop.url);
    const all = await notifications(gateway, (each) => each[0]?.attempts.length === 1);
    expect(all[0]).toMatchObject({ dueAt: null });
  });

  test('goes to this machine only', async () => {
    const gateway = await startGateway();
    await paid(gateway, 'https://shop.example/webhook');
    const all = await notifications(gateway, (each) => each[0]?.attempts.length === 1);
    expect(results(all)).toEqual([[matching(/not a loopback address/)]]);
    expect(all[0]).toMatchObject({ dueAt: null });
  });

  test('can be switched off, and what waited comes when it is on again', async () => {
    const [gateway, shop] = [await startGateway({ webhooks: { type: 'off' } }), await openShop()];
    const payId = await paid(gateway, shop.url);
    expect(shop.arrivals).toEqual([]);
    await settings(gateway, { type: 'basic' });
    expect(payIdsOf(await shop.arrived(1))).toEqual([payId]);
  });

  test('survives a restart: what was not acknowledged comes again, what was does not', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'sandbox-webhooks-'));
    onTestFinished(() => rm(dataDir, { recursive: true }));
    const before = await startGateway({ dataDir });
    const [gone, shop] = [await openShop(), await openShop()];
    await paid(before, gone.url);
    await notifications(before, (all) => all[0]?.attempts.length === 1);
    await settings(before, { type: 'off' });
    const payId = await paid(before, shop.url);
    await before.close();

    await startGateway({ dataDir });
    expect(payIdsOf(await shop.arrived(1))).toEqual([payId]);
    expect([gone.arrivals.length, shop.arrivals.length]).toEqual([1, 1]);
  });
});

describe('a fault of notifications', () => {
  const route = 'WEBHOOK';

  test('duplicate: it comes twice', async () => {
    const [gateway, shop] = [await startGateway(), await openShop()];
    await gateway.fault({ route, fault: 'duplicate', times: 1 });
    const payId = await paid(gateway, shop.url);
    expect(payIdsOf(await shop.arrived(2))).toEqual([payId, payId]);
    expect(await notifications(gateway, (all) => all[0]?.attempts.length === 1)).toHaveLength(1);
  });

  test('reorder: the next one overtakes it', async () => {
    const [gateway, shop] = [await startGateway(), await openShop()];
    await gateway.fault({ route, fault: 'reorder', ms: 24 * hour, times: 1 });
    const first = await paid(gateway, shop.url);
    const second = await paid(gateway, shop.url);
    expect(payIdsOf(await shop.arrived(2))).toEqual([second, first]);
  });

  test('reorder, and none follows: it comes when its time is over', async () => {
    const [gateway, shop] = [await startGateway(), await openShop()];
    await gateway.fault({ route, fault: 'reorder', ms: hour, times: 1 });
    const payId = await paid(gateway, shop.url);
    expect(shop.arrivals).toEqual([]);
    await gateway.advance(hour);
    expect(payIdsOf(await shop.arrived(1))).toEqual([payId]);
  });

  test('latency: it comes later', async () => {
    const [gateway, shop] = [await startGateway(), await openShop()];
    await gateway.fault({ route, fault: 'latency', ms: hour, times: 1 });
    const late = await paid(gateway, shop.url);
    const prompt = await paid(gateway, shop.url);
    await shop.arrived(1);
    await gateway.advance(hour);
    expect(payIdsOf(await shop.arrived(2))).toEqual([prompt, late]);
  });

  test('reset-before: the attempt is lost, and the next one arrives', async () => {
    const [gateway, shop] = [await startGateway(), await openShop()];
    await settings(gateway, { retryMs: [hour] });
    await gateway.fault({ route, fault: 'reset-before', times: 1 });
    await paid(gateway, shop.url);
    await notifications(gateway, (all) => all[0]?.attempts.length === 1);
    expect(shop.arrivals).toEqual([]);
    await gateway.advance(hour);
    await shop.arrived(1);
  });

  test('wrong-signature: the body is right, the signature is not', async () => {
    const [gateway, shop] = [await startGateway({ webhooks: { type: 'enhanced', key: 'k' } }), await openShop()];
    await gateway.fault({ route, fault: 'wrong-signature', times: 1 });
    await paid(gateway, shop.url);
    const [arrival] = await shop.arrived(1);
    const right = createHmac('sha256', 'k')
      .update(arrival?.text ?? '')
      .digest('hex');
    expect(arrival?.headers['x-signature']).toMatch(/^[0-9a-f]{64}$/);
    expect(arrival?.headers['x-signature']).not.toBe(right);
  });

  test.each([
    ['WEBHOOK', 'cut-body'],
    ['POST /payments', 'duplicate'],
    ['*', 'reorder'],
    ['POST /payments', 'stale'],
    ['GET /customers', 'ignore-keys'],
    ['POST /authorization/oauth/token', 'slow'],
  ])('%s has no %s', async (name, fault) => {
    const gateway = await startGateway();
    const answer = await gateway.send('POST', '/_sandbox/faults', { body: { route: name, fault } });
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([400, ['fault']]);
  });

  test('"*" does not mean notifications', async () => {
    const [gateway, shop] = [await startGateway(), await openShop()];
    const payId = (await openSession(gateway, { urls: { ...urls, webhook: shop.url } })).payId;
    await gateway.fault({ route: '*', fault: 'reset-before' });
    await press(gateway, `${gateway.url}/checkout/${payId}`, { action: 'pay' });
    expect(payIdsOf(await shop.arrived(1))).toEqual([payId]);
  });
});
