// What a stretch of records adds to the office's sums and to the operations that it knows, by the code that adds up a
// till's own shifts. An operation that has ended adds nothing more, also where a restored folder ends it a second time.
import type { JournalRecord } from '#core/ports/journal.ts';
import { seenPaid } from '#core/payments/moved.ts';
import { type OpenOperation, type ShiftTally, addFact, emptyTally } from '#core/shift/shift-tally.ts';
import { isFinal } from '#contract/operation/states.ts';

/** What the office knows of an operation that a stretch names. */
export interface KnownOperation {
  readonly id: string;
  /** Null: it has ended. */
  readonly carried: OpenOperation | null;
  readonly seenPaidIn: number | null;
}

export interface ChangedOperation {
  readonly operation: OpenOperation;
  readonly changedAt: string;
  readonly ended: boolean;
}

export interface TakingSum {
  readonly shift: number;
  /** ISO 8601, UTC: the hour's beginning. */
  readonly hour: string;
  readonly mode: string;
  readonly environment: string;
  readonly currency: string;
  takenMinor: number;
  givenBackMinor: number;
  tipMinor: number;
}

export interface AddedUp {
  readonly operations: readonly ChangedOperation[];
  /** Operations whose page or link was seen as paid in this stretch. */
  readonly seenPaid: readonly string[];
  readonly takings: readonly TakingSum[];
}

interface Given {
  readonly lineage: number;
  /** How many shifts were closed before. */
  readonly closedShifts: number;
  readonly known: readonly KnownOperation[];
}

export function addUp(records: readonly JournalRecord[], { lineage, closedShifts, known }: Given): AddedUp {
  const carried = known.flatMap((each) => (each.carried === null ? [] : [each.carried]));
  const paidElsewhere = new Set(
    known.filter(({ seenPaidIn }) => seenPaidIn !== null && seenPaidIn !== lineage).map(({ id }) => id),
  );
  const first = records[0]?.seq ?? 1;
  const tally = emptyTally(closedShifts + 1, first, { operations: carried, authorizations: [] });
  const operations = new Map<string, ChangedOperation>();
  const paid = new Set<string>();
  const takings = new Map<string, TakingSum>();
  let shift = closedShifts + 1;
  for (const record of records) {
    if (record.type === 'shift-closed') shift += 1;
    const { operation: id } = record;
    if (id !== null && record.type === seenPaid) {
      if (paidElsewhere.has(id)) continue;
      paid.add(id);
    }
    const now = addFact(tally, record);
    if (now !== null) {
      operations.set(now.id, { operation: now, changedAt: record.at, ended: isFinal(now.state) });
    }
    takeSums(tally, record.at, shift, takings);
  }
  return { operations: [...operations.values()], seenPaid: [...paid], takings: [...takings.values()] };
}

/** Moves what the last record added out of the tally. */
function takeSums(tally: ShiftTally, at: string, shift: number, into: Map<string, TakingSum>): void {
  for (const { mode, environment, takings } of tally.sections.values()) {
    for (const { currency, takenMinor, givenBackMinor, tipMinor } of takings.all.values()) {
      const hour = `${at.slice(0, 13)}:00:00.000Z`;
      const key = JSON.stringify([shift, hour, mode, environment, currency]);
      const sum = into.get(key);
      if (sum === undefined) {
        into.set(key, { shift, hour, mode, environment, currency, takenMinor, givenBackMinor, tipMinor });
        continue;
      }
      sum.takenMinor += takenMinor;
      sum.givenBackMinor += givenBackMinor;
      sum.tipMinor += tipMinor;
    }
    takings.all.clear();
  }
}
