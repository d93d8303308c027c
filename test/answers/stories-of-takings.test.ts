// What a shift report says was taken, next to what the gateway carried out. Each story has a bridge of its own, since a
// report is one sum over all.

import { describe, expect, test } from 'vitest';
import { type Answer, type Sent } from './support/gateway.ts';
import { newPayIdOf } from './support/operations.ts';
import { eur, inputs, lax, type Scene, sceneAt } from './support/scene.ts';
import { startWorld } from './support/rows.ts';

interface Takings {
  readonly currency: string;
  readonly takenMinor: number;
  readonly givenBackMinor: number;
  readonly leftMinor: number;
  readonly tipMinor: number;
}

async function takingsOf(scene: Scene): Promise<readonly Takings[]> {
  const report = (await scene.program.get('/v1/shifts/current')) as { sections: { takings?: Takings[] }[] };
  return report.sections.flatMap((section) => {
    if (section.takings === undefined) throw new Error('the report has no takings');
    return section.takings;
  });
}

async function story(tell: (scene: Scene) => Promise<void>, settings?: unknown): Promise<readonly Takings[]> {
  const world = await startWorld(settings);
  try {
    const scene = sceneAt(world, await world.bridge.program('a till'));
    await tell(scene);
    return await takingsOf(scene);
  } finally {
    await world.stop();
  }
}

const nothing = { takenMinor: 0, givenBackMinor: 0, leftMinor: 0, tipMinor: 0 };

/** Nothing at all, or a line of zeros. */
function expectNothing(takings: readonly Takings[]): void {
  for (const each of takings) expect(each).toMatchObject(nothing);
}

const sale = (scene: Scene, number: number, value = 5000) =>
  scene.must('cloud-pos', number, inputs.terminal(number, 'SALE', value));
const authorise = (scene: Scene, number: number, value: number) =>
  scene.must('cloud-pos', number, inputs.terminal(number, 'AUTHORISATION_OR_RESERVATION', value));

describe('takings', () => {
  test('an authorization of 90.00 that is released: nothing taken, nothing given back', async () => {
    expectNothing(
      await story(async (scene) => {
        const number = scene.number(lax);
        await scene.must('create-payment', number, inputs.direct(number, 9000));
        expect((await scene.must('reverse', number, inputs.reverse(number))).state).toBe('succeeded');
      }),
    );
  });

  test('the same at the terminal', async () => {
    expectNothing(
      await story(async (scene) => {
        const number = scene.number(lax);
        await authorise(scene, number, 9000);
        const reversal = await scene.must('cloud-pos', number, inputs.reverseAtTerminal(number, 9000));
        expect(reversal.state).toBe('succeeded');
      }),
    );
  });

  test('a day: sales, a void, a refund of a part, a capture of a part, a hosted payment that is not paid', async () => {
    const takings = await story(async (scene) => {
      const sold = scene.number(lax);
      await sale(scene, sold, 5000);
      await scene.must('refund', sold, inputs.later(sold, 'r', 1200));

      const voided = scene.number(lax);
      await sale(scene, voided, 700);
      await scene.must('cloud-pos', voided, inputs.reverseAtTerminal(voided, 700));

      const held = scene.number(lax);
      await authorise(scene, held, 9000);
      await scene.must('cloud-pos', held, inputs.captureAtTerminal(held, 4000));

      const captured = scene.number(lax);
      await scene.must('create-payment', captured, inputs.direct(captured, 3000));
      await scene.must('capture', captured, inputs.later(captured, 'c', 2500));

      const made = scene.number((sent, number) =>
        lax(sent, number, {
          status: 'PENDING',
          responseCode: undefined,
          _links: { redirect: { href: 'https://x.example' } },
        }),
      );
      await scene.must('create-payment', made, inputs.hosted(made, 100_000));

      const other = scene.number(lax);
      await scene.must('cloud-pos', other, {
        ...inputs.terminal(other, 'SALE'),
        amount: { value: 800, currency: 'JPY' },
      });
    });
    const euros = takings.find((each) => each.currency === 'EUR');
    // Taken: 50.00 + 7.00 + 40.00 + 25.00. Given back: 12.00 refunded and 7.00 voided.
    expect(euros).toMatchObject({ takenMinor: 12_200, givenBackMinor: 1900, leftMinor: 10_300, tipMinor: 0 });
    const yen = takings.find((each) => each.currency === 'JPY');
    expect(yen).toMatchObject({ takenMinor: 800, givenBackMinor: 0, leftMinor: 800, tipMinor: 0 });
  });

  test('what is in doubt or refused is not taken', async () => {
    const takings = await story(async (scene) => {
      const answers: ((sent: Sent, number: number) => Answer)[] = [
        () => ({ status: 500 }),
        (sent, number) => ({ ...lax(sent, number, { status: 'FAILED', responseCode: '20000000' }), status: 422 }),
        (sent, number) => lax(sent, number, { amount: eur(2500) }),
        (sent, number) => lax(sent, number, { amount: { value: 5000, currency: 'USD' } }),
        (sent, number) => ({ ...lax(sent, number), status: 202 }),
      ];
      await Promise.all(answers.map((post) => sale(scene, scene.number(post))));
    });
    expectNothing(takings);
  });

  test('a tip, where the shop takes tips', async () => {
    const takings = await story(
      async (scene) => {
        const number = scene.number((sent, own) => lax(sent, own, { amount: eur(5500) }));
        expect(await sale(scene, number)).toMatchObject({ state: 'succeeded', approved: eur(5500) });
      },
      { tips: true },
    );
    expect(takings).toMatchObject([{ currency: 'EUR', leftMinor: 5500, tipMinor: 500 }]);
  });

  test('a payment of another bridge that is refunded here was given back here', async () => {
    const takings = await story(async (scene) => {
      const number = scene.number(lax);
      await scene.must('refund', number, { ...inputs.later(number, 'r', 1000), payId: newPayIdOf(number) });
    });
    expect(takings).toMatchObject([{ currency: 'EUR', takenMinor: 0, givenBackMinor: 1000, leftMinor: -1000 }]);
  });
});
