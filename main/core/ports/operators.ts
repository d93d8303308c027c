// The people of the shop as they are kept, and how their PINs are compared.
import type { ApprovalQuestion, SignedApproval } from '#contract/office/approvals.ts';
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

/** Whose list of people, or of programs, the till took from its office last, and under which number. */
export interface ListOfOffice {
  readonly till: string;
  /** SPKI, PEM. */
  readonly officeKey: string;
  readonly version: number;
}

export interface KeptOfOffice {
  /** Null where it is gone, or is not the one that was kept last. */
  readonly sealed: string | null;
  /** As the journal says; null where an older program kept it, of which no record tells. */
  readonly of: ListOfOffice | null;
}

export interface OperatorRegistry {
  /** By name. */
  list(): OperatorRecord[];
  byId(id: string): OperatorRecord | null;
  /** On the disk when it returns, with its journal entry in the same commit. */
  save(record: OperatorRecord, entry: JournalEntry | null): void;
  /**
   * Changes and what the till keeps of its office's people, in one commit: null: as it was. `also` is journalled behind
   * them.
   */
  saveOffice(
    kept: { readonly sealed: string; readonly of: ListOfOffice; readonly atMs: number } | null,
    changes: readonly { readonly record: OperatorRecord; readonly entry: JournalEntry }[],
    also: JournalEntry | null,
  ): void;
  /** What `saveOffice` kept last; null: nothing. */
  officeKept(): KeptOfOffice | null;
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

/** The office as the one that may be asked where money out needs a supervisor (ADR 87): what it said of one question. */
export type OfficeSaid =
  /** Signed by the office that the till joined, over this question; `question`: its SHA-256, hex. */
  | { readonly type: 'answered'; readonly question: string; readonly answer: SignedApproval }
  /** No person there may approve it in this shop. */
  | { readonly type: 'nobody' }
  | { readonly type: 'away' }
  /** It was not signed with the key that the office gave when the till joined. */
  | { readonly type: 'not-trusted' };

export interface AskedOffice {
  /** Never rejects. */
  readonly said: Promise<OfficeSaid>;
  /** Nobody waits any longer: the office is told so, and what it says after that is not heard. */
  end(): void;
}

export interface ApprovalOffice {
  /** The till joined one, which was reached at the last try. */
  isThere(): boolean;
  ask(question: ApprovalQuestion): AskedOffice;
}
