// Programs at the fake's till: the bridge's own pairings and calls. A program that was granted access fetches its token
// as soon as the fake's terminals would have answered.
import { clientCalls } from '#assembly/calls/client-calls.ts';
import { refuse } from '#contract/programs/problems.ts';
import type { StaffActions } from '#core/staff/staff-actions.ts';
import { type Pairings, type PairingSecrets, type PairingWish, createPairings } from '#loopback/pairing/pairings.ts';
import type { Staff } from './staff.ts';
import type { FakeTill } from './till.ts';
import type { FakePrograms } from './world-parts.ts';
import { tell, type World } from './world.ts';

export function programsIn({ clock }: Staff, { clients }: FakeTill, world: () => World): FakePrograms {
  let code = 482_913;
  let lapse = () => {};
  const secrets: PairingSecrets = {
    newId: () => `client-${world().nextNumber++}`,
    newCode: () => String(code++),
    newSecret: () => ({ secret: '', proves: () => true }),
    newToken: () => ({ token: `sample-token-${world().nextNumber++}-shown-once-and-never-again`, hash: '' }),
  };
  const pairings: Pairings = createPairings({
    clock: {
      ...clock,
      after(_, work) {
        lapse = work;
        return () => {};
      },
    },
    clients,
    secrets,
    attended: () => true,
    changed() {
      const open = pairings.list();
      tell(world(), 'pairingsChanged', open);
      for (const { id, state } of open) if (state === 'granted') setTimeout(() => pairings.fetch(id), world().delayMs);
    },
  });
  return { pairings, secrets, lapse: () => lapse() };
}

/** Lets a program ask, as over HTTP. */
export function askToPair({ programs: { pairings } }: World, wish: Partial<PairingWish> = {}): void {
  const asked = pairings.ask({ name: 'Corner ERP', origin: null, scopes: ['status', 'sale'], ...wish });
  if (asked.type === 'refused') throw new Error(asked.refusal.detail);
}

export function programCalls({ till, programs, session, clock, mode }: World, staffActions: StaffActions) {
  const letIn: Parameters<typeof clientCalls>[0]['letIn'] = (id) => {
    const client = till.clients.letIn(id);
    return client === null ? refuse('client-unknown', 'It is not switched off.') : { type: 'changed', client };
  };
  return clientCalls({ ...programs, clients: till.clients, letIn, staffActions, session, clock, mode });
}
