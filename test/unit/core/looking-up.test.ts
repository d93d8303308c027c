// One look-up as its caller sees it: what is asked of the gateway, how a refused token is renewed, and the words for
// each answer that shows nothing.
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#contract/data/json.ts';
import type { Connection } from '#core/gateway/connection.ts';
import { askForPayment, customerShown, lookUpPayment, readRecord } from '#core/gateway/look-up.ts';
import type { Gateway, GatewayAnswer, GatewayRequest } from '#core/ports/gateway.ts';
import { lookUpRequest } from '#core/operation/requests.ts';
import { queries } from '#operations/index.ts';
import { aPolicy, answered, json } from '#support/records.ts';

type Renewal = Awaited<ReturnType<Gateway['renew']>>;

function aContext(answers: readonly GatewayAnswer[], renewal: Renewal = 'renewed') {
  const sent: GatewayRequest[] = [];
  const renewed: unknown[] = [];
  const noted: unknown[] = [];
  let refused = 0;
  const left = [...answers];
  const gateway = {
    send: async (request: GatewayRequest) => {
      sent.push(request);
      const answer = left.shift();
      if (answer === undefined) throw new Error('asked too often');
      return answer;
    },
    renew: async (credential: unknown) => {
      renewed.push(credential);
      return renewal;
    },
  } as unknown as Gateway;
  const connection = {
    note: (...given: unknown[]) => void noted.push(given),
    credentialsRefused: () => void (refused += 1),
  } as unknown as Connection;
  return {
    context: { ports: { gateway, policy: aPolicy() }, connection },
    sent,
    renewed,
    noted,
    refused: () => refused,
  };
}

const unauthorized = (status: number): GatewayAnswer =>
  ({ ...answered(status), credential: 'token-1' }) as GatewayAnswer;
const found = answered(200, json({ payId: 'P1' }));

describe('a look-up', () => {
  it.each([
    ['payId', '/payments/'],
    ['transId', '/payments/getByTransId/'],
    ['customerId', '/customers/'],
    ['methodsOfCustomer', 'paymentMethods'],
  ] as const)('by %s asks for the id as it is, and has no effect', async (by, part) => {
    const { context, sent, noted } = aContext([found]);
    expect(await askForPayment(context, { by, id: 'A/1' })).toBe(found);
    expect(sent).toHaveLength(1);
    const { mayBegin, ...request } = sent[0]!;
    expect(mayBegin()).toBe(true);
    expect(request).toEqual({
      method: 'GET',
      path: request.path,
      body: null,
      key: null,
      freshConnection: false,
      answerTimeoutMs: 30_000,
    });
    expect(request.path).toContain(part);
    expect(request.path).toContain('A%2F1');
    expect(noted).toEqual([[found, false]]);
  });

  it('has a name for what it once showed of customers', () => {
    expect(customerShown).toBe('look-up:customerId');
    expect(lookUpRequest('/x', aPolicy({ answerTimeoutMs: 7 })).answerTimeoutMs).toBe(7);
  });

  it.each([401, 403])('that is refused with %i is made once more with a new token', async (status) => {
    const { context, sent, renewed, noted, refused } = aContext([unauthorized(status), found]);
    expect(await askForPayment(context, { by: 'payId', id: 'P1' })).toBe(found);
    expect(sent[1]).toBe(sent[0]);
    expect(renewed).toEqual(['token-1']);
    expect(noted).toEqual([
      [unauthorized(status), false],
      [found, false],
    ]);
    expect(refused()).toBe(0);
  });

  it.each([401, 403])('that is refused again with %i says so of the credentials', async (status) => {
    const { context, refused } = aContext([unauthorized(401), unauthorized(status)]);
    expect(await askForPayment(context, { by: 'payId', id: 'P1' })).toMatchObject({ status });
    expect(refused()).toBe(1);
  });

  it.each([400, 402, 404, 500])('that is refused with %i asks for no token', async (status) => {
    const { context, renewed, refused } = aContext([answered(status)]);
    await askForPayment(context, { by: 'payId', id: 'P1' });
    expect(renewed).toEqual([]);
    expect(refused()).toBe(0);
  });

  it.each<[GatewayAnswer]>([[answered(500)], [{ type: 'lost', reason: 'reset' }]])(
    'whose second answer is %j leaves the credentials alone',
    async (second) => {
      const { context, refused } = aContext([unauthorized(401), second]);
      expect(await askForPayment(context, { by: 'payId', id: 'P1' })).toBe(second);
      expect(refused()).toBe(0);
    },
  );

  it.each([
    ['refused', 1],
    ['same', 1],
    ['unreachable', 0],
  ] as const)('whose renewal is %s is not made again', async (renewal, times) => {
    const { context, sent, refused } = aContext([unauthorized(401)], renewal);
    expect(await askForPayment(context, { by: 'payId', id: 'P1' })).toMatchObject({ status: 401 });
    expect(sent).toHaveLength(1);
    expect(refused()).toBe(times);
  });
});

const offline = (what: string) => ({
  type: 'refused',
  refusal: { code: 'offline', detail: `The gateway cannot be reached, so the ${what} could not be read.` },
});
const badKey = {
  type: 'refused',
  refusal: { code: 'credentials-refused', detail: 'The gateway refuses the merchant id or the API key.' },
};
const unclear = {
  type: 'refused',
  refusal: {
    code: 'gateway-unclear',
    detail: 'The gateway answered, but its answer could not be read. Ask again.',
  },
};
const inAMoment = (status: number, body?: JsonObject) => ({
  type: 'refused',
  refusal: {
    code: 'gateway-unclear',
    detail: `The gateway answered with status ${status}. Ask again in a moment.`,
    facts: { status },
  },
  ...(body === undefined ? {} : { answer: { status, body } }),
});
const refusedWith = (status: number, body?: JsonObject, errors?: object) => ({
  type: 'refused',
  refusal: {
    code: 'gateway-refused',
    detail: `The gateway refused the look-up with status ${status}.`,
    facts: { status },
    ...(errors === undefined ? {} : { errors }),
  },
  ...(body === undefined ? {} : { answer: { status, body } }),
});

const cases: readonly (readonly [string, GatewayAnswer, (what: string) => object])[] = [
  ['unsent', { type: 'unsent', reason: 'R' }, offline],
  ['withheld', { type: 'withheld' }, offline],
  ['lost', { type: 'lost', reason: 'timeout' }, offline],
  ['refused credentials', { type: 'credentials-refused' } as GatewayAnswer, () => badKey],
  ['200 without a body', answered(200), () => unclear],
  ['299 with a list', answered(299, { type: 'json', value: [1] }), () => unclear],
  ['200 that was cut', answered(200, { type: 'cut' }), () => unclear],
  ['199', answered(199), () => refusedWith(199)],
  ['300', answered(300), () => refusedWith(300)],
  ['402 with a body', answered(402, json({ a: 1 })), () => refusedWith(402, { a: 1 })],
  ['428', answered(428), () => refusedWith(428)],
  ['429', answered(429), () => inAMoment(429)],
  ['499', answered(499), () => refusedWith(499)],
  ['500', answered(500), () => inAMoment(500)],
  ['503 with a body', answered(503, json({ a: 1 })), () => inAMoment(503, { a: 1 })],
  [
    '400 with its fields',
    answered(400, json({ errors: { payId: ['is wrong'] } })),
    () => refusedWith(400, { errors: { payId: ['is wrong'] } }, { payId: ['is wrong'] }),
  ],
  ['400 whose fields are null', answered(400, json({ errors: null })), () => refusedWith(400, { errors: null })],
];

describe('a payment that is looked up', () => {
  const look = (answer: GatewayAnswer) => {
    const { context } = aContext([answer], 'unreachable');
    return lookUpPayment(context, { by: 'transId', id: 'S-1' });
  };

  it('is given without card data', async () => {
    expect(await look(answered(200, json({ payId: 'P1', text: '4111111111111111' })))).toEqual({
      type: 'found',
      payment: { payId: 'P1', text: '[card number removed]' },
    });
  });

  it('is missing by the id that was asked for, with what the gateway said', async () => {
    const refusal = { code: 'payment-not-found', detail: 'The gateway has no payment with transId S-1.' };
    expect(await look(answered(404))).toEqual({ type: 'refused', refusal });
    expect(await look(answered(404, json({ a: 1 })))).toEqual({
      type: 'refused',
      refusal,
      answer: { status: 404, body: { a: 1 } },
    });
  });

  it.each(cases)('is refused for %s', async (_name, answer, expected) => {
    expect(await look(answer)).toEqual(expected('payment'));
  });

  it.each([401, 403])('is refused for %i', async (status) => {
    expect(await look(answered(status))).toEqual(badKey);
  });
});

describe('a record that is read', () => {
  const read = (answer: GatewayAnswer) => {
    const { context } = aContext([answer], 'unreachable');
    return readRecord(context, queries.getCustomer, { customerId: 'c-1' });
  };

  it('is given, or is missing', async () => {
    expect(await read(answered(200, json({ id: 'c-1' })))).toEqual({ type: 'found', record: { id: 'c-1' } });
    const refusal = {
      code: 'customer-not-found',
      detail: 'The gateway has no customer or stored payment method with this id.',
    };
    expect(await read(answered(404))).toEqual({ type: 'refused', refusal });
    expect(await read(answered(404, json({ a: 1 })))).toMatchObject({ answer: { status: 404, body: { a: 1 } } });
  });

  it.each(cases)('is refused for %s', async (_name, answer, expected) => {
    expect(await read(answer)).toEqual(expected('record'));
  });
});
