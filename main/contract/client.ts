// A program that may use the loopback API, as people see it. Its token is stored as a hash only and never shown again.
import type { z } from 'zod';
import type { clientGrantSchema, clientOptionsSchema } from './client-options.ts';
import type { Scope } from './scopes.ts';

export type ClientOptions = z.output<typeof clientOptionsSchema>;

export const plainClientOptions: ClientOptions = {
  refundsPerDayMinor: null,
  waitsOffline: false,
  partialApprovals: false,
};

export type ClientGrant = z.output<typeof clientGrantSchema>;

/** A part of it: what is left out stays as it is, also where somebody else changes it meanwhile. */
export interface ClientPatch {
  /** All that it may do from now on. */
  readonly scopes?: readonly Scope[];
  readonly added?: readonly Scope[];
  readonly removed?: readonly Scope[];
  readonly options?: Partial<ClientOptions>;
}

export interface Client {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** The only Origin a browser may send with this token, or null for programs. */
  readonly origin: string | null;
  readonly options: ClientOptions;
  /** ISO 8601. */
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
  readonly revokedAt: string | null;
  /** Named by the IT department's policy: it cannot be changed or revoked here. */
  readonly managed?: true;
  /** Its row does not agree with the journal, or is gone: it may do nothing, and is revoked. */
  readonly believed?: false;
}

/** The client as it is after the change. */
export function patchedClient(client: Client, { scopes, added = [], removed = [], options }: ClientPatch): Client {
  const may = new Set([...(scopes ?? client.scopes), ...added].filter((scope) => !removed.includes(scope)));
  return { ...client, scopes: [...may], options: { ...client.options, ...options } };
}
