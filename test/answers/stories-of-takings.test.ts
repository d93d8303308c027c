// What a shift report says was taken, next to what the gateway carried out. A report is one sum over all, so each story
// is the difference between the reports before and after it.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, type Sent } from './support/gateway.ts';
import { newPayIdOf, transIdOf } from './support/operations.ts';
import { eur, inputs, lax, type Scene, sceneAt } from './support/scene.ts';
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

interface Takings {
  readonly currency: string;
  readonly takenMinor: number;
  readonly givenBackMinor: number;
  readonly leftMinor: number;
  readonly tipMinor: number;
}
const sums = ['takenMinor', 'givenBackMinor', 'leftMinor', 'tipMinor'] as const;
type Sums = Record<(typeof sums)[number], number>;

async function report(): Promise<ReadonlyMap<string, Takings>> {
  const shift = (await scene.program.get('/v1/shifts/current')) as { sections: { takings?: Takings[] }[] };
  const lines = shift.sections.flatMap((section) => {
    if (section.takings === undefined) throw new Error('the report has no takings');
    return section.takings;
  });
  return new Map(lines.map((line) => [line.currency, line]));
}

/** What the story added to the report in each currency, without the currencies that it did not touch. */
async function added(before: ReadonlyMap<string, Takings>): Promise<Record<string, Sums>> {
  const after = await report();
  const differences = [...after].map(([currency, line]): [string, Sums] => {
    const earlier = before.get(currency);
    const difference = Object.fromEntries(sums.map((sum) => [sum, line[sum] - (earlier?.[sum] ?? 0)])) as Sums;
    return [currency, difference];
  });
  return Object.fromEntries(differences.filter(([, line]) => sums.some((sum) => line[sum] !== 0)));
}

const taken = (takenMinor: number, givenBackMinor = 0): Sums => ({
  takenMinor,
  givenBackMinor,
  leftMinor: takenMinor - givenBackMinor,
  tipMinor: 0,
});

const sale = (number: number, value = 5000) => scene.must('cloud-pos', number, inputs.terminal(number, 'SALE', value));
const authorize = (number: number, value: number) =>
  scene.must('cloud-pos', number, inputs.terminal(number, 'AUTHORISATION_OR_RESERVATION', value));
const direct = (number: number, value: number) => scene.must('create-payment', number, inputs.direct(number, value));

interface Story {
  readonly title: string;
  readonly tell: () => Promise<unknown>;
  readonly adds: Record<string, Sums>;
}

const stories: readonly Story[] = [
  {
    title: 'an authorization of 90.00 that is released: nothing taken, nothing given back',
    async tell() {
      const number = scene.number(lax);
      await direct(number, 9000);
      expect((await scene.must('reverse', number, inputs.reverse(number))).state).toBe('succeeded');
    },
    adds: {},
  },
  {
    title: 'the same at the terminal',
    async tell() {
      const number = scene.number(lax);
      await authorize(number, 9000);
      const reversal = await scene.must('cloud-pos', number, inputs.reverseAtTerminal(number, 9000));
      expect(reversal.state).toBe('succeeded');
    },
    adds: {},
  },
  {
    title: 'an authorization that is only held',
    tell: () => authorize(scene.number(lax), 9000),
    adds: {},
  },
  { title: 'a sale', tell: () => sale(scene.number(lax)), adds: { EUR: taken(5000) } },
  {
    title: 'a sale in yen',
    async tell() {
      const number = scene.number(lax);
      const amount = { value: 800, currency: 'JPY' };
      await scene.must('cloud-pos', number, { ...inputs.terminal(number, 'SALE'), amount });
    },
    adds: { JPY: taken(800) },
  },
  {
    title: 'a sale and a refund of a part',
    async tell() {
      const number = scene.number(lax);
      await sale(number);
      await scene.must('refund', number, inputs.later(number, 'r', 1200));
    },
    adds: { EUR: taken(5000, 1200) },
  },
  {
    title: 'a sale that is voided at the terminal',
    async tell() {
      const number = scene.number(lax);
      await sale(number, 700);
      await scene.must('cloud-pos', number, inputs.reverseAtTerminal(number, 700));
    },
    adds: { EUR: taken(700, 700) },
  },
  {
    title: 'an authorization at the terminal, captured in part',
    async tell() {
      const number = scene.number(lax);
      await authorize(number, 9000);
      await scene.must('cloud-pos', number, inputs.captureAtTerminal(number, 4000));
    },
    adds: { EUR: taken(4000) },
  },
  {
    title: 'a payment, captured in part',
    async tell() {
      const number = scene.number(lax);
      await direct(number, 3000);
      await scene.must('capture', number, inputs.later(number, 'c', 2500));
    },
    adds: { EUR: taken(2500) },
  },
  {
    title: 'a credit at the terminal',
    async tell() {
      const number = scene.number(lax);
      await scene.must('cloud-pos', number, inputs.terminal(number, 'CREDIT', 300));
    },
    adds: { EUR: taken(0, 300) },
  },
  {
    title: 'a payment of another bridge that is refunded here',
    async tell() {
      const number = scene.number(lax);
      await scene.must('refund', number, inputs.foreign(number, 'r', 1000));
    },
    adds: { EUR: taken(0, 1000) },
  },
  {
    title: 'what is in doubt or refused',
    async tell() {
      const answers: ((sent: Sent, number: number) => Answer)[] = [
        () => ({ status: 500 }),
        (sent, number) => ({ ...lax(sent, number, { status: 'FAILED', responseCode: '20000000' }), status: 422 }),
        (sent, number) => lax(sent, number, { amount: eur(2500) }),
        (sent, number) => lax(sent, number, { amount: { value: 5000, currency: 'USD' } }),
        (sent, number) => ({ ...lax(sent, number), status: 202 }),
      ];
      await Promise.all(answers.map((post) => sale(scene.number(post))));
    },
    adds: {},
  },
  {
    title: 'half of a sale, for a program that deals with partial approvals',
    async tell() {
      const program = await world.bridge.program('deals with parts', ['--partial-approvals']);
      const number = scene.number((sent, own) => lax(sent, own, { amount: eur(2500) }));
      await scene.must('cloud-pos', number, inputs.terminal(number, 'SALE'), program);
    },
    adds: { EUR: taken(2500) },
  },
];

describe('takings', () => {
  test.each(stories)('$title', async ({ tell, adds }) => {
    const before = await report();
    await tell();
    expect(await added(before)).toEqual(adds);
  });

  test('a hosted payment counts when it is seen to be paid, not when it is made', async () => {
    const before = await report();
    let paid = false;
    const number = scene.number(
      (sent, own) =>
        lax(sent, own, {
          status: 'PENDING',
          responseCode: undefined,
          _links: { redirect: { href: 'https://gateway.example/pay/1' } },
        }),
      (_, own) => ({
        status: 200,
        body: {
          payId: newPayIdOf(own),
          merchantId: 'SHOP',
          transId: transIdOf(own),
          refNr: world.gateway.posts(own)[0]?.body['refNr'],
          ...(paid ? { status: 'OK', responseCode: '00000000' } : { status: 'PENDING', responseCode: '60000000' }),
          amount: { ...eur(3000), capturedValue: paid ? 3000 : 0, refundedValue: 0 },
        },
      }),
    );
    expect((await scene.must('create-payment', number, inputs.hosted(number, 3000))).state).toBe('succeeded');
    expect(await added(before)).toEqual({});
    paid = true;
    await scene.program.get(`/v1/payments/${newPayIdOf(number)}`);
    await expect.poll(() => added(before), { timeout: 20_000 }).toEqual({ EUR: taken(3000) });
  });
});
