// The data folder: private to its owner, with a marker (`folder.json`) that a database was once made in it. Without the
// marker a lost or emptied database would look like a new folder, and all accepted operations would be forgotten.
import { chmodSync, closeSync, openSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { syncFolder, writeDurably } from '#host/files/durable-files.ts';
import { FolderNotMade, makeFolder } from '#host/files/make-folder.ts';
import { readOrdinary } from '#host/files/read-ordinary.ts';
import { FolderProblem, fileTroubleInWords } from '../database/errors.ts';

const markerSchema = z.object({ folderId: z.string().min(1), createdAt: z.string() });

export type FolderMarker = z.infer<typeof markerSchema>;

export interface FolderPaths {
  readonly dir: string;
  readonly database: string;
  /** There while the database is in doubt: the next start reads the whole file before anything else. */
  readonly doubt: string;
  readonly marker: string;
  readonly lock: string;
  readonly pid: string;
  /** The public half of the key that signs the journal's heads. */
  readonly publicKey: string;
}

const doubtName = 'tillbridge.db.doubt';

export function folderPaths(dir: string): FolderPaths {
  return {
    dir,
    database: join(dir, 'tillbridge.db'),
    doubt: join(dir, doubtName),
    marker: join(dir, 'folder.json'),
    lock: join(dir, 'bridge.lock.db'),
    pid: join(dir, 'bridge.pid'),
    publicKey: join(dir, 'journal-public-key.pem'),
  };
}

/** Makes the folder if it is not there, and private if it is not. Throws FolderProblem. */
export function prepareFolder(dir: string): void {
  try {
    makeFolder(dir);
  } catch (error) {
    if (error instanceof FolderNotMade) throw new FolderProblem(error.message, { cause: error });
    const why = fileTroubleInWords(error);
    if (why === null) throw error;
    throw new FolderProblem(`the folder ${dir} cannot be used: ${why}`, { cause: error });
  }
  if ((statSync(dir).mode & 0o077) === 0) return;
  try {
    chmodSync(dir, 0o700);
  } catch {
    // Another user owns the folder, so its mode cannot be changed. The files themselves are private in any case.
  }
}

/** Makes an empty private file unless there is one; SQLite gives its side files the same mode. */
export function touchPrivate(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600));
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  }
}

/** Size in bytes, or null if there is no such file. Never opens it: closing a file drops SQLite's locks on it. */
export function sizeOf(file: string): number | null {
  return statSync(file, { throwIfNoEntry: false })?.size ?? null;
}

const mostMarkerBytes = 65_536;

/** Null if there is no marker or no folder. A marker that cannot be read still shows that a database existed here. */
export function readMarker(file: string): FolderMarker | 'unreadable' | null {
  let text: string | null;
  try {
    text = readOrdinary(file, mostMarkerBytes);
  } catch (error) {
    if (hasCode(error, 'ENOENT') || hasCode(error, 'ENOTDIR')) return null;
    throw error;
  }
  try {
    return markerSchema.parse(JSON.parse(text ?? ''));
  } catch {
    return 'unreadable';
  }
}

export function writeMarker(paths: FolderPaths, marker: FolderMarker): void {
  writeDurably(paths.marker, `${JSON.stringify(marker)}\n`);
  syncFolder(paths.dir);
}

export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
