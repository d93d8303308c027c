// A command's wish is carried out once, however often it is asked for. A bridge may be killed after the change and before
// its answer: then the command asks the next one again, and the journal, which keeps the wish's id, says what was done.
import type { Asked } from '#contract/control.ts';
import type { BooksReads, JournalFact } from './ports/books.ts';
import { shiftFacts } from './shift-books.ts';

/** `work` where the journal does not tell of the wish; else what `done` makes of the first record that does. */
export type Once = <T>(asked: Asked, work: () => Promise<T>, done: (fact: JournalFact) => T | Promise<T>) => Promise<T>;

export function createOnce(books: Pick<BooksReads, 'facts' | 'head'>): Once {
  /** Asked for again over another connection while the first one still works on it. */
  const running = new Map<string, Promise<unknown>>();
  return async <T>(asked: Asked, work: () => Promise<T>, done: (fact: JournalFact) => T | Promise<T>) => {
    const before = running.get(asked.id) as Promise<T> | undefined;
    if (before !== undefined) return before;
    const fact = factOf(books, asked);
    const result = fact === null ? work() : Promise.resolve(done(fact));
    running.set(asked.id, result);
    try {
      return await result;
    } finally {
      running.delete(asked.id);
    }
  };
}

function factOf(books: Pick<BooksReads, 'facts' | 'head'>, { id, since }: Asked): JournalFact | null {
  for (const fact of shiftFacts(books, since, books.head().seq)) if (fact.data['request'] === id) return fact;
  return null;
}
