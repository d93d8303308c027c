// Finds where closed shifts lie in the journal. A record that closes a shift counts where the bridge signed it, right
// behind it: one that another program appended does not change the reports, and raises an alarm.
import type { DatabaseSync } from 'node:sqlite';
import { type JsonObject, textAt, valueAt } from '#contract/data/json.ts';
import { signedRecord } from '#contract/data/signed-head.ts';
import type { ShiftMark } from '#core/ports/books.ts';
import { oneRow } from '../database/sql.ts';
import { closedNumber, closingRecords, keyRecords } from '../schema/closings.ts';
import { breakIn, isSignatureOf } from './chain.ts';
import { type JournalRow, journalColumns } from './journal.ts';

export interface Closings {
  /** The latest closed shift, or null before the first. */
  last(): ShiftMark | null;
  numbered(number: number): ShiftMark | null;
}

/** Newest first. No limit, so that appended records cannot hide an earlier one. */
export const closingQueries = {
  all: `SELECT ${journalColumns} FROM journal INDEXED BY journal_closings WHERE ${closingRecords}
    ORDER BY ${closedNumber} DESC, seq DESC`,
  numbered: `SELECT ${journalColumns} FROM journal INDEXED BY journal_closings WHERE ${closingRecords}
    AND ${closedNumber} = ? ORDER BY seq DESC`,
  key: `SELECT ${journalColumns} FROM journal INDEXED BY journal_keys WHERE ${keyRecords} ORDER BY seq LIMIT 1`,
} as const;

/** `suspect` is called with the number of each record that closes a shift and that the bridge did not write. */
export function createClosings(db: DatabaseSync, suspect: (seq: number) => void = () => undefined): Closings {
  const all = db.prepare(closingQueries.all);
  const numbered = db.prepare(closingQueries.numbered);
  const firstKey = db.prepare(closingQueries.key);
  const recordAt = db.prepare(`SELECT ${journalColumns} FROM journal WHERE seq = ?`);
  /** The hashes of closings whose signature was checked: a signature costs a tenth of a millisecond. */
  const checked = new Set<string>();

  const isOurs = (row: JournalRow): boolean => {
    if (!isWhole(row)) return false;
    if (checked.has(row.hash)) return true;
    // Of several keys the first counts: it cannot be changed without the whole journal behind it.
    const key = oneRow<JournalRow>(firstKey);
    // What was written before there was a key is held by the head that the key signed first.
    if (key !== null && row.seq > key.seq && !isSigned(row, key, oneRow<JournalRow>(recordAt, row.seq + 1)))
      return false;
    checked.add(row.hash);
    return true;
  };
  const firstOf = (rows: Iterable<unknown>): ShiftMark | null => {
    for (const each of rows) {
      const row = each as JournalRow;
      if (isOurs(row)) return markOf(row);
      suspect(row.seq);
    }
    return null;
  };
  return {
    last: () => firstOf(all.iterate()),
    numbered: (number) => firstOf(numbered.iterate(number)),
  };
}

/** Whether the hash is the one of what stands in the record. */
function isWhole(row: JournalRow): boolean {
  return breakIn({ seq: row.seq - 1, hash: row.prev }, row, row.data) === null;
}

function isSigned(row: JournalRow, key: JournalRow, next: JournalRow | null): boolean {
  if (next === null || next.type !== signedRecord || next.prev !== row.hash || !isWhole(key)) return false;
  const pem = textAt(dataOf(key), 'publicKeyPem') ?? '';
  return isSignatureOf({ seq: row.seq, hash: row.hash }, textAt(dataOf(next), 'signature') ?? '', pem);
}

function markOf(row: JournalRow): ShiftMark {
  const data = dataOf(row);
  return {
    number: Number(valueAt(data, 'number')),
    firstSeq: Number(valueAt(data, 'firstSeq')),
    closedSeq: row.seq,
    closedAt: row.at,
  };
}

function dataOf({ data }: JournalRow): JsonObject {
  try {
    return JSON.parse(data) as JsonObject;
  } catch {
    return {};
  }
}
