// Jobs that take longer the longer the journal is: verifying, exporting, adding shifts up, reading the whole file. Each
// opens its own connection, so it may run in a worker while the bridge goes on writing.
import { createWriteStream, renameSync, rmSync } from 'node:fs';
import { finished } from 'node:stream/promises';
import type { ShiftReport } from '#contract/shift/shift.ts';
import { closedReport, currentTally } from '#core/shift/shift-books.ts';
import { type ShiftEntries, entriesOf, touchedSince } from '#core/shift/shift-entries.ts';
import type { ShiftTally } from '#core/shift/shift-tally.ts';
import type { BackupMade, BackupWish } from '#store/backup/backup.ts';
import { backUp } from '#store/backup/note.ts';
import { type ExportFormat, exportJournal } from '#store/journal/export.ts';
import { checkFile } from '#store/integrity/health.ts';
import { openJournal } from '#store/integrity/open-journal.ts';
import { type Verdict, verifyDatabase } from '#store/integrity/verify.ts';

interface InFolder {
  readonly dataDir: string;
}

export interface FileCheck extends InFolder {
  /** Compares each index with its table as well. */
  readonly thorough: boolean;
}

interface Reported extends InFolder {
  /** Records by which no report goes (openJournal). */
  readonly foreign?: readonly number[];
}

interface Touched {
  readonly seq: number;
  readonly names: ReadonlySet<string>;
}

export const jobs = {
  verify: ({ dataDir, publicKeyPem }: InFolder & { readonly publicKeyPem: string | null }): Verdict =>
    verifyDatabase(dataDir, publicKeyPem),

  /**
   * Exports into a temporary file, which replaces the target when it is complete. Resolves with the number of the last
   * record that it holds.
   */
  async export({ dataDir, format, file }: InFolder & { readonly format: ExportFormat; readonly file: string }) {
    const opened = openJournal(dataDir, Date.now);
    try {
      const temporary = `${file}.new`;
      rmSync(temporary, { force: true });
      const out = createWriteStream(temporary, { flags: 'wx', mode: 0o600 });
      try {
        const lastSeq = await exportJournal(opened.journal, format, out);
        out.end();
        await finished(out);
        renameSync(temporary, file);
        return { lastSeq };
      } catch (error) {
        rmSync(temporary, { force: true });
        throw error;
      }
    } finally {
      opened.close();
    }
  },

  /** The tally of the current shift, which closing it continues. */
  currentShift: ({ dataDir, foreign }: Reported): ShiftTally => inBooks(dataDir, currentTally, foreign),

  closedShift: ({ dataDir, number, foreign }: Reported & { readonly number: number }): ShiftReport | null =>
    inBooks(dataDir, (books) => closedReport(books, number), foreign),

  /** The operations of a shift (null: the current one), one by one; null where there is no shift with that number. */
  shiftEntries: ({ dataDir, number }: InFolder & { readonly number: number | null }): ShiftEntries | null =>
    inBooks(dataDir, (books) => entriesOf(books, number)),

  /** Which of these payIds and transIds are in the records after `seq`. */
  touchedSince: ({ dataDir, seq, names }: InFolder & Touched): ReadonlySet<string> =>
    inBooks(dataDir, (books) => touchedSince(books, seq, names)),

  /** The first problem that SQLite finds in the whole file, or null. */
  checkFile: ({ dataDir, thorough }: FileCheck) => ({ found: checkFile(dataDir, thorough) }),

  backup: (wish: BackupWish): BackupMade => backUp(wish),
} as const;

function inBooks<T>(
  dataDir: string,
  read: (books: ReturnType<typeof openJournal>['books']) => T,
  foreign?: readonly number[],
): T {
  const opened = openJournal(dataDir, Date.now, foreign);
  try {
    return opened.snapshot(() => read(opened.books));
  } finally {
    opened.close();
  }
}

export type Jobs = typeof jobs;
export type JobName = keyof Jobs;
export type JobInput<N extends JobName> = Parameters<Jobs[N]>[0];
export type JobOutput<N extends JobName> = Awaited<ReturnType<Jobs[N]>>;
