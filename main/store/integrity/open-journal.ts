// Opens the journal for reading only, also beside a live bridge: for `journal verify`, `journal export`, and workers
// that make long reports. It takes no lock, needs no key and can change nothing.
import type { DatabaseSync } from 'node:sqlite';
import type { BooksReads } from '#core/ports/books.ts';
import { createBooksReads } from '../journal/books.ts';
import { closeReader, connectToRead } from '../folder/connect.ts';
import {
  NoDatabase,
  OlderDatabase,
  StorageFailed,
  isBusy,
  isStorageTrouble,
  troubleInWords,
} from '../database/errors.ts';
import { type FolderPaths, folderPaths, readMarker } from '../folder/folder.ts';
import { healthOf } from './health.ts';
import { type JournalReads, createJournalReads } from '../journal/journal.ts';
import { latestVersion, versionOf } from '../schema/migrations.ts';
import { damaged } from './rescue.ts';
import { type FolderSummary, summaryOf } from '../operations/summary.ts';
import { watched } from '../database/watched.ts';

export interface OpenedJournal {
  readonly journal: JournalReads;
  /** Needs a database of this program's form: throws OlderDatabase where no bridge has brought it up to date yet. */
  readonly books: BooksReads;
  /** For support; needs the form as well. */
  readonly summary: () => FolderSummary;
  /** All reads inside see one moment, while a live bridge goes on writing. */
  snapshot<T>(read: () => T): T;
  close(): void;
}

/**
 * Throws NoDatabase, DamagedDatabase, NewerDatabase or StorageFailed; reading throws StorageFailed. `foreign`: numbers of
 * records by which no report goes, as a holder of the folder's key found them.
 */
export function openJournal(dataDir: string, now: () => number, foreign: readonly number[] = []): OpenedJournal {
  const paths = folderPaths(dataDir);
  const db = connectToJournal(paths, now);
  const inWords = <T>(read: () => T): T => {
    try {
      return read();
    } catch (error) {
      if (!isStorageTrouble(error) && !isBusy(error)) throw error;
      throw new StorageFailed(`${paths.database}: ${troubleInWords(error)}`, { cause: error });
    }
  };
  try {
    const journal = inWords(() => createJournalReads(db, dataDir));
    return {
      journal: watched(journal, inWords),
      get books() {
        if (versionOf(db) < latestVersion) throw new OlderDatabase(olderWords(paths));
        return watched(createBooksReads(db, dataDir, { foreign: () => foreign }), inWords);
      },
      summary() {
        if (versionOf(db) < latestVersion) throw new OlderDatabase(olderWords(paths));
        return inWords(() => summaryOf(db));
      },
      snapshot(read) {
        inWords(() => db.exec('BEGIN'));
        try {
          return read();
        } finally {
          db.exec('COMMIT');
        }
      },
      close: () => closeReader(db, paths.database),
    };
  } catch (error) {
    closeReader(db, paths.database);
    throw error;
  }
}

export function olderWords({ database }: FolderPaths): string {
  return `${database} is of an older program: start the bridge once, it brings it up to date.`;
}

export function connectToJournal(paths: FolderPaths, now: () => number): DatabaseSync {
  const health = healthOf(paths, readMarker(paths.marker), false);
  if (health.type === 'new') throw new NoDatabase(paths.dir);
  if (health.type === 'damaged') throw damaged(paths, health.why, now(), false);
  return connectToRead(paths.database);
}
