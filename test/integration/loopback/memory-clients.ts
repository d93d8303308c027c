// The registry of clients, in memory.
import { type Client, type ClientPatch, patchedClient } from '#contract/programs/client.ts';
import type { Person } from '#contract/people/people.ts';
import type { ClientRegistry } from '#core/ports/clients.ts';

export class MemoryClients implements ClientRegistry {
  readonly touched: string[] = [];
  /** Who gave access, in order. */
  readonly by: (Person | null)[] = [];
  readonly #clients = new Map<string, Client>();
  readonly #idByHash = new Map<string, string>();

  add(client: Client, tokenHash: string, by: Person | null = null): void {
    this.by.push(by);
    this.#clients.set(client.id, client);
    this.#idByHash.set(tokenHash, client.id);
  }

  byTokenHash(tokenHash: string): Client | null {
    return this.#clients.get(this.#idByHash.get(tokenHash) ?? '') ?? null;
  }

  list(): Client[] {
    return [...this.#clients.values()];
  }

  byId(id: string): Client | null {
    return this.#clients.get(id) ?? null;
  }

  nameOf(id: string): string | null {
    return this.#clients.get(id)?.name ?? null;
  }

  revoke(id: string, atIso: string): boolean {
    const client = this.#clients.get(id);
    if (client === undefined) return false;
    this.#clients.set(id, { ...client, revokedAt: atIso });
    return true;
  }

  change(id: string, patch: ClientPatch): Client | null {
    const client = this.#clients.get(id);
    if (client === undefined || client.revokedAt !== null) return null;
    const changed = patchedClient(client, patch);
    this.#clients.set(id, changed);
    return changed;
  }

  renew(id: string, tokenHash: string): Client | null {
    const client = this.#clients.get(id);
    if (client === undefined || client.revokedAt !== null) return null;
    for (const [hash, owner] of this.#idByHash) if (owner === id) this.#idByHash.delete(hash);
    this.#idByHash.set(tokenHash, id);
    return client;
  }

  touch(id: string): void {
    this.touched.push(id);
  }
}
