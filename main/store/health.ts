// Looks at the database before anything is written to it, through a read-only connection, so that a damaged one is left
// exactly as it was found. What costs little is checked always; PRAGMA quick_check reads the whole file (seconds for a
// large one), so it runs only when the last bridge did not end cleanly: that is when a torn file can be new.
import type { DatabaseSync } from 'node:sqlite';
import { connectToRead } from './connect.ts';
import { StorageFailed, isBusy, isCannotOpen, troubleInWords } from './errors.ts';
import type { FolderMarker, FolderPaths } from './folder.ts';
import { sizeOf } from './folder.ts';
import { readMeta } from './meta.ts';
import { assertNotNewer } from './migrations.ts';
import { requiredTables } from './schema.ts';

export const cleanKey = 'ended-cleanly';

export type Health =
  /** Nothing there yet. */
  | { readonly type: 'new' }
  | { readonly type: 'sound'; readonly version: number; readonly endedCleanly: boolean }
  | { readonly type: 'damaged'; readonly why: string };

/** Throws NewerDatabase, and StorageFailed where the file cannot be looked at. */
export function healthOf(paths: FolderPaths, marker: FolderMarker | 'unreadable' | null, deep: boolean): Health {
  const file = paths.database;
  const size = sizeOf(file);
  if (size === null || size === 0) {
    if (marker === null) return { type: 'new' };
    const what = size === null ? 'is missing' : 'is empty (0 bytes)';
    return { type: 'damaged', why: `${what}, although ${paths.marker} says that this folder had one` };
  }
  let db: DatabaseSync | null = null;
  try {
    db = connectToRead(file);
    return inspect(db, file, marker !== null, deep);
  } catch (error) {
    if (isBusy(error) || isCannotOpen(error)) {
      throw new StorageFailed(`${file}: ${troubleInWords(error)}`, { cause: error });
    }
    if (!(error instanceof Error && 'errcode' in error)) throw error;
    return { type: 'damaged', why: troubleInWords(error) };
  } finally {
    db?.close();
  }
}

function inspect(db: DatabaseSync, file: string, marked: boolean, deep: boolean): Health {
  const version = assertNotNewer(db, file);
  const tables = new Set(
    db
      .prepare(`SELECT name FROM sqlite_schema WHERE type = 'table'`)
      .all()
      .map((row) => String(row['name'])),
  );
  // A program that was killed while it made the folder leaves a database without tables, and no marker.
  if (version === 0 && tables.size === 0 && !marked) return { type: 'new' };
  const missing = requiredTables.filter((name) => !tables.has(name));
  if (missing.length > 0) return { type: 'damaged', why: `lacks the tables ${missing.join(', ')}` };
  const endedCleanly = readMeta(db, cleanKey) === 'yes';
  if (deep && !endedCleanly) {
    const found = String(db.prepare('PRAGMA quick_check(1)').get()?.['quick_check']);
    if (found !== 'ok') return { type: 'damaged', why: `SQLite's check found: ${found}` };
  }
  return { type: 'sound', version, endedCleanly };
}
