// The journal as the shop's books: the reads of a report, and what closing a shift writes in one transaction. Workers
// use the same reads over another connection.
import type { DatabaseSync } from 'node:sqlite';
import type { Books, BooksReads, JournalFact, PaymentLabels } from '#core/ports/books.ts';
import type { Commits } from '../database/commits.ts';
import { type AppendToJournal, createJournalReads } from './journal.ts';
import { createClosings } from './closings.ts';
import { watched } from '../database/watched.ts';

const booksQueries = {
  labelsOfLane: 'SELECT ref_nr, last4 FROM payments WHERE environment_id = ? AND lane = ?',
  labelsOfPayId: 'SELECT ref_nr, last4 FROM payments WHERE environment_id = ? AND pay_id = ?',
  labelsOfTransId: 'SELECT ref_nr, last4 FROM payments WHERE environment_id = ? AND trans_id = ?',
} as const;

interface LabelsRow {
  readonly ref_nr: string | null;
  readonly last4: string | null;
}

/** How the records that the bridge did not write are reported and known. */
export interface Doubts {
  /** See createClosings. */
  readonly suspect: (seq: number) => void;
  /** Numbers of the records that lack their proof (proofs.ts). */
  readonly foreign: () => readonly number[];
}

export function createBooksReads(
  db: DatabaseSync,
  dataDir: string,
  { suspect, foreign }: Partial<Doubts> = {},
): BooksReads {
  const journal = createJournalReads(db, dataDir);
  const closings = createClosings(db, suspect);
  const ofLane = db.prepare(booksQueries.labelsOfLane);
  const ofPayId = db.prepare(booksQueries.labelsOfPayId);
  const ofTransId = db.prepare(booksQueries.labelsOfTransId);
  return {
    labels(environment, { payment, payId, transId }): PaymentLabels {
      // A payment may have two rows: one with the lane of the operation that made it, the other with its payId.
      const rows = ([ofLane, ofPayId, ofTransId] as const).flatMap((query, at) => {
        const name = [payment, payId, transId][at] ?? null;
        return name === null ? [] : (query.all(environment, name) as unknown as LabelsRow[]);
      });
      const shown = (label: keyof LabelsRow) => rows.find((row) => row[label] !== null)?.[label] ?? null;
      return { refNr: shown('ref_nr'), last4: shown('last4') };
    },
    head: () => journal.head(),
    facts(seq, limit): JournalFact[] {
      const facts = journal.after(seq, limit);
      const doubted = new Set(foreign?.());
      // It stays in its place, since readers count records, and says nothing.
      return doubted.size === 0 ? facts : facts.map((fact) => (doubted.has(fact.seq) ? saysNothing(fact) : fact));
    },
    lastShift: () => closings.last(),
    shift: (number) => closings.numbered(number),
  };
}

interface Parts {
  readonly db: DatabaseSync;
  readonly dataDir: string;
  readonly commits: Commits;
  readonly append: AppendToJournal;
}

export function createBooks({ db, dataDir, commits, append }: Parts, doubts: Doubts): Books {
  const reads = createBooksReads(db, dataDir, doubts);
  const tx = { ...reads, append };
  return { ...watched(reads, commits.read), transact: (work) => commits.queue(() => work(tx)) };
}

function saysNothing(fact: JournalFact): JournalFact {
  return { ...fact, type: 'not-proven', data: {} };
}
