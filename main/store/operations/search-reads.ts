// A cashier's searches: newest first, by state, kind, payment or a piece of text. They are apart from the engine's
// reads, which must cost the same however much is stored; a search may walk backwards through all of it.
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { State } from '#contract/states.ts';
import type { OperationSearch, PaymentSearch, Searches } from '#core/ports/searches.ts';
import { type Bindings, type BoundRow, believedPage, boundColumns } from './operation-binding.ts';
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
/** Operations accepted at about the same time may have number and time in different order, but never this far apart. */
const untidyMs = 60_000;
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

  const walked = (
    query: keyof typeof paymentWalks,
    environmentId: string,
    { from, limit }: Page,
    wanted: readonly (string | number)[],
  ) => allRows<NumberedRow>(statementOf(paymentWalks[query]), environmentId, from, ...wanted, limit);

  const pageOf = (environmentId: string, { before, limit }: Pick<PaymentSearch, 'before' | 'limit'>): Page => ({
    from: before === undefined ? latest : numberOf(environmentId, before),
    limit,
  });

  function found(environmentId: string, { wanted, amounts, begun, by, ...asked }: Wanted): NumberedRow[] {
    const page = pageOf(environmentId, asked);
    const isNamed = names.some(
      (query) => hits(query, environmentId, wanted, { ...page, from: latest, limit: 1 }).length > 0,
    );
    const rows = [
      ...names.flatMap((query) => hits(query, environmentId, wanted, page)),
      ...facts.flatMap((query) => hits(query, environmentId, wanted, page)),
      ...amounts.flatMap((amount) => hits('hitsByAmount', environmentId, amount, page)),
      ...(isNamed ? [] : containing(environmentId, wanted, page)),
      ...(begun === undefined ? [] : begunWithin(environmentId, begun, page)),
      ...(by === undefined
        ? []
        : walked('by', environmentId, page, [JSON.stringify(by.people), JSON.stringify(by.clients)])),
    ];
    const byNumber = new Map(rows.map((row) => [row.number, row]));
    return [...byNumber.values()].toSorted((a, b) => b.number - a.number).slice(0, page.limit);
  }

  /** By the operations of that time: what the years have left beside them is not read. */
  function begunWithin(environmentId: string, { fromMs, beforeMs }: Begun, { from, limit }: Page): NumberedRow[] {
    const stretch = [seqAt(fromMs - untidyMs), seqAt(beforeMs + untidyMs)];
    const values = [...stretch, environmentId, fromMs, beforeMs, from];
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
    let [low, high] = [1, (oneRow<{ seq: number | null }>(statementOf(paymentsBegun.last))?.seq ?? 0) + 1];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      const row = oneRow<{ seq: number; created_at: number }>(statementOf(paymentsBegun.from), middle);
      if (row === null || row.created_at >= ms) high = middle;
      else low = row.seq + 1;
    }
    return low;
  }

  /** Walks the payments; used only where no payment has the text as a whole field. */
  function containing(environmentId: string, wanted: string, page: Page): NumberedRow[] {
    const terms = new Terms();
    terms.addText(['trans_id', 'pay_id', 'ref_nr', 'terminal_id', 'trace_nr'], wanted);
    return walkedPayments<NumberedRow>(environmentId, terms, page);
  }

  /** Nearly all payments are in one environment: the `+` makes SQLite walk `number` instead of sorting them all. */
  function walkedPayments<Row extends PaymentRow>(environmentId: string, terms: Terms, { from, limit }: Page): Row[] {
    terms.add('+environment_id = ?', environmentId);
    terms.addPlain(isPayment);
    const sql = `SELECT * FROM payments${terms.where()} number < ? ORDER BY number DESC ${limited}`;
    return allRows<Row>(statementOf(sql), ...terms.values, from, limit);
  }

  const placeOf = (before: string | undefined): number =>
    before === undefined ? latest : (oneRow<{ seq: number }>(statementOf(seqOf), before)?.seq ?? 0);

  /** One walk: a state by itself, since SQLite would sort all that are in one of several states. */
  function walkedOperations(
    environmentId: string | null,
    state: State | undefined,
    { states = [], kind, payId, text }: Omit<OperationSearch, 'before' | 'limit'>,
    page: Page,
  ): BoundRow[] {
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
    const sql = `SELECT ${boundColumns} FROM operations${terms.where()} seq < ? ORDER BY seq DESC ${limited}`;
    return allRows<BoundRow>(statementOf(sql), ...terms.values, page.from, page.limit);
  }

  return {
    search(environmentId, { before, limit, ...filter }) {
      const { states = [], kind, payId } = filter;
      const from = placeOf(before);
      const isApart = environmentId !== null && (kind ?? payId) === undefined && states.length > 0;
      const rows = (most: number) =>
        (isApart ? states : [undefined])
          .flatMap((state) => walkedOperations(environmentId, state, filter, { from, limit: most }))
          .toSorted((a, b) => b.seq - a.seq)
          .slice(0, most);
      return believedPage(rows, bindings.record, limit);
    },
    payments(environmentId, { text, amounts = [], ...asked }) {
      const wanted = text?.trim() ?? '';
      if (wanted !== '') return found(environmentId, { wanted, amounts, ...asked }).map(paymentOf);
      const terms = new Terms();
      terms.addPlain(noPart);
      return walkedPayments<PaymentRow>(environmentId, terms, pageOf(environmentId, asked)).map(paymentOf);
    },
  };
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
