// What a command does to the paired programs, with the rules of the window: in a shop with operators a manager gives
// access, by PIN. The caller makes the token; only its hash comes here.
import type { ControlCalls, ControlInput, ControlOutputs } from '#contract/programs/control.ts';
import type { Client, ClientOptions, ClientPatch } from '#contract/programs/client.ts';
import { type Person, isFromOffice } from '#contract/people/people.ts';
import { type Refused, refuse } from '#contract/programs/problems.ts';
import { actorOf, type CommandPeople } from '../staff/command-person.ts';
import type { Once } from './once.ts';
import type { ClientRegistry } from '../ports/clients.ts';
import type { Clock } from '../ports/clock.ts';
import type { JournalFact } from '../ports/books.ts';

export interface StoredClientWish {
  readonly name: string;
  readonly scopes: readonly string[];
  readonly origin: string | null;
  readonly options: ClientOptions;
  readonly tokenHash: string;
  readonly by: Person;
  readonly request: string;
}

export interface ClientControlPorts {
  readonly people: CommandPeople;
  readonly clients: Pick<ClientRegistry, 'list' | 'byId' | 'change' | 'renew' | 'revoke'>;
  /** Stores a client, or says for a person why not. */
  readonly makeClient: (wish: StoredClientWish) => { readonly client: Client } | { readonly problem: string };
  /** Lets a program of the office in again that was switched off here. */
  readonly letIn: (
    id: string,
    by: Person | null,
    request?: string,
  ) => { readonly type: 'changed'; readonly client: Client } | Refused;
  readonly clock: Pick<Clock, 'nowMs' | 'iso'>;
  readonly once: Once;
}

type ClientControl = Pick<
  ControlCalls,
  'clients' | 'createClient' | 'changeClient' | 'renewToken' | 'revokeClient' | 'letInClient'
>;
type Outcome = ControlOutputs['createClient'];

/** A webhook is asked for by the program, and allowed at the till. */
export function isOfWebhook({ scopes, added, removed, options = {} }: ClientPatch): boolean {
  const isOfScopes = [scopes, added, removed].some((each) => each !== undefined && each.length > 0);
  return !isOfScopes && Object.keys(options).every((name) => name === 'webhook');
}

export const setByOffice = refuse(
  'set-by-office',
  'The till’s office lets this program in: it is changed there. Its access at this till can be switched off.',
);

export function clientControl({ people, clients, makeClient, letIn, clock, once }: ClientControlPorts): ClientControl {
  const nowIso = () => clock.iso(clock.nowMs());
  const unknown = (id: string) =>
    refuse('client-unknown', `There is no client ${id}, or its token was revoked. Nothing was changed.`);
  const known = (id: string): Outcome => {
    const client = clients.byId(id);
    return client === null ? unknown(id) : { type: 'changed', client };
  };
  const done = ({ data }: JournalFact): Outcome => known(typeof data['id'] === 'string' ? data['id'] : '');

  async function asManager(by: ControlInput<'createClient'>['by'], work: (person: Person) => Outcome) {
    const person = await actorOf(people, by, 'manager');
    return 'refusal' in person ? person : work(person);
  }

  return {
    clients: async () => ({ clients: clients.list() }),
    createClient: ({ by, ...wish }, asked) =>
      once(
        asked,
        () =>
          asManager(by, (person) => {
            const made = makeClient({ ...wish, by: person, request: asked.id });
            if ('problem' in made) return refuse('invalid-input', made.problem);
            return { type: 'changed', client: made.client };
          }),
        done,
      ),
    changeClient: ({ by, id, ...patch }, asked) =>
      once(
        asked,
        () =>
          asManager(by, (person) => {
            if (isFromOffice(id) && !isOfWebhook(patch)) return setByOffice;
            const client = clients.change(id, patch, nowIso(), person, asked.id);
            return client === null ? unknown(id) : { type: 'changed', client };
          }),
        done,
      ),
    renewToken: ({ by, id, tokenHash }, asked) =>
      once(
        asked,
        () =>
          asManager(by, (person) => {
            if (isFromOffice(id)) return setByOffice;
            const client = clients.renew(id, tokenHash, nowIso(), person, asked.id);
            return client === null ? unknown(id) : { type: 'changed', client };
          }),
        done,
      ),
    letInClient: ({ by, id }, asked) => once(asked, () => asManager(by, (person) => letIn(id, person, asked.id)), done),
    revokeClient: ({ by, id }, asked) =>
      once(
        asked,
        () => asManager(by, (person) => (clients.revoke(id, nowIso(), person, asked.id) ? known(id) : unknown(id))),
        done,
      ),
  };
}
