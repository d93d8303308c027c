// A cashier's searches: newest first, by state, kind, payment or a piece of text. They are apart from the engine's
// reads, which must cost the same however much is stored; a search may walk backwards through all of it.
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { State } from '#contract/operation/states.ts';
import type { KnownPayment, OperationRecord } from '#core/ports/record.ts';
import { type OperationSearch, type PaymentSearch, type Searches, type Steps, finish } from '#core/ports/searches.ts';
import { type Bindings, type BoundRow, believedInSteps, boundColumns } from './operation-binding.ts';
import {
  isPayment,
  noPart,
  paymentHits,
  paymentOf,
  paymentQueries,
  paymentWalks,
  paymentsBegun,
} from './payment-table.ts';
import type { PaymentRow } from './payment-binding.ts';
import { allRows, limited, oneRow } from '../database/sql.ts';

type NumberedRow = PaymentRow & { readonly number: number };

interface Page {
  /** Only payments first heard of before the one with this number, or operations accepted before it. */
  readonly from: number;
  readonly limit: number;
}

interface Wanted extends Omit<PaymentSearch, 'text'> {
  readonly wanted: string;
  readonly amounts: readonly number[];
}

type Begun = NonNullable<PaymentSearch['begun']>;

const latest = Number.MAX_SAFE_INTEGER;
/** Rows that one step of a walk reads past, at most. A million payments have 2.4 s of processor for a rare text. */
const stretch = 4_000;
/** Operations accepted at about the same time may have number and time in different order, but never this far apart. */
const untidyMs = 60_000;
const newestNumber = 'SELECT max(number) AS number FROM payments';
const seqOf = 'SELECT seq FROM operations WHERE id = ?';
const names = ['hitsByPayId', 'hitsByTransId', 'hitsByRefNr'] as const;
const facts = ['hitsByLast4', 'hitsByApproval', 'hitsByTrace'] as const;

export function createSearchReads(db: DatabaseSync, bindings: Bindings): Searches {
  const prepared = new Map<string, StatementSync>();
  const statementOf = (sql: string): StatementSync => {
    const statement = prepared.get(sql) ?? db.prepare(sql);
    prepared.set(sql, statement);
    return statement;
  };
  const hits = (query: keyof typeof paymentHits, environmentId: string, value: string | number, page: Page) =>
    allRows<NumberedRow>(statementOf(paymentHits[query]), environmentId, value, page.from, page.limit);
  const numberOf = (environmentId: string, lane: string) =>
    oneRow<NumberedRow>(statementOf(paymentQueries.byLane), environmentId, lane)?.number ?? 0;

  const newestPayment = () => oneRow<{ number: number | null }>(statementOf(newestNumber))?.number ?? 0;
  const newestOperation = () => oneRow<{ seq: number | null }>(statementOf(paymentsBegun.last))?.seq ?? 0;

  const walked = (
    query: keyof typeof paymentWalks,
    environmentId: string,
    page: Page,
    wanted: readonly (string | number)[],
  ) =>
    backwards(page, newestPayment(), (below, atLeast, most) =>
      allRows<NumberedRow>(statementOf(paymentWalks[query]), environmentId, below, atLeast, ...wanted, most),
    );

  const pageOf = (environmentId: string, { before, limit }: Pick<PaymentSearch, 'before' | 'limit'>): Page => ({
    from: before === undefined ? latest : numberOf(environmentId, before),
    limit,
  });

  function* found(environmentId: string, { wanted, amounts, begun, by, ...asked }: Wanted): Steps<NumberedRow[]> {
    const page = pageOf(environmentId, asked);
    const isNamed = names.some(
      (query) => hits(query, environmentId, wanted, { ...page, from: latest, limit: 1 }).length > 0,
    );
    const contained = isNamed ? [] : yield* containing(environmentId, wanted, page);
    const made =
      by === undefined
        ? []
        : yield* walked('by', environmentId, page, [JSON.stringify(by.people), JSON.stringify(by.clients)]);
    const rows = [
      ...names.flatMap((query) => hits(query, environmentId, wanted, page)),
      ...facts.flatMap((query) => hits(query, environmentId, wanted, page)),
      ...amounts.flatMap((amount) => hits('hitsByAmount', environmentId, amount, page)),
      ...contained,
      ...(begun === undefined ? [] : begunWithin(environmentId, begun, page)),
      ...made,
    ];
    const byNumber = new Map(rows.map((row) => [row.number, row]));
    return [...byNumber.values()].toSorted((a, b) => b.number - a.number).slice(0, page.limit);
  }

  /** By the operations of that time: what the years have left beside them is not read. */
  function begunWithin(environmentId: string, { fromMs, beforeMs }: Begun, { from, limit }: Page): NumberedRow[] {
    const between = [seqAt(fromMs - untidyMs), seqAt(beforeMs + untidyMs)];
    const values = [...between, environmentId, fromMs, beforeMs, from];
    const numbers = ([paymentsBegun.made, paymentsBegun.known] as const).flatMap((sql) =>
      allRows<{ number: number }>(statementOf(sql), ...values).map(({ number }) => number),
    );
    return [...new Set(numbers)]
      .toSorted((a, b) => b - a)
      .slice(0, limit)
      .flatMap((number) => oneRow<NumberedRow>(statementOf(paymentsBegun.numbered), number) ?? []);
  }

  /** The number of the first operation accepted at this time or later; numbers rise with time. */
  function seqAt(ms: number): number {
    let [low, high] = [1, newestOperation() + 1];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      const row = oneRow<{ seq: number; created_at: number }>(statementOf(paymentsBegun.from), middle);
      if (row === null || row.created_at >= ms) high = middle;
      else low = row.seq + 1;
    }
    return low;
  }

  /** Walks the payments; used only where no payment has the text as a whole field. */
  function containing(environmentId: string, wanted: string, page: Page): Steps<NumberedRow[]> {
    const terms = new Terms();
    terms.addText(['trans_id', 'pay_id', 'ref_nr', 'terminal_id', 'trace_nr'], wanted);
    return walkedPayments<NumberedRow>(environmentId, terms, page);
  }

  /** Nearly all payments are in one environment: the `+` makes SQLite walk `number` instead of sorting them all. */
  function walkedPayments<Row extends PaymentRow>(environmentId: string, terms: Terms, page: Page): Steps<Row[]> {
    terms.add('+environment_id = ?', environmentId);
    terms.addPlain(isPayment);
    const sql = `SELECT * FROM payments${terms.where()} number < ? AND number >= ? ORDER BY number DESC ${limited}`;
    return backwards(page, newestPayment(), (below, atLeast, most) =>
      allRows<Row>(statementOf(sql), ...terms.values, below, atLeast, most),
    );
  }

  const placeOf = (before: string | undefined): number =>
    before === undefined ? latest : (oneRow<{ seq: number }>(statementOf(seqOf), before)?.seq ?? 0);

  /** One walk: a state by itself, since SQLite would sort all that are in one of several states. */
  function walkedOperations(
    environmentId: string | null,
    state: State | undefined,
    { states = [], kind, payId, text }: Omit<OperationSearch, 'before' | 'limit'>,
    page: Page,
  ): Steps<BoundRow[]> {
    const terms = new Terms();
    // Nearly all operations are in one environment, so by itself its index does not help. The `+` makes SQLite walk
    // `seq`, or the operations of the payment, instead of sorting.
    const isByIndex = environmentId !== null && payId === undefined && (state ?? kind) !== undefined;
    const sign = isByIndex ? '' : '+';
    terms.add(`${sign}environment_id = ?`, environmentId ?? undefined);
    terms.add(`${sign}state = ?`, state);
    if (state === undefined) terms.addAll(`+state IN (${states.map(() => '?').join(',')})`, states);
    terms.add(`${sign}kind = ?`, kind);
    terms.add('pay_id = ?', payId);
    terms.addText(['trans_id', 'pay_id', 'ref_nr', 'terminal_id', 'id'], text);
    const sql = `SELECT ${boundColumns} FROM operations${terms.where()} seq < ? AND seq >= ? ORDER BY seq DESC ${limited}`;
    const read = (below: number, atLeast: number, most: number) =>
      allRows<BoundRow>(statementOf(sql), ...terms.values, below, atLeast, most);
    // What has no text is found by an index, or at once.
    return backwards(page, newestOperation(), read, text === undefined ? latest : stretch);
  }

  function* searchInSteps(
    environmentId: string | null,
    { before, limit, ...filter }: OperationSearch,
  ): Steps<OperationRecord[]> {
    const { states = [], kind, payId } = filter;
    const from = placeOf(before);
    const isApart = environmentId !== null && (kind ?? payId) === undefined && states.length > 0;
    const read = function* (most: number): Steps<BoundRow[]> {
      const rows: BoundRow[] = [];
      for (const state of isApart ? states : [undefined]) {
        rows.push(...(yield* walkedOperations(environmentId, state, filter, { from, limit: most })));
      }
      return rows.toSorted((a, b) => b.seq - a.seq).slice(0, most);
    };
    return yield* believedInSteps(read, bindings.record, limit);
  }

  function* paymentsInSteps(
    environmentId: string,
    { text, amounts = [], ...asked }: PaymentSearch,
  ): Steps<KnownPayment[]> {
    const wanted = text?.trim() ?? '';
    if (wanted !== '') return (yield* found(environmentId, { wanted, amounts, ...asked })).map(paymentOf);
    const terms = new Terms();
    terms.addPlain(noPart);
    return (yield* walkedPayments<PaymentRow>(environmentId, terms, pageOf(environmentId, asked))).map(paymentOf);
  }

  return {
    search: (...asked) => finish(searchInSteps(...asked)),
    searchInSteps,
    payments: (...asked) => finish(paymentsInSteps(...asked)),
    paymentsInSteps,
  };
}

/**
 * Reads from a page's beginning backwards, a stretch in each step. `read` gets the stretch (rows below one number, from
 * another on) and how many rows are still wanted.
 */
function* backwards<Row>(
  { from, limit }: Page,
  newest: number,
  read: (below: number, atLeast: number, most: number) => Row[],
  length = stretch,
): Steps<Row[]> {
  const rows: Row[] = [];
  const top = Math.min(from, newest + 1);
  for (let below = top; below > 0 && rows.length < limit; below = Math.max(0, below - length)) {
    if (below < top) yield;
    rows.push(...read(below, Math.max(0, below - length), limit - rows.length));
  }
  return rows;
}

/** The terms of a WHERE clause with their values; filters that the caller left out have no term. */
class Terms {
  readonly #terms: string[] = [];
  readonly values: (string | number)[] = [];

  add(term: string, value: string | undefined): void {
    if (value !== undefined) this.addAll(term, [value]);
  }

  addAll(term: string, values: readonly string[]): void {
    if (values.length > 0) this.addPlain(term, values);
  }

  /** Adds a term, with or without values. */
  addPlain(term: string, values: readonly string[] = []): void {
    this.#terms.push(term);
    this.values.push(...values);
  }

  /** Finds the text anywhere in one of the columns; LIKE's pattern signs are escaped. */
  addText(columns: readonly string[], text: string | undefined): void {
    if (text === undefined || text.trim() === '') return;
    const pattern = `%${text.trim().replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
    const term = columns.map((column) => String.raw`${column} LIKE ? ESCAPE '\'`).join(' OR ');
    this.addAll(
      `(${term})`,
      columns.map(() => pattern),
    );
  }

  /** A last term follows it. */
  where(): string {
    return [' WHERE', ...this.#terms.map((term) => `${term} AND`)].join(' ');
  }
}
