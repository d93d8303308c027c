// Small facts about the data folder as a whole, by name: its id, whether the last run ended cleanly, what other parts
// of the program need to remember.
import type { DatabaseSync } from 'node:sqlite';
import type { Commits } from './commits.ts';
import type { AppendToJournal } from './journal.ts';
import { oneRow } from './sql.ts';

export interface Meta {
  get(key: string): string | null;
  /** On the disk when it returns. */
  put(key: string, value: string): void;
  /** Facts that belong together, and with a record of the journal: all of it is on the disk when it returns, or none. */
  transact<T>(work: (tx: MetaWrites) => T): T;
}

export interface MetaWrites extends Pick<Meta, 'get' | 'put'> {
  readonly journal: AppendToJournal;
}

const findSql = 'SELECT value FROM meta WHERE key = ?';

export function readMeta(db: DatabaseSync, key: string): string | null {
  return oneRow<{ value: string }>(db.prepare(findSql), key)?.value ?? null;
}

export function createMeta(db: DatabaseSync, commits: Commits, append: AppendToJournal): Meta {
  // Asked several times for each operation: whether the folder is paused is written by other programs too.
  const find = db.prepare(findSql);
  const put = db.prepare('INSERT INTO meta VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value');
  const tx: MetaWrites = {
    get: (key) => oneRow<{ value: string }>(find, key)?.value ?? null,
    put: (key, value) => void put.run(key, value),
    journal: append,
  };
  return {
    get: (key) => commits.read(() => tx.get(key)),
    put: (key, value) => commits.now(() => tx.put(key, value)),
    transact: (work) => commits.now(() => work(tx)),
  };
}
