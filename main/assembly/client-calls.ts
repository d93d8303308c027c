// Who may use the loopback API, decided at the window: making, changing and revoking clients, and answering those who
// ask to be paired. The journal learns which person it was.
import { randomUUID } from 'node:crypto';
import type { WindowInput, WindowOutputs } from '#contract/window.ts';
import type { Person } from '#contract/people.ts';
import type { Mode } from '#contract/states.ts';
import type { Desk } from '#core/desk.ts';
import type { People } from '#core/people.ts';
import type { ClientRegistry } from '#core/ports/clients.ts';
import type { Clock } from '#core/ports/clock.ts';
import type { Pairings } from '#loopback/pairings.ts';
import { createClient } from '#loopback/tokens.ts';

export interface ClientCallPorts {
  readonly clients: ClientRegistry;
  readonly pairings: Pairings;
  readonly desk: Desk;
  readonly people: People;
  readonly clock: Clock;
  /** Of the environment that programs would work in. */
  readonly mode: Mode;
}

/**
 * Whoever calls these has made sure that the person may administer the till; `answerPairing` does so itself. A token is
 * made only where a person stands for it, whoever called: nobody signed in, no token.
 */
export interface ClientCalls {
  clients(): WindowOutputs['clients'];
  createClient(input: WindowInput<'createClient'>): WindowOutputs['createClient'];
  changeClient(input: WindowInput<'changeClient'>): WindowOutputs['changeClient'];
  revokeClient(id: string): WindowOutputs['revokeClient'];
  pairings(): WindowOutputs['pairings'];
  answerPairing(input: WindowInput<'answerPairing'>): Promise<WindowOutputs['answerPairing']>;
}

export function clientCalls({ clients, pairings, desk, people, clock, mode }: ClientCallPorts): ClientCalls {
  const nowIso = () => clock.iso(clock.nowMs());
  /** A till without people may be tried out in training and in test; one that takes real money gives nothing away. */
  const standsFor = (person: Person | null): boolean => person !== null || (!people.isManned() && mode !== 'live');
  return {
    clients: () => clients.list(),
    createClient({ name, scopes, origin }) {
      const by = people.current();
      if (!standsFor(by)) return nobodyThere;
      const wish = { name, scopes, ...(origin === null ? {} : { origin }), by };
      const made = createClient(clients, { ...wish, nowIso: nowIso(), newId: randomUUID });
      if ('problem' in made) return { type: 'refused', refusal: { code: 'invalid-input', detail: made.problem } };
      return { type: 'created', client: made.client, token: made.token };
    },
    changeClient({ id, change }) {
      if (clients.byId(id)?.managed === true) return managed;
      const client = clients.change(id, change, nowIso(), people.current());
      if (client !== null) return { type: 'changed', client };
      const detail = 'There is no such program, or its access was taken back.';
      return { type: 'refused', refusal: { code: 'client-unknown', detail } };
    },
    revokeClient: (id) =>
      clients.byId(id)?.managed === true ? managed : { revoked: clients.revoke(id, nowIso(), people.current()) },
    pairings: () => pairings.list(),
    async answerPairing({ id, grant, approval }) {
      // Refusing gives nothing away: whoever is at the till may.
      const barred = desk.administration();
      if (grant === null && (barred === null || barred.code === 'role-missing')) {
        return pairings.answer(id, null, people.current());
      }
      const answerer = await desk.administrator(approval ?? null);
      if (answerer.type === 'refused') return answerer;
      if (grant !== null && !standsFor(answerer.person)) return nobodyThere;
      return pairings.answer(id, grant, answerer.person);
    },
  };
}

const nobodyThere = {
  type: 'refused',
  refusal: {
    code: 'not-signed-in',
    detail:
      'Nobody is signed in, so no program is given access. A till without people needs its first manager before: ' +
      'Settings, People.',
  },
} as const;

const managed = {
  type: 'refused',
  refusal: {
    code: 'set-by-policy',
    detail: 'The policy of the IT department names this program; it is changed there.',
  },
} as const;
