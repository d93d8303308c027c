// What a shift did, operation by operation, by the journal: one side of a comparison.
import type { Money } from '#contract/money/money.ts';
import type { TakingSort } from '#contract/money/taking-sorts.ts';
import type { Mode } from '#contract/operation/states.ts';
import type { BooksReads } from '../ports/books.ts';
import { shiftFacts, startOf } from './shift-books.ts';
import { beginsPayment, invites, sortOf } from './shift-sort.ts';
import { type OpenOperation, addFact } from './shift-tally.ts';

export interface ShiftEntry {
  readonly operationId: string;
  /** The gateway, merchant and mode that it is bound to. */
  readonly environment: string;
  readonly mode: Mode;
  readonly sort: TakingSort;
  /** It made the payment: what the gateway shows of the payment cannot be older. */
  readonly begins: boolean;
  readonly payId: string | null;
  readonly transId: string | null;
  readonly refNr: string | null;
  readonly amount: Money | null;
  /** False: its outcome is not known yet. */
  readonly done: boolean;
}

export interface ShiftEntries {
  readonly number: number;
  readonly entries: readonly ShiftEntry[];
  /** payIds and transIds of hosted pages and links that were made in the shift: what was paid there began in it. */
  readonly invited: ReadonlySet<string>;
  /** Its last record; of the running shift, the last one that was there when this was read. */
  readonly lastSeq: number;
}

/** Null where no closed shift has that number; `null` as number is the running one. */
export function entriesOf(books: BooksReads, number: number | null): ShiftEntries | null {
  const start = startOf(books, number);
  if (start === null) return null;
  const { tally, lastSeq } = start;
  const entries: ShiftEntry[] = [];
  const invited = new Set<string>();
  for (const fact of shiftFacts(books, tally.lastSeq, lastSeq)) {
    const now = addFact(tally, fact);
    if (now?.state !== 'succeeded') continue;
    entries.push(...entryOf(now, true));
    if (invites(now.kind)) for (const name of [now.payId, now.transId]) if (name !== null) invited.add(name);
  }
  for (const open of tally.open.values()) entries.push(...entryOf(open, false));
  return { number: tally.number, entries, invited, lastSeq };
}

/**
 * Which of these payIds and transIds the records after `seq` tell of. There may be years behind an early shift, so nothing
 * else is kept.
 */
export function touchedSince(books: BooksReads, seq: number, among: ReadonlySet<string>): ReadonlySet<string> {
  const touched = new Set<string>();
  for (const { data } of shiftFacts(books, seq, books.head().seq)) {
    if (touched.size === among.size) break;
    for (const name of [data['payId'], data['transId']]) {
      if (typeof name === 'string' && among.has(name)) touched.add(name);
    }
  }
  return touched;
}

function entryOf(operation: OpenOperation, done: boolean): ShiftEntry[] {
  const { id, kind, messageType, environment, mode, payId, transId, refNr, amount } = operation;
  const sort = sortOf(kind, messageType);
  if (sort === null) return [];
  const begins = beginsPayment(kind, sort);
  return [{ operationId: id, environment, mode, sort, begins, payId, transId, refNr, amount, done }];
}
