// Small facts about the data folder as a whole, by name: its id, whether the last run ended cleanly, notes of other
// parts of the program.
import type { DatabaseSync } from 'node:sqlite';
import type { Commits } from '../database/commits.ts';
import type { AppendToJournal } from './journal.ts';
import { oneRow } from '../database/sql.ts';

export interface Meta {
  get(key: string): string | null;
  /** The value is on the disk when `put` returns. */
  put(key: string, value: string): void;
  /** Writes several facts and journal records in one transaction, which is on the disk when `transact` returns. */
  transact<T>(work: (tx: MetaWrites) => T): T;
}

export interface MetaWrites extends Pick<Meta, 'get' | 'put'> {
  readonly journal: AppendToJournal;
}

const findSql = 'SELECT value FROM meta WHERE key = ?';

export function readMeta(db: DatabaseSync, key: string): string | null {
  return oneRow<{ value: string }>(db.prepare(findSql), key)?.value ?? null;
}

/** Why the folder is paused. The entry can only pause: the journal says whether a pause was lifted. */
export const pausedKey = 'paused';

/** When the bridge was last started on the folder while it was paused, engine time in ms. */
export const startedPausedKey = 'started-paused-ms';

export function startedPausedIn(db: DatabaseSync): () => number | null {
  const find = db.prepare(findSql);
  return () => {
    const at = oneRow<{ value: string }>(find, startedPausedKey)?.value;
    return at === undefined ? null : Number(at);
  };
}

export function createMeta(db: DatabaseSync, commits: Commits, append: AppendToJournal): Meta {
  // Prepared once: `get` runs several times for each operation. Values are not cached, since commands write them too.
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
