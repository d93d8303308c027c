// Whether the file's free space may hold old copies of what was erased. Every connection of this program overwrites what it
// frees (connect.ts), so a new database never has any. A file that an older program began is rewritten once, by a
// command while no bridge runs: rewriting a file of years takes minutes, in which nothing could be sold.
import type { DatabaseSync } from 'node:sqlite';
import type { Commits } from './database/commits.ts';
import { oneRow } from './database/sql.ts';

const cleanSinceKey = 'secure-delete';
const markSql = `INSERT INTO meta VALUES (?, 'yes') ON CONFLICT DO NOTHING`;

export function isSpaceCleared(db: DatabaseSync): boolean {
  return oneRow(db.prepare('SELECT value FROM meta WHERE key = ?'), cleanSinceKey) !== null;
}

/** For a database that was made just now. Call it within a transaction. */
export function markSpaceCleared(db: DatabaseSync): void {
  db.prepare(markSql).run(cleanSinceKey);
}

/** Rewrites the file where that was not done before. Returns whether it did; throws StorageFailed. */
export function clearSpace(db: DatabaseSync, commits: Commits): boolean {
  if (commits.read(() => isSpaceCleared(db))) return false;
  // In memory, as all else of this connection (connect.ts), the copy of a file of years would not fit. The system removes
  // the file with its handle, and personal data lies in it sealed.
  commits.outside(() => db.exec('PRAGMA temp_store = FILE; VACUUM; PRAGMA temp_store = MEMORY'));
  commits.outside(() => db.exec('PRAGMA wal_checkpoint(TRUNCATE)'));
  commits.now(() => markSpaceCleared(db));
  return true;
}
