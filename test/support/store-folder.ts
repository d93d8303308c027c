// Data folders on a real disk for tests of the store: made for one test, opened as often as it likes, removed after it.
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { onTestFinished } from 'vitest';
import { type OpenOptions, type OpenedStore, openStore } from '#store/open.ts';
import { createSeal } from '#store/database/seal.ts';
import { migrations } from '#store/schema/schema.ts';
import { startMs } from '#support/records.ts';
import { testKey } from '#support/store-data.ts';

export function aFolder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'tillbridge-store-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

let made: readonly (readonly [name: string, bytes: Buffer])[] | null = null;

/** With a database that was opened before and holds nothing: copying one is faster than making it. */
export function aMadeFolder(): string {
  const dir = aFolder();
  if (made === null) {
    opened(dir).close();
    made = readdirSync(dir).map((name) => [name, readFileSync(join(dir, name))] as const);
  } else for (const [name, bytes] of made) writeFileSync(join(dir, name), bytes, { mode: 0o600 });
  return dir;
}

export function opened(dataDir: string, change: Partial<OpenOptions> = {}): OpenedStore {
  const seal = createSeal(testKey);
  const folder = openStore({ dataDir, seal, now: () => startMs, use: 'bridge', ...change });
  onTestFinished(() => folder.close());
  return folder;
}

/** Works on a database as if it had no triggers, and leaves them as they were. */
export function pastTriggers(db: DatabaseSync, work: () => void): void {
  const triggers = db.prepare(`SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'`).all();
  for (const { name } of triggers) db.exec(`DROP TRIGGER ${String(name)}`);
  work();
  for (const { sql } of triggers) db.exec(String(sql));
}

/** A second connection to the database, for looking and for tampering. It waits for the bridge's commits. */
export function rawDatabase(dataDir: string): DatabaseSync {
  const db = new DatabaseSync(join(dataDir, 'tillbridge.db'), { defensive: false, timeout: 30_000 });
  onTestFinished(() => {
    if (db.isOpen) db.close();
  });
  return db;
}

/** The table of people as it was when one who left still held their name. */
export function withNamesHeld(db: DatabaseSync): void {
  const before = new DatabaseSync(':memory:');
  for (const step of migrations.slice(0, -1)) before.exec(step);
  const table = before.prepare(`SELECT sql FROM sqlite_schema WHERE name = 'operators'`).get();
  before.close();
  db.exec(`ALTER TABLE operators RENAME TO operators_now; ${String(table?.['sql'])};
    INSERT INTO operators SELECT * FROM operators_now; DROP TABLE operators_now`);
}

/** Takes away what the migration of the searches and those after it made, as in a folder of the version before them. */
export function withoutTexts(db: DatabaseSync): void {
  withNamesHeld(db);
  db.exec('DROP INDEX operations_waiting; ALTER TABLE lanes DROP COLUMN turn');
  db.exec(`DROP INDEX journal_archives; DROP TABLE archived_requests; DROP TRIGGER journal_never_forgets;
    CREATE TRIGGER journal_never_forgets BEFORE DELETE ON journal
      BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END`);
  db.exec('DROP TRIGGER paid_link_noted');
  for (const table of ['payments', 'operations']) {
    db.exec(`DROP TRIGGER ${table}_retold_noted; DROP TABLE ${table}_retold; DROP TABLE ${table}_text`);
  }
  db.exec('DROP TABLE text_marks; DROP TABLE beginners');
}
