// People at the till: the first manager, signing in, and what they keep.
import { expect, it } from 'vitest';
import { keptBy, memoryOf } from './canary.ts';
import { Cashier } from './cashier.ts';
import { openCounter } from './counter.ts';
import { addPerson, goToPeople, openManned, pins, settings, signIn } from './staff.ts';
import { openTill } from './till.ts';

it('begins with a manager, and then asks everybody for a PIN, also after a restart', async () => {
  const { cashier, till } = await openCounter({ settings, keys: 'keyring' });
  await goToPeople(cashier);
  await addPerson(cashier, 'Manager', true);
  await cashier.reads('Who is at the till?');
  await cashier.page.getByText('0 running').waitFor();
  await cashier.button(/^Manager Manager$/).waitFor();
  await cashier.typeSecret('PIN of Manager', '000000');
  await cashier.press('Sign in');
  await cashier.page.getByText('The PIN is wrong.').waitFor();
  await cashier.typeSecret('PIN of Manager', pins.Manager);
  await cashier.press('Sign in');
  await cashier.reads('Settings');

  const memory = await memoryOf(cashier.page);
  expect(memory).toContain('Sign out Manager');
  expect(memory).not.toContain(pins.Manager);
  expect(keptBy(till, pins.Manager)).toEqual([]);
  await till.close();
  expect(keptBy(till, pins.Manager)).toEqual([]);
  const again = new Cashier((await openTill({ home: till.home, keys: 'keyring' })).page);
  await signIn(again, 'Manager');
});

it('keeps the manager signed in when the settings are saved', async () => {
  const { cashier } = await openManned();
  await cashier.goTo('Settings');
  await cashier.button('Shop').click();
  await cashier.fill('Refunds above this need a supervisor', '70.00');
  await cashier.press('Save the shop settings');
  await cashier.finds('Saved');
  await cashier.button('Sign out Manager').waitFor();
  expect(await cashier.field('Refunds above this need a supervisor').inputValue()).toBe('70.00');
});
