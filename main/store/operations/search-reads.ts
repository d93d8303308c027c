// A cashier's searches: newest first, by state, kind, payment or a piece of text. They are apart from the engine's
// reads, which must cost the same however much is stored; a search may walk backwards through all of it.
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { PaymentSearch, Searches } from '#core/ports/searches.ts';
import { type Bindings, type BoundRow, believedPage, boundColumns } from './operation-binding.ts';
import { isPayment, noPart, paymentHits, paymentOf, paymentQueries, paymentWalks } from './payment-table.ts';
import type { PaymentRow } from './payment-binding.ts';
import { allRows, limited, oneRow } from '../database/sql.ts';

type NumberedRow = PaymentRow & { readonly number: number };

interface Page {
  /** Only payments first heard of before the one with this number. */
  readonly from: number;
  readonly limit: number;
}

interface Wanted extends Omit<PaymentSearch, 'text' | 'before'> {
  readonly before: string | undefined;
  readonly wanted: string;
  readonly amounts: readonly number[];
}

const latest = Number.MAX_SAFE_INTEGER;
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

  function found(environmentId: string, { wanted, amounts, begun, by, before, limit }: Wanted): NumberedRow[] {
    const from = before === undefined ? latest : numberOf(environmentId, before);
    const page = { from, limit };
    const isNamed = names.some(
      (query) => hits(query, environmentId, wanted, { ...page, from: latest, limit: 1 }).length > 0,
    );
    const rows = [
      ...names.flatMap((query) => hits(query, environmentId, wanted, page)),
      ...facts.flatMap((query) => hits(query, environmentId, wanted, page)),
      ...amounts.flatMap((amount) => hits('hitsByAmount', environmentId, amount, page)),
      ...(isNamed ? [] : containing(environmentId, wanted, page)),
      ...(begun === undefined ? [] : walked('begun', environmentId, page, [begun.fromMs, begun.beforeMs])),
      ...(by === undefined
        ? []
        : walked('by', environmentId, page, [JSON.stringify(by.people), JSON.stringify(by.clients)])),
    ];
    const byNumber = new Map(rows.map((row) => [row.number, row]));
    return [...byNumber.values()].toSorted((a, b) => b.number - a.number).slice(0, limit);
  }

  /** Walks the payments; used only where no payment has the text as a whole field. */
  function containing(environmentId: string, wanted: string, { from, limit }: Page): NumberedRow[] {
    const terms = new Terms();
    terms.add('environment_id = ?', environmentId);
    terms.addText(['trans_id', 'pay_id', 'ref_nr', 'terminal_id', 'trace_nr'], wanted);
    terms.addPlain(isPayment);
    const sql = `SELECT * FROM payments${terms.where()} AND number < ? ORDER BY number DESC ${limited}`;
    return allRows<NumberedRow>(statementOf(sql), ...terms.values, from, limit);
  }

  return {
    search(environmentId, { states = [], kind, payId, text, before, limit }) {
      const terms = new Terms();
      // Without another filter the index of the environment does not help: nearly all operations are in one
      // environment. The `+` makes SQLite walk `seq` instead of sorting.
      const listed = states.length === 0 && kind === undefined;
      terms.add(listed ? '+environment_id = ?' : 'environment_id = ?', environmentId ?? undefined);
      terms.addAll(`state IN (${states.map(() => '?').join(',')})`, states);
      terms.add('kind = ?', kind);
      terms.add('pay_id = ?', payId);
      terms.add('seq < (SELECT seq FROM operations WHERE id = ?)', before);
      terms.addText(['trans_id', 'pay_id', 'ref_nr', 'terminal_id', 'id'], text);
      const sql = `SELECT ${boundColumns} FROM operations${terms.where()} ORDER BY seq DESC ${limited}`;
      const rows = (most: number) => allRows<BoundRow>(statementOf(sql), ...terms.values, most);
      return believedPage(rows, bindings.record, limit);
    },
    payments(environmentId, { text, amounts = [], before, limit, ...made }) {
      const wanted = text?.trim() ?? '';
      if (wanted !== '') return found(environmentId, { wanted, amounts, before, limit, ...made }).map(paymentOf);
      const terms = new Terms();
      terms.add('environment_id = ?', environmentId);
      terms.add(
        'number < (SELECT number FROM payments AS last WHERE last.environment_id = payments.environment_id AND last.lane = ?)',
        before,
      );
      terms.addPlain(noPart);
      const sql = `SELECT * FROM payments${terms.where()} AND ${isPayment} ORDER BY number DESC ${limited}`;
      return allRows<PaymentRow>(statementOf(sql), ...terms.values, limit).map(paymentOf);
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

  where(): string {
    return this.#terms.length === 0 ? '' : ` WHERE ${this.#terms.join(' AND ')}`;
  }
}
