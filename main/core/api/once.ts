// A command's request is carried out once, even if the command sends it again. A bridge may be killed after the change
// and before its answer: then the command asks the next run, and the journal, which keeps the request's id, says what
// was done.
import type { Asked } from '#contract/programs/control.ts';
import type { BooksReads, JournalFact } from '../ports/books.ts';
import { shiftFacts } from '../shift/shift-books.ts';

/**
 * Runs `work` where the journal has no record of the request; else returns what `done` makes of the first such record.
 */
export type Once = <T>(asked: Asked, work: () => Promise<T>, done: (fact: JournalFact) => T | Promise<T>) => Promise<T>;

export function createOnce(books: Pick<BooksReads, 'facts' | 'head'>): Once {
  /** The requests that run now: a second connection that sends the same one gets the same result. */
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
