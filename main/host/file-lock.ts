// A lock that one process holds: an exclusive transaction on a small database of its own, so it is the kernel's. It
// ends with the process, however that ends, and no stale lock is ever left. A file beside it names the holder for
// people. Bridge and sandbox lock their data folders with it.
import { closeSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

export interface LockFiles {
  /** Holds no data. */
  readonly lock: string;
  /** The holder's process id, for people. */
  readonly pid: string;
}

export type Taken =
  | { readonly taken: true; release(): void }
  /** Somebody else has it; `pid` is null where it could not be read. */
  | { readonly taken: false; readonly pid: number | null };

/** Takes the lock, or says who has it. Throws SQLite's or the system's error where the files cannot be used. */
export function takeLock(files: LockFiles): Taken {
  touch(files.lock);
  const db = begin(files.lock);
  if (db === null) return { taken: false, pid: readPid(files.pid) };
  try {
    writeFileSync(files.pid, `${process.pid}\n`, { mode: 0o600 });
  } catch (error) {
    db.close();
    throw error;
  }

  // An unreachable connection is closed by the garbage collector, and the lock with it: the listener keeps it alive.
  const release = (): void => {
    process.off('exit', release);
    if (!db.isOpen) return;
    try {
      // Before the lock goes: afterwards the file may be another holder's.
      rmSync(files.pid, { force: true });
    } finally {
      db.close();
    }
  };
  process.on('exit', release);
  return { taken: true, release };
}

// Who asks for the lock and does not get it reads the file for a moment, and that alone keeps it from whoever is just
// getting it: of two who asked at once, both would be refused. So it is asked for again for a while.
const patienceMs = 200;

function begin(lock: string): DatabaseSync | null {
  let db: DatabaseSync | null = null;
  try {
    db = new DatabaseSync(lock, { timeout: patienceMs });
    db.exec('BEGIN EXCLUSIVE');
    return db;
  } catch (error) {
    db?.close();
    if (isBusy(error)) return null;
    throw error;
  }
}

const busy = 5; // sqlite.org/rescode.html; extended codes carry it in their low byte.

function isBusy(error: unknown): boolean {
  return (
    error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' && (error.errcode & 0xff) === busy
  );
}

// Only ever made, never opened again: closing a file drops the locks that this process holds on it.
function touch(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
}

function readPid(file: string): number | null {
  try {
    const pid = Number.parseInt(readFileSync(file, 'utf8'), 10);
    return Number.isNaN(pid) ? null : pid;
  } catch {
    return null;
  }
}
