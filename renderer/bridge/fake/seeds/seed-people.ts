// A till with people, for tests and pictures. They are named by what they do.
import { officeId } from '#contract/people/people.ts';
import type { Role } from '#contract/people/roles.ts';
import { place } from './seed.ts';
import type { World } from '../world.ts';

export const pins = {
  manager: '731926',
  supervisor: '582047',
  supervisor2: '640285',
  cashier1: '4096',
  cashier2: '8524',
  office: '739146',
  officeSupervisor: '826153',
} as const;

const staff: readonly { readonly en: string; readonly de: string; readonly role: Role; readonly pin: string }[] = [
  { en: 'Manager', de: 'Leitung', role: 'manager', pin: pins.manager },
  { en: 'Supervisor', de: 'Aufsicht', role: 'supervisor', pin: pins.supervisor },
  { en: 'Supervisor 2', de: 'Aufsicht 2', role: 'supervisor', pin: pins.supervisor2 },
  { en: 'Cashier 1', de: 'Kasse 1', role: 'cashier', pin: pins.cashier1 },
  { en: 'Cashier 2', de: 'Kasse 2', role: 'cashier', pin: pins.cashier2 },
];

/** `signedIn`: the English name, or null for a locked till. */
export function seedPeople(world: World, signedIn: string | null): void {
  for (const [index, { en, role, pin, ...names }] of staff.entries()) {
    const id = `person-${index + 1}`;
    const name = world.preferences.language === 'de' ? names.de : en;
    const counters = { failures: 0, lockedUntilMs: null, createdAtMs: world.now() };
    world.operators.push({ id, name, role, pinHash: pin, active: true, ...counters });
    if (en === signedIn) world.session.carryOn(id);
  }
}

const ofOffice = [
  { id: officeId('anna'), name: 'Anna Arens', role: 'cashier', pinHash: pins.office },
  { id: officeId('sven'), name: 'Sven Sommer-Nieuwenhuizen', role: 'supervisor', pinHash: pins.officeSupervisor },
] as const;

/** People whom the office gives this till, beside its own; `without`: the first name of one whom it removed again. */
export async function seedOfficePeople(world: World, without: string | null = null): Promise<void> {
  const people = ofOffice.filter(({ name }) => without === null || !name.startsWith(without));
  const version = without === null ? 1 : 2;
  await world.people.takeOffice({ version, people, pins: { matches: async (pin, hash) => pin === hash } }, null);
}

/** A refund that needs a person; `said`: one person has already decided. */
export function seedRefundToDecide(world: World, said: boolean): void {
  const at = (minutes: number) => new Date(world.now() - minutes * 60_000).toISOString();
  const [, , second] = world.operators;
  const english = world.preferences.language === 'en';
  const decision = {
    by: second?.name ?? '',
    at: at(2),
    outcome: 'failed',
    reason: english ? 'The customer’s bank shows no credit.' : 'Die Bank des Kunden zeigt keine Gutschrift.',
    evidence: english ? 'Bank statement of today' : 'Kontoauszug von heute',
  } as const;
  const input = { payId: 'PAY-decide', transId: 'R-2026-700001', amount: { value: 4_590, currency: 'EUR' } };
  place(world, 'decide', { kind: 'refund', state: 'needs-person', input }, 64, {
    ...(said ? { decisions: [decision] } : {}),
    lookUps: 9,
  });
}
