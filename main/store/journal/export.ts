// Writes the journal to a stream: as NDJSON for machines and for verification (exactly the hashed members plus the
// hash), or as CSV for spreadsheets. Reads in pages, so that neither memory nor a live bridge's log grows.
import type { Writable } from 'node:stream';
import { shownJson } from '#contract/text/shown-text.ts';
import { canonicalJson } from '#contract/data/json.ts';
import type { JournalRecord } from '#core/ports/journal.ts';
import type { JournalReads } from './journal.ts';
import { lineOf } from './record-line.ts';

export type ExportFormat = 'ndjson' | 'csv';

export interface ExportStretch {
  /** The number of the record before the first one to export; 0 for all. */
  readonly after: number;
  readonly last: number;
  /** How many records make a page. */
  readonly pageSize: number;
}

const pageSize = 500;
const csvColumns = ['seq', 'at', 'type', 'operation', 'data', 'prev', 'hash'] as const;

/**
 * Exports everything behind `after`, up to the record that is the last one now. Resolves with its number when `out` has written all of
 * it, so that the program may end; leaves `out` open. Rejects when `out` breaks or is closed. `watch` hears how many of
 * all records are written.
 */
export async function exportJournal(
  journal: JournalReads,
  format: ExportFormat,
  out: Writable,
  after = 0,
  watch: (records: number, all: number) => void = () => undefined,
): Promise<number> {
  const { promise: broken, reject } = Promise.withResolvers<never>();
  broken.catch(() => undefined);
  const closed = (): void => reject(new Error('the receiver closed before the journal was written'));
  out.on('error', reject);
  out.on('close', closed);
  const last = journal.head().seq;
  let records = 0;
  for (const page of exportPages(journal, format, { after, last, pageSize })) {
    await Promise.race([written(out, page), broken]);
    records = Math.min(last - after, records + pageSize);
    watch(records, last - after);
  }
  // After a failure the listeners stay: the stream also emits an 'error' event, which would end the program unheard.
  out.off('error', reject);
  out.off('close', closed);
  return last;
}

// One page at a time, each waiting for the one before: the slowest receiver sets the pace.
function written(out: Writable, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    out.write(text, (error) => {
      if (error === null || error === undefined) resolve();
      else reject(error);
    });
  });
}

/** The text of an export, page by page. The heading of a CSV always comes first. */
export function* exportPages(
  journal: JournalReads,
  format: ExportFormat,
  { after, last, pageSize: size }: ExportStretch,
): Generator<string> {
  const line = format === 'csv' ? csvLine : lineOf;
  if (format === 'csv') yield `${csvColumns.join(',')}\r\n`;
  for (let seq = after; seq < last;) {
    const page = journal.after(seq, Math.min(size, last - seq));
    const end = page.at(-1);
    if (end === undefined) return;
    yield page.map(line).join('');
    seq = end.seq;
  }
}

/**
 * The number of the first record behind `after` of this time or later (ISO 8601, UTC); one more than the last where there
 * is none.
 */
export function firstRecordSince(journal: Pick<JournalReads, 'after' | 'head'>, at: string, after = 0): number {
  let [low, high] = [after + 1, journal.head().seq + 1];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const [record] = journal.after(middle - 1, 1);
    if (record === undefined || record.at >= at) high = middle;
    else low = middle + 1;
  }
  return low;
}

function csvLine(record: JournalRecord): string {
  const cells = csvColumns.map((column) => {
    const value = column === 'data' ? shownJson(canonicalJson(record.data)) : record[column];
    return csvCell(value === null ? '' : String(value));
  });
  return `${cells.join(',')}\r\n`;
}

/**
 * RFC 4180. A text that a spreadsheet would run as a formula gets an apostrophe in front, as OWASP advises, also where it
 * begins with the full-width form of such a character.
 */
export function csvCell(text: string): string {
  const safe = /^[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
