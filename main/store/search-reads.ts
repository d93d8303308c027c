// What people look for: newest first, by state, kind, payment or a piece of text. Kept apart from the engine's reads,
// which must cost the same however much there is; a search may walk backwards through what is stored.
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Searches } from '#core/ports/searches.ts';
import { type Bindings, type BoundRow, believedPage, boundColumns } from './operation-binding.ts';
import { type PaymentRow, isPayment, paymentHits, paymentOf, paymentQueries } from './payment-table.ts';
import { allRows, limited, oneRow } from './sql.ts';

/** It was not made to take the rest of another sale. */
const noPart = `NOT EXISTS (SELECT 1 FROM operations WHERE operations.environment_id = payments.environment_id
  AND operations.trans_id = payments.trans_id AND creates_payment = 1 AND part_of IS NOT NULL)`;

type NumberedRow = PaymentRow & { readonly number: number };

interface Page {
  /** Only payments first heard of before the one with this number. */
  readonly from: number;
  readonly limit: number;
}

interface Wanted {
  readonly before: string | undefined;
  readonly limit: number;
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

  function found(environmentId: string, { wanted, amounts, before, limit }: Wanted): NumberedRow[] {
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
    ];
    const byNumber = new Map(rows.map((row) => [row.number, row]));
    return [...byNumber.values()].toSorted((a, b) => b.number - a.number).slice(0, limit);
  }

  /** Walks through the payments; asked only where the text is no whole name of one. */
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
      // Alone, it is no reason to leave the order of numbers and sort: nearly all of a till's operations are in one.
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
    payments(environmentId, { text, amounts = [], before, limit }) {
      const wanted = text?.trim() ?? '';
      if (wanted !== '') return found(environmentId, { wanted, amounts, before, limit }).map(paymentOf);
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

/** The terms of a WHERE clause with their values; what was not asked for is not there. */
class Terms {
  readonly #terms: string[] = [];
  readonly values: (string | number)[] = [];

  add(term: string, value: string | undefined): void {
    if (value !== undefined) this.addAll(term, [value]);
  }

  addAll(term: string, values: readonly string[]): void {
    if (values.length > 0) this.addPlain(term, values);
  }

  /** Also without values. */
  addPlain(term: string, values: readonly string[] = []): void {
    this.#terms.push(term);
    this.values.push(...values);
  }

  /** The text anywhere in one of the columns; what LIKE takes for a pattern stands for itself. */
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
