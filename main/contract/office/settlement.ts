// How an acquirer's settlement file is read (a mapping), and what the office's page shows of files and payments.
import { z } from 'zod';
import { saidAtOffice } from './said.ts';

export const fileEncodings = ['utf-8', 'windows-1252', 'utf-16'] as const;
export const delimiters = [',', ';', '\t', '|'] as const;
export const quoteSigns = ['"', "'", ''] as const;
/** Empty: amounts are whole numbers of minor units. */
export const decimalSigns = ['.', ',', ''] as const;
export const thousandsSigns = ['', '.', ',', ' ', "'"] as const;
export const dateForms = [
  'YYYY-MM-DD',
  'DD.MM.YYYY',
  'DD/MM/YYYY',
  'MM/DD/YYYY',
  'DD-MM-YYYY',
  'YYYY/MM/DD',
  'YYYYMMDD',
] as const;
export const refundSigns = ['as-written', 'by-type'] as const;
export const settlementModes = ['live', 'test', 'training'] as const;

const column = z.string().min(1).max(200);
const zone = z.string().regex(/^[A-Za-z][\w+/-]{0,63}$/);
const words = z.array(z.string().min(1).max(100)).max(20);

/** A column is its heading, or its number from 1 on where the file has no headings. */
export const mappingSchema = z
  .strictObject({
    encoding: z.enum(fileEncodings),
    delimiter: z.enum(delimiters),
    quote: z.enum(quoteSigns),
    /** The line that the headings, or the rows, begin at. */
    firstLine: z.int().min(1).max(100),
    headings: z.boolean(),
    decimal: z.enum(decimalSigns),
    thousands: z.enum(thousandsSigns),
    dates: z.enum(dateForms),
    /** The time zone whose days the file's dates are. */
    zone: zone.refine(isZone),
    /** `as-written`: a refund is negative in the file. `by-type`: the type of the row says it. */
    refunds: z.enum(refundSigns),
    columns: z.strictObject({
      date: column,
      gross: column,
      /** A second column whose amount is taken off: files with credit and debit side by side. */
      grossDebit: column.nullable(),
      net: column.nullable(),
      netDebit: column.nullable(),
      /** Added up. Without them the fee is gross less net. */
      fees: z.array(column).max(6),
      currency: column.nullable(),
      netCurrency: column.nullable(),
      references: z.array(column).max(5),
      terminal: column.nullable(),
      approvalCode: column.nullable(),
      /** Of it only the last four digits are kept. */
      card: column.nullable(),
      type: column.nullable(),
    }),
    /** Of all rows, where no column says it. */
    currency: z
      .string()
      .regex(/^[A-Z]{3}$/)
      .nullable(),
    paymentTypes: words,
    refundTypes: words,
    /** Rows that are not read at all: a file's own sums and payouts. */
    ignoredTypes: words,
    mode: z.enum(settlementModes),
    /** A payment that is in no file after so many days is missing. */
    settlementDays: z.int().min(0).max(90),
  })
  .refine(({ decimal, thousands }) => decimal === '' || decimal !== thousands)
  .refine(({ columns, currency }) => (columns.currency === null) !== (currency === null))
  .refine(({ columns, paymentTypes }) => columns.type === null || paymentTypes.length > 0)
  .refine(({ columns, refunds }) => columns.type !== null || refunds === 'as-written')
  .refine(({ columns }) => columns.netDebit === null || columns.net !== null)
  .refine(({ columns }) => columns.netCurrency === null || columns.net !== null || columns.fees.length > 0)
  .refine(({ headings, columns }) => headings || namesIn(columns).every((name) => /^[1-9]\d{0,2}$/.test(name)));
export type Mapping = z.infer<typeof mappingSchema>;

function isZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** Every column that a mapping reads. */
export function namesIn(columns: { readonly [column: string]: string | readonly string[] | null }): string[] {
  return Object.values(columns).flatMap((each) => each ?? []);
}

export const mappingSaveSchema = z.strictObject({ name: saidAtOffice(100), mapping: mappingSchema });
export const importSchema = z.strictObject({
  mapping: z.string().trim().min(1).max(100),
  file: z.string().min(1).max(200),
});
export const takeBackSchema = z.strictObject({ number: z.int().positive() });

/** What became of a payment or of a row of a file. */
export const settlementOutcomes = [
  'paid-out',
  'differing', // paid out with another sum than was taken
  'missing', // taken, and in no file after the days that the mapping gives
  'waiting', // taken, in no file yet
  'reversed', // taken and taken back before it was settled: no file names it
  'twice', // a row for a payment that another row has paid out
  'several', // a row that more than one payment fits
  'unknown', // a row that no payment of a till fits
  'other', // a row that is no payment and no refund: chargebacks, fees
] as const;
export type SettlementOutcome = (typeof settlementOutcomes)[number];

const day = z.iso.date();
export const settlementSchema = z.strictObject({
  from: day,
  to: day,
  zone,
  mode: z.enum(settlementModes).default('live'),
});
export type SettlementQuery = z.infer<typeof settlementSchema>;
export const settlementLinesSchema = settlementSchema.extend({
  outcome: z.enum(settlementOutcomes).optional(),
  /** Empty: rows of no till. */
  till: z.string().max(100).optional(),
});
export type SettlementLinesQuery = z.infer<typeof settlementLinesSchema>;

/** Why a file is not taken. Nothing of it is then imported. */
export const fileProblems = [
  'mapping', // there is no such mapping
  'empty', // no row that the mapping reads
  'encoding',
  'quotes', // a quote that is not closed, or in the middle of a cell
  'record-size', // one row is too long
  'size', // the file is too long
  'rows', // too many rows
  'cells', // a row has more or fewer cells than the headings
  'column', // a column of the mapping is not in the headings
  'date',
  'amount',
  'digits', // more digits behind the decimal sign than the currency has
  'currency',
  'zero-character',
] as const;
export interface FileProblem {
  readonly code: (typeof fileProblems)[number];
  /** From 1 on; null where it is of no line. */
  readonly line: number | null;
  /** The column's name. */
  readonly column: string | null;
}

/** A row as the mapping reads it. */
export interface SettlementRow {
  readonly line: number;
  /** Neither a payment nor a refund. */
  readonly other: boolean;
  readonly type: string | null;
  readonly day: string;
  readonly currency: string;
  /** A refund is negative. */
  readonly grossMinor: number;
  readonly feeMinor: number;
  readonly netMinor: number;
  /** Of fee and net. */
  readonly netCurrency: string;
  readonly references: readonly string[];
  readonly terminal: string | null;
  readonly approvalCode: string | null;
  readonly lastFour: string | null;
}

export interface SettlementPreview {
  /** The first rows as they stand in the file, the headings first. */
  readonly cells: readonly (readonly string[])[];
  readonly rows: readonly SettlementRow[];
  readonly problem: FileProblem | null;
}

export type ImportAnswer =
  | {
      readonly type: 'imported';
      readonly number: number;
      readonly rows: number;
      /** Of them, rows that an earlier file had already: they count once. */
      readonly known: number;
    }
  | { readonly type: 'known'; readonly file: string; readonly at: string }
  | { readonly type: 'refused'; readonly problem: FileProblem };

export interface SettlementSum {
  readonly outcome: SettlementOutcome;
  readonly currency: string;
  readonly count: number;
  /** What the tills took less what they gave back; null where no till is known. */
  readonly tillsMinor: number | null;
  /** What the files pay out; null where no file names it. */
  readonly fileMinor: number | null;
}

export interface SettlementDay {
  readonly day: string;
  /** Empty: of no till. */
  readonly till: string;
  readonly currency: string;
  readonly tillsMinor: number;
  readonly paidMinor: number;
  /** Paid out less taken, without what is waiting. */
  readonly differenceMinor: number;
  readonly waitingMinor: number;
  readonly missing: number;
  readonly feeMinor: number;
}

export interface SettlementFee {
  readonly currency: string;
  readonly feeMinor: number;
  readonly netMinor: number;
}

export interface SettlementImport {
  readonly number: number;
  readonly file: string;
  readonly mapping: string;
  readonly rows: number;
  readonly known: number;
  readonly firstDay: string | null;
  readonly lastDay: string | null;
  readonly importedAt: string;
  readonly importedBy: string;
  readonly takenBackAt: string | null;
  readonly takenBackBy: string | null;
}

export interface SettlementReport {
  readonly sums: readonly SettlementSum[];
  readonly fees: readonly SettlementFee[];
  readonly days: readonly SettlementDay[];
}

export interface SettlementLine {
  readonly day: string;
  readonly till: string;
  readonly shop: string;
  readonly outcome: SettlementOutcome;
  /** By what the row was found: `reference`, `terminal`, `amount`; empty where it was not. */
  readonly rule: string;
  readonly currency: string;
  readonly tillsMinor: number | null;
  readonly fileMinor: number | null;
  readonly feeMinor: number | null;
  readonly reference: string;
  readonly operation: string;
  readonly type: string;
  readonly lastFour: string;
  readonly approvalCode: string;
  readonly file: string;
  readonly line: number | null;
}

export interface SettlementMappings {
  readonly mappings: readonly { readonly name: string; readonly mapping: Mapping }[];
  /** Published layouts to begin with. */
  readonly layouts: readonly { readonly name: string; readonly mapping: Mapping }[];
  readonly imports: readonly SettlementImport[];
}
