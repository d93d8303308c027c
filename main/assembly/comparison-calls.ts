// The window's calls about the comparison of a shift: for those who may close one. The reading of a long shift happens
// in the background, as the adding up of its report does.
import type { Background } from '#background/background.ts';
import type { ListFault } from '#contract/reconcile.ts';
import type { WindowInput, WindowOutputs } from '#contract/window.ts';
import type { Comparisons, ComparisonPorts } from '#core/comparisons.ts';
import type { Desk } from '#core/desk.ts';
import type { Books } from '#core/ports/books.ts';
import { entriesOf, touchedSince } from '#core/shift-entries.ts';

/** What came of asking a person for the ERP's list. */
export type ListText =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'no-list' }
  | { readonly type: 'list-refused'; readonly fault: ListFault; readonly line: null };

export interface ComparisonCalls {
  /** `askForList` is called where the person may compare; null where no list is wanted. */
  compareShift(
    number: number | null,
    askForList: (() => Promise<ListText>) | null,
  ): Promise<WindowOutputs['compareShift']>;
  comparison(): WindowOutputs['comparison'];
  comparisonFindings(input: WindowInput<'comparisonFindings'>): WindowOutputs['comparisonFindings'];
  stopComparison(): WindowOutputs['stopComparison'];
  forgetComparison(): WindowOutputs['forgetComparison'];
}

export function comparisonCalls(comparisons: Comparisons, desk: Desk): ComparisonCalls {
  return {
    async compareShift(number, askForList) {
      const person = desk.closesShift();
      if (person.type === 'refused') return person;
      if (askForList === null) return comparisons.begin(number, null);
      const list = await askForList();
      return list.type === 'text' ? comparisons.begin(number, list.text) : list;
    },
    comparison: () => comparisons.view(),
    comparisonFindings({ group, after, limit }) {
      const person = desk.closesShift();
      return person.type === 'refused' ? person : { type: 'page', ...comparisons.page(group, after, limit) };
    },
    stopComparison() {
      const person = desk.closesShift();
      if (person.type === 'refused') return person;
      comparisons.stop();
      return { type: 'stopping' };
    },
    forgetComparison() {
      const person = desk.closesShift();
      if (person.type === 'refused') return person;
      comparisons.forget();
      return { type: 'forgotten' };
    },
  };
}

/** So few records are read faster than a thread starts. */
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
    touchedSince: async (seq) =>
      isShort(seq) ? touchedSince(books, seq) : background.run('touchedSince', { dataDir, seq }),
  };
}
