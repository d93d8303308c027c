// The fake's programs: those that have access, and those that ask for it. A program that was granted access fetches its
// token as soon as the fake's terminals would have answered.
import { looksLike, sameName } from '#contract/text/look-alike.ts';
import { type Client, type ClientPatch, patchedClient, plainClientOptions } from '#contract/programs/client.ts';
import { type PairingView, pairingSeconds } from '#contract/programs/pairing.ts';
import type { StaffActions } from '#core/staff/staff-actions.ts';
import type { FakePairing } from './world-parts.ts';
import { type Handlers, tell, type World } from './world.ts';
import { refuse } from '#contract/programs/problems.ts';

type Wish = Partial<Pick<FakePairing, 'name' | 'origin' | 'scopes' | 'code' | 'endsMs'>>;

/** Lets a program ask, as over HTTP. */
export function askToPair(world: World, wish: Wish = {}): string {
  const id = `pairing-${world.nextNumber++}`;
  const endsMs = world.now() + pairingSeconds * 1_000;
  const asked = { name: 'Corner ERP', origin: null, scopes: ['status', 'sale'], code: '482913', endsMs } as const;
  world.pairings.push({ id, state: 'waiting', ...asked, ...wish });
  tellPairings(world);
  return id;
}

/** The request ran out, or the program took it back. */
export function withdrawPairing(world: World, id: string): void {
  const index = world.pairings.findIndex((each) => each.id === id);
  if (index >= 0) world.pairings.splice(index, 1);
  tellPairings(world);
}

function tellPairings(world: World): void {
  tell(world, 'pairingsChanged', viewsOf(world));
}

function viewsOf(world: World): PairingView[] {
  const names = world.clients.filter(({ revokedAt }) => revokedAt === null).map(({ name }) => name);
  return world.pairings.map(({ endsMs, ...rest }) => {
    const isNew = rest.state !== 'fetched';
    const namesake = isNew && names.some((each) => sameName(each, rest.name));
    const alike = isNew && !namesake ? names.find((each) => looksLike(each, rest.name)) : undefined;
    return { ...rest, namesake, lookAlike: alike ?? null, leftMs: Math.max(0, endsMs - world.now()) };
  });
}

function move(world: World, id: string, state: FakePairing['state']): FakePairing | null {
  const index = world.pairings.findIndex((each) => each.id === id);
  const before = world.pairings[index];
  if (before === undefined) return null;
  const after = { ...before, state };
  world.pairings[index] = after;
  tellPairings(world);
  return after;
}

function addClient(world: World, wish: Pick<Client, 'name' | 'scopes' | 'origin' | 'options'>): Client {
  const id = `client-${world.nextNumber++}`;
  const client = { id, ...wish, createdAt: new Date(world.now()).toISOString(), lastUsedAt: null, revokedAt: null };
  world.clients.push(client);
  return client;
}

export function programCalls(world: World, staff: StaffActions) {
  const put = (id: string, part: Partial<Client>): Client | null => {
    const index = world.clients.findIndex((each) => each.id === id);
    const client = world.clients[index];
    if (client === undefined || client.revokedAt !== null) return null;
    const after = { ...client, ...part };
    world.clients[index] = after;
    return after;
  };
  const patch = (id: string, change: ClientPatch): Client | null => {
    const before = world.clients.find((each) => each.id === id);
    return before === undefined ? null : put(id, patchedClient(before, change));
  };
  return {
    clients: () => [...world.clients],
    createClient: (wish) => {
      const client = addClient(world, { ...wish, options: plainClientOptions });
      return { type: 'created', client, token: `sample-token-${client.id}-shown-once-and-never-again-0123456789` };
    },
    renewClient: ({ id }) => {
      const client = staff.administration() === null ? put(id, {}) : null;
      if (client === null) return refuse('client-unknown', 'There is no such program.');
      return { type: 'renewed', client, token: `sample-token-${client.id}-renewed-and-shown-once-0123456789` };
    },
    revokeClient: ({ id }) => ({ revoked: put(id, { revokedAt: new Date(world.now()).toISOString() }) !== null }),
    changeClient: ({ id, change }) => {
      const client = staff.administration() === null ? patch(id, change) : null;
      if (client !== null) return { type: 'changed', client };
      return refuse('client-unknown', 'There is no such program.');
    },
    pairings: () => viewsOf(world),
    answerPairing: async ({ id, grant, approval }) => {
      const isRefusal = grant === null && world.session.current() !== null;
      const administrator = isRefusal ? null : await staff.administrator(approval ?? null);
      if (administrator?.type === 'refused') return administrator;
      const asked = world.pairings.find((each) => each.id === id);
      if (asked?.state !== 'waiting') {
        return refuse('pairing-expired', 'This request is over.');
      }
      if (grant === null) {
        withdrawPairing(world, id);
        return { type: 'answered' };
      }
      move(world, id, 'granted');
      setTimeout(() => {
        addClient(world, { name: asked.name, origin: asked.origin, ...grant });
        move(world, id, 'fetched');
      }, world.delayMs);
      return { type: 'answered' };
    },
  } satisfies Partial<Handlers>;
}
