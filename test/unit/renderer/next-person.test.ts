// What one person typed or searched for, and the next person at the till.
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

it('what a cashier has typed is theirs again once a supervisor has been at the till', async () => {
  const { fake, stores, signIn } = openTill(({ world }) => seedPeople(world, 'Cashier 1'));
  const named = (name: string) => fake.world.operators.find((each) => each.name === name)?.id ?? null;
  stores.start();
  await expect.poll(() => stores.status.getState().status?.signedIn?.name).toBe('Cashier 1');
  stores.sale.digits('1250');
  stores.sale.edit({ reference: 'TABLE-3' });
  await stores.people.signOut();
  await expect.poll(() => stores.status.getState().status?.signedIn ?? null).toBeNull();
  signIn(named('Supervisor'));
  await expect.poll(() => stores.sale.getState().parkedByOthers).toBe(1);
  expect(stores.sale.getState()).toMatchObject({ value: 0, reference: '', parked: [] });
  signIn(named('Cashier 1'));
  await expect
    .poll(() => stores.sale.getState().parked)
    .toMatchObject([{ draft: { value: 1250, reference: 'TABLE-3' } }]);
  expect(stores.sale.isTyped()).toBe(false);
});

it('what a cashier has typed is in the form again where the same one signs in next', async () => {
  const { fake, stores, signIn } = openTill(({ world }) => seedPeople(world, 'Cashier 1'));
  stores.start();
  await expect.poll(() => stores.status.getState().status?.signedIn?.name).toBe('Cashier 1');
  stores.sale.digits('1250');
  await stores.people.signOut();
  await expect.poll(() => stores.status.getState().status?.signedIn ?? null).toBeNull();
  expect(stores.sale.isTyped()).toBe(false);
  signIn(fake.world.operators.find(({ name }) => name === 'Cashier 1')?.id ?? null);
  await expect.poll(() => stores.sale.getState()).toMatchObject({ value: 1250, parked: [] });
});
