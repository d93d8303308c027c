// The window's calls about programs: making, changing and revoking clients, and answering pairings. The journal records
// the person.
import type { Implementations } from '#contract/calls/table.ts';
import { mayMore, patchedClient } from '#contract/programs/client.ts';
import { type Person, isFromOffice } from '#contract/people/people.ts';
import type { Mode } from '#contract/operation/states.ts';
import type { StaffActions } from '#core/staff/staff-actions.ts';
import type { Session } from '#core/staff/session.ts';
import { type ClientControlPorts, isOfWebhook, setByOffice } from '#core/api/control-clients.ts';
import type { ClientRegistry } from '#core/ports/clients.ts';
import type { Clock } from '#core/ports/clock.ts';
import type { Pairings, PairingSecrets } from '#loopback/pairing/pairings.ts';
import { createClient } from '#loopback/access/new-client.ts';
import { refuse } from '#contract/programs/problems.ts';
import { signInRequired, hasAccountablePerson } from './accountable-person.ts';

export interface ClientCallPorts {
  readonly clients: ClientRegistry;
  /** Lets a program of the office in again that was switched off here (office-programs.ts). */
  readonly letIn: ClientControlPorts['letIn'];
  readonly pairings: Pairings;
  readonly staffActions: StaffActions;
  readonly session: Session;
  readonly clock: Pick<Clock, 'nowMs' | 'iso'>;
  readonly secrets: Pick<PairingSecrets, 'newId' | 'newToken'>;
  /** The mode of the environment that programs work in. */
  readonly mode: Mode;
}

export type ClientCalls = ReturnType<typeof clientCalls>;

/**
 * ipc.ts lets only administrators of the till make these calls; `answerPairing` checks that itself. A token is made,
 * and a program gets more scopes, only where `hasAccountablePerson` permits it, whatever ipc.ts has allowed.
 */
export function clientCalls(ports: ClientCallPorts) {
  const { clients, letIn, pairings, staffActions, session, clock, secrets, mode } = ports;
  const nowIso = () => clock.iso(clock.nowMs());
  const mayGive = (person: Person | null): boolean => hasAccountablePerson(person, session, mode);
  return {
    clients: () => clients.list(),
    createClient({ name, scopes, origin }) {
      const by = session.current();
      if (!mayGive(by)) return signInRequired;
      const wish = {
        name,
        scopes,
        ...(origin === null ? {} : { origin }),
        nowIso: nowIso(),
        newId: () => secrets.newId(),
        by,
      };
      const made = createClient(clients, wish, secrets.newToken());
      if ('problem' in made) return refuse('invalid-input', made.problem);
      return { type: 'created', client: made.client, token: made.token };
    },
    renewClient({ id }) {
      if (clients.byId(id)?.managed === true) return managed;
      if (isFromOffice(id)) return setByOffice;
      const by = session.current();
      if (!mayGive(by)) return signInRequired;
      const { token, hash } = secrets.newToken();
      const client = clients.renew(id, hash, nowIso(), by);
      return client === null ? unknown : { type: 'renewed', client, token };
    },
    changeClient({ id, change }) {
      const before = clients.byId(id);
      if (before?.managed === true) return managed;
      if (isFromOffice(id) && !isOfWebhook(change)) return setByOffice;
      const by = session.current();
      const gives = before !== null && mayMore(patchedClient(before, change), before);
      if (gives && !mayGive(by)) return signInRequired;
      const client = clients.change(id, change, nowIso(), by);
      return client === null ? unknown : { type: 'changed', client };
    },
    revokeClient: ({ id }) =>
      clients.byId(id)?.managed === true ? managed : { revoked: clients.revoke(id, nowIso(), session.current()) },
    letInClient({ id }) {
      const by = session.current();
      return mayGive(by) ? letIn(id, by) : signInRequired;
    },
    pairings: () => pairings.list(),
    async answerPairing({ id, grant, approval }) {
      // A refusal gives no access, so every person at the till may refuse.
      const barred = staffActions.administration();
      if (grant === null && (barred === null || barred.code === 'role-missing')) {
        return pairings.answer(id, null, session.current());
      }
      const answerer = await staffActions.administrator(approval ?? null);
      if (answerer.type === 'refused') return answerer;
      if (grant !== null && !mayGive(answerer.person)) return signInRequired;
      return pairings.answer(id, grant, answerer.person);
    },
  } satisfies Partial<Implementations>;
}

const unknown = refuse('client-unknown', 'There is no such program, or its access was taken back.');

const managed = {
  type: 'refused',
  refusal: {
    code: 'set-by-policy',
    detail: 'The policy of the IT department names this program; it is changed there.',
  },
} as const;
