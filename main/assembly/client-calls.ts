// Who may use the loopback API, decided at the window: making, changing and revoking clients, and answering those who
// ask to be paired. The journal learns which person it was.
import { randomUUID } from 'node:crypto';
import type { WindowInput, WindowOutputs } from '#contract/window.ts';
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
}

/** Whoever calls these has made sure that the person may administer the till; `answerPairing` does so itself. */
export interface ClientCalls {
  clients(): WindowOutputs['clients'];
  createClient(input: WindowInput<'createClient'>): WindowOutputs['createClient'];
  changeClient(input: WindowInput<'changeClient'>): WindowOutputs['changeClient'];
  revokeClient(id: string): WindowOutputs['revokeClient'];
  pairings(): WindowOutputs['pairings'];
  answerPairing(input: WindowInput<'answerPairing'>): Promise<WindowOutputs['answerPairing']>;
}

export function clientCalls({ clients, pairings, desk, people, clock }: ClientCallPorts): ClientCalls {
  const nowIso = () => clock.iso(clock.nowMs());
  return {
    clients: () => clients.list(),
    createClient({ name, scopes, origin }) {
      const wish = { name, scopes, ...(origin === null ? {} : { origin }), by: people.current() };
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
      return pairings.answer(id, grant, answerer.person);
    },
  };
}

const managed = {
  type: 'refused',
  refusal: {
    code: 'set-by-policy',
    detail: 'The policy of the IT department names this program; it is changed there.',
  },
} as const;
