// The list of the fake's programs, which tests read and write.
import { type Client, patchedClient } from '#contract/programs/client.ts';
import { isFromOffice } from '#contract/people/people.ts';
import type { ClientRegistry } from '#core/ports/clients.ts';

export interface ClientWorld {
  readonly clients: Client[];
  /** Names of programs that are not among the clients, by id. */
  readonly programNames: Map<string, string>;
}

export function clientsIn(
  world: () => ClientWorld,
): ClientRegistry & { nameOf(id: string): string; letIn(id: string): Client | null } {
  const byId = (id: string): Client | null => world().clients.find((each) => each.id === id) ?? null;
  const put = (id: string, change: (client: Client) => Client): Client | null => {
    const { clients } = world();
    const index = clients.findIndex((each) => each.id === id && each.revokedAt === null);
    const before = clients[index];
    return before === undefined ? null : (clients[index] = change(before));
  };
  return {
    list: () => [...world().clients],
    byId,
    nameOf: (id) => world().programNames.get(id) ?? byId(id)?.name ?? id,
    byTokenHash: () => null,
    add: (client) => void world().clients.push(client),
    revoke: (id, revokedAt) => {
      const off = isFromOffice(id) ? ({ switchedOff: true } as const) : {};
      return put(id, (client) => ({ ...client, ...off, revokedAt })) !== null;
    },
    letIn(id) {
      const { clients } = world();
      const index = clients.findIndex((each) => each.id === id && each.switchedOff === true);
      const before = clients[index];
      if (before === undefined) return null;
      const { switchedOff: _, ...client } = before;
      return (clients[index] = { ...client, revokedAt: null });
    },
    change: (id, patch) => put(id, (client) => patchedClient(client, patch)),
    renew: (id) => put(id, (client) => client),
    touch: () => {},
  };
}
