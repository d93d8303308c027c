// The people of the shop as they are kept, and how their PINs are compared.
import type { Person } from '#contract/people/people.ts';
import type { Refusal } from '#contract/programs/problems.ts';
import type { Role } from '#contract/people/roles.ts';
import type { JournalEntry } from './journal.ts';

/** An operator as it is kept. */
export interface OperatorRecord {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  readonly active: boolean;
  readonly pinHash: string;
  /** Wrong PINs in a row. */
  readonly failures: number;
  /** Engine time, ms. */
  readonly lockedUntilMs: number | null;
  readonly createdAtMs: number;
}

export interface OperatorRegistry {
  /** By name. */
  list(): OperatorRecord[];
  byId(id: string): OperatorRecord | null;
  /** On the disk when it returns, with its journal entry in the same commit. */
  save(record: OperatorRecord, entry: JournalEntry | null): void;
  journal(entry: JournalEntry): void;
}

/** Whose PIN it was, or why it does not count. */
export type Verified =
  | { readonly type: 'person'; readonly person: Person }
  | { readonly type: 'refused'; readonly refusal: Refusal };

/** PINs are short, so each guess must cost time and memory. */
export interface Pins {
  hash(pin: string): Promise<string>;
  matches(pin: string, hash: string): Promise<boolean>;
}
