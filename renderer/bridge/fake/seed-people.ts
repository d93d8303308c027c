// A till with people, for tests and pictures. They are named by what they do.
import type { Role } from '#contract/people.ts';
import type { World } from './world.ts';

const staff: readonly { readonly en: string; readonly de: string; readonly role: Role; readonly pin: string }[] = [
  { en: 'Manager', de: 'Leitung', role: 'manager', pin: '1111' },
  { en: 'Supervisor', de: 'Aufsicht', role: 'supervisor', pin: '2222' },
  { en: 'Supervisor 2', de: 'Aufsicht 2', role: 'supervisor', pin: '3333' },
  { en: 'Cashier 1', de: 'Kasse 1', role: 'cashier', pin: '4444' },
  { en: 'Cashier 2', de: 'Kasse 2', role: 'cashier', pin: '5555' },
];

/** `signedIn`: the English name, or null for a locked till. */
export function seedPeople(world: World, signedIn: string | null): void {
  for (const [index, { en, role, pin, ...names }] of staff.entries()) {
    const id = `person-${index + 1}`;
    const name = world.preferences.language === 'de' ? names.de : en;
    world.operators.push({ id, name, role, pin, active: true, failures: 0 });
    if (en === signedIn) world.signedIn = id;
  }
}
