// Durable commits, shared: all work queued in one turn of the event loop goes to the disk with one sync. Each piece
// runs in its own savepoint, so that one that throws rolls back only itself. A promise resolves after COMMIT returned.
// After a disk failure the content of the disk is unknown: nothing is tried again and the store stays failed, whether a
// write or a read met the failure.
import type { DatabaseSync } from 'node:sqlite';
import { StorageFailed, isBusy, isStorageTrouble, troubleInWords } from './errors.ts';

export interface Commits {
  /** Queues `work` for the next shared commit. */
  queue<T>(work: () => T): Promise<T>;
  /** Commits `work` at once, for callers that cannot wait for a promise. */
  now<T>(work: () => T): T;
  /** Runs work that cannot run inside a transaction (VACUUM, a checkpoint); waits for other programs as `now` does. */
  outside<T>(work: () => T): T;
  /** Reads outside of a transaction. Meeting a damaged file or a failing disk fails the store, as writing does. */
  readonly read: <T>(read: () => T) => T;
  /** How many transactions were committed so far: more than before: another caller commits, too. */
  transactions(): number;
  failure(): string | null;
  /** Fails the store, as a disk failure does: the file was found to be damaged. `why` follows the file's name. */
  fail(why: string): void;
  /** Says that another program has kept its lock for long, so nothing can be written for now; null where it has not. */
  blocked(): string | null;
  /** Commits what is queued now. */
  flush(): void;
  /** Every later call is refused. */
  close(): void;
}

/** Called after each commit that reached the disk, with the number of pieces of work in it. */
export type OnCommit = (works: number) => void;

type Settle = () => void;

interface Queued {
  /** Runs the work and returns a function that resolves the caller's promise, to be called after the commit. */
  readonly run: () => Settle;
  readonly reject: (error: unknown) => void;
}

// A longer queue is split, so that the event loop runs in between.
const batchLimit = 500;
// Waiting for another program's lock is safe, since nothing was done yet. After this time no new work is accepted.
// Shared commits wait in JavaScript, so that reads and other work go on; only `now` and `outside` wait inside SQLite.
const busyPatienceMs = 30_000;
const busyPauseMs = { first: 5, most: 250 } as const;
const busyTimeoutMs = 5_000;

export function createCommits(
  db: DatabaseSync,
  file: string,
  onCommit: OnCommit = () => undefined,
  patienceMs = busyPatienceMs,
  onFailure: () => void = () => undefined,
): Commits {
  let waiting: Queued[] = [];
  let scheduled = false;
  let busySince: number | null = null;
  let pauseMs: number = busyPauseMs.first;
  let failure: string | null = null;
  let closing = false;
  let transactions = 0;
  // The connection's `timeout` is for opening; from here on only `now`, `outside` and the last flush wait inside
  // SQLite.
  waitInside(db, 0);

  function fail(error: unknown, batch: readonly Queued[]): void {
    rollBack(db);
    if (failure === null) onFailure();
    failure ??= `${file}: ${troubleInWords(error)}. Nothing more is accepted until the program is started again.`;
    const lost = [...batch, ...waiting];
    waiting = [];
    for (const each of lost) each.reject(new StorageFailed(failure, { cause: error }));
  }

  function schedule(): void {
    if (scheduled) return;
    scheduled = true;
    setImmediate(() => {
      scheduled = false;
      flush();
    });
  }

  function scheduleLater(): void {
    if (scheduled) return;
    scheduled = true;
    setTimeout(() => {
      scheduled = false;
      flush();
    }, pauseMs);
    pauseMs = Math.min(pauseMs * 2, busyPauseMs.most);
  }

  function flush(): void {
    const batch = waiting.splice(0, batchLimit);
    if (batch.length === 0) return;
    try {
      db.exec('BEGIN IMMEDIATE');
    } catch (error) {
      busySince ??= performance.now();
      if (!isBusy(error) || closing) return fail(error, batch);
      // Nothing of the batch was done. It may hold an outcome that is recorded nowhere else, so it waits without a
      // limit.
      waiting.unshift(...batch);
      return scheduleLater();
    }
    if (waiting.length > 0) schedule();
    busySince = null;
    pauseMs = busyPauseMs.first;
    const settles: Settle[] = [];
    try {
      for (const each of batch) settles.push(inSavepoint(db, each));
      db.exec('COMMIT');
    } catch (error) {
      return fail(error, batch);
    }
    transactions += 1;
    onCommit(batch.length);
    for (const settle of settles) settle();
  }

  function patiently<T>(work: () => T): T {
    if (failure !== null) throw new StorageFailed(failure);
    waitInside(db, Math.min(busyTimeoutMs, patienceMs));
    try {
      return work();
    } catch (error) {
      if (isStorageTrouble(error)) fail(error, []);
      else rollBack(db);
      if (!isStorageTrouble(error) && !isBusy(error)) throw error;
      throw new StorageFailed(`${file}: ${troubleInWords(error)}`, { cause: error });
    } finally {
      waitInside(db, 0);
    }
  }

  return {
    queue<T>(work: () => T): Promise<T> {
      return new Promise<T>((resolve, reject) => {
        if (failure !== null) {
          reject(new StorageFailed(failure));
          return;
        }
        waiting.push({ run: () => resolving(work(), resolve), reject });
        schedule();
      });
    },
    now<T>(work: () => T): T {
      const value = patiently(() => inTransaction(db, work));
      transactions += 1;
      onCommit(1);
      return value;
    },
    outside: patiently,
    read<T>(read: () => T): T {
      try {
        return read();
      } catch (error) {
        if (isStorageTrouble(error)) fail(error, []);
        else if (!isBusy(error)) throw error;
        throw new StorageFailed(failure ?? `${file}: ${troubleInWords(error)}`, { cause: error });
      }
    },
    transactions: () => transactions,
    failure: () => failure,
    fail: (why) => fail(new StorageFailed(why), []),
    blocked: () =>
      busySince === null || performance.now() - busySince < patienceMs
        ? null
        : `${file}: another program keeps it locked. Nothing new is accepted until it lets go.`,
    flush() {
      closing = true;
      waitInside(db, busyTimeoutMs);
      while (waiting.length > 0) flush();
    },
    close() {
      failure ??= `${file} is closed`;
    },
  };
}

function resolving<T>(value: T, resolve: (value: T) => void): Settle {
  // Work that awaited something would go on after the commit, outside any transaction.
  if (value instanceof Promise) throw new Error('work inside a transaction must not be asynchronous');
  return () => resolve(value);
}

function inSavepoint(db: DatabaseSync, queued: Queued): Settle {
  db.exec('SAVEPOINT work');
  try {
    const settle = queued.run();
    db.exec('RELEASE work');
    return settle;
  } catch (error) {
    // On a full or failing disk SQLite rolls the whole transaction back: all of the batch is lost.
    if (isStorageTrouble(error) || error instanceof StorageFailed || !db.isTransaction) throw error;
    db.exec('ROLLBACK TO work; RELEASE work');
    return () => queued.reject(error);
  }
}

/** Where it throws, the caller rolls back. */
function inTransaction<T>(db: DatabaseSync, work: () => T): T {
  db.exec('BEGIN IMMEDIATE');
  const value = work();
  db.exec('COMMIT');
  return value;
}

function waitInside(db: DatabaseSync, ms: number): void {
  if (db.isOpen) db.exec(`PRAGMA busy_timeout = ${ms}`);
}

function rollBack(db: DatabaseSync): void {
  try {
    if (db.isOpen && db.isTransaction) db.exec('ROLLBACK');
  } catch {
    // The transaction is not committed either way, and the caller reports the first error.
  }
}
