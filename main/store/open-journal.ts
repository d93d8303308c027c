// Opens the journal for reading only, also beside a live bridge: for `journal verify`, `journal export`, and workers
// that make long reports. It takes no lock, needs no key and can change nothing.
import type { DatabaseSync } from 'node:sqlite';
import { connectToRead } from './connect.ts';
import { NoDatabase } from './errors.ts';
import { type FolderPaths, folderPaths, readMarker } from './folder.ts';
import { healthOf } from './health.ts';
import { type JournalReads, createJournalReads } from './journal.ts';
import { damaged } from './rescue.ts';

export interface OpenedJournal {
  readonly journal: JournalReads;
  close(): void;
}

/** Throws NoDatabase, DamagedDatabase, NewerDatabase or StorageFailed. */
export function openJournal(dataDir: string, now: () => number): OpenedJournal {
  const db = connectToJournal(folderPaths(dataDir), now);
  return { journal: createJournalReads(db), close: () => db.close() };
}

export function connectToJournal(paths: FolderPaths, now: () => number): DatabaseSync {
  const health = healthOf(paths, readMarker(paths.marker), false);
  if (health.type === 'new') throw new NoDatabase(`there is no database in ${paths.dir}`);
  if (health.type === 'damaged') throw damaged(paths, health.why, now(), false);
  return connectToRead(paths.database);
}
