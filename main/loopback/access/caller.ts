// The caller of a request, checked again over time. A body or an answer may take long, and access may be revoked or
// reduced meanwhile, here or by another process: what counts is the access at the moment of use. The check costs as
// much as the guard's own: the registry caches its clients.
import type { Client } from '#contract/programs/client.ts';
import type { Refusal } from '#contract/programs/problems.ts';
import type { Scope } from '#contract/programs/scopes.ts';
import type { ClientRegistry } from '#core/ports/clients.ts';
import { missingScope } from './scope.ts';

type Clients = Pick<ClientRegistry, 'byTokenHash'>;

export class Caller {
  readonly #clients: Clients;
  readonly #tokenHash: string;
  #client: Client;

  /** `tokenHash`: of the token by which the client is known. */
  constructor(clients: Clients, client: Client, tokenHash: string) {
    this.#clients = clients;
    this.#client = client;
    this.#tokenHash = tokenHash;
  }

  /** As of the last check. */
  get client(): Client {
    return this.#client;
  }

  /** Checks the caller again: why it may not go on, or null. `needed`: one of these scopes, where a read needs one. */
  barred(needed: readonly Scope[] = []): Refusal | null {
    // By the token, since a client whose token was renewed is no longer known by the one before.
    const now = this.#clients.byTokenHash(this.#tokenHash);
    if (now === null || now.revokedAt !== null || now.id !== this.#client.id) return unknownToken;
    this.#client = now;
    return needed.length === 0 ? null : missingScope(now, needed);
  }
}

/** The client as it is now; null where its access was taken back. */
export function stillKnown(clients: Pick<ClientRegistry, 'byId'>, id: string): Client | null {
  const client = clients.byId(id);
  return client === null || client.revokedAt !== null ? null : client;
}

/** A revoked token is answered like one that never was. */
export const unknownToken: Refusal = { code: 'token-unknown', detail: 'The token is not known or was revoked.' };
