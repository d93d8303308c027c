// The requests to be paired that are open: asked over HTTP, answered at the window, fetched over HTTP again. They live
// in memory only, for two minutes: a restart forgets them. The client is stored, and its token made, in the moment in
// which the token is fetched; until then there is nothing that could be stolen, and nothing to take back.
import type { Client, ClientGrant } from '#contract/programs/client.ts';
import { namesakeIn } from '#contract/text/look-alike.ts';
import { type PairingState, type PairingView, pairingSeconds } from '#contract/programs/pairing.ts';
import type { Person } from '#contract/people/people.ts';
import { refuse, type Refused } from '#contract/programs/problems.ts';
import type { Scope } from '#contract/programs/scopes.ts';
import type { ClientRegistry } from '#core/ports/clients.ts';
import type { Clock } from '#core/ports/clock.ts';
import { type AskerKind, createPairingLimits, unansweredLimits, siteOf } from './pairing-limits.ts';
import { createClient, type NewToken } from '../access/new-client.ts';

export interface PairingWish {
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** The page's Origin, as the browser sent it; null for a program. */
  readonly origin: string | null;
}

/** Random values, and the proof of the one that only the asker has. */
export interface PairingSecrets {
  newId(): string;
  /** Six digits, for a person to compare. */
  newCode(): string;
  newSecret(): { readonly secret: string; readonly proves: (shown: string) => boolean };
  newToken(): NewToken;
}

export interface PairingPorts {
  readonly clock: Pick<Clock, 'nowMs' | 'lateMs' | 'iso' | 'after'>;
  readonly clients: ClientRegistry;
  readonly secrets: PairingSecrets;
  /** Whether there is a window at which a person can be asked. */
  readonly attended: () => boolean;
  /** What the window shows has changed. */
  readonly changed: () => void;
}

type PairingRefused = Refused & { readonly retryAfterSeconds?: number };

/** The answer to the program that asks to be paired; given once. */
export interface StartedPairing {
  readonly type: 'asked';
  readonly id: string;
  readonly code: string;
  readonly secret: string;
  /** ISO 8601. */
  readonly expiresAt: string;
}

export type Fetched =
  | { readonly type: 'waiting'; readonly expiresAt: string }
  | { readonly type: 'fetched'; readonly client: Client; readonly token: string }
  | PairingRefused;

export interface Pairings {
  attended(): boolean;
  ask(wish: PairingWish): StartedPairing | PairingRefused;
  /** Whether this is the secret of that request; null where no such request is known. */
  proves(id: string, secret: string): boolean | null;
  /** Resolves when the request has moved on, after `timeoutMs`, or when `givenUp` calls back. */
  moved(id: string, timeoutMs: number, givenUp: (work: () => void) => void): Promise<void>;
  /** What became of it; the token is made by this call and given this once. */
  fetch(id: string): Fetched;
  /** How many calls of `moved` have not resolved. */
  waiting(): number;
  /** For the window, oldest first. */
  list(): PairingView[];
  /** A person's answer: what is given, or null for nothing. `by` goes into the journal. */
  answer(id: string, grant: ClientGrant | null, by: Person | null): { readonly type: 'answered' } | PairingRefused;
  /** Answers all who wait as things stand, also those to come: the server closes. */
  end(): void;
}

interface Entry {
  readonly id: string;
  readonly code: string;
  readonly wish: PairingWish;
  readonly proves: (secret: string) => boolean;
  /** By the late clock: a machine that slept has not kept the request alive. */
  readonly endsMs: number;
  readonly expiresAt: string;
  state: PairingState | 'refused' | 'withdrawn';
  grant: { readonly change: ClientGrant; readonly by: Person | null } | null;
  readonly wakes: Set<() => void>;
  /** Takes the timer back that ends it. */
  readonly stopTimer: () => void;
}

/** For one request; a program that asks again within this time is answered without waiting. */
const maxWaits = 4;

export function createPairings({ clock, clients, secrets, attended, changed }: PairingPorts): Pairings {
  const entries = new Map<string, Entry>();
  const limits = createPairingLimits(() => clock.nowMs());
  let ended = false;

  const alive = (id: string): Entry | null => {
    const entry = entries.get(id) ?? null;
    return entry !== null && clock.lateMs() < entry.endsMs ? entry : null;
  };
  const living = (): Entry[] => [...entries.keys()].flatMap((id) => alive(id) ?? []);
  const moveOn = (entry: Entry, state: Entry['state']): void => {
    entry.state = state;
    for (const wake of entry.wakes) wake();
    changed();
  };
  const forget = (entry: Entry): void => {
    entries.delete(entry.id);
    for (const wake of entry.wakes) wake();
    changed();
  };

  /** Makes room where the asker itself left a request behind, a page that was loaded again; else says why not. */
  const admit = ({ origin }: PairingWish): PairingRefused | null => {
    const kind: AskerKind = origin === null ? 'program' : 'page';
    const quietMs = origin === null ? 0 : limits.quietFor(origin);
    if (quietMs > 0) return later('A person refused this page a short while ago.', quietMs);
    const open = living().filter((each) => each.state === 'waiting' && kindOf(each) === kind);
    const own = origin === null ? undefined : open.find((each) => each.wish.origin === origin);
    const others = open.filter((each) => each !== own);
    const neighbor = others.find((each) => origin !== null && sameSite(each.wish.origin, origin));
    if (neighbor !== undefined) return later('Another page of this site is asking already.', leftMs(neighbor));
    if (others.length >= unansweredLimits[kind]) {
      return later('A person is being asked already.', Math.min(...others.map(leftMs)));
    }
    if (!limits.take(origin)) return later('It was asked too often.', 20_000);
    if (own !== undefined) moveOn(own, 'withdrawn');
    return null;
  };
  const leftMs = ({ endsMs }: Entry): number => Math.max(0, endsMs - clock.lateMs());

  const newCode = (): string => {
    const taken = new Set(living().map(({ code }) => code));
    for (;;) {
      const code = secrets.newCode();
      if (!taken.has(code)) return code;
    }
  };

  return {
    attended,
    ask(wish) {
      const refused = admit(wish);
      if (refused !== null) return refused;
      const { secret, proves } = secrets.newSecret();
      const entry: Entry = {
        id: secrets.newId(),
        code: newCode(),
        wish: { ...wish, scopes: [...new Set(wish.scopes)] },
        proves,
        endsMs: clock.lateMs() + pairingSeconds * 1_000,
        expiresAt: clock.iso(clock.nowMs() + pairingSeconds * 1_000),
        state: 'waiting',
        grant: null,
        wakes: new Set(),
        stopTimer: clock.after(pairingSeconds * 1_000, () => forget(entry)),
      };
      entries.set(entry.id, entry);
      changed();
      return { type: 'asked', id: entry.id, code: entry.code, secret, expiresAt: entry.expiresAt };
    },
    proves: (id, secret) => alive(id)?.proves(secret) ?? null,
    async moved(id, timeoutMs, givenUp) {
      const entry = alive(id);
      if (ended || entry?.state !== 'waiting' || timeoutMs <= 0 || entry.wakes.size >= maxWaits) return;
      await new Promise<void>((resolve) => {
        const wake = (): void => {
          entry.wakes.delete(wake);
          stopTimer();
          resolve();
        };
        const stopTimer = clock.after(Math.min(timeoutMs, leftMs(entry)), wake);
        entry.wakes.add(wake);
        givenUp(wake);
      });
    },
    fetch(id) {
      const entry = alive(id);
      if (entry === null) return over('No such pairing is open: it ran out, or the bridge was started again.');
      switch (entry.state) {
        case 'waiting':
          return { type: 'waiting', expiresAt: entry.expiresAt };
        case 'refused':
          return refusedByPerson;
        case 'withdrawn':
          return over('A later request from the same page took its place.');
        case 'fetched':
          return over('Its token was fetched already; it is given once only.');
        case 'granted': {
          const { client, token } = store(entry);
          moveOn(entry, 'fetched');
          return { type: 'fetched', client, token };
        }
      }
    },
    waiting: () => [...entries.values()].reduce((sum, { wakes }) => sum + wakes.size, 0),
    list() {
      if (ended) return [];
      const names = clients.list().flatMap((each) => (each.revokedAt === null ? [each.name] : []));
      return living().flatMap((entry) => {
        const { id, code, state, wish } = entry;
        if (state === 'refused' || state === 'withdrawn') return [];
        const like = state === 'fetched' ? null : namesakeIn(names, wish.name);
        const namesake = like?.type === 'same';
        const lookAlike = like?.type === 'alike' ? like.name : null;
        return [{ id, code, state, ...wish, namesake, lookAlike, leftMs: leftMs(entry) }];
      });
    },
    answer(id, grant, by) {
      const entry = alive(id);
      if (entry?.state !== 'waiting') return over('This request is over. Nothing was given.');
      if (grant === null && entry.wish.origin !== null) limits.refused(entry.wish.origin);
      entry.grant = grant === null ? null : { change: grant, by };
      moveOn(entry, grant === null ? 'refused' : 'granted');
      return { type: 'answered' };
    },
    end() {
      ended = true;
      // The window may outlive this bridge, as when it starts anew with other settings: it must not answer these any more.
      if (entries.size > 0) changed();
      for (const { wakes, stopTimer } of entries.values()) {
        stopTimer();
        for (const wake of wakes) wake();
      }
    },
  };

  function store({ wish, grant }: Entry): { readonly client: Client; readonly token: string } {
    if (grant === null) throw new Error('a pairing was granted without saying what');
    const { change, by } = grant;
    const given = {
      name: wish.name,
      ...change,
      ...(wish.origin === null ? {} : { origin: wish.origin }),
      nowIso: clock.iso(clock.nowMs()),
      newId: () => secrets.newId(),
      by,
    };
    const made = createClient(clients, given, secrets.newToken());
    // Name and origin were checked when it asked.
    if ('problem' in made) throw new Error(made.problem);
    return made;
  }
}

const refusedByPerson = refuse('pairing-refused', 'The person at the till refused the pairing.');

function over(detail: string): PairingRefused {
  return refuse('pairing-expired', detail);
}

function later(why: string, afterMs: number): PairingRefused {
  const retryAfterSeconds = Math.max(1, Math.ceil(afterMs / 1_000));
  const detail = `${why} Nothing was shown at the till; try again in ${retryAfterSeconds} s.`;
  return { ...refuse('too-many-requests', detail), retryAfterSeconds };
}

function kindOf({ wish }: Entry): AskerKind {
  return wish.origin === null ? 'program' : 'page';
}

function sameSite(origin: string | null, other: string): boolean {
  return origin !== null && siteOf(origin) === siteOf(other);
}
