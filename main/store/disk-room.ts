// How much room the disk of a data folder has, and how long it lasts at today's growth: what the journal recorded in the
// last week, times what a record has taken of the file so far.
import { statfsSync } from 'node:fs';
import { folderPaths, sizeOf } from './folder/folder.ts';
import type { JournalReads } from './journal/journal.ts';
import { firstRecordSince } from './journal/export.ts';

const dayMs = 86_400_000;
const days = 7;

/** Bytes that this user may still write where a folder lies. Throws where that cannot be looked up. */
export function freeBytesAt(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/** Bytes of a data folder's database with what is not in its file yet. */
export function databaseBytesIn(dataDir: string): number {
  const { database } = folderPaths(dataDir);
  return (sizeOf(database) ?? 0) + (sizeOf(`${database}-wal`) ?? 0);
}

export interface Growth {
  readonly journal: Pick<JournalReads, 'after' | 'head' | 'archivedTo'>;
  readonly databaseBytes: number;
  readonly freeBytes: number;
  readonly nowMs: number;
}

/** Whole days; null where nothing was recorded in the last week. */
export function daysLeft({ journal, databaseBytes, freeBytes, nowMs }: Growth): number | null {
  const { seq } = journal.head();
  // What is archived is older, and its file may be gone.
  const first = firstRecordSince(journal, new Date(nowMs - days * dayMs).toISOString(), journal.archivedTo());
  const records = seq + 1 - first;
  const since = journal.after(first - 1, 1)[0];
  if (records < 1 || since === undefined) return null;
  // A folder of an hour says little: its records count as those of a day.
  const lastedDays = Math.max(1, Math.min(days, (nowMs - Date.parse(since.at)) / dayMs));
  const bytesPerDay = (databaseBytes / seq) * (records / lastedDays);
  return Math.floor(freeBytes / bytesPerDay);
}
