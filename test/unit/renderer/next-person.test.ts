import { expect, it } from 'vitest';
import { seedPeople } from '../../../renderer/bridge/fake/seeds/seed-people.ts';
import { openTill } from './support.ts';

it('what one person searched for is not shown to the next', async () => {
  const { fake, stores, signIn } = openTill(({ world }) => seedPeople(world, 'Cashier 1'));
  stores.start();
  await expect.poll(() => stores.status.getState().status?.signedIn?.name).toBe('Cashier 1');
  stores.activity.search({ filter: 'unknown', text: 'order 7' });
  stores.payments.search('order 7');
  stores.customers.list.search({ by: 'phoneNumber', text: '0441' });
  await expect.poll(() => fake.calls.get('customers')).toBe(1);
  signIn(null);
  signIn(fake.world.operators.find(({ name }) => name === 'Cashier 2')?.id ?? null);
  expect(stores.activity.getState().query).toEqual({ filter: 'all', text: '' });
  expect(stores.payments.getState().query).toBe('');
  expect(stores.customers.list.getState()).toMatchObject({ query: { by: 'email', text: '' }, rows: [] });
  // The gateway's vault is asked when its screen is opened, not before.
  expect(fake.calls.get('customers')).toBe(1);
});
