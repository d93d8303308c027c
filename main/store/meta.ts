// Small facts about the data folder as a whole, by name: its id, whether the last run ended cleanly, what other parts
// of the program need to remember.
import type { DatabaseSync } from 'node:sqlite';
import type { Commits } from './commits.ts';
import { oneRow } from './sql.ts';

export interface Meta {
  get(key: string): string | null;
  /** On the disk when it returns. */
  put(key: string, value: string): void;
}

const findSql = 'SELECT value FROM meta WHERE key = ?';

export function readMeta(db: DatabaseSync, key: string): string | null {
  return oneRow<{ value: string }>(db.prepare(findSql), key)?.value ?? null;
}

export function createMeta(db: DatabaseSync, commits: Commits): Meta {
  // Asked several times for each operation: whether the folder is paused is written by other programs too.
  const find = db.prepare(findSql);
  const put = db.prepare('INSERT INTO meta VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value');
  return {
    get: (key) => commits.read(() => oneRow<{ value: string }>(find, key)?.value ?? null),
    put(key, value) {
      commits.now(() => put.run(key, value));
    },
  };
}
