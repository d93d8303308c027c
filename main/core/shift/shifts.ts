// The shift as the window, programs and the command line ask for it. A worker adds it up (a long shift takes long);
// only what was journalled meanwhile is added inside the transaction that closes it.
import type { ShiftClosing, ShiftReport } from '#contract/shift/shift.ts';
import type { Books } from '../ports/books.ts';
import type { Clock } from '../ports/clock.ts';
import type { Signer } from '../ports/journal.ts';
import { RunningShift } from './running-shift.ts';
import { closeShift, nothingSince } from './shift-books.ts';
import { reportOf } from './shift-report.ts';
import type { ShiftTally } from './shift-tally.ts';

/** Reads of the books that take their time; over a connection of their own, so they see what is committed. */
export interface LongReads {
  currentShift(): Promise<ShiftTally>;
  closedShift(number: number): Promise<ShiftReport | null>;
}

export interface ShiftPorts {
  readonly books: Books;
  readonly reads: LongReads;
  readonly signer: Signer;
  readonly clock: Pick<Clock, 'nowMs' | 'iso'>;
}

export interface Shifts {
  /** The X report: reads, and changes nothing. */
  current(): Promise<ShiftReport>;
  /** The Z report of a closed shift, or null. */
  closed(number: number): Promise<ShiftReport | null>;
  /** The latest closed shift's number; 0 before the first. */
  lastNumber(): number;
  /**
   * The Z. `by` goes into the journal. Without `evenIfOpen` a shift with something open is left as it is. Two people
   * who close at the same moment get the same Z.
   */
  close(input: {
    readonly by: string;
    readonly evenIfOpen: boolean;
    /** The command's wish, for the journal. */
    readonly request?: string;
  }): Promise<ShiftClosing>;
}

export function createShifts({ books, reads, signer, clock }: ShiftPorts): Shifts {
  const running = new RunningShift(books, () => reads.currentShift());
  /** Reports that are being added up: one for all requests that come meanwhile. A closed shift never changes. */
  const adding = new Map<number, Promise<ShiftReport | null>>();
  return {
    async current() {
      const tally = await running.upToNow();
      return reportOf(tally, { type: 'X', at: clock.iso(clock.nowMs()), closedBy: null, head: null }, books);
    },
    async closed(number) {
      if (books.shift(number) === null) return null;
      const report = adding.get(number) ?? reads.closedShift(number).finally(() => adding.delete(number));
      adding.set(number, report);
      return report;
    },
    lastNumber: () => books.lastShift()?.number ?? 0,
    async close(input) {
      for (;;) {
        const tally = await reads.currentShift();
        const closing = await books.transact((tx) => {
          const atMs = clock.nowMs();
          return closeShift(tx, tally, { ...input, signer, atMs, at: clock.iso(atMs) });
        });
        if (closing !== null) return closing;
        // Another caller closed that shift meanwhile. Where nothing has happened since, that Z is the one that was
        // asked for, and not an empty one after it; else the next round closes the shift that runs now.
        const theirs = books.lastShift();
        const report = theirs !== null && nothingSince(books, theirs) ? await reads.closedShift(theirs.number) : null;
        if (report !== null) return { type: 'closed', report };
      }
    },
  };
}
