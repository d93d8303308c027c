// One bridge on a data folder at a time. The lock is an exclusive transaction on a small database of its own, so it is
// the kernel's: it ends with the process, however that ends, and no stale lock is ever left. `bridge.pid` only names
// the holder for people.
import { readFileSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { FolderProblem, isBusy, troubleInWords } from './errors.ts';
import { type FolderPaths, folderPaths, hasCode, prepareFolder, touchPrivate, writeDurably } from './folder.ts';

export class FolderInUse extends Error {
  override readonly name = 'FolderInUse';
  /** The holder's process id, or null where it could not be read. */
  readonly pid: number | null;
  constructor(dir: string, pid: number | null) {
    const holder = pid === null ? 'another bridge' : `the bridge with process id ${pid}`;
    super(`${dir} is in use by ${holder}. Stop that one first, or take another data folder.`);
    this.pid = pid;
  }
}

export interface FolderLock {
  release(): void;
}

/** Throws FolderInUse or FolderProblem. Commands that only manage tokens or read the journal need no lock. */
export function lockFolder(dir: string): FolderLock {
  const paths = folderPaths(dir);
  prepareFolder(dir);
  touchPrivate(paths.lock);
  const db = lockFile(paths);
  writeDurably(paths.pid, `${process.pid}\n`);

  // An unreachable connection is closed by the garbage collector, and the lock with it: the listener keeps it alive.
  const release = (): void => {
    process.off('exit', release);
    if (!db.isOpen) return;
    // Before the lock goes: afterwards the file may be another bridge's.
    rmSync(paths.pid, { force: true });
    db.close();
  };
  process.on('exit', release);
  return { release };
}

function lockFile(paths: FolderPaths): DatabaseSync {
  let db: DatabaseSync | null = null;
  try {
    db = new DatabaseSync(paths.lock, { timeout: 0 });
    db.exec('BEGIN EXCLUSIVE');
    return db;
  } catch (error) {
    db?.close();
    if (isBusy(error)) throw new FolderInUse(paths.dir, readPid(paths.pid));
    const message = `${paths.lock}: ${troubleInWords(error)}. It holds no data: if no bridge runs, delete it.`;
    throw new FolderProblem(message, { cause: error });
  }
}

function readPid(file: string): number | null {
  try {
    const pid = Number.parseInt(readFileSync(file, 'utf8'), 10);
    return Number.isNaN(pid) ? null : pid;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  }
}
