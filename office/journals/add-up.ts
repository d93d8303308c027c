// What a stretch of records adds to the office's sums and to the operations that it knows, by the code that adds up a
// till's own shifts. An operation that has ended adds nothing more, also where a restored folder ends it a second time.
import type { JournalRecord } from '#core/ports/journal.ts';
import { type Moved, movedIn, seenPaid } from '#core/payments/moved.ts';
import {
  type CarriedAuthorization,
  type OpenOperation,
  type ShiftTally,
  addFact,
  emptyTally,
} from '#core/shift/shift-tally.ts';
import { textAt } from '#contract/data/json.ts';
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
  /** What it moved; null before it succeeded, and where the journal does not say. */
  readonly moved: Moved | null;
}

export interface TakingSum {
  readonly shift: number;
  /** ISO 8601, UTC: the hour's beginning. */
  readonly hour: string;
  readonly mode: string;
  readonly environment: string;
  readonly currency: string;
  /** Empty: no answer showed one. */
  readonly brand: string;
  takenMinor: number;
  givenBackMinor: number;
  tipMinor: number;
}

export interface AddedUp {
  readonly operations: readonly ChangedOperation[];
  /** Operations whose page or link was seen as paid in this stretch. */
  readonly seenPaid: readonly {
    readonly id: string;
    readonly takenMinor: number | null;
    readonly brand: string | null;
  }[];
  readonly takings: readonly TakingSum[];
  /** Of the authorizations that the stretch names: those that are open behind it. */
  readonly authorizations: readonly CarriedAuthorization[];
}

export interface Given {
  readonly lineage: number;
  /** How many shifts were closed before. */
  readonly closedShifts: number;
  readonly known: readonly KnownOperation[];
  /** Of `paymentsIn`: the authorizations that were open before. */
  readonly authorizations: readonly CarriedAuthorization[];
}

/** The payments whose authorizations the records may change, by their names in the journal. */
export function paymentsIn(records: readonly JournalRecord[]): string[] {
  const names = records.flatMap(({ data }) => movedIn(data)?.payment ?? textAt(data, 'payment') ?? []);
  return [...new Set(names.filter((name) => name !== ''))];
}

export function addUp(
  records: readonly JournalRecord[],
  { lineage, closedShifts, known, authorizations }: Given,
): AddedUp {
  const carried = known.flatMap((each) => (each.carried === null ? [] : [each.carried]));
  const paidElsewhere = new Set(
    known.filter(({ seenPaidIn }) => seenPaidIn !== null && seenPaidIn !== lineage).map(({ id }) => id),
  );
  const first = records[0]?.seq ?? 1;
  const tally = emptyTally(closedShifts + 1, first, { operations: carried, authorizations });
  const operations = new Map<string, ChangedOperation>();
  const paid = new Map<string, AddedUp['seenPaid'][number]>();
  const takings = new Map<string, TakingSum>();
  let shift = closedShifts + 1;
  for (const record of records) {
    if (record.type === 'shift-closed') shift += 1;
    const { operation: id } = record;
    if (id !== null && record.type === seenPaid) {
      if (paidElsewhere.has(id)) continue;
      const moved = movedIn(record.data);
      paid.set(id, { id, takenMinor: moved?.taken ?? null, brand: moved?.brand ?? null });
    }
    const now = addFact(tally, record);
    if (now !== null) {
      const moved = now.state === 'succeeded' ? movedIn(record.data) : null;
      operations.set(now.id, { operation: now, changedAt: record.at, ended: isFinal(now.state), moved });
    }
    takeSums(tally, record.at, shift, takings);
  }
  return {
    operations: [...operations.values()],
    seenPaid: [...paid.values()],
    takings: [...takings.values()],
    authorizations: [...tally.sections.values()].flatMap(({ mode, environment, authorizations: open }) =>
      Array.from(open.values(), (each) => ({ ...each, mode, environment })),
    ),
  };
}

/** Moves what the last record added out of the tally. */
function takeSums(tally: ShiftTally, at: string, shift: number, into: Map<string, TakingSum>): void {
  for (const { mode, environment, takings } of tally.sections.values()) {
    for (const { currency, brand: shown, takenMinor, givenBackMinor, tipMinor } of takings.byBrand.values()) {
      const brand = shown ?? '';
      const hour = `${at.slice(0, 13)}:00:00.000Z`;
      const key = JSON.stringify([shift, hour, mode, environment, currency, brand]);
      const sum = into.get(key);
      if (sum === undefined) {
        into.set(key, { shift, hour, mode, environment, currency, brand, takenMinor, givenBackMinor, tipMinor });
        continue;
      }
      sum.takenMinor += takenMinor;
      sum.givenBackMinor += givenBackMinor;
      sum.tipMinor += tipMinor;
    }
    takings.byBrand.clear();
  }
}
