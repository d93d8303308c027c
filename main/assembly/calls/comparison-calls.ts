// The window's calls about the comparison of a shift, for people who may close one. A long shift is read in a worker,
// as its report is added up in one.
import type { Background } from '#background/background.ts';
import type { Implementations, WindowOutputs } from '#contract/calls/table.ts';
import type { ListFault } from '#contract/shift/reconcile.ts';
import type { Comparisons, ComparisonPorts } from '#core/reconciliation/comparisons.ts';
import type { StaffActions } from '#core/staff/staff-actions.ts';
import type { Books } from '#core/ports/books.ts';
import { entriesOf, touchedSince } from '#core/shift/shift-entries.ts';

/** The result of asking a person for the file with the ERP's list. */
export type ListText =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'no-list' }
  | { readonly type: 'list-refused'; readonly fault: ListFault; readonly line: null };

export type ComparisonCalls = ReturnType<typeof comparisonCalls>;

export function comparisonCalls(comparisons: Comparisons, staffActions: StaffActions) {
  const calls = {
    comparison: () => comparisons.view(),
    comparisonFindings({ group, after, limit }) {
      const person = staffActions.closesShift();
      return person.type === 'refused' ? person : { type: 'page', ...comparisons.page(group, after, limit) };
    },
    stopComparison() {
      const person = staffActions.closesShift();
      if (person.type === 'refused') return person;
      comparisons.stop();
      return { type: 'stopping' };
    },
    forgetComparison() {
      const person = staffActions.closesShift();
      if (person.type === 'refused') return person;
      comparisons.forget();
      return { type: 'forgotten' };
    },
  } satisfies Partial<Implementations>;
  return {
    ...calls,
    /** `askForList` is called where the person may compare; null where no list is wanted. */
    compare: async (
      number: number | null,
      askForList: (() => Promise<ListText>) | null,
    ): Promise<WindowOutputs['compareShift']> => {
      const person = staffActions.closesShift();
      if (person.type === 'refused') return person;
      if (askForList === null) return comparisons.begin(number, null);
      const list = await askForList();
      return list.type === 'text' ? comparisons.begin(number, list.text) : list;
    },
  };
}

/** Up to this many records are read faster than a thread starts. */
const shortRead = 2_000;

export function comparisonReads(
  background: Background,
  books: Books,
  dataDir: string,
): Pick<ComparisonPorts, 'shift' | 'touchedSince'> {
  const isShort = (seq: number) => books.head().seq - seq <= shortRead;
  return {
    shift: async (number) =>
      number === null && isShort(books.lastShift()?.closedSeq ?? 0)
        ? entriesOf(books, null)
        : background.run('shiftEntries', { dataDir, number }),
    touchedSince: async (seq, names) =>
      isShort(seq) ? touchedSince(books, seq, names) : background.run('touchedSince', { dataDir, seq, names }),
  };
}
