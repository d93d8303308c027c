// The programs that the IT department's policy names, in addition to the paired ones. They exist as long as the file
// names them, and cannot be changed at the till. Their scopes are journalled when they differ from those of the last
// start.
import { createHash } from 'node:crypto';
import { canonicalJson } from '#contract/data/json.ts';
import type { Client } from '#contract/programs/client.ts';
import type { ClientRegistry } from '#core/ports/clients.ts';
import type { Clock } from '#core/ports/clock.ts';
import { clientOf } from '#settings/policy-client.ts';
import type { ItPolicy } from '#settings/policy.ts';
import type { OpenedStore } from '#store/open.ts';

export function withPolicyClients(paired: ClientRegistry, policy: ItPolicy | null, sinceIso: string): ClientRegistry {
  const used = new Map<string, string>();
  const known = new Map((policy?.clients ?? []).map((each) => [each.tokenSha256, clientOf(each, sinceIso)] as const));
  const named = new Map([...known.values()].map((client) => [client.id, client]));
  const seen = (client: Client): Client => ({ ...client, lastUsedAt: used.get(client.id) ?? null });
  const find = (id: string) => {
    const client = named.get(id);
    return client === undefined ? null : seen(client);
  };
  return {
    ...paired,
    byTokenHash(tokenHash) {
      const client = known.get(tokenHash);
      return client === undefined ? paired.byTokenHash(tokenHash) : seen(client);
    },
    list: () => [...[...named.values()].map(seen), ...paired.list()],
    byId: (id) => find(id) ?? paired.byId(id),
    nameOf: (id) => find(id)?.name ?? paired.nameOf(id),
    revoke: (id, atIso, ...how) => !named.has(id) && paired.revoke(id, atIso, ...how),
    change: (id, patch, atIso, ...how) => (named.has(id) ? null : paired.change(id, patch, atIso, ...how)),
    renew: (id, ...how) => (named.has(id) ? null : paired.renew(id, ...how)),
    touch(id, atIso) {
      if (named.has(id)) used.set(id, atIso);
      else paired.touch(id, atIso);
    },
  };
}

const noted = 'policy';

/** Journals the policy's programs with their scopes, and the settings that it locks. Never a token or its hash. */
export function notePolicy({ meta }: Pick<OpenedStore, 'meta'>, policy: ItPolicy | null, clock: Clock): void {
  const clients = (policy?.clients ?? []).map(({ name, origin, scopes, options }) => ({
    name,
    origin: origin ?? null,
    scopes: [...scopes],
    options: { ...options },
  }));
  const data = { clients, settings: policy?.settings ?? {} };
  const now = policy === null ? '' : createHash('sha256').update(canonicalJson(data)).digest('hex');
  if ((meta.get(noted) ?? '') === now) return;
  const type = policy === null ? 'policy-removed' : 'policy-applied';
  meta.transact((tx) => {
    tx.journal({ type, operationId: null, atMs: clock.nowMs(), data });
    tx.put(noted, now);
  });
}
