// Each path of the settings by itself: a gateway that shows its numbers, sums and times under names of its own is read
// there, and what disagrees there is no success. The shop's list replaces the default one.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { share } from '#support/share.ts';
import { type Operation } from './support/bridge.ts';
import { type Answer, type Sent } from './support/gateway.ts';
import { newPayIdOf, terminalOf, transIdOf } from './support/operations.ts';
import { eur, inputs, isOpen, lax, type Scene, sceneAt } from './support/scene.ts';
import { startWorld, type World } from './support/rows.ts';

let world: World;
let scene: Scene;

beforeAll(async () => {
  world = await startWorld({
    timeouts: { terminalSeconds: 1 },
    answers: {
      paths: {
        approved: ['slip.granted'],
        amount: ['slip.sum.minor'],
        currency: ['slip.sum.unit'],
        tip: ['slip.extra'],
        captured: ['balance.taken'],
        refunded: ['balance.returned'],
        traceNr: ['slip.number'],
        originalTraceNr: ['slip.about'],
        approvalCode: ['slip.permit'],
        terminalId: ['slip.device'],
        localDateTime: ['slip.time'],
        createdAt: ['slip.begun'],
        customerReceipt: ['print.guest'],
        merchantReceipt: ['print.house'],
      },
      wrappers: ['envelope'],
    },
  });
  scene = sceneAt(world, await world.bridge.program('a till'));
});
afterAll(async () => {
  await world.stop();
});

type Over = Readonly<Record<string, unknown>>;
type Post = (sent: Sent, number: number) => Answer;

/** What the defaults would read is left out; a status, the ids and the slip are there. */
const bare = {
  amount: undefined,
  posTerminalId: undefined,
  localDateTime: undefined,
  traceNr: undefined,
  approvalCode: undefined,
};
const slip = { number: '000042', permit: '123456', sum: { minor: 5000, unit: 'EUR' } };
const said =
  (over: Over): Post =>
  (sent, number) =>
    lax(sent, number, { ...bare, slip, ...over });

const sale = (post: Post): Promise<Operation> => {
  const number = scene.number(post);
  return scene.must('cloud-pos', number, inputs.terminal(number, 'SALE'));
};
const onPayment = (kind: string, post: Post): Promise<Operation> => {
  const number = scene.number(post);
  return scene.must(kind, number, inputs.foreign(number, 'x', 5000));
};
const reversal = async (over: Over): Promise<Operation> => {
  const number = scene.number((sent, own) =>
    sent.body['messageType'] === 'SALE' ? lax(sent, own, { ...bare, slip }) : said(over)(sent, own),
  );
  const sold = await scene.must('cloud-pos', number, inputs.terminal(number, 'SALE'));
  expect(sold.state).toBe('succeeded');
  return scene.must('cloud-pos', number, inputs.reverseAtTerminal(number, 5000, { traceNr: slip.number }));
};

const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString();

describe.concurrent('what disagrees at a path of the settings is no success', () => {
  const rows: readonly [string, Over][] = [
    ['approved: half', { slip: { ...slip, granted: 2500 } }],
    ['amount: half', { slip: { ...slip, sum: { minor: 2500, unit: 'EUR' } } }],
    ['currency: another', { slip: { ...slip, sum: { minor: 5000, unit: 'CHF' } } }],
    ['tip: one that is not in the sum', { slip: { ...slip, extra: 500 } }],
    ['terminalId: another', { slip: { ...slip, device: 'K99999' } }],
    ['localDateTime: yesterday', { slip: { ...slip, time: daysAgo(1).slice(0, 19) } }],
    ['createdAt: three weeks ago', { slip: { ...slip, begun: daysAgo(21) } }],
    ['traceNr and approvalCode: none', { slip: { sum: slip.sum }, refNr: undefined }],
    ['customerReceipt: declined', { print: { guest: ['ZAHLUNG ABGELEHNT'] } }],
    ['merchantReceipt: declined', { print: { house: 'Total 50.00 EUR\nDECLINED' } }],
    ['wrappers: another transId within', { envelope: { transId: 'T99999' } }],
    ['captured: another sum', { balance: { taken: 100 } }],
    ['refunded: something', { balance: { returned: 100 } }],
  ];
  test.each(share({ small: rows.filter((_, index) => index % 2 === 0), large: rows }))(
    'of a sale, %s',
    async (_name, over) => {
      const sold = await sale(said(over));
      expect(isOpen(sold), sold.state).toBe(true);
    },
  );

  test('of a capture, captured: less', async () => {
    const captured = await onPayment('capture', said({ balance: { taken: 100 } }));
    expect(isOpen(captured), captured.state).toBe(true);
  });

  test('of a refund, refunded: less', async () => {
    const refunded = await onPayment('refund', said({ balance: { returned: 100 } }));
    expect(isOpen(refunded), refunded.state).toBe(true);
  });

  test('of a reversal at the terminal, originalTraceNr: another', async () => {
    const reversed = await reversal({ slip: { ...slip, number: '000077', about: '000999' } });
    expect(isOpen(reversed), reversed.state).toBe(true);
  });
});

describe.concurrent('what agrees at the paths of the settings is done', () => {
  test('all of them, and the numbers and lines stand where a program finds them', async () => {
    const sold = await sale((sent, number) =>
      said({
        slip: {
          ...slip,
          granted: 5000,
          extra: 0,
          device: terminalOf(number),
          time: sent.body['localDateTime'],
          begun: new Date().toISOString(),
        },
        balance: { taken: 5000, returned: 0 },
        print: { guest: ['Thank you'], house: 'Keep this\nfor the bank' },
      })(sent, number),
    );
    expect(sold).toMatchObject({ state: 'succeeded', approved: eur(5000) });
    expect(sold.result).toMatchObject({
      traceNr: slip.number,
      approvalCode: slip.permit,
      receipt: { customer: ['Thank you'], merchant: ['Keep this', 'for the bank'] },
    });
  });

  test.each<[string, Over]>([
    ['trace number', { number: '000043', sum: slip.sum }],
    ['approval code', { permit: '654321', sum: slip.sum }],
  ])('the %s alone', async (_name, shown) => {
    expect((await sale(said({ slip: shown, refNr: undefined }))).state).toBe('succeeded');
  });

  test('its numbers within a wrapper of the settings', async () => {
    const sold = await sale(said({ slip: undefined, envelope: { slip }, refNr: undefined }));
    expect(sold.state).toBe('succeeded');
    expect(sold.result).toMatchObject({ traceNr: slip.number, approvalCode: slip.permit });
  });

  test('of a reversal at the terminal, its original', async () => {
    expect((await reversal({ slip: { ...slip, number: '000078', about: slip.number } })).state).toBe('succeeded');
  });
});

describe.concurrent('a default path that the settings replaced is not read', () => {
  test.each<[string, Over]>([
    ['amount', { amount: eur(2500) }],
    ['posTerminalId', { posTerminalId: 'K99999' }],
    ['localDateTime', { localDateTime: daysAgo(1).slice(0, 19) }],
    ['creationDate', { creationDate: daysAgo(21) }],
    ['data', { data: { transId: 'T99999' } }],
  ])('%s', async (_name, over) => {
    expect((await sale(said(over))).state).toBe('succeeded');
  });
});

describe.concurrent('the record of a sale whose answer was lost', () => {
  const found = async (over: (number: number) => Over, refNr: 'ours' | 'not shown' = 'not shown') => {
    const number = scene.number(
      () => ({ status: 500 }),
      (_sent, own) => ({
        status: 200,
        body: {
          payId: newPayIdOf(own),
          merchantId: 'SHOP',
          transId: transIdOf(own),
          status: 'OK',
          ...(refNr === 'ours' ? { refNr: world.gateway.posts(own)[0]?.body['refNr'] } : {}),
          ...over(own),
        },
      }),
    );
    return scene.must('cloud-pos', number, inputs.terminal(number, 'SALE'));
  };
  const now = () => new Date(Date.now() + 1000).toISOString();

  test('is this sale by its terminal and its time', async () => {
    const sold = await found((number) => ({ slip: { ...slip, device: terminalOf(number), begun: now() } }));
    expect(sold.state).toBe('succeeded');
  });

  test.each<[string, (number: number) => Over]>([
    ['another terminal', () => ({ device: 'K99999', begun: now() })],
    ['no terminal', () => ({ begun: now() })],
    ['a time before the sending', (number) => ({ device: terminalOf(number), begun: daysAgo(21) })],
    ['no time', (number) => ({ device: terminalOf(number) })],
    ['another sum', (number) => ({ device: terminalOf(number), begun: now(), sum: { minor: 4000, unit: 'EUR' } })],
    ['another currency', (number) => ({ device: terminalOf(number), begun: now(), sum: { minor: 5000, unit: 'CHF' } })],
  ])('is not this sale by %s', async (_name, shown) => {
    const sold = await found((number) => ({ slip: { ...slip, ...shown(number) } }));
    expect(isOpen(sold), sold.state).toBe(true);
  });

  test('of which less was approved waits for a person with both sums', async () => {
    const sold = await found(() => ({ slip: { ...slip, granted: 2500 } }), 'ours');
    expect(sold).toMatchObject({ state: 'needs-person', approved: eur(2500), doubt: { code: 'approved-less' } });
  });
});

describe.concurrent('the record of a payment that a customer makes on a page', () => {
  test.each<[string, Over, string]>([
    ['is paid by the sum at the paths of the settings', slip.sum, 'paid'],
    ['differs by another sum there', { minor: 4999, unit: 'EUR' }, 'differs'],
    ['differs by another currency there', { minor: 5000, unit: 'CHF' }, 'differs'],
  ])('%s', async (_name, sum, state) => {
    const number = scene.number(
      (sent, own) => lax(sent, own, { ...bare, status: 'PENDING', responseCode: undefined, _links: {} }),
      (_sent, own) => ({
        status: 200,
        body: { payId: newPayIdOf(own), merchantId: 'SHOP', transId: transIdOf(own), status: 'OK', slip: { sum } },
      }),
    );
    const made = await scene.must('create-payment', number, inputs.hosted(number));
    await scene.program.get(`/v1/payments/${newPayIdOf(number)}`);
    expect(await scene.program.operation(made.id)).toMatchObject({ offer: { state } });
  });
});
