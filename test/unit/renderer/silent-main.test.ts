// Main does not answer, and another person signs in meanwhile.
import { expect, it } from 'vitest';
import { seedPeople } from '../../../renderer/bridge/fake/seeds/seed-people.ts';
import { openTill } from './support.ts';

/** A sale that the first cashier pressed while main did not answer; `arrives`: it took it all the same. */
async function pressed(arrives: boolean) {
  const till = openTill(({ world }) => seedPeople(world, 'Cashier 1'));
  const { fake, stores } = till;
  stores.start();
  await expect.poll(() => stores.status.getState().status?.signedIn?.name).toBe('Cashier 1');
  const { submit } = fake.api;
  let silent = true;
  Object.assign(fake.api, {
    submit: async (input: Parameters<typeof submit>[0]) => {
      if (!silent) return submit(input);
      if (arrives) await submit(input);
      throw new Error('No answer.');
    },
  });
  const { submission } = stores.sale;
  const phase = () => submission.getState().phase;
  submission.submit('cloud-pos', {
    messageType: 'SALE',
    transId: 'S-1',
    posTerminalId: 'T-1',
    amount: { value: 500, currency: 'EUR' },
  });
  await expect.poll(phase).toEqual({ type: 'asking', silent: true });
  return { ...till, phase, answers: () => (silent = false) };
}

const idOf = (name: string, operators: readonly { readonly id: string; readonly name: string }[]) =>
  operators.find((each) => each.name === name)?.id ?? null;

it('what main did not answer is not carried out in the next person’s name', async () => {
  const { fake, stores, phase, tick, signIn, answers } = await pressed(false);
  signIn(null);
  signIn(idOf('Supervisor', fake.world.operators));
  answers();
  await expect
    .poll(async () => {
      await tick();
      return phase().type;
    })
    .toBe('refused');
  expect([...fake.world.operations.values()]).toEqual([]);
  expect(stores.sale.submission.renew()).toBe(true);
});

it('what main did take is found by the next person', async () => {
  const { fake, phase, tick, signIn } = await pressed(true);
  signIn(null);
  signIn(idOf('Supervisor', fake.world.operators));
  await expect
    .poll(async () => {
      await tick();
      return phase().type;
    })
    .toBe('taken');
  expect(fake.world.operations.size).toBe(1);
});

it('is sent again while the one who pressed is there, and when they come back', async () => {
  const { fake, phase, tick, signIn, answers } = await pressed(false);
  signIn(null);
  await tick();
  signIn(idOf('Cashier 1', fake.world.operators));
  answers();
  await expect
    .poll(async () => {
      await tick();
      return phase().type;
    })
    .toBe('taken');
  expect([...fake.world.operations.values()].map(({ origin }) => origin)).toEqual([
    { type: 'cashier', operator: 'Cashier 1' },
  ]);
});
