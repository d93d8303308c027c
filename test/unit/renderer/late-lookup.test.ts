// An answer that comes after the cashier has gone on.
import { expect, it } from 'vitest';
import { seedPast } from '../../../renderer/bridge/fake/seeds/seed.ts';
import { openTill } from './support.ts';

/** Asks the gateway about one payment, and answers when the test says so. */
function asked(payId: string | null, by: string) {
  const till = openTill(({ world }) => seedPast(world, 6));
  const { stores, fake } = till;
  const answer = fake.api.findPayment;
  const gate = Promise.withResolvers<void>();
  Object.assign(fake.api, {
    findPayment: async (input: Parameters<typeof answer>[0]) => {
      await gate.promise;
      return answer(input);
    },
  });
  const go = (id: string | null) => {
    stores.navigation.go(id === null ? { screen: 'payments' } : { screen: 'payments', payId: id });
    // As the screen does when its place changes.
    stores.payment.open(id);
  };
  go(payId);
  const done = stores.payment.find('payId', by);
  return { stores, go, answer: () => (gate.resolve(), done) };
}

it('an answer about a payment that was left leaves the one that is open now alone', async () => {
  const { stores, go, answer } = asked('PAY-seed-3', 'PAY-seed-3');
  go('PAY-seed-1');
  await answer();
  expect(stores.payment.getState().payId).toBe('PAY-seed-1');
  expect(stores.navigation.getState().route).toEqual({ screen: 'payments', payId: 'PAY-seed-1' });
});

it('an answer that comes after the screen was left opens nothing', async () => {
  const { stores, answer } = asked(null, 'PAY-seed-3');
  stores.navigation.go({ screen: 'sale' });
  await answer();
  expect(stores.navigation.getState().route).toEqual({ screen: 'sale' });
  expect(stores.payment.getState()).toMatchObject({ payId: null, asking: false });
});

it('a payment that the gateway knows is opened at its own place', async () => {
  const { stores, answer } = asked(null, 'PAY-seed-3');
  await answer();
  expect(stores.navigation.getState().route).toEqual({ screen: 'payments', payId: 'PAY-seed-3' });
  expect(stores.payment.getState()).toMatchObject({ payId: 'PAY-seed-3', asking: false });
  expect(stores.payment.getState().record).not.toBeNull();
});
