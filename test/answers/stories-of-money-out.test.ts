// Money goes out once. Reversals and refunds of one payment, at the terminal and over the web, in every order, at a
// gateway that carries out whatever it is sent: only the bridge stands between a shop and paying twice.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answered } from './support/bridge.ts';
import { type Answer, type Sent } from './support/gateway.ts';
import { transIdOf } from './support/operations.ts';
import { eur, inputs, lax, type Scene, sceneAt, traceOf } from './support/scene.ts';
import { startWorld, type World } from './support/rows.ts';

let world: World;
let scene: Scene;

beforeAll(async () => {
  world = await startWorld();
  scene = sceneAt(world, await world.bridge.program('a till'));
});

afterAll(async () => {
  await world.stop();
});

type Step = (number: number, waitSeconds?: number) => Promise<Answered>;

let suffix = 0;
const fresh = (): string => {
  suffix += 1;
  return `s${suffix}`;
};

const step =
  (kind: string, input: (number: number) => Record<string, unknown>): Step =>
  (number, waitSeconds) =>
    scene.run(kind, number, input(number), scene.program, waitSeconds);

const refund = (value: number): Step => step('refund', (number) => inputs.later(number, fresh(), value));
const capture = (value: number): Step => step('capture', (number) => inputs.later(number, fresh(), value));
const reverse: Step = step('reverse', inputs.reverse);
const reverseAt = (value: number, over: (number: number) => Record<string, unknown> = () => ({})): Step =>
  step('cloud-pos', (number) => inputs.reverseAtTerminal(number, value, over(number)));
const captureAt = (value: number): Step => step('cloud-pos', (number) => inputs.captureAtTerminal(number, value));
const sale: Step = step('cloud-pos', (number) => inputs.terminal(number, 'SALE'));
const authorize: Step = step('cloud-pos', (number) => inputs.terminal(number, 'AUTHORISATION_OR_RESERVATION'));
const direct: Step = step('create-payment', inputs.direct);

/** What the gateway carried out on the payment, command by command, without look-ups. */
function executed(number: number): readonly string[] {
  return world.gateway.posts(number).map((sent) => {
    const amount = (sent.body['amount'] as { value?: number } | undefined)?.value;
    const what = sent.path === '/cloudpos' ? String(sent.body['messageType']) : (sent.path.split('/').at(-1) ?? '');
    return amount === undefined ? what : `${what} ${amount}`;
  });
}

interface Order {
  readonly title: string;
  readonly steps: readonly Step[];
  /** What the gateway may see, and nothing behind it. */
  readonly sees: readonly string[];
}

const orders: readonly Order[] = [
  {
    title: 'sale, refund, REVERSE',
    steps: [sale, refund(5000), reverseAt(5000)],
    sees: ['SALE 5000', 'refunds 5000'],
  },
  {
    title: 'sale, refund of a part, REVERSE of the whole',
    steps: [sale, refund(1000), reverseAt(5000)],
    sees: ['SALE 5000', 'refunds 1000'],
  },
  {
    title: 'sale, refund of a part, REVERSE of the rest',
    steps: [sale, refund(1000), reverseAt(4000)],
    sees: ['SALE 5000', 'refunds 1000'],
  },
  { title: 'sale, REVERSE, refund', steps: [sale, reverseAt(5000), refund(5000)], sees: ['SALE 5000', 'REVERSE 5000'] },
  {
    title: 'sale, REVERSE, refund of one cent',
    steps: [sale, reverseAt(5000), refund(1)],
    sees: ['SALE 5000', 'REVERSE 5000'],
  },
  {
    title: 'sale, REVERSE, REVERSE',
    steps: [sale, reverseAt(5000), reverseAt(5000)],
    sees: ['SALE 5000', 'REVERSE 5000'],
  },
  {
    title: 'sale, REVERSE, REVERSE with another transId and the same trace number',
    steps: [sale, reverseAt(5000), reverseAt(5000, (number) => ({ transId: `${transIdOf(number)}-v2` }))],
    sees: ['SALE 5000', 'REVERSE 5000'],
  },
  {
    title: 'sale, REVERSE, REVERSE with the trace number as a number',
    steps: [sale, reverseAt(5000), reverseAt(5000, (number) => ({ traceNr: Number(traceOf(number)) }))],
    sees: ['SALE 5000', 'REVERSE 5000'],
  },
  {
    title: 'sale, REVERSE, reverse over the web',
    steps: [sale, reverseAt(5000), reverse],
    sees: ['SALE 5000', 'REVERSE 5000'],
  },
  { title: 'sale, REVERSE of more', steps: [sale, reverseAt(6000)], sees: ['SALE 5000'] },
  {
    title: 'sale, REVERSE in another currency',
    steps: [sale, reverseAt(5000, () => ({ amount: { value: 5000, currency: 'USD' } }))],
    sees: ['SALE 5000'],
  },
  {
    title: 'sale, refund, refund',
    steps: [sale, refund(5000), refund(5000)],
    sees: ['SALE 5000', 'refunds 5000'],
  },
  {
    title: 'authorization, REVERSE, CAPTURE',
    steps: [authorize, reverseAt(5000), captureAt(5000)],
    sees: ['AUTHORISATION_OR_RESERVATION 5000', 'REVERSE 5000'],
  },
  {
    title: 'authorization, REVERSE, capture over the web',
    steps: [authorize, reverseAt(5000), capture(5000)],
    sees: ['AUTHORISATION_OR_RESERVATION 5000', 'REVERSE 5000'],
  },
  {
    title: 'authorization at the terminal, captured in part, REVERSE of the whole',
    steps: [authorize, captureAt(2000), reverseAt(5000)],
    sees: ['AUTHORISATION_OR_RESERVATION 5000', 'CAPTURE 2000'],
  },
  {
    title: 'authorization at the terminal, captured in part, refunded, REVERSE',
    steps: [authorize, captureAt(2000), refund(2000), reverseAt(2000)],
    sees: ['AUTHORISATION_OR_RESERVATION 5000', 'CAPTURE 2000', 'refunds 2000'],
  },
  {
    title: 'authorization at the terminal, CAPTURE of more',
    steps: [authorize, captureAt(6000)],
    sees: ['AUTHORISATION_OR_RESERVATION 5000'],
  },
  {
    title: 'authorization at the terminal, CAPTURE twice',
    steps: [authorize, captureAt(5000), captureAt(5000)],
    sees: ['AUTHORISATION_OR_RESERVATION 5000', 'CAPTURE 5000'],
  },
  { title: 'payment, reverse, reverse', steps: [direct, reverse, reverse], sees: ['payments 5000', 'reversals'] },
  { title: 'payment, reverse, capture', steps: [direct, reverse, capture(5000)], sees: ['payments 5000', 'reversals'] },
  { title: 'payment, reverse, refund', steps: [direct, reverse, refund(5000)], sees: ['payments 5000', 'reversals'] },
  {
    title: 'payment, capture, refund, reverse',
    steps: [direct, capture(5000), refund(1000), reverse],
    sees: ['payments 5000', 'captures 5000', 'refunds 1000'],
  },
  {
    title: 'payment, capture, reverse, refund',
    steps: [direct, capture(5000), reverse, refund(5000)],
    // What was captured is not reversed, it is refunded: either of the two goes out, never both.
    sees: ['payments 5000', 'captures 5000', 'refunds 5000'],
  },
];

describe.concurrent('at a gateway that carries out everything', () => {
  test.each(orders)('$title', async ({ steps, sees }) => {
    const number = scene.number(lax);
    for (const each of steps) await each(number);
    const seen = executed(number);
    // A bridge may be stricter than the row; what it may not do is let more through.
    expect(sees.slice(0, seen.length)).toEqual(seen);
  });
});

describe.concurrent('the ordinary day still works', () => {
  test.each([
    { title: 'sale, REVERSE', steps: [sale, reverseAt(5000)], sees: ['SALE 5000', 'REVERSE 5000'] },
    { title: 'sale, refund', steps: [sale, refund(5000)], sees: ['SALE 5000', 'refunds 5000'] },
    {
      title: 'sale, refund, refund of the rest',
      steps: [sale, refund(2000), refund(3000)],
      sees: ['SALE 5000', 'refunds 2000', 'refunds 3000'],
    },
    {
      title: 'authorization, CAPTURE, refund',
      steps: [authorize, captureAt(5000), refund(5000)],
      sees: ['AUTHORISATION_OR_RESERVATION 5000', 'CAPTURE 5000', 'refunds 5000'],
    },
    {
      title: 'authorization, REVERSE',
      steps: [authorize, reverseAt(5000)],
      sees: ['AUTHORISATION_OR_RESERVATION 5000', 'REVERSE 5000'],
    },
    { title: 'payment, reverse', steps: [direct, reverse], sees: ['payments 5000', 'reversals'] },
    {
      title: 'payment, capture, refund',
      steps: [direct, capture(5000), refund(5000)],
      sees: ['payments 5000', 'captures 5000', 'refunds 5000'],
    },
  ])('$title', async ({ steps, sees }) => {
    const number = scene.number(lax);
    for (const each of steps) {
      const answered = await each(number);
      expect(answered.ok && answered.operation.state, JSON.stringify(answered)).toBe('succeeded');
    }
    expect(executed(number)).toEqual(sees);
  });
});

/** Executes the first command of the kind and loses its answer; executes everything else and says so. */
const losesAnswerTo =
  (what: string) =>
  (sent: Sent, number: number): Answer =>
    sent.path.endsWith(what) || sent.body['messageType'] === what ? { status: 500 } : lax(sent, number);

describe.concurrent('while the first is not known', () => {
  test.each([
    {
      title: 'sale, refund unknown, REVERSE',
      lost: '/refunds',
      steps: [sale, refund(5000), reverseAt(5000)],
      out: 'REVERSE',
    },
    {
      title: 'sale, refund of a part unknown, REVERSE of the rest',
      lost: '/refunds',
      steps: [sale, refund(1000), reverseAt(4000)],
      out: 'REVERSE',
    },
    {
      title: 'sale, REVERSE unknown, refund',
      lost: 'REVERSE',
      steps: [sale, reverseAt(5000), refund(5000)],
      out: '/refunds',
    },
    {
      title: 'sale, REVERSE unknown, refund of one cent',
      lost: 'REVERSE',
      steps: [sale, reverseAt(5000), refund(1)],
      out: '/refunds',
    },
    {
      title: 'payment, reverse unknown, capture',
      lost: '/reversals',
      steps: [direct, reverse, capture(5000)],
      out: '/captures',
    },
    {
      title: 'payment, capture, refund unknown, reverse',
      lost: '/refunds',
      steps: [direct, capture(5000), refund(5000), reverse],
      out: '/reversals',
    },
  ])('$title: nothing more goes out', async ({ lost, steps, out }) => {
    const number = scene.number(losesAnswerTo(lost));
    for (const each of steps.slice(0, -1)) await each(number);
    // The last one waits in its lane or is refused; nobody waits for its end.
    await steps.at(-1)!(number, 2);
    expect(scene.sent(number, out), executed(number).join(', ')).toBe(0);
  });

  test('sale, REVERSE unknown, REVERSE: it is sent once', async () => {
    const number = scene.number(losesAnswerTo('REVERSE'));
    await sale(number);
    await reverseAt(5000)(number);
    await reverseAt(5000)(number, 2);
    expect(scene.sent(number, 'REVERSE')).toBe(1);
  });
});

describe.concurrent('all at the same moment', () => {
  test.each([1, 2, 3, 4])('no more goes out than came in (%i)', async () => {
    const number = scene.number(lax);
    await sale(number);
    await Promise.all([
      refund(5000)(number),
      reverseAt(5000)(number),
      refund(3000)(number),
      reverseAt(5000)(number),
      refund(2000)(number),
      reverse(number),
    ]);
    const outMinor = world.gateway
      .posts(number)
      .filter((sent) => sent.body['messageType'] !== 'SALE')
      .reduce((sum, sent) => sum + ((sent.body['amount'] as { value?: number } | undefined)?.value ?? 5000), 0);
    expect(outMinor, executed(number).join(', ')).toBeLessThanOrEqual(5000);
  });
});

describe.concurrent('refunds go by what was really approved', () => {
  test('a sale without payId can be reversed once, by its trace number', async () => {
    const number = scene.number((sent, own) => lax(sent, own, { payId: undefined }));
    await sale(number);
    await reverseAt(5000)(number);
    await reverseAt(5000)(number);
    expect(scene.sent(number, 'REVERSE')).toBe(1);
  });

  test('a capture that was answered with less does not open a refund of more', async () => {
    const number = scene.number((sent, own) =>
      lax(sent, own, sent.path.endsWith('/captures') ? { amount: eur(1000) } : {}),
    );
    await direct(number);
    await capture(5000)(number);
    await refund(5000)(number);
    expect(scene.sent(number, '/refunds')).toBe(0);
  });

  test('a reversal of another currency in the answer is not booked as done', async () => {
    const number = scene.number((sent, own) =>
      lax(sent, own, sent.body['messageType'] === 'REVERSE' ? { amount: { value: 5000, currency: 'CHF' } } : {}),
    );
    await sale(number);
    const reversed = await reverseAt(5000)(number);
    expect(reversed.ok && reversed.operation.state).not.toBe('succeeded');
  });
});
