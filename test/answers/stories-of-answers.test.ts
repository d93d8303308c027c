// Stories of shops, one by one: answers that were taken for success, and one that was not. A cashier hands goods
// over, or a bookkeeper books money, by what is claimed here.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, type Sent } from './support/gateway.ts';
import { type Operation, type Program } from './support/bridge.ts';
import { newPayIdOf, payIdOf, terminalOf, transIdOf } from './support/operations.ts';
import { eur, inputs, isOpen, lax, type Scene, sceneAt, traceOf } from './support/scene.ts';
import { startWorld, type World } from './support/rows.ts';

let world: World;
let scene: Scene;
let dealsWithParts: Program | Error;

beforeAll(async () => {
  world = await startWorld();
  const [program, other] = await Promise.all([
    world.bridge.program('a till'),
    world.bridge.program('deals with parts', ['--partial-approvals']).catch((error: unknown) => error as Error),
  ]);
  scene = sceneAt(world, program);
  dealsWithParts = other;
});

afterAll(async () => {
  await world.stop();
});

interface Told {
  readonly number: number;
  readonly operation: Operation;
}

async function saleAnswered(post: (sent: Sent, number: number) => Answer, value = 5000): Promise<Told> {
  const number = scene.number(post);
  return { number, operation: await scene.must('cloud-pos', number, inputs.terminal(number, 'SALE', value)) };
}

function expectOpen({ number, operation }: Told): void {
  expect(operation.state, JSON.stringify(operation.result)).toBe('needs-person');
  expect(world.gateway.posts(number)).toHaveLength(1);
}

const halfApproved = (sent: Sent, number: number): Answer => lax(sent, number, { amount: eur(2500) });

describe.concurrent('half of the amount was approved', () => {
  test('the sale waits for a person and names what was approved', async () => {
    const told = await saleAnswered(halfApproved);
    expectOpen(told);
    expect(told.operation.doubt?.code).toEqual(expect.any(String));
    const named = JSON.stringify([told.operation.doubt, told.operation.approved]);
    expect(named).toMatch(/2500|25\.00/);
    expect(named).toMatch(/5000|50\.00/);
  });

  test('a refund of the whole does not go out', async () => {
    const { number } = await saleAnswered((sent, own) => (sent.path === '/cloudpos' ? halfApproved : lax)(sent, own));
    await scene.run('refund', number, inputs.later(number, 'r', 5000));
    expect(scene.sent(number, '/refunds')).toBe(0);
  });

  test('for a program that deals with partial approvals it succeeded, and half can be refunded, once', async () => {
    if (dealsWithParts instanceof Error) throw dealsWithParts;
    const number = scene.number((sent, own) => (sent.path === '/cloudpos' ? halfApproved : lax)(sent, own));
    const sale = await scene.must('cloud-pos', number, inputs.terminal(number, 'SALE'), dealsWithParts);
    expect(sale).toMatchObject({ state: 'succeeded', approved: eur(2500) });
    const whole = await scene.run('refund', number, inputs.later(number, 'r1', 5000), dealsWithParts);
    expect(whole.ok).toBe(false);
    const half = await scene.must('refund', number, inputs.later(number, 'r2', 2500), dealsWithParts);
    expect(half.state).toBe('succeeded');
    expect((await scene.run('refund', number, inputs.later(number, 'r3', 1), dealsWithParts)).ok).toBe(false);
    expect(scene.sent(number, '/refunds')).toBe(1);
  });

  test('a capture of less than asked is not a capture of what was asked', async () => {
    const number = scene.number((sent, own) => lax(sent, own, { amount: eur(2500) }));
    const capture = await scene.must('capture', number, inputs.foreign(number, 'c', 5000));
    expectOpen({ number, operation: capture });
  });

  test('one cent is enough', async () => {
    expectOpen(await saleAnswered((sent, number) => lax(sent, number, { amount: eur(4999) })));
  });
});

describe.concurrent('answers that are not about this sale', () => {
  test('the trace number of an equal sale before it, with a zero before it and no ids', async () => {
    const number = scene.number(lax);
    expect((await scene.must('cloud-pos', number, inputs.terminal(number, 'SALE'))).state).toBe('succeeded');
    const none = { payId: undefined, transId: undefined, refNr: undefined, posTerminalId: undefined };
    const again = scene.number((sent, own) => lax(sent, own, { ...none, traceNr: `0${traceOf(number)}` }));
    const input = { ...inputs.terminal(again, 'SALE'), posTerminalId: terminalOf(number) };
    expectOpen({ number: again, operation: await scene.must('cloud-pos', again, input) });
  });

  const noIds = { payId: undefined, transId: undefined, refNr: undefined, posTerminalId: undefined, xId: undefined };
  const atTerminalOf = (first: number, number: number) => ({
    ...inputs.terminal(number, 'SALE'),
    posTerminalId: terminalOf(first),
  });

  test('the approval code of an equal sale before it, and nothing else', async () => {
    const number = scene.number(lax);
    expect((await scene.must('cloud-pos', number, inputs.terminal(number, 'SALE'))).state).toBe('succeeded');
    const again = scene.number((sent, own) => lax(sent, own, { ...noIds, traceNr: undefined }));
    expectOpen({ number: again, operation: await scene.must('cloud-pos', again, atTerminalOf(number, again)) });
  });

  test('an approval code that the host gives every sale is no fault beside the names of this one', async () => {
    const number = scene.number(lax);
    expect((await scene.must('cloud-pos', number, inputs.terminal(number, 'SALE'))).state).toBe('succeeded');
    const again = scene.number((sent, own) => lax(sent, own, { traceNr: undefined }));
    expect((await scene.must('cloud-pos', again, atTerminalOf(number, again))).state).toBe('succeeded');
  });

  test.each(['REVERSE', 'CAPTURE'] as const)('the answer of the %s before it, with its own number', async (message) => {
    const begins = message === 'REVERSE' ? 'SALE' : 'AUTHORISATION_OR_RESERVATION';
    const own = (number: number) => String(200_000 + number);
    const number = scene.number((sent, at) =>
      lax(sent, at, sent.body['messageType'] === message ? { ...noIds, traceNr: own(at) } : {}),
    );
    expect((await scene.must('cloud-pos', number, inputs.terminal(number, begins))).state).toBe('succeeded');
    const second = message === 'REVERSE' ? inputs.reverseAtTerminal(number) : inputs.captureAtTerminal(number, 5000);
    expect((await scene.must('cloud-pos', number, second)).state).toBe('succeeded');
    const again = scene.number((sent, at) => lax(sent, at, { ...noIds, traceNr: own(number) }));
    expectOpen({ number: again, operation: await scene.must('cloud-pos', again, atTerminalOf(number, again)) });
  });

  test.each<[string, Record<string, unknown>]>([
    ['with the ids of this one', {}],
    ['with no id of this one', { transId: undefined, refNr: undefined, traceNr: undefined }],
  ])('the payment of an equal sale before it, %s', async (_, over) => {
    const first = await saleAnswered((sent, number) => lax(sent, number));
    expect(first.operation.state).toBe('succeeded');
    expectOpen(await saleAnswered((sent, number) => lax(sent, number, { ...over, payId: newPayIdOf(first.number) })));
  });

  test('another currency', async () => {
    expectOpen(await saleAnswered((s, n) => lax(s, n, { amount: { value: 5000, currency: 'CHF' } })));
  });

  test('another terminal', async () => {
    expectOpen(await saleAnswered((s, n) => lax(s, n, { posTerminalId: 'K99999' })));
  });

  test("the previous command's answer: another amount, yesterday's date, no ids", async () => {
    expectOpen(
      await saleAnswered(() => ({
        status: 200,
        body: {
          status: 'OK',
          responseCode: '00000000',
          amount: eur(1999),
          localDateTime: new Date(Date.now() - 86_400_000).toISOString().slice(0, 19),
          traceNr: '000041',
          approvalCode: '110022',
        },
      })),
    );
  });

  test("the previous command's answer: only the date gives it away", async () => {
    expectOpen(
      await saleAnswered((sent, number) =>
        lax(sent, number, {
          payId: undefined,
          transId: undefined,
          refNr: undefined,
          posTerminalId: undefined,
          localDateTime: new Date(Date.now() - 86_400_000).toISOString().slice(0, 19),
        }),
      ),
    );
  });

  test("the previous command's answer at the same terminal today, with its transId", async () => {
    expectOpen(await saleAnswered((s, n) => lax(s, n, { transId: 'T99998', refNr: undefined })));
  });
});

describe.concurrent('answers that do not say that it was done', () => {
  test('responseCode "05", "DO NOT HONOUR"', async () => {
    const { operation } = await saleAnswered((s, n) =>
      lax(s, n, { status: undefined, responseCode: '05', responseDescription: 'DO NOT HONOUR' }),
    );
    expect(operation.state).not.toBe('succeeded');
  });

  test('202 with Location', async () => {
    expectOpen(await saleAnswered(() => ({ status: 202, headers: { location: '/api/v2/cloudpos/jobs/1' }, body: {} })));
  });

  test('00000000 "command delivered to terminal", without trace number and approval code', async () => {
    expectOpen(
      await saleAnswered((sent) => ({
        status: 200,
        body: {
          transId: sent.body['transId'],
          posTerminalId: sent.body['posTerminalId'],
          responseCode: '00000000',
          responseDescription: 'command delivered to terminal',
        },
      })),
    );
  });

  test('OK around a nested DECLINED', async () => {
    const { operation } = await saleAnswered((s, n) =>
      lax(s, n, { paymentMethods: { type: 'CARD', card: { status: 'DECLINED' } } }),
    );
    expect(operation.state).not.toBe('succeeded');
  });

  test('a capture answered 202 and empty', async () => {
    const number = scene.number(() => ({ status: 202 }));
    const capture = await scene.must('capture', number, inputs.foreign(number, 'c', 5000));
    expect(isOpen(capture), capture.state).toBe(true);
  });

  test('a reversal answered AUTHORIZED', async () => {
    const number = scene.number((s, n) => lax(s, n, { status: s.path === '/payments' ? 'OK' : 'AUTHORIZED' }));
    await scene.must('create-payment', number, inputs.direct(number));
    const reversal = await scene.must('reverse', number, inputs.reverse(number));
    expect(isOpen(reversal), reversal.state).toBe(true);
    expect(scene.sent(number, '/reversals')).toBe(1);
  });

  test('a capture with payment.status FAILED inside', async () => {
    const number = scene.number((s, n) => lax(s, n, { payment: { status: 'FAILED' } }));
    const capture = await scene.must('capture', number, inputs.foreign(number, 'c', 5000));
    expect(capture.state).not.toBe('succeeded');
  });
});

describe.concurrent('more than asked, where the shop takes no tips', () => {
  test('a sale waits for a person', async () => {
    const told = await saleAnswered((s, n) => lax(s, n, { amount: eur(5500) }));
    expectOpen(told);
    expect(told.operation.doubt?.code).toEqual(expect.any(String));
  });
});

describe.concurrent('what is plainly done is done', () => {
  test('APPROVED with trace number, approval code and the right amount succeeds', async () => {
    const { number, operation } = await saleAnswered((s, n) =>
      lax(s, n, { status: 'APPROVED', responseCode: undefined, payId: undefined }),
    );
    expect(operation.state).toBe('succeeded');
    expect(operation.approved).toEqual(eur(5000));
    expect(world.gateway.posts(number)).toHaveLength(1);
  });

  test('an answer that shows no amount approves what was asked', async () => {
    const { operation } = await saleAnswered((s, n) => lax(s, n, { amount: undefined }));
    expect(operation).toMatchObject({ state: 'succeeded', approved: eur(5000) });
  });
});

describe.concurrent('a contradiction is never sent again', () => {
  test.each([
    ['another payId', { payId: 'P99999' }],
    ['another transId', { transId: 'T99999' }],
    ['another refNr', { refNr: 'R-99999' }],
    ['another amount', { amount: eur(1) }],
    ['another currency', { amount: { value: 5000, currency: 'CHF' } }],
    ['FAILED beside responseCode 00000000', { status: 'FAILED' }],
    ['a nested FAILED', { payment: { status: 'FAILED' } }],
  ])('a refund answered with %s', async (_, over) => {
    const number = scene.number((sent, own) => lax(sent, own, over));
    const refund = await scene.must('refund', number, inputs.foreign(number, 'r', 5000));
    expect(refund.state).not.toBe('succeeded');
    expect(scene.sent(number, '/refunds')).toBe(1);
  });

  test('a refund refused with 422 and another refNr', async () => {
    const number = scene.number((sent, own) => ({
      ...lax(sent, own, { status: 'FAILED', responseCode: '20000000', refNr: 'R-99999' }),
      status: 422,
    }));
    const refund = await scene.must('refund', number, inputs.foreign(number, 'r', 5000));
    expect(isOpen(refund), refund.state).toBe(true);
    expect(scene.sent(number, '/refunds')).toBe(1);
  });
});

describe.concurrent('406 after the operation was executed', () => {
  test.each(['capture', 'refund'])('%s is not failed', async (kind) => {
    const number = scene.number(() => ({ status: 406, headers: { 'content-type': 'text/plain' }, body: 'no' }));
    const operation = await scene.must(kind, number, inputs.foreign(number, 'x', 5000));
    expect(isOpen(operation), operation.state).toBe(true);
  });

  test('a sale is not failed', async () => {
    const told = await saleAnswered(() => ({ status: 406, headers: { 'content-type': 'text/plain' }, body: 'no' }));
    expect(isOpen(told.operation), told.operation.state).toBe(true);
    expect(world.gateway.posts(told.number)).toHaveLength(1);
  });
});

const threeWeeksMs = 21 * 86_400_000;
const creationAt = (ms: number): string => new Date(ms).toISOString();

/** A record of the transId; `over` says what else it shows. */
const record = (number: number, over: Record<string, unknown>): Answer => ({
  status: 200,
  body: {
    payId: newPayIdOf(number),
    merchantId: 'SHOP',
    transId: `T${String(number).padStart(5, '0')}`,
    status: 'OK',
    responseCode: '00000000',
    amount: eur(5000),
    traceNr: traceOf(number),
    approvalCode: '222222',
    ...over,
  },
});

const ourRefNr = (number: number): unknown => world.gateway.posts(number)[0]?.body['refNr'];

interface Found {
  readonly title: string;
  readonly over: (number: number) => Record<string, unknown>;
  readonly expected: 'open' | 'succeeded' | 'not failed' | 'failed';
}

const now = (): string => creationAt(Date.now() + 1000);

const found: readonly Found[] = [
  {
    title: "another till's payment of three weeks ago",
    over: () => ({ posTerminalId: 'K99999', creationDate: creationAt(Date.now() - threeWeeksMs) }),
    expected: 'open',
  },
  {
    title: 'a payment of three weeks ago at the same terminal',
    over: (number) => ({
      posTerminalId: inputs.terminal(number, 'SALE').posTerminalId,
      creationDate: creationAt(Date.now() - threeWeeksMs),
    }),
    expected: 'open',
  },
  {
    title: "another till's payment of now",
    over: () => ({ posTerminalId: 'K99999', creationDate: now() }),
    expected: 'open',
  },
  { title: 'a payment that shows neither refNr nor terminal nor time', over: () => ({}), expected: 'open' },
  { title: 'a payment that shows the time only', over: () => ({ creationDate: now() }), expected: 'open' },
  {
    title: 'a payment that shows the terminal only',
    over: (number) => ({ posTerminalId: inputs.terminal(number, 'SALE').posTerminalId }),
    expected: 'open',
  },
  { title: 'a payment with another refNr', over: () => ({ refNr: 'R-OTHER' }), expected: 'open' },
  {
    title: 'a payment of now at our terminal',
    over: (number) => ({ posTerminalId: inputs.terminal(number, 'SALE').posTerminalId, creationDate: now() }),
    expected: 'not failed',
  },
  { title: 'the payment with our refNr', over: (number) => ({ refNr: ourRefNr(number) }), expected: 'succeeded' },
  {
    title: 'the payment with our refNr, declined',
    over: (number) => ({
      refNr: ourRefNr(number),
      status: 'FAILED',
      responseCode: '20000000',
      approvalCode: undefined,
    }),
    expected: 'failed',
  },
  {
    title: 'the payment with our refNr and half of the amount',
    over: (number) => ({ refNr: ourRefNr(number), amount: eur(2500) }),
    expected: 'open',
  },
  {
    title: 'the payment with our refNr in another currency',
    over: (number) => ({ refNr: ourRefNr(number), amount: { value: 5000, currency: 'CHF' } }),
    expected: 'open',
  },
  {
    title: 'the payment with our refNr at another terminal',
    over: (number) => ({ refNr: ourRefNr(number), posTerminalId: 'K99999' }),
    expected: 'open',
  },
];

function expectFound(operation: Operation, expected: Found['expected']): void {
  const { state } = operation;
  if (expected === 'open') expect(isOpen(operation), state).toBe(true);
  else if (expected === 'not failed') expect(state).not.toBe('failed');
  else expect(state).toBe(expected);
}

describe.concurrent('the answer of a sale was lost, and its transId finds', () => {
  test.each(found)('$title: $expected', async ({ over, expected }) => {
    const number = scene.number(
      () => ({ status: 500 }),
      (_, own) => record(own, over(own)),
    );
    const sale = await scene.must('cloud-pos', number, inputs.terminal(number, 'SALE'));
    expectFound(sale, expected);
    expect(scene.sent(number, 'SALE')).toBe(1);
  });
});

describe.concurrent('after a 409 a match is taken only where the record shows our refNr', () => {
  const after409: readonly Found[] = [
    { title: 'no refNr', over: () => ({ creationDate: now() }), expected: 'open' },
    { title: 'no refNr, a declined payment', over: () => ({ status: 'FAILED' }), expected: 'open' },
    { title: 'another refNr', over: () => ({ refNr: 'R-OTHER' }), expected: 'open' },
    { title: 'our refNr', over: (number) => ({ refNr: ourRefNr(number) }), expected: 'succeeded' },
  ];

  test.each(after409)('create payment, record with $title: $expected', async ({ over, expected }) => {
    const number = scene.number(
      () => ({ status: 409, body: { responseCode: '20000002', responseDescription: 'transId exists' } }),
      (_, own) => record(own, over(own)),
    );
    expectFound(await scene.must('create-payment', number, inputs.direct(number)), expected);
    expect(world.gateway.posts(number)).toHaveLength(1);
  });

  test.each(after409)('sale, record with $title: $expected', async ({ over, expected }) => {
    const number = scene.number(
      () => ({ status: 409, body: { responseCode: '20000002', responseDescription: 'transId exists' } }),
      (_, own) =>
        record(own, { posTerminalId: inputs.terminal(own, 'SALE').posTerminalId, creationDate: now(), ...over(own) }),
    );
    expectFound(await scene.must('cloud-pos', number, inputs.terminal(number, 'SALE')), expected);
    expect(scene.sent(number, 'SALE')).toBe(1);
  });
});

describe.concurrent('the reference is the caller’s own, as an order number is: another till may have given it too', () => {
  const order = (number: number) => ({ refNr: `ORDER-${number}` });
  const conflict: Answer = {
    status: 409,
    body: { responseCode: '20000002', responseDescription: 'transId exists' },
  };

  test('create payment, 409: the record of the order is not taken', async () => {
    const number = scene.number(
      () => conflict,
      (_, own) => record(own, { ...order(own), creationDate: now() }),
    );
    const made = await scene.must('create-payment', number, { ...inputs.direct(number), ...order(number) });
    expect(isOpen(made), made.state).toBe(true);
  });

  test('sale, 409: the record of the order at our terminal is not taken', async () => {
    const number = scene.number(
      () => conflict,
      (_, own) => record(own, { ...order(own), posTerminalId: terminalOf(own), creationDate: now() }),
    );
    const sold = await scene.must('cloud-pos', number, inputs.terminal(number, 'SALE', 5000, order(number)));
    expect(isOpen(sold), sold.state).toBe(true);
  });

  test('refund, 409: the entry of the order is not taken', async () => {
    const number = scene.number(
      () => conflict,
      (_, own) => {
        const { refNr, transId } = world.gateway.posts(own)[0]?.body ?? {};
        const entry = { type: 'REFUND', status: 'OK', refNr, transId, amount: eur(5000), xId: `X-${own}` };
        return { status: 200, body: { payId: payIdOf(own), merchantId: 'SHOP', status: 'OK', operations: [entry] } };
      },
    );
    const refund = await scene.must('refund', number, { ...inputs.foreign(number, 'r', 5000), ...order(number) });
    expect(isOpen(refund), refund.state).toBe(true);
  });

  test.each([
    { of: 'a paid', over: {} },
    { of: 'a declined', over: { status: 'FAILED', responseCode: '20000051', approvalCode: undefined } },
  ])('sale, the answer lost: $of record that shows neither terminal nor time is not taken', async ({ over }) => {
    const number = scene.number(
      () => ({ status: 500 }),
      (_, own) => record(own, { ...order(own), ...over }),
    );
    const sold = await scene.must('cloud-pos', number, inputs.terminal(number, 'SALE', 5000, order(number)));
    expect(isOpen(sold), sold.state).toBe(true);
  });

  test('create payment, the answer lost: a record of a terminal is not taken', async () => {
    const number = scene.number(
      () => ({ status: 500 }),
      (_, own) => record(own, { ...order(own), posTerminalId: 'T-OTHER', creationDate: now() }),
    );
    const made = await scene.must('create-payment', number, { ...inputs.direct(number), ...order(number) });
    expect(isOpen(made), made.state).toBe(true);
  });
});

describe.concurrent('a 401 or 403 that came after it was carried out', () => {
  const page = { status: 403, headers: { 'content-type': 'text/html' }, body: '<html><h1>Forbidden</h1></html>' };
  const paid = (number: number) => ({
    payId: newPayIdOf(number),
    transId: transIdOf(number),
    status: 'CAPTURED',
    responseCode: '00000000',
    amount: { ...eur(5000), capturedValue: 5000 },
  });

  test.each([
    ['401 in the gateway’s words', { status: 401, body: { message: 'Unauthorized' } }],
    ['403 in the gateway’s words', { status: 403, body: { message: 'Forbidden' } }],
    ['403 on a firewall’s page', page],
  ])('%s: the sale is not sent again, and a look-up shows it', async (_, refusal) => {
    const number = scene.number(
      () => refusal,
      (sent, own) => (sent.path.includes('getBy') ? { status: 200, body: paid(own) } : { status: 404 }),
    );
    const sale = await scene.must('cloud-pos', number, inputs.terminal(number, 'SALE'));
    expect(scene.sent(number, 'SALE')).toBe(1);
    expect(sale.state, JSON.stringify(sale)).not.toBe('failed');
  });

  test('on a firewall’s page, with look-ups that show nothing: a person, and one sending', async () => {
    const number = scene.number(() => page);
    const sale = await scene.must('cloud-pos', number, inputs.terminal(number, 'SALE'));
    expect(scene.sent(number, 'SALE')).toBe(1);
    expect(isOpen(sale), JSON.stringify(sale)).toBe(true);
  });
});

test('the decline of the refund before, told again, is not the answer to this one', async () => {
  const number = scene.number((sent, own) => {
    if (sent.path === '/cloudpos') return lax(sent, own);
    const decline = { status: 'FAILED', responseCode: '20000051', responseDescription: 'declined' };
    return { status: 422, body: { payId: newPayIdOf(own), merchantId: 'SHOP', xId: `X-decline-${own}`, ...decline } };
  });
  await scene.must('cloud-pos', number, inputs.terminal(number, 'SALE'));
  expect(await scene.must('refund', number, inputs.later(number, 'r1', 300))).toMatchObject({ state: 'failed' });
  const second = await scene.must('refund', number, inputs.later(number, 'r2', 200));
  expect(isOpen(second), JSON.stringify(second)).toBe(true);
});
