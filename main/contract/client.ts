// A program that may use the loopback API, as people see it. Its token is stored as a hash only and never shown again.
import { z } from 'zod';
import { type Scope, scopeSchema } from './scopes.ts';

/** What people set for a client beside its scopes. */
export const clientOptionsSchema = z.strictObject({
  /** What it may refund in a day (by the clock on the wall) and currency, in minor units; null: no limit of its own. */
  refundsPerDayMinor: z.int().min(0).max(999_999_999_999).nullable(),
  /** At the gateway's own addresses: what may wait is taken while offline and answered 202. False: 503, not stored. */
  waitsOffline: z.boolean(),
});
export type ClientOptions = z.output<typeof clientOptionsSchema>;

export const plainClientOptions: ClientOptions = { refundsPerDayMinor: null, waitsOffline: false };

/** What may be changed of a client while its token stays. */
export const clientChangeSchema = z.strictObject({
  scopes: z.array(scopeSchema).min(1),
  options: clientOptionsSchema,
});
export type ClientChange = z.output<typeof clientChangeSchema>;

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
}
