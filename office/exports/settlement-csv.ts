// Payments and rows of settlement files as a file for a spreadsheet or an accountant.
import type { SettlementLinesQuery } from '#contract/office/settlement.ts';
import { linesQuestion } from '../settlement/report.ts';
import type { CsvFile } from './csv.ts';

const columns = [
  'day',
  'time_zone',
  'till',
  'shop',
  'outcome',
  'rule',
  'currency',
  'taken_minor',
  'taken',
  'paid_minor',
  'paid',
  'net_currency',
  'fee_minor',
  'fee',
  'net_minor',
  'net',
  'reference',
  'operation',
  'type',
  'last_four',
  'approval_code',
  'file',
  'line',
] as const;

const sqlColumns = `to_char(entry.day, 'YYYY-MM-DD') AS day, $4::text AS time_zone, till.name AS till, till.shop, outcome, rule,
  currency, tills_minor AS taken_minor, file_minor AS paid_minor, net_currency, fee_minor, net_minor, reference, operation,
  type, last_four, approval_code, file, line`;

export function settlementCsv(
  chain: string,
  query: SettlementLinesQuery,
): { readonly file: CsvFile; readonly values: readonly unknown[] } {
  const { sql, values } = linesQuestion(chain, query, sqlColumns);
  return {
    file: {
      name: 'settlement.csv',
      sql,
      columns,
      amounts: ['taken', 'paid', 'fee', 'net'],
      currencies: { fee: 'net_currency', net: 'net_currency' },
    },
    values,
  };
}
