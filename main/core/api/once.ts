// A command's request is carried out once, even if the command sends it again. A bridge may be killed after the change
// and before its answer: then the command asks the next run, and the journal, which keeps the request's id, says what
// was done.
import type { Asked, ControlCalls } from '#contract/programs/control.ts';
import { type Refused, refuse } from '#contract/programs/problems.ts';
import type { BooksReads, JournalFact } from '../ports/books.ts';
import { shiftFacts } from '../shift/shift-books.ts';

/**
 * Runs `work` where the journal has no record of the request; else returns what `done` makes of the first such record.
 * Refuses an id that was used for another request.
 */
export type Once = <T>(
  asked: Asked,
  work: () => Promise<T>,
  done: (fact: JournalFact) => T | Promise<T>,
) => Promise<T | Refused>;

/** What a call may be about. */
interface Subject {
  readonly id?: string;
  readonly operationId?: string;
  readonly name?: string;
}

/** The same calls; the journal names each of their wishes with its call and what that is about. */
export function namingWishes<Calls extends Partial<ControlCalls>>(calls: Calls): Calls {
  type Call = (input: Subject, asked: Asked) => unknown;
  const entries = Object.entries(calls as unknown as Record<string, Call>).map(([call, carryOut]): [string, Call] => [
    call,
    (input, asked) => carryOut(input, { ...asked, id: [asked.id, call, ...subjectOf(input)].join(' ') }),
  ]);
  return Object.fromEntries(entries) as unknown as Calls;
}

function subjectOf({ id, operationId, name }: Subject): string[] {
  return [id, operationId, name].filter((each) => each !== undefined);
}

export function createOnce(books: Pick<BooksReads, 'facts' | 'head'>): Once {
  /** The requests that run now: a second connection that sends the same one gets the same result. */
  const running = new Map<string, { readonly wish: string; readonly result: Promise<unknown> }>();
  return async <T>(asked: Asked, work: () => Promise<T>, done: (fact: JournalFact) => T | Promise<T>) => {
    const id = idOf(asked.id);
    const before = running.get(id);
    if (before !== undefined) return before.wish === asked.id ? (before.result as Promise<T>) : reused;
    const fact = factOf(books, id, asked.since);
    if (fact !== null && fact.data['request'] !== asked.id) return reused;
    const result = fact === null ? work() : Promise.resolve(done(fact));
    running.set(id, { wish: asked.id, result });
    try {
      return await result;
    } finally {
      running.delete(id);
    }
  };
}

const reused = refuse('request-id-reused', 'The id of this request was used for another one. Nothing was changed.');

function idOf(wish: string): string {
  return wish.split(' ', 1).join('');
}

function factOf(books: Pick<BooksReads, 'facts' | 'head'>, id: string, since: number): JournalFact | null {
  for (const fact of shiftFacts(books, since, books.head().seq)) {
    const { request } = fact.data;
    if (typeof request === 'string' && idOf(request) === id) return fact;
  }
  return null;
}
