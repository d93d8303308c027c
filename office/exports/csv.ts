// Payments and takings of days as files for a spreadsheet or an accountant: amounts in minor units and as decimals, days
// and times in a time zone that each row names. Read by a cursor: one moment's state, in bounded memory.
import { minorDigits } from '#contract/money/money.ts';
import { shownText } from '#contract/text/shown-text.ts';
import { csvCell } from '#store/journal/export.ts';
import type { Tx } from '../database/database.ts';

export interface ExportRange {
  /** Days of the zone, both counted. */
  readonly from: string;
  readonly to: string;
  readonly zone: string;
}

export interface CsvFile {
  readonly name: string;
  readonly sql: string;
  /** In this order; `amount` is made of the column that is named like it with `_minor`. */
  readonly columns: readonly string[];
  readonly amounts: readonly string[];
  /** The columns with their currencies; `currency` for an amount that is not here. */
  readonly currencies?: { readonly [amount: string]: string };
}

const pageRows = 2_000;

export const csvFiles: readonly CsvFile[] = [
  {
    name: 'payments.csv',
    columns: [
      'day',
      'time',
      'time_zone',
      'till',
      'shop',
      'operation',
      'kind',
      'sort',
      'state',
      'mode',
      'environment',
      'currency',
      'amount_minor',
      'amount',
      'taken_minor',
      'taken',
      'given_back_minor',
      'given_back',
      'pay_id',
      'trans_id',
      'ref_nr',
      'refunds',
      'brand',
    ],
    amounts: ['amount', 'taken', 'given_back'],
    sql: `SELECT to_char(accepted_at AT TIME ZONE $4, 'YYYY-MM-DD') AS day,
        to_char(accepted_at AT TIME ZONE $4, 'HH24:MI:SS') AS time, $4::text AS time_zone, till.name AS till, shop,
        operation.id AS operation, kind, sort, state, mode, environment, currency, amount_minor, taken_minor,
        given_back_minor, pay_id, trans_id, ref_nr, target AS refunds, brand
      FROM operation JOIN till ON till.chain_id = operation.chain_id AND till.id = operation.till_id
      WHERE operation.chain_id = $1 AND accepted_at >= ($2::date)::timestamp AT TIME ZONE $4
        AND accepted_at < ($3::date + 1)::timestamp AT TIME ZONE $4
      ORDER BY accepted_at, till.name, operation.id`,
  },
  {
    name: 'takings.csv',
    columns: [
      'day',
      'time_zone',
      'till',
      'shop',
      'mode',
      'environment',
      'currency',
      'brand',
      'taken_minor',
      'taken',
      'given_back_minor',
      'given_back',
      'tip_minor',
      'tip',
    ],
    amounts: ['taken', 'given_back', 'tip'],
    sql: `SELECT to_char(hour AT TIME ZONE $4, 'YYYY-MM-DD') AS day, $4::text AS time_zone, till.name AS till, shop, mode,
        environment, currency, brand, sum(taken_minor)::bigint AS taken_minor,
        sum(given_back_minor)::bigint AS given_back_minor, sum(tip_minor)::bigint AS tip_minor
      FROM taking JOIN till ON till.chain_id = taking.chain_id AND till.id = taking.till_id
      WHERE taking.chain_id = $1 AND hour >= ($2::date)::timestamp AT TIME ZONE $4
        AND hour < ($3::date + 1)::timestamp AT TIME ZONE $4
      GROUP BY 1, 2, 3, 4, 5, 6, 7, 8 ORDER BY 1, 3, 5, 6, 7, 8`,
  },
];

/** The parameters of `csvFiles`. */
export function rangeValues(chain: string, { from, to, zone }: ExportRange): readonly unknown[] {
  return [chain, from, to, zone];
}

/** The text of a file, in pieces. */
export async function* csvText(tx: Tx, file: CsvFile, values: readonly unknown[]): AsyncGenerator<string> {
  const { sql, columns } = file;
  yield `${columns.join(',')}\r\n`;
  await tx.run(`DECLARE exported NO SCROLL CURSOR FOR ${sql}`, values);
  for (;;) {
    const rows = await tx.rows<Row>(`FETCH ${pageRows} FROM exported`);
    if (rows.length === 0) break;
    yield rows.map((row) => `${columns.map((column) => cellOf(row, column, file)).join(',')}\r\n`).join('');
  }
  await tx.run('CLOSE exported');
}

interface Row {
  readonly [column: string]: string | number | null;
}

function cellOf(row: Row, column: string, { amounts, currencies }: CsvFile): string {
  const value = amounts.includes(column) ? row[`${column}_minor`] : row[column];
  if (value === null || value === undefined) return '';
  if (amounts.includes(column)) return decimal(Number(value), String(row[currencies?.[column] ?? 'currency'] ?? ''));
  // A number is no formula, also where it is negative.
  return typeof value === 'number' ? String(value) : csvCell(shownText(value));
}

/** With a full stop, whatever the language; empty where the currency is not known. */
function decimal(minor: number, currency: string): string {
  const digits = minorDigits(currency);
  if (digits === null) return '';
  const text = String(Math.abs(minor)).padStart(digits + 1, '0');
  const sign = minor < 0 ? '-' : '';
  return digits === 0 ? `${sign}${text}` : `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`;
}
