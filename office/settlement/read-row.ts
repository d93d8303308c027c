// One row of an acquirer's file, read by a mapping: a payment, a refund, or something else that is only listed.
import { currencyShown, minorDigits } from '#contract/money/money.ts';
import { type FileProblem, type Mapping, type SettlementRow, namesIn } from '#contract/office/settlement.ts';
import { amountIn, dayIn, dayOfCell } from './cells.ts';

/** The file is not taken. */
export class FileRefused extends Error {
  override readonly name = 'FileRefused';
  readonly problem: FileProblem;

  constructor(code: FileProblem['code'], line: number | null = null, column: string | null = null) {
    super(code);
    this.problem = { code, line, column };
  }
}

const mostText = 100;

/** Null for a row that the mapping says to ignore. Both throw FileRefused. */
type ReadRow = (cells: readonly string[], line: number) => SettlementRow | null;

/** `headings`: the first row of the file, or null where it has none. */
export function rowReader(mapping: Mapping, headings: readonly string[] | null, headingLine: number): ReadRow {
  const { columns } = mapping;
  const places = new Map(namesIn(columns).map((name) => [name, placeOf(name, headings)]));
  const absent = [...places].find(([, place]) => place < 0);
  if (absent !== undefined) throw new FileRefused('column', headingLine, absent[0]);
  const dayOf = dayIn(mapping.zone);
  let width = headings?.length ?? null;

  return (cells, line) => {
    const cell = (name: string | null): string => (name === null ? '' : (cells[places.get(name) ?? -1] ?? '').trim());
    const type = columns.type === null ? null : cell(columns.type);
    if (type !== null && mapping.ignoredTypes.includes(type)) return null;
    width ??= cells.length;
    if (cells.length !== width) throw new FileRefused('cells', line);
    const day = dayOfCell(cell(columns.date), mapping.dates, dayOf);
    if (day === null) throw new FileRefused('date', line, columns.date);
    const currency = currencyOf(columns.currency, cell, mapping.currency, line);
    const netCurrency = currencyOf(cell(columns.netCurrency) === '' ? null : columns.netCurrency, cell, currency, line);
    const sum = (name: string | null, of: string): number | null => {
      if (name === null || cell(name) === '') return null;
      const amount = amountIn(cell(name), of, mapping);
      if (typeof amount === 'string') throw new FileRefused(amount, line, name);
      return amount;
    };
    const side = (credit: string | null, debit: string | null, of: string): number | null => {
      const [plus, minus] = [sum(credit, of), sum(debit, of)];
      return plus === null && minus === null ? null : (plus ?? 0) - (minus ?? 0);
    };
    const refund = type !== null && mapping.refundTypes.includes(type);
    const listed = type === null || refund || mapping.paymentTypes.includes(type);
    const signed = (amount: number): number => {
      if (mapping.refunds === 'as-written' || !listed) return amount;
      return refund ? 0 - Math.abs(amount) : Math.abs(amount);
    };
    const gross = side(columns.gross, columns.grossDebit, currency);
    if (gross === null && listed) throw new FileRefused('amount', line, columns.gross);
    const grossMinor = signed(gross ?? 0);
    const written = side(columns.net, columns.netDebit, netCurrency);
    const fees = columns.fees.map((name) => sum(name, netCurrency)).filter((fee) => fee !== null);
    const net = written === null ? null : signed(written);
    const added = fees.reduce((all, fee) => all + fee, 0);
    const feeMinor = columns.fees.length > 0 ? added : net === null || netCurrency !== currency ? 0 : grossMinor - net;
    return {
      line,
      // A row without an amount pays nothing out.
      other: !listed || grossMinor === 0,
      type: type === null ? null : type.slice(0, mostText),
      day,
      currency,
      grossMinor,
      feeMinor,
      netMinor: net ?? grossMinor - feeMinor,
      netCurrency,
      references: [...new Set(columns.references.map((name) => cell(name).slice(0, mostText)))].filter(
        (text) => text !== '',
      ),
      terminal: textOr(cell(columns.terminal)),
      approvalCode: textOr(cell(columns.approvalCode).slice(0, 12)),
      lastFour: /\d{4}$/.exec(cell(columns.card))?.[0] ?? null,
    };
  };
}

/** A heading is found whatever its capitals; a number counts from 1. */
function placeOf(name: string, headings: readonly string[] | null): number {
  if (headings === null) return Number(name) - 1;
  const same = (text: string): string => text.trim().toLowerCase();
  return headings.findIndex((heading) => same(heading) === same(name));
}

function currencyOf(
  name: string | null,
  cell: (name: string | null) => string,
  otherwise: string | null,
  line: number,
): string {
  const currency = name === null ? otherwise : currencyShown(cell(name));
  if (currency === null || minorDigits(currency) === null) throw new FileRefused('currency', line, name);
  return currency;
}

function textOr(text: string): string | null {
  return text === '' ? null : text.slice(0, mostText);
}
