// The window's calls about shifts: reports, closing, printing and the export of the journal.
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import type { Background } from '#background/background.ts';
import type { Desk } from '#core/desk.ts';
import type { Books } from '#core/ports/books.ts';
import { currentTally } from '#core/shift-books.ts';
import type { LongReads, Shifts } from '#core/shifts.ts';
import type { Language } from '#texts/index.ts';

interface ShiftCallPorts {
  readonly shifts: Shifts;
  readonly desk: Desk;
  readonly publicKeyPem: string;
  readonly background: Background;
  readonly dataDir: string;
}

export function shiftCalls({ shifts, desk, publicKeyPem, background, dataDir }: ShiftCallPorts) {
  const reportOf = (number: number | null) => (number === null ? shifts.current() : shifts.closed(number));
  return {
    shiftReport: async (number: number | null) => ({
      report: await reportOf(number),
      lastClosed: shifts.lastNumber(),
    }),
    async closeShift(evenIfOpen: boolean) {
      const closer = desk.closesShift();
      return closer.type === 'refused' ? closer : shifts.close({ by: closer.name, evenIfOpen });
    },
    async shiftPage(number: number | null, language: Language) {
      const report = await reportOf(number);
      if (report === null) return null;
      // With all texts of the window: not read before somebody prints.
      const { shiftPage } = await import('#core/shift-page.ts');
      return shiftPage(report, language);
    },
    async exportJournal(format: 'ndjson' | 'csv', file: string) {
      await background.run('export', { dataDir, format, file });
      const key = `${file}.public-key.pem`;
      rmSync(`${key}.new`, { force: true });
      writeFileSync(`${key}.new`, publicKeyPem, { flag: 'wx' });
      renameSync(`${key}.new`, key);
    },
  };
}

/** So few records are added up faster than a thread starts. */
const shortShift = 2_000;

export function longReads(background: Background, books: Books, dataDir: string): LongReads {
  return {
    currentShift: async () =>
      books.head().seq - (books.lastShift()?.closedSeq ?? 0) <= shortShift
        ? currentTally(books)
        : background.run('currentShift', { dataDir }),
    closedShift: (number) => background.run('closedShift', { dataDir, number }),
  };
}
