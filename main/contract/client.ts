// A program that may use the loopback API, as people see it. Its token is stored as a hash only and never shown again.
import type { Scope } from './scopes.ts';

export interface Client {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** The only Origin a browser may send with this token, or null for programs. */
  readonly origin: string | null;
  /** ISO 8601. */
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
  readonly revokedAt: string | null;
}
