// A cashier's searches: newest first, by state, kind, payment or a piece of text. They are apart from the engine's
// reads, which must cost the same however much is stored; a search may walk backwards through all of it.
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { State } from '#contract/operation/states.ts';
import type { KnownPayment, OperationRecord } from '#core/ports/record.ts';
import { type OperationSearch, type PaymentSearch, type Searches, type Steps, finish } from '#core/ports/searches.ts';
import { type Bindings, type BoundRow, believedInSteps, boundColumns } from '../operations/operation-binding.ts';
import {
  isPayment,
  noPart,
  paymentHits,
  paymentOf,
  paymentQueries,
  paymentsBy,
  paymentsBegun,
} from '../operations/payment-table.ts';
import type { PaymentRow } from '../operations/payment-binding.ts';
import { allRows, limited, oneRow } from '../database/sql.ts';
import { type TextTable, indexedTexts } from '../schema/text-tables.ts';
import type { TextIndex } from './text-index.ts';

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
/**
 * Where the index names so many rows, and one in so few, they are walked: nearly all rows have these letters, and the
 * index would have to be asked again and again.
 */
const fewFound = 100;
const dense = 10;
/** Operations accepted at about the same time may have number and time in different order, but never this far apart. */
const untidyMs = 60_000;
const newestNumber = 'SELECT max(number) AS number FROM payments';
const seqOf = 'SELECT seq FROM operations WHERE id = ?';
const names = ['hitsByPayId', 'hitsByTransId', 'hitsByRefNr'] as const;
const facts = ['hitsByLast4', 'hitsByApproval', 'hitsByTrace'] as const;

export function createSearchReads(db: DatabaseSync, bindings: Bindings, texts: TextIndex): Searches {
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

  /** Walks what the index has not taken in yet; the rest is noted by person. */
  function* begunBy(environmentId: string, ids: readonly string[], page: Page): Steps<NumberedRow[]> {
    const upTo = texts.upTo('payments');
    const wanted = JSON.stringify(ids);
    const read = (below: number, atLeast: number, most: number) =>
      allRows<NumberedRow>(statementOf(paymentsBy.walk), environmentId, below, atLeast, wanted, most);
    const walked = yield* backwards(page, newestPayment(), read, stretch, upTo);
    const from = Math.min(page.from, upTo + 1);
    const known = ids.flatMap((id) =>
      allRows<NumberedRow>(statementOf(paymentsBy.known), id, from, environmentId, page.limit),
    );
    return [...walked, ...known];
  }

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
    const made = by === undefined ? [] : yield* begunBy(environmentId, [...by.people, ...by.clients], page);
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

  /** Used only where no payment has the text as a whole field. */
  function containing(environmentId: string, wanted: string, page: Page): Steps<NumberedRow[]> {
    const terms = paymentTerms(environmentId);
    terms.addText(indexedTexts.payments.columns, wanted);
    return withText('payments', wanted, page, newestPayment(), `SELECT * FROM payments${terms.where()}`, terms);
  }

  /** Nearly all payments are in one environment: the `+` makes SQLite walk `number` instead of sorting them all. */
  function paymentTerms(environmentId: string): Terms {
    const terms = new Terms();
    terms.add('+environment_id = ?', environmentId);
    terms.addPlain(isPayment);
    return terms;
  }

  /**
   * Rows whose terms name the text: those that the index knows by it, behind those that it has not taken in yet, which
   * are walked. `start`: the statement up to the condition of the row's number.
   */
  function* withText<Row extends { readonly [key in 'number' | 'seq']?: number }>(
    table: TextTable,
    text: string,
    page: Page,
    newest: number,
    start: string,
    { values }: Terms,
  ): Steps<Row[]> {
    const { key } = indexedTexts[table];
    const walk = `${start} ${key} < ? AND ${key} >= ? ORDER BY ${key} DESC ${limited}`;
    const read = (below: number, atLeast: number, most: number) =>
      allRows<Row>(statementOf(walk), ...values, below, atLeast, most);
    const finder = texts.finder(table, text);
    const rows = yield* backwards(page, newest, read, stretch, finder?.upTo);
    if (finder === null || rows.length === page.limit) return rows;
    const one = statementOf(`${start} ${key} = ?`);
    const at = (number: number) => allRows<Row>(one, ...values, number);
    const wanted = page.limit - rows.length;
    // The list of them is short, and each of them may belong before or behind what the index finds.
    const changed = finder.retold(page.from);
    const known = new Map(changed.flatMap(at).map((row) => [row[key] ?? 0, row]));
    const isMissing = () => known.size < wanted + changed.length;
    for (let from = page.from; from > 1 && isMissing();) {
      yield;
      const { found: named, below } = finder.numbers(from);
      const spread = (named[0] ?? 0) - (named.at(-1) ?? 0);
      if (named.length > fewFound && spread < named.length * dense) {
        const walked = yield* backwards({ from, limit: page.limit }, finder.upTo, read);
        for (const row of walked) known.set(row[key] ?? 0, row);
        break;
      }
      for (const number of named) {
        for (const row of known.has(number) ? [] : at(number)) known.set(number, row);
        if (!isMissing()) break;
      }
      from = below;
    }
    const newestFirst = [...known.values()].toSorted((a, b) => (b[key] ?? 0) - (a[key] ?? 0));
    return [...rows, ...newestFirst.slice(0, wanted)];
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
    const start = () => `SELECT ${boundColumns} FROM operations${terms.where()}`;
    const wanted = text?.trim() ?? '';
    if (wanted !== '') {
      terms.addText(indexedTexts.operations.columns, wanted);
      return withText('operations', wanted, page, newestOperation(), start(), terms);
    }
    // What has no text is found by an index, or at once.
    const sql = `${start()} seq < ? AND seq >= ? ORDER BY seq DESC ${limited}`;
    const read = (below: number, atLeast: number, most: number) =>
      allRows<BoundRow>(statementOf(sql), ...terms.values, below, atLeast, most);
    return backwards(page, newestOperation(), read, latest);
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
    const terms = paymentTerms(environmentId);
    terms.addPlain(noPart);
    const sql = `SELECT * FROM payments${terms.where()} number < ? AND number >= ? ORDER BY number DESC ${limited}`;
    const read = (below: number, atLeast: number, most: number) =>
      allRows<PaymentRow>(statementOf(sql), ...terms.values, below, atLeast, most);
    return (yield* backwards(pageOf(environmentId, asked), newestPayment(), read)).map(paymentOf);
  }

  return {
    search: (...asked) => finish(searchInSteps(...asked)),
    searchInSteps,
    payments: (...asked) => finish(paymentsInSteps(...asked)),
    paymentsInSteps,
  };
}

/**
 * Reads from a page's beginning backwards, a stretch in each step, down to the row behind `upTo`. `read` gets the stretch
 * (rows below one number, from another on) and how many rows are still wanted.
 */
function* backwards<Row>(
  { from, limit }: Page,
  newest: number,
  read: (below: number, atLeast: number, most: number) => Row[],
  length = stretch,
  upTo = 0,
): Steps<Row[]> {
  const rows: Row[] = [];
  const top = Math.min(from, newest + 1);
  for (let below = top; below > upTo + 1 && rows.length < limit; below = Math.max(upTo + 1, below - length)) {
    if (below < top) yield;
    rows.push(...read(below, Math.max(upTo + 1, below - length), limit - rows.length));
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
  addText(columns: readonly string[], text: string): void {
    const pattern = `%${text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
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
