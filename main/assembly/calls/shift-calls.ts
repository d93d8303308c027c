// The window's calls about shifts: reports, closing and printing.
import type { Background } from '#background/background.ts';
import type { Implementations } from '#contract/calls/table.ts';
import { notSignedIn, wordsOf } from '#core/staff/staff-decisions.ts';
import type { StaffActions } from '#core/staff/staff-actions.ts';
import type { Session } from '#core/staff/session.ts';
import { type Refused, refuse } from '#contract/programs/problems.ts';
import type { ShiftReport } from '#contract/shift/shift.ts';
import type { Mode } from '#contract/operation/states.ts';
import { currentTally } from '#core/shift/shift-books.ts';
import type { LongReads, Shifts } from '#core/shift/shifts.ts';
import type { OpenedStore } from '#store/open.ts';
import type { Language } from '#texts/index.ts';

interface ShiftCallPorts {
  readonly shifts: Shifts;
  readonly staffActions: StaffActions;
  readonly session: Pick<Session, 'current' | 'isManned' | 'touch'>;
  /** Null where it was printed before. */
  readonly devices: {
    printShift(
      report: ShiftReport,
      by: string,
      wanted: { readonly reason: string | null },
    ): Promise<{ readonly type: 'accepted'; readonly job: { readonly copy: boolean } } | Refused | null>;
  };
  readonly mode: Mode;
}

export type ShiftCalls = ReturnType<typeof shiftCalls>;

export function shiftCalls({ shifts, staffActions, session, devices, mode }: ShiftCallPorts) {
  const reportOf = (number: number | null) => (number === null ? shifts.current() : shifts.closed(number));
  const calls = {
    shiftReport: async ({ number }) => ({ report: await reportOf(number), lastClosed: shifts.lastNumber() }),
    async closeShift({ evenIfOpen, approval }) {
      const closer = await staffActions.closerOfShift(approval);
      return closer.type === 'refused' ? closer : shifts.close({ by: closer.name, evenIfOpen });
    },
    async printShift({ number, reason }) {
      const said = reason === null ? null : wordsOf(reason, mode);
      if (said?.type === 'refused') return said;
      const person = session.current();
      if (person === null && session.isManned()) return notSignedIn;
      session.touch();
      const report = await reportOf(number);
      if (report === null) return refuse('operation-not-found', 'No closed shift has this number.');
      const answer = await devices.printShift(report, person?.name ?? 'cashier', { reason: said?.words ?? null });
      if (answer?.type !== 'accepted') return answer ?? refuse('not-decidable', 'It was printed before.');
      return { type: 'accepted', isCopy: answer.job.copy };
    },
  } satisfies Partial<Implementations>;
  return {
    ...calls,
    /** The report as a page to print; null where there is no such shift. */
    async shiftPage(number: number | null, language: Language) {
      const report = await reportOf(number);
      if (report === null) return null;
      // The module loads all texts of the window, so it is imported only when a person prints.
      const { shiftPage } = await import('#core/shift/shift-page.ts');
      return shiftPage(report, language);
    },
  };
}

/** Up to this many records are added up faster than a thread starts. */
const shortShift = 2_000;

export function longReads(
  background: Background,
  { books, proofs }: Pick<OpenedStore, 'books' | 'proofs'>,
  dataDir: string,
): LongReads {
  // The thread has no key, so it gets the list of the records that another program wrote.
  const inFolder = () => ({ dataDir, foreign: proofs.foreign() });
  return {
    currentShift: async () =>
      books.head().seq - (books.lastShift()?.closedSeq ?? 0) <= shortShift
        ? currentTally(books)
        : background.run('currentShift', inFolder()),
    closedShift: (number) => background.run('closedShift', { ...inFolder(), number }),
  };
}
