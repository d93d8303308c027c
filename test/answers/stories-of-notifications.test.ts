// The gateway's notifications as two public clients of it take them (its public notes): which signatures are believed,
// and that what a payment came to is what the gateway's record says, compared with what was asked for.

import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { notificationKey } from './support/bridge.ts';
import { type Answer } from './support/gateway.ts';
import { newPayIdOf, transIdOf } from './support/operations.ts';
import { eur, inputs, lax, type Scene, sceneAt } from './support/scene.ts';
import { startWorld, type World } from './support/rows.ts';

type Over = Readonly<Record<string, unknown>>;

let world: World;
let scene: Scene;

beforeAll(async () => {
  world = await startWorld({ webhooks: { port: 0 } });
  scene = sceneAt(world, await world.bridge.program('a shop'));
});
afterAll(async () => {
  await world.stop();
});

/** The record of a payment that was paid, with the members that the public clients read. */
const paid = (number: number, over: Over = {}): Answer => ({
  status: 200,
  body: {
    payId: newPayIdOf(number),
    transId: transIdOf(number),
    merchantId: 'SHOP',
    status: 'OK',
    responseCode: '00000000',
    responseDescription: 'success',
    amount: { ...eur(5000), capturedValue: 5000, refundedValue: 0 },
    paymentMethods: { type: 'CARD', card: { brand: 'VISA' } },
    ...over,
  },
});

/** A hosted payment of 50.00 EUR that no customer has paid as far as the bridge knows. */
async function offered(record: (number: number) => Answer): Promise<{ readonly number: number; readonly id: string }> {
  const number = scene.number(
    (sent, own) => lax(sent, own, { status: 'PENDING', responseCode: undefined, _links: {} }),
    (_sent, own) => record(own),
  );
  const made = await scene.must('create-payment', number, inputs.hosted(number));
  expect(made.state, JSON.stringify(made)).toBe('succeeded');
  return { number, id: made.id };
}

const body = (number: number, over: Over = {}): string =>
  JSON.stringify({
    payId: newPayIdOf(number),
    transId: transIdOf(number),
    merchantId: 'SHOP',
    status: 'OK',
    responseCode: '00000000',
    responseDescription: 'success',
    amount: eur(5000),
    paymentMethods: [{ type: 'CARD' }],
    creationDate: '2026-11-28T10:00:00Z',
    ...over,
  });

const seconds = (ahead = 0): string => String(Math.floor(Date.now() / 1000) + ahead);
const signed = (text: string, key = notificationKey): string => createHmac('sha256', key).update(text).digest('hex');

async function send(text: string, headers: Over, init: RequestInit = {}): Promise<number> {
  const response = await fetch(world.bridge.webhookUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(headers as Record<string, string>) },
    body: text,
    ...init,
  });
  await response.arrayBuffer();
  return response.status;
}

type Signing = (text: string) => Over;

const stamped =
  (around: (own: string) => string, now: () => string = seconds): Signing =>
  (text) => {
    const time = now();
    return { 'x-paygate-timestamp': time, 'x-paygate-signature': around(signed(`${time}.${text}`)) };
  };
const own: Signing = stamped((each) => each);

const offerOf = async (id: string): Promise<unknown> =>
  ((await scene.program.operation(id)) as { offer?: unknown }).offer;

async function takenMinor(): Promise<number> {
  const shift = (await scene.program.get('/v1/shifts/current')) as {
    sections: { takings: { currency: string; takenMinor: number }[] }[];
  };
  return shift.sections[0]?.takings.find(({ currency }) => currency === 'EUR')?.takenMinor ?? 0;
}

const old = 'f'.repeat(64);

describe('a signature', () => {
  test.each<[string, Signing]>([
    ['with the time of signing', own],
    ['with its version', stamped((each) => `v1=${each}`)],
    ['in capitals', stamped((each) => each.toUpperCase())],
    ['before one of another key', stamped((each) => `${each},${old}`)],
    ['behind one of another key', stamped((each) => `v1=${old}, v1=${each}`)],
    ['behind OR', stamped((each) => `v1=${old} OR v1=${each}`)],
    ['among three', stamped((each) => `${old} OR v1=${each} OR ${old}`)],
    [
      'of nearly five minutes ago',
      stamped(
        (each) => each,
        () => seconds(-290),
      ),
    ],
    [
      'of nearly five minutes ahead',
      stamped(
        (each) => each,
        () => seconds(290),
      ),
    ],
    ['over the body alone', (text) => ({ 'x-signature': signed(text) })],
  ])('%s is believed, and the payment counts', async (_name, signing) => {
    const { number, id } = await offered(paid);
    const text = body(number);
    expect(await send(text, signing(text))).toBe(200);
    expect(await offerOf(id)).toMatchObject({ state: 'paid' });
  });

  test.each<[string, Signing]>([
    ['of another key', (text) => ({ 'x-paygate-timestamp': seconds(), 'x-paygate-signature': signed(text, 'other') })],
    ['of two other keys', stamped(() => `v1=${old} OR ${old}`)],
    [
      'over the body alone beside a time',
      (text) => ({ 'x-paygate-timestamp': seconds(), 'x-signature': signed(text) }),
    ],
    ['without its time', (text) => ({ 'x-paygate-signature': signed(`${seconds()}.${text}`) })],
    [
      'older than five minutes',
      stamped(
        (each) => each,
        () => seconds(-310),
      ),
    ],
    [
      'newer than five minutes',
      stamped(
        (each) => each,
        () => seconds(310),
      ),
    ],
    [
      'whose time is in milliseconds',
      stamped(
        (each) => each,
        () => String(Date.now()),
      ),
    ],
    [
      'whose time has a sign',
      stamped(
        (each) => each,
        () => `+${seconds()}`,
      ),
    ],
    [
      'whose time is a date',
      stamped(
        (each) => each,
        () => new Date().toISOString(),
      ),
    ],
    ['that is empty', () => ({ 'x-paygate-timestamp': seconds(), 'x-paygate-signature': '' })],
    ['that is a version alone', stamped(() => 'v1=')],
    ['that is empty between commas', stamped(() => ' , , ')],
    ['that is cut', stamped((each) => each.slice(0, 40))],
    [
      'in the second header beside a wrong one',
      (text) => {
        const time = seconds();
        const right = signed(`${time}.${text}`);
        return { 'x-paygate-timestamp': time, 'x-paygate-signature': old, 'x-signature': right };
      },
    ],
    ['that is missing', () => ({})],
  ])('%s is refused, and the gateway is not asked', async (_name, signing) => {
    const { number, id } = await offered(paid);
    const text = body(number);
    expect(await send(text, signing(text))).toBe(401);
    expect(world.gateway.gets(number)).toEqual([]);
    expect(await offerOf(id)).toMatchObject({ state: 'open' });
  });

  test('of another body is refused', async () => {
    const { number } = await offered(paid);
    expect(await send(body(number), own(body(number, { status: 'FAILED' })))).toBe(401);
    expect(world.gateway.gets(number)).toEqual([]);
  });
});

describe('what the record says is what counts', () => {
  const told = async (record: (number: number) => Answer, over: Over | ((number: number) => Over) = {}) => {
    const { number, id } = await offered(record);
    const text = body(number, typeof over === 'function' ? over(number) : over);
    const status = await send(text, own(text));
    return { number, id, status, offer: await offerOf(id) };
  };

  test.each<[string, Over | ((number: number) => Over)]>([
    ['another amount', { amount: eur(100) }],
    ['another currency', { amount: { value: 5000, currency: 'USD' } }],
    ['an amount in decimals', { amount: { value: '50.00', currency: 'EUR' } }],
    ['that it failed', { status: 'FAILED', responseCode: '21000305' }],
    ['another merchant', { merchantId: 'OTHER' }],
    [
      'nothing but the payId',
      (number) => ({
        ...Object.fromEntries(Object.keys(JSON.parse(body(number)) as object).map((name) => [name, undefined])),
        payId: newPayIdOf(number),
      }),
    ],
    ['names in other capitals', (number) => ({ transId: undefined, TransId: transIdOf(number), xid: 'X-1' })],
    ['one name in two spellings', (number) => ({ TransId: transIdOf(number), xId: 'X-1', xid: 'X-1' })],
    ['a member that is not known', { fraud: { score: 0.1 }, nothing: null }],
  ])('where the notification says %s', async (_name, over) => {
    const before = await takenMinor();
    const { status, offer } = await told(paid, over);
    expect(status).toBe(200);
    expect(offer).toMatchObject({ state: 'paid' });
    expect((await takenMinor()) - before).toBe(5000);
  });

  test.each<[string, Over, number]>([
    ['another amount', { amount: { ...eur(4999), capturedValue: 4999 } }, 4999],
    ['decimals for minor units', { amount: { value: 50, currency: 'EUR', capturedValue: 50 } }, 50],
    ['more', { amount: { ...eur(5001), capturedValue: 5001 } }, 5001],
    ['another currency', { amount: { value: 5000, currency: 'CHF', capturedValue: 5000 } }, 0],
  ])('%s is told to a person', async (_name, over, taken) => {
    const before = await takenMinor();
    const { status, offer } = await told((number) => paid(number, over));
    expect(status).toBe(200);
    expect(offer).toMatchObject({ state: 'differs' });
    expect((await takenMinor()) - before).toBe(taken);
    expect(JSON.stringify(await scene.program.get('/v1/status'))).toContain('payment-differs');
  });

  test.each<[string, Over]>([
    ['that it failed', { status: 'FAILED', responseCode: '21000305', amount: { ...eur(5000), capturedValue: 0 } }],
    ['that it is open', { status: 'PENDING', responseCode: undefined, amount: { ...eur(5000), capturedValue: 0 } }],
    ['another payId', { payId: 'P-OF-ANOTHER' }],
    ['another transId', { transId: 'T-OF-ANOTHER' }],
    ['another merchant', { merchantId: 'OTHER' }],
    [
      'nothing',
      { payId: undefined, transId: undefined, status: undefined, responseCode: undefined, amount: undefined },
    ],
  ])('where the record says %s, nothing is taken', async (_name, over) => {
    const before = await takenMinor();
    const { offer } = await told((number) => paid(number, over));
    expect(offer).not.toMatchObject({ state: 'paid' });
    expect((await takenMinor()) - before).toBe(0);
  });

  test.each<[string, Over]>([
    ['an amount and no captured sum', { amount: eur(5000) }],
    ['captured, and totals elsewhere', { status: 'CAPTURED' }],
  ])('a payment whose record shows %s is paid', async (_name, over) => {
    const before = await takenMinor();
    const { offer } = await told((number) => paid(number, over));
    expect(offer, JSON.stringify(offer)).toMatchObject({ state: 'paid' });
    expect((await takenMinor()) - before).toBe(5000);
  });

  test('it comes again where the gateway could not be asked, and counts once', async () => {
    let isIll = true;
    const { number, id } = await offered((each) => (isIll ? { status: 500, body: {} } : paid(each)));
    const before = await takenMinor();
    const text = body(number);
    expect(await send(text, own(text))).toBe(503);
    isIll = false;
    expect(await Promise.all([send(text, own(text)), send(text, own(text))])).toEqual([200, 200]);
    expect(await send(text, own(text))).toBe(200);
    expect(await offerOf(id)).toMatchObject({ state: 'paid' });
    expect((await takenMinor()) - before).toBe(5000);
  });

  test('a payment that the gateway does not know is acknowledged', async () => {
    const { status, offer } = await told(() => ({ status: 404, body: { title: 'Not Found' } }));
    expect(status).toBe(200);
    expect(offer).toMatchObject({ state: 'open' });
  });

  test.each(['../customers', 'P 1', '', 'x'.repeat(300), '%2e%2e', '4242424242424242'])(
    'the payId %j leads nowhere',
    async (payId) => {
      const before = world.gateway.unscripted().length;
      const text = JSON.stringify({ payId, status: 'OK' });
      const status = await send(text, own(text));
      const asked = world.gateway.unscripted().slice(before);
      expect(asked.filter(({ path }) => !path.startsWith('/payments/getByPayId/'))).toEqual([]);
      expect([200, 400, 503]).toContain(status);
    },
  );
});
