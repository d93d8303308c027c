// Checks the database before anything is written to it, through a read-only connection, so that a damaged file is left
// exactly as it was found. A small file is read whole before a bridge is ready. Of a large one a start reads what a power
// cut can have touched, and the rest is read behind (ADR 54).
import type { DatabaseSync } from 'node:sqlite';
import { closeReader, connectToRead, takeBackCutOff } from '../folder/connect.ts';
import { StorageFailed, isBusy, isCannotOpen, isCutOff, troubleInWords } from '../database/errors.ts';
import type { FolderMarker, FolderPaths } from '../folder/folder.ts';
import { folderPaths, sizeOf } from '../folder/folder.ts';
import { readMeta } from '../journal/meta.ts';
import { bootId } from './boot-id.ts';
import { recentProblem } from './recent-check.ts';
import { assertNotNewer, latestVersion } from '../schema/migrations.ts';
import { requiredTables } from '../schema/schema.ts';
import { schemaProblem } from '../schema/schema-check.ts';

export const cleanKey = 'ended-cleanly';
/** The computer's start in which the last bridge ran. */
export const bootKey = 'boot-id';

/**
 * Up to this size a start always checks the whole file, its indexes too: 62 MB take 0.35 s from memory, and from a
 * till's slow disk about as long as reading it once (a second or two).
 */
const alwaysCheckedBytes = 64 * 1024 * 1024;

export type Health =
  /** Nothing there yet. */
  | { readonly type: 'new' }
  | {
      readonly type: 'sound';
      readonly version: number;
      readonly endedCleanly: boolean;
      /** The whole file was read. */
      readonly checked: boolean;
      /** The power was cut, as far as can be known: the last writes may be lost on a disk that said "written". */
      readonly afterPowerCut: boolean;
    }
  /** `why` continues a sentence that begins with the file's name. */
  | { readonly type: 'damaged'; readonly why: string };

/**
 * `deep`: for a bridge, whether to check more than tables and schema. `alwaysBytes`: up to this size the whole file is
 * read. `boot`: the id of this start of the computer.
 * Throws NewerDatabase, and StorageFailed where the file cannot be looked at.
 */
export function healthOf(
  paths: FolderPaths,
  marker: FolderMarker | 'unreadable' | null,
  deep: boolean,
  alwaysBytes = alwaysCheckedBytes,
  boot: string | null = bootId(),
): Health {
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
    return inspect(db, paths, marker !== null, { alwaysBytes: deep ? alwaysBytes : null, boot });
  } catch (error) {
    if (isCutOff(error)) {
      takeBackCutOff(file);
      return healthOf(paths, marker, deep, alwaysBytes, boot);
    }
    if (isBusy(error) || isCannotOpen(error)) {
      throw new StorageFailed(`${file}: ${troubleInWords(error)}`, { cause: error });
    }
    if (!(error instanceof Error && 'errcode' in error)) throw error;
    return { type: 'damaged', why: `is damaged: ${troubleInWords(error)}` };
  } finally {
    if (db !== null) closeReader(db, file);
  }
}

interface Depth {
  /** Null: tables and schema only. */
  readonly alwaysBytes: number | null;
  readonly boot: string | null;
}

function inspect(db: DatabaseSync, paths: FolderPaths, marked: boolean, { alwaysBytes, boot }: Depth): Health {
  const file = paths.database;
  // One transaction, since another program may be making the database now.
  db.exec('BEGIN');
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
  if (missing.length > 0) return { type: 'damaged', why: `is damaged: it lacks the tables ${missing.join(', ')}` };
  const foreign = schemaProblem(db, version);
  if (foreign !== null) return { type: 'damaged', why: `is not as this program made it: ${foreign}` };
  const endedCleanly = readMeta(db, cleanKey) === 'yes';
  // The same start of the computer: only the program ended, and the system has all that it wrote.
  const afterPowerCut = !endedCleanly && (boot === null || readMeta(db, bootKey) !== boot);
  if (alwaysBytes === null) return { type: 'sound', version, endedCleanly, checked: false, afterPowerCut };
  const isSmall = (sizeOf(file) ?? 0) <= alwaysBytes;
  const checked = isSmall || sizeOf(paths.doubt) !== null;
  const found = isSmall ? integrityCheck(db) : checked ? quickCheck(db) : null;
  if (found !== null) return { type: 'damaged', why: `is damaged: SQLite's check found: ${found}` };
  const recent = !checked && afterPowerCut && version === latestVersion ? recentProblem(db) : null;
  if (recent !== null) return { type: 'damaged', why: `is damaged: ${recent}` };
  return { type: 'sound', version, endedCleanly, checked, afterPowerCut };
}

/** The first thing that SQLite finds wrong with the pages of the whole file, or null. */
function quickCheck(db: DatabaseSync): string | null {
  return firstFound(String(db.prepare('PRAGMA quick_check(1)').get()?.['quick_check']));
}

/**
 * The same, and compares each index with its table. A forged index can hide a row, so that a repeated request would be
 * accepted again or an older record would count as the last. Eight times as much work as the quick check.
 */
export function integrityCheck(db: DatabaseSync): string | null {
  return firstFound(String(db.prepare('PRAGMA integrity_check(1)').get()?.['integrity_check']));
}

function firstFound(found: string): string | null {
  // The result may have several lines, the first of which only names the database.
  return found === 'ok' ? null : found.replace(/^\*\*\*[^\n]*\n/, '').replaceAll('\n', '; ');
}

/** The same for a folder, over a connection of its own, beside a live bridge. `thorough`: with the indexes. */
export function checkFile(dataDir: string, thorough: boolean): string | null {
  const { database } = folderPaths(dataDir);
  const db = connectToRead(database);
  try {
    return thorough ? integrityCheck(db) : quickCheck(db);
  } catch (error) {
    return troubleInWords(error);
  } finally {
    closeReader(db, database);
  }
}
