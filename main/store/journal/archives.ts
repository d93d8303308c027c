// Reads the records that left the database for archive files. The files are a part of the journal: a reader of the journal
// gets those of a file where the database no longer has them.
import type { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import type { JournalRecord } from '#core/ports/journal.ts';
import { allRows, oneRow } from '../database/sql.ts';
import { archiveRecords, archivedTo } from '../schema/archive-tables.ts';
import {
  type Archived,
  archiveTrouble,
  archivedSchema,
  archivesName,
  readPiece,
  recordsPerPiece,
} from './archive-file.ts';

export interface Archives {
  /** The number of the last record that is archived; 0: none is. */
  mark(): number;
  /** The last archive, or null. */
  last(): Archived | null;
  /** All, oldest first. */
  all(): readonly Archived[];
  /** What is wrong with the first file that is missing or has another length, in words; null: none. */
  trouble(): string | null;
  /** Records after `seq` of the piece that the next one lies in; none where no archive has it. Throws FolderProblem. */
  after(seq: number): readonly JournalRecord[];
}

export const archiveQueries = {
  mark: `SELECT max(${archivedTo}) AS mark FROM journal WHERE ${archiveRecords}`,
  all: `SELECT data FROM journal WHERE ${archiveRecords} ORDER BY ${archivedTo}`,
  last: `SELECT data FROM journal WHERE ${archiveRecords} ORDER BY ${archivedTo} DESC LIMIT 1`,
  holding: `SELECT data FROM journal WHERE ${archiveRecords} AND ${archivedTo} > ? ORDER BY ${archivedTo} LIMIT 1`,
} as const;

interface Row {
  readonly data: string;
}

/** `dataDir`: the folder that the database lies in. */
export function createArchives(db: DatabaseSync, dataDir: string): Archives {
  const dir = join(dataDir, archivesName);
  const mark = db.prepare(archiveQueries.mark);
  const all = db.prepare(archiveQueries.all);
  const last = db.prepare(archiveQueries.last);
  const holding = db.prepare(archiveQueries.holding);
  /** Readers go on where they were, so the piece that was opened last is wanted again. */
  let opened: { readonly name: string; readonly records: readonly JournalRecord[] } = { name: '', records: [] };

  const piece = (archived: Archived, index: number): readonly JournalRecord[] => {
    const name = `${archived.sha256} ${index}`;
    if (opened.name !== name) opened = { name, records: readPiece(dir, archived, index) };
    return opened.records;
  };
  const readAll = (): readonly Archived[] => allRows<Row>(all).flatMap((row) => archivedIn(row) ?? []);
  return {
    mark: () => oneRow<{ mark: number | null }>(mark)?.mark ?? 0,
    last: () => archivedIn(oneRow<Row>(last)),
    all: readAll,
    trouble() {
      for (const archived of readAll()) {
        const trouble = archiveTrouble(dir, archived);
        if (trouble !== null) return trouble;
      }
      return null;
    },
    after(seq) {
      const archived = archivedIn(oneRow<Row>(holding, seq));
      if (archived === null || seq < archived.after.seq) return [];
      const index = Math.floor((seq - archived.after.seq) / recordsPerPiece);
      return piece(archived, index).filter((record) => record.seq > seq);
    },
  };
}

function archivedIn(row: Row | null): Archived | null {
  if (row === null) return null;
  const parsed = archivedSchema.safeParse(JSON.parse(row.data));
  return parsed.success ? parsed.data : null;
}
