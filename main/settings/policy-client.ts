// What the policy file calls a program, as the client that the bridge knows it as. The running bridge and the command
// line must give it the same id.
import { createHash } from 'node:crypto';
import type { Client } from '#contract/programs/client.ts';
import type { ItPolicy, PolicyClient } from './policy.ts';

/** By its name, so that a new token leaves it the same program with the same request ids. */
export function clientOf({ name, origin, scopes, options }: PolicyClient, createdAt: string): Client {
  return {
    id: `policy-${createHash('sha256').update(name).digest('hex').slice(0, 16)}`,
    name,
    scopes: [...new Set(scopes)],
    origin: origin ?? null,
    options,
    createdAt,
    lastUsedAt: null,
    revokedAt: null,
    managed: true,
  };
}

/** For the command line, which cannot know when the running bridge saw them first and last: it keeps that in memory. */
export function policyClients(policy: ItPolicy | null) {
  return (policy?.clients ?? []).map((each) => {
    return { ...clientOf(each, ''), createdAt: null, lastUsedAt: null, policy: policy?.file ?? '' };
  });
}
