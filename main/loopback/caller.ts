// Who asks, for as long as a request lasts. A body may be long in coming and an answer longer, and access may be taken
// back or cut down in between, here or by another process: what counts is what the caller may when it matters, not what
// it might when it knocked. Asking again costs what the guard's own question does: the registry remembers its clients.
import type { Client } from '#contract/client.ts';
import type { Refusal } from '#contract/problems.ts';
import type { Scope } from '#contract/scopes.ts';
import type { ClientRegistry } from '#core/ports/clients.ts';
import { missingScope } from './scope.ts';

type Clients = Pick<ClientRegistry, 'byId'>;

export class Caller {
  readonly #clients: Clients;
  #client: Client;

  constructor(clients: Clients, client: Client) {
    this.#clients = clients;
    this.#client = client;
  }

  /** As it was when it was asked for last. */
  get client(): Client {
    return this.#client;
  }

  /** Asks for it again: why it may not go on, or null. `needed`: one of these scopes, where a read needs one. */
  barred(needed: readonly Scope[] = []): Refusal | null {
    const now = stillKnown(this.#clients, this.#client.id);
    if (now === null) return unknownToken;
    this.#client = now;
    return needed.length === 0 ? null : missingScope(now, needed);
  }
}

/** The client as it is now; null where its access was taken back. */
export function stillKnown(clients: Clients, id: string): Client | null {
  const client = clients.byId(id);
  return client === null || client.revokedAt !== null ? null : client;
}

/** A revoked token is answered like one that never was. */
export const unknownToken: Refusal = { code: 'token-unknown', detail: 'The token is not known or was revoked.' };
