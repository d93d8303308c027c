// What a command does to the paired programs, with the rules of the window: in a shop with operators a manager gives
// access, by PIN. The caller makes the token; only its hash comes here.
import type { ControlCalls, ControlInput, ControlOutputs } from '#contract/programs/control.ts';
import type { Client, ClientOptions } from '#contract/programs/client.ts';
import type { Person } from '#contract/people/people.ts';
import { refuse } from '#contract/programs/problems.ts';
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
  readonly clock: Pick<Clock, 'nowMs' | 'iso'>;
  readonly once: Once;
}

type ClientControl = Pick<ControlCalls, 'clients' | 'createClient' | 'changeClient' | 'renewToken' | 'revokeClient'>;
type Outcome = ControlOutputs['createClient'];

export function clientControl({ people, clients, makeClient, clock, once }: ClientControlPorts): ClientControl {
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
            const client = clients.renew(id, tokenHash, nowIso(), person, asked.id);
            return client === null ? unknown(id) : { type: 'changed', client };
          }),
        done,
      ),
    revokeClient: ({ by, id }, asked) =>
      once(
        asked,
        () => asManager(by, (person) => (clients.revoke(id, nowIso(), person, asked.id) ? known(id) : unknown(id))),
        done,
      ),
  };
}
