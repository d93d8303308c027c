// What takes as long as the journal is: verifying, exporting, adding shifts up, reading the whole file. Each job reads
// over a connection of its own, so it may run in a worker while the bridge goes on writing.
import { createWriteStream, renameSync, rmSync } from 'node:fs';
import { finished } from 'node:stream/promises';
import type { ShiftReport } from '#contract/shift.ts';
import { closedReport, currentTally } from '#core/shift-books.ts';
import { type ShiftEntries, entriesOf, touchedSince } from '#core/shift-entries.ts';
import type { ShiftTally } from '#core/shift-tally.ts';
import { type ExportFormat, exportJournal } from '#store/export.ts';
import { checkFile } from '#store/health.ts';
import { openJournal } from '#store/open-journal.ts';
import { type Verdict, verifyDatabase } from '#store/verify.ts';

interface InFolder {
  readonly dataDir: string;
}

export const jobs = {
  verify: ({ dataDir, publicKeyPem }: InFolder & { readonly publicKeyPem: string | null }): Verdict =>
    verifyDatabase(dataDir, publicKeyPem),

  /**
   * Into a file of its own, which takes the other's place when it is whole; resolves with the number of the last record
   * that it holds.
   */
  async export({ dataDir, format, file }: InFolder & { readonly format: ExportFormat; readonly file: string }) {
    const opened = openJournal(dataDir, Date.now);
    try {
      const temporary = `${file}.new`;
      rmSync(temporary, { force: true });
      const out = createWriteStream(temporary, { flags: 'wx', mode: 0o600 });
      const lastSeq = await exportJournal(opened.journal, format, out);
      out.end();
      await finished(out);
      renameSync(temporary, file);
      return { lastSeq };
    } finally {
      opened.close();
    }
  },

  /** The shift that runs, as a tally that its closing goes on from. */
  currentShift: ({ dataDir }: InFolder): ShiftTally => inBooks(dataDir, currentTally),

  closedShift: ({ dataDir, number }: InFolder & { readonly number: number }): ShiftReport | null =>
    inBooks(dataDir, (books) => closedReport(books, number)),

  /** What a shift did (null: the running one), operation by operation; null where there is none of that number. */
  shiftEntries: ({ dataDir, number }: InFolder & { readonly number: number | null }): ShiftEntries | null =>
    inBooks(dataDir, (books) => entriesOf(books, number)),

  /** payIds and transIds that the records after `seq` tell of. */
  touchedSince: ({ dataDir, seq }: InFolder & { readonly seq: number }): ReadonlySet<string> =>
    inBooks(dataDir, (books) => touchedSince(books, seq)),

  /** What SQLite finds wrong with the whole file, or null. */
  checkFile: ({ dataDir }: InFolder): string | null => checkFile(dataDir),
} as const;

function inBooks<T>(dataDir: string, read: (books: ReturnType<typeof openJournal>['books']) => T): T {
  const opened = openJournal(dataDir, Date.now);
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
