// How long the disk lasts at today's growth. What the journal recorded in the last week, times what a record has taken of
// the file so far.
import type { JournalReads } from './journal/journal.ts';
import { firstRecordSince } from './journal/export.ts';

const dayMs = 86_400_000;
const days = 7;

export interface Growth {
  readonly journal: Pick<JournalReads, 'after' | 'head'>;
  readonly databaseBytes: number;
  readonly freeBytes: number;
  readonly nowMs: number;
}

/** Whole days; null where nothing was recorded in the last week. */
export function daysLeft({ journal, databaseBytes, freeBytes, nowMs }: Growth): number | null {
  const { seq } = journal.head();
  const first = firstRecordSince(journal, new Date(nowMs - days * dayMs).toISOString());
  const records = seq + 1 - first;
  const since = journal.after(first - 1, 1)[0];
  if (records < 1 || since === undefined) return null;
  // A folder of an hour says little: its records count as those of a day.
  const lastedDays = Math.max(1, Math.min(days, (nowMs - Date.parse(since.at)) / dayMs));
  const bytesPerDay = (databaseBytes / seq) * (records / lastedDays);
  return Math.floor(freeBytes / bytesPerDay);
}
