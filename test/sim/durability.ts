// Whether the product's own database connection puts each commit on the disk before it says so. The simulated disk
// does what that connection would do, so that a setting weakened there shows here.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectToWrite } from '#store/folder/connect.ts';

/** SQLite's `synchronous`: 2 is FULL, 3 is EXTRA. */
const full = 2;

export function productSyncs(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'tillbridge-sim-'));
  try {
    const db = connectToWrite(join(folder, 'probe.db'));
    const level = db.prepare('PRAGMA synchronous').get()?.['synchronous'];
    db.close();
    return typeof level === 'number' && level >= full;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
