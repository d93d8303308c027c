// How full the disk is where a data folder lies. What cannot be read is null: a monitoring system sees a gap.
import { statSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

const files = ['tillbridge.db', 'tillbridge.db-wal'];

export function freeBytesAt(path: string): number | null {
  try {
    const { bavail, bsize } = statfsSync(path);
    return bavail * bsize;
  } catch {
    return null;
  }
}

export function databaseBytesIn(dataDir: string): number {
  return files.reduce((sum, file) => sum + (statSync(join(dataDir, file), { throwIfNoEntry: false })?.size ?? 0), 0);
}
