// The journal as the shop's books: what reports and the closing of a shift read and write.
import type { JsonObject } from '#contract/data/json.ts';
import type { JournalHead } from '#contract/data/signed-head.ts';
import type { JournalEntry } from './journal.ts';

/** A record of the journal, as reports read it. */
export interface JournalFact {
  readonly seq: number;
  readonly hash: string;
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly type: string;
  readonly operation: string | null;
  readonly data: JsonObject;
}

/** Where a closed shift lies in the journal. */
export interface ShiftMark {
  /** From 1, without a gap. */
  readonly number: number;
  /** The first record that belongs to it. */
  readonly firstSeq: number;
  /** Its own record, `shift-closed`. */
  readonly closedSeq: number;
  /** ISO 8601, UTC. */
  readonly closedAt: string;
}

/** The names by which a payment is found. */
export interface PaymentNames {
  /** Its one name in the journal, where that is known. */
  readonly payment: string | null;
  readonly payId: string | null;
  readonly transId: string | null;
}

/** What people know a payment by. It lies beside the journal; the card's digits go with the personal data. */
export interface PaymentLabels {
  readonly refNr: string | null;
  readonly last4: string | null;
}

export interface BooksReads {
  /** Nulls where no such payment is stored. */
  labels(environment: string, names: PaymentNames): PaymentLabels;
  head(): JournalHead;
  /** Records after `seq`, oldest first. */
  facts(seq: number, limit: number): JournalFact[];
  /** The latest shift that the bridge closed, or null before the first. */
  lastShift(): ShiftMark | null;
  shift(number: number): ShiftMark | null;
}

export interface BooksWrites extends BooksReads {
  append(entry: JournalEntry): void;
}

/** The journal as the shop's books: what closing a shift reads and writes. */
export interface Books extends BooksReads {
  /** On the disk when the promise resolves; nothing else is journalled meanwhile. */
  transact<T>(work: (tx: BooksWrites) => T): Promise<T>;
}
