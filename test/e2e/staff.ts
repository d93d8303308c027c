// A till with people, for the tests that need one: who they are, how they are added, how they sign in.
import type { JsonObject } from '#contract/data/json.ts';
import type { Cashier } from './cashier.ts';
import { openCounter } from './counter.ts';

/** As long as a PIN may be: a shorter one would be found in many a number. */
export const pins = { Manager: '731926405817', Supervisor: '582047913360', Cashier: '409618275530' } as const;
export type Name = keyof typeof pins;

export const settings = { people: { refundLimitMinor: 5_000, autoLockMinutes: 10 } };

export async function signIn(cashier: Cashier, name: Name): Promise<void> {
  await cashier.reads('Who is at the till?');
  // The name and the role in one tile.
  await cashier.button(new RegExp(`^${name} ${name}$`)).click();
  await cashier.typeSecret(`PIN of ${name}`, pins[name]);
  await cashier.press('Sign in');
  await cashier.button(`Sign out ${name}`).waitFor();
}

export async function addPerson(cashier: Cashier, name: Name, first = false): Promise<void> {
  await cashier.press(first ? 'Add the first manager' : 'Add a person');
  await cashier.fill('Name', name);
  if (!first) await cashier.choose(new RegExp(`^${name}`));
  await cashier.typeSecret('PIN', pins[name]);
  await cashier.typeSecret('The PIN again', pins[name]);
  await cashier.press('Save the person');
}

export async function goToPeople(cashier: Cashier): Promise<void> {
  await cashier.goTo('Settings');
  await cashier.button('People').click();
}

/** A counter with three people, the manager signed in. */
export async function openManned(more: JsonObject = {}) {
  const counter = await openCounter({ settings: { ...settings, ...more }, keys: 'keyring' });
  const { cashier } = counter;
  await goToPeople(cashier);
  await addPerson(cashier, 'Manager', true);
  await signIn(cashier, 'Manager');
  await goToPeople(cashier);
  await addPerson(cashier, 'Supervisor');
  await addPerson(cashier, 'Cashier');
  await cashier.button('Change Cashier').waitFor();
  return counter;
}

export async function handOver(cashier: Cashier, from: Name, to: Name): Promise<void> {
  await cashier.press(`Sign out ${from}`);
  await signIn(cashier, to);
}
