// The journal as the shop's books: what a report reads, and what closing a shift writes in one transaction. Readers in
// a worker use the same reads over a connection of their own.
import type { DatabaseSync } from 'node:sqlite';
import type { Books, BooksReads, JournalFact, ShiftMark } from '#core/ports/books.ts';
import type { Commits } from './commits.ts';
import { type AppendToJournal, createJournalReads } from './journal.ts';
import { oneRow } from './sql.ts';
import { watched } from './watched.ts';

interface ShiftRow {
  readonly number: number;
  readonly first_seq: number;
  readonly closed_seq: number;
  readonly closed_at: string;
}

export function createBooksReads(db: DatabaseSync): BooksReads {
  const journal = createJournalReads(db);
  const last = db.prepare('SELECT * FROM shifts ORDER BY number DESC LIMIT 1');
  const byNumber = db.prepare('SELECT * FROM shifts WHERE number = ?');
  const mark = (row: ShiftRow | null): ShiftMark | null =>
    row === null
      ? null
      : { number: row.number, firstSeq: row.first_seq, closedSeq: row.closed_seq, closedAt: row.closed_at };
  return {
    head: () => journal.head(),
    facts: (seq, limit): JournalFact[] => journal.after(seq, limit),
    lastShift: () => mark(oneRow<ShiftRow>(last)),
    shift: (number) => mark(oneRow<ShiftRow>(byNumber, number)),
  };
}

export function createBooks(db: DatabaseSync, commits: Commits, append: AppendToJournal): Books {
  const reads = createBooksReads(db);
  const insert = db.prepare('INSERT INTO shifts VALUES (?, ?, ?, ?)');
  const tx = {
    ...reads,
    append,
    putShift: ({ number, firstSeq, closedSeq, closedAt }: ShiftMark): void => {
      insert.run(number, firstSeq, closedSeq, closedAt);
    },
  };
  return { ...watched(reads, commits.read), transact: (work) => commits.queue(() => work(tx)) };
}
