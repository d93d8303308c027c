// Brings a database to the form that this program knows, a numbered step in a transaction each, so that a crash between
// leaves a whole older form. A database of a newer program is refused: what it means is not known here.
import type { DatabaseSync } from 'node:sqlite';
import { NewerDatabase } from './errors.ts';
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
  for (;;) {
    // The version is read again inside the transaction: two programs may open a new folder at the same time.
    db.exec('BEGIN IMMEDIATE');
    try {
      const version = steps === migrations ? assertNotNewer(db, file) : versionOf(db);
      const step = steps[version];
      if (step !== undefined) db.exec(`${step}; PRAGMA user_version = ${version + 1}`);
      db.exec('COMMIT');
      if (step === undefined) return;
    } catch (error) {
      if (db.isTransaction) db.exec('ROLLBACK');
      throw error;
    }
  }
}
