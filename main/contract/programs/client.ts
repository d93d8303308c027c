// A program that may use the loopback API, as people see it. Its token is stored as a hash only and never shown again.
import type { z } from 'zod';
import type { clientGrantSchema, clientOptionsSchema, webhookSchema } from './client-options.ts';
import type { Scope } from './scopes.ts';

export type ClientOptions = z.output<typeof clientOptionsSchema>;

export const plainClientOptions: ClientOptions = {
  refundsPerDayMinor: null,
  waitsOffline: null,
  partialApprovals: false,
};

export type Webhook = z.output<typeof webhookSchema>;

const surfaces = ['bridge', 'gateway'] as const;

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
  /** The till's office lets it in, and a person of the till switched it off here: only a person lets it in again. */
  readonly switchedOff?: true;
  /** Its row does not agree with the journal, or is gone: it may do nothing, and is revoked. */
  readonly believed?: false;
}

/** The client as it is after the change. */
export function patchedClient(client: Client, { scopes, added = [], removed = [], options }: ClientPatch): Client {
  const may = new Set([...(scopes ?? client.scopes), ...added].filter((scope) => !removed.includes(scope)));
  return { ...client, scopes: [...may], options: { ...client.options, ...options } };
}

/** Whether what may wait is taken while offline. `surface`: whose addresses the client calls. */
export function waitsAt(
  surface: (typeof surfaces)[number],
  { waitsOffline }: Pick<ClientOptions, 'waitsOffline'>,
): boolean {
  return waitsOffline ?? surface === 'bridge';
}

/** Whether the client may do more than before in any way. */
export function mayMore(after: Client, before: Client): boolean {
  const { refundsPerDayMinor: limit, ...on } = after.options;
  const { refundsPerDayMinor: limitBefore, ...onBefore } = before.options;
  // Without a limit of its own it has the shop's, which may be the smaller one.
  const isLimitLower = limit !== null && limitBefore !== null && limit < limitBefore;
  return (
    after.scopes.some((scope) => !before.scopes.includes(scope)) ||
    (limit !== limitBefore && limit !== 0 && !isLimitLower) ||
    surfaces.some((surface) => waitsAt(surface, after.options) && !waitsAt(surface, before.options)) ||
    (on.partialApprovals && !onBefore.partialApprovals) ||
    mayTell(after.options.webhook, before.options.webhook)
  );
}

/** Whether events go to an address to which they did not go before. */
function mayTell(after: Webhook | null = null, before: Webhook | null = null): boolean {
  if (after?.allowed !== true) return false;
  return before?.allowed !== true || after.id !== before.id || after.url !== before.url;
}
