// A lock that one process holds: an exclusive transaction on a small database of its own, so the kernel keeps it. It
// ends with the process, and no stale lock is left. A file beside it names the holder for people. The bridge and the
// sandbox lock their data folders with it.
//
// The kernel locks a file, not its name: where the file was deleted or replaced, its lock says nothing. So a file that
// was checked once carries a mark with its own device and number. A file without its mark counts only where no other
// process has the holder's database open. ADR 38.
import { createHash } from 'node:crypto';
import { closeSync, openSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { readOrdinary } from './read-ordinary.ts';

export interface LockFiles {
  /** Holds no data. */
  readonly lock: string;
  /** The holder's process id, for people. */
  readonly pid: string;
  /** A database that the holder has open all the time; left out where there is none. */
  readonly guarded?: string;
  /** The holder has it for the moment of one command; the file beside it says so. */
  readonly passing?: boolean;
}

export type Taken =
  | {
      readonly taken: true;
      release(): void;
      /** False where the file was deleted or replaced since: another may have the one that lies there now. */
      isFirm(): boolean;
    }
  | ({ readonly taken: false } & Holder);

export interface Holder {
  /** Null where it could not be read. */
  readonly pid: number | null;
  /** `passing`: a command, for a moment. `unnamed`: the file names no running process; its new holder is about to. */
  readonly who: 'passing' | 'staying' | 'unnamed';
}

/** Takes the lock, or says who has it. Throws SQLite's or the system's error where the files cannot be used. */
export function takeLock(files: LockFiles): Taken {
  try {
    return take(files);
  } catch (error) {
    if (!isTorn(error)) throw error;
    // The power went while the mark was written, and the file holds no data. Emptying it frees no lock.
    truncateSync(files.lock);
    return take(files);
  }
}

function take(files: LockFiles): Taken {
  touch(files.lock);
  const mark = markOf(files.lock);
  const db = begin(files.lock);
  if (db === null) return { taken: false, ...holderIn(files.pid) };
  try {
    if (!proved(db, mark, files)) {
      db.close();
      return { taken: false, ...holderIn(files.pid) };
    }
    // Never through what lies there: a link would have another file written.
    rmSync(files.pid, { force: true });
    writeFileSync(files.pid, `${process.pid}${files.passing === true ? passingMark : ''}\n`, {
      mode: 0o600,
      flag: 'wx',
    });
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
  return { taken: true, release, isFirm: () => markOf(files.lock) === mark };
}

// A process that asks for the lock reads the file for a moment, and that alone blocks another that is just taking it:
// of two that ask at once, both would be refused. So the lock is tried again for a while.
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

/** A number of the file that lies there now: of its device and its own number, which a copy has not. */
function markOf(lock: string): number | null {
  const found = statSync(lock, { bigint: true, throwIfNoEntry: false });
  if (found === undefined) return null;
  const digest = createHash('sha256').update(`${found.dev}:${found.ino}`).digest();
  // Never 0, which a new file has.
  return (digest.readUInt32BE(0) >>> 1) | 1;
}

/**
 * Whether the locked file is the one that all processes lock. Where only the guarded database can tell, it is marked
 * then.
 */
function proved(db: DatabaseSync, mark: number | null, { lock, guarded }: LockFiles): boolean {
  // Deleted or replaced between the look at it and the lock.
  if (mark === null || markOf(lock) !== mark) return false;
  if (db.prepare('PRAGMA user_version').get()?.['user_version'] === mark) return true;
  if (guarded !== undefined && isOpenElsewhere(guarded)) return false;
  try {
    // No sync: what a crash takes back is proved again at the next start.
    db.exec(`ROLLBACK; PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA user_version = ${mark}`);
  } catch (error) {
    // A full disk: the lock holds without its mark.
    if (isBusy(error)) return false;
  }
  try {
    db.exec('BEGIN EXCLUSIVE');
    return markOf(lock) === mark;
  } catch (error) {
    if (isBusy(error)) return false;
    throw error;
  }
}

/** A command that works beside the bridge has it open for a moment. */
const besidePatienceMs = 2_000;

/** Whether another connection has this database open. In SQLite's WAL mode each holds a lock of the kernel's on it. */
function isOpenElsewhere(file: string): boolean {
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) === 0) return false;
  let db: DatabaseSync | null = null;
  try {
    db = new DatabaseSync(file, { timeout: besidePatienceMs });
    // Closed as the last one it moves a dead holder's log into the database: that must be on the disk, also on macOS.
    db.exec('PRAGMA synchronous = FULL; PRAGMA fullfsync = ON; PRAGMA checkpoint_fullfsync = ON');
    db.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; ROLLBACK');
    return false;
  } catch (error) {
    // Of whatever else is wrong with it, its own opening says more.
    return isBusy(error);
  } finally {
    db?.close();
  }
}

// sqlite.org/rescode.html
const busy = 5;
const corrupt = 11;
const notADatabase = 26;

function isBusy(error: unknown): boolean {
  return sqliteCode(error) === busy;
}

function isTorn(error: unknown): boolean {
  const code = sqliteCode(error);
  return code === corrupt || code === notADatabase;
}

/** Extended codes carry the code in their low byte. */
function sqliteCode(error: unknown): number | null {
  return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number'
    ? error.errcode & 0xff
    : null;
}

// Only ever made, never opened again: closing a file drops the locks that this process holds on it.
function touch(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
}

const passingMark = ' command';
/** A number and a mark. */
const mostNoteBytes = 1_024;

function holderIn(file: string): Holder {
  try {
    const text = readOrdinary(file, mostNoteBytes) ?? '';
    const pid = Number.parseInt(text, 10);
    if (Number.isNaN(pid)) return { pid: null, who: 'unnamed' };
    if (!runs(pid)) return { pid, who: 'unnamed' };
    return { pid, who: text.trimEnd().endsWith(passingMark) ? 'passing' : 'staying' };
  } catch {
    return { pid: null, who: 'unnamed' };
  }
}

function runs(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH');
  }
}
