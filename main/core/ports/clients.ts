// The paired programs as they are kept.
import type { Client, ClientPatch } from '#contract/programs/client.ts';
import type { Person } from '#contract/people/people.ts';
import type { KeptOfOffice, ListOfOffice } from './operators.ts';

/**
 * `by`: the person who does it, for the journal; left out where no name is known. `request`: the command's wish,
 * which the record keeps (contract/programs/control.ts).
 */
export interface ClientRegistry {
  /** Stores a client with the hash of its token; name and scopes are journalled. */
  add(client: Client, tokenHash: string, by?: Person | null, request?: string): void;
  /** The client of a token hash, revoked ones too, or null. */
  byTokenHash(tokenHash: string): Client | null;
  list(): Client[];
  /** Revoked ones too, or null. */
  byId(id: string): Client | null;
  /** The name of a client, revoked ones too, or null. */
  nameOf(id: string): string | null;
  /** False if there is no such client. */
  revoke(id: string, atIso: string, by?: Person | null, request?: string): boolean;
  /** Gives other scopes and options, journalled. The client as it is now; null if there is none, or it was revoked. */
  change(id: string, patch: ClientPatch, atIso: string, by?: Person | null, request?: string): Client | null;
  /**
   * Gives the client another token, by its hash; the one before is unknown from then on. Journalled, without either. The
   * client; null if there is none, or it was revoked.
   */
  renew(id: string, tokenHash: string, atIso: string, by?: Person | null, request?: string): Client | null;
  /** Remembers the last use; at most once a minute a client reaches the disk. */
  touch(id: string, atIso: string): void;
}

/** A program as the till's office lets it in; null: its access ends. */
export interface OfficeClientChange {
  readonly client: Client;
  readonly tokenHash: string | null;
  /** Who lets it in again after it was switched off here; null: the office changed it. */
  readonly by: Person | null;
  /** The command's wish, for the journal. */
  readonly request?: string | undefined;
}

/** The rows of programs that the till's office lets in here, beside those that people paired (ADR 92). */
export interface OfficeClientRows {
  /**
   * Changes and what the till keeps of its office's programs, in one commit, each change journalled; null: as it was. Tokens
   * must be free: the id of no other row may hold them.
   */
  saveOffice(
    kept: { readonly sealed: string; readonly of: ListOfOffice } | null,
    changes: readonly OfficeClientChange[],
    atMs: number,
  ): void;
  /** What `saveOffice` kept last; null: nothing. */
  officeKept(): KeptOfOffice | null;
  /** The id of the row that holds a token's hash, whether it is believed or not; null: none. */
  holderOf(tokenHash: string): string | null;
  /** A person of the till ended its access last. */
  isSwitchedOff(id: string): boolean;
}
