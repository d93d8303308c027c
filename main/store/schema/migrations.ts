// Brings a database to the form that this program knows: numbered steps, all in one transaction. A crash leaves the
// older form, and another reader sees the older or the newer form and nothing in between. A database of a newer program
// is refused, because this program cannot know what it means.
import type { DatabaseSync } from 'node:sqlite';
import { NewerDatabase } from '../database/errors.ts';
import { migrations } from './schema.ts';

export const latestVersion = migrations.length;

export function versionOf(db: DatabaseSync): number {
  const row = db.prepare('PRAGMA user_version').get();
  return Number(row?.['user_version'] ?? 0);
}

/** Throws NewerDatabase; returns the version found otherwise. */
export function assertNotNewer(db: DatabaseSync, file: string): number {
  const version = versionOf(db);
  if (version <= latestVersion) return version;
  throw new NewerDatabase(
    `${file} has version ${version}, this program knows versions up to ${latestVersion}. ` +
      'It was written by a newer program: start that one. Nothing was changed.',
  );
}

export function migrate(db: DatabaseSync, file: string, steps: readonly string[] = migrations): void {
  db.exec('BEGIN IMMEDIATE');
  try {
    // The version is read inside the transaction: two programs may open a new folder at the same time.
    const version = steps === migrations ? assertNotNewer(db, file) : versionOf(db);
    for (const step of steps.slice(version)) db.exec(step);
    if (version < steps.length) db.exec(`PRAGMA user_version = ${steps.length}`);
    db.exec('COMMIT');
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK');
    throw error;
  }
}
