// Settlement files as mappings read them: the published layouts with their samples, and files that mean to break it.
import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Mapping, type SettlementRow, mappingSchema } from '#contract/office/settlement.ts';
import { layouts } from '#office/settlement/layouts.ts';
import { fileRows } from '#office/settlement/read-file.ts';
import { FileRefused } from '#office/settlement/read-row.ts';

const [adyen, stripe, vipps] = layouts.map(({ mapping }) => mapping);

const mapping = (more: Partial<Mapping> = {}, columns: Partial<Mapping['columns']> = {}): Mapping =>
  mappingSchema.parse({
    ...stripe,
    currency: 'EUR',
    paymentTypes: [],
    refundTypes: [],
    ignoredTypes: [],
    ...more,
    columns: {
      ...stripe?.columns,
      date: 'date',
      gross: 'gross',
      net: null,
      fees: [],
      currency: null,
      references: ['ref'],
      type: null,
      ...columns,
    },
  });
const plain = 'date,gross,ref\n2026-01-31,1.00,a\n';

async function rowsOf(content: string | Buffer, by: Mapping, pieceBytes = 7): Promise<SettlementRow[]> {
  const bytes = Buffer.from(content);
  const pieces = function* (): Generator<Buffer> {
    for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
  };
  const rows: SettlementRow[] = [];
  for await (const { row } of fileRows(Readable.from(pieces()), by)) if (row !== null) rows.push(row);
  return rows;
}

async function problemOf(content: string | Buffer, by: Mapping, pieceBytes?: number) {
  const error: unknown = await rowsOf(content, by, pieceBytes).catch((thrown: unknown) => thrown);
  if (error instanceof FileRefused) return error.problem;
  throw new Error('the file was taken', { cause: error });
}

const sample = (name: string): Buffer => readFileSync(`examples/settlement/${name}.csv`);
const shown = ({ line, day, currency, grossMinor, feeMinor, netMinor, references, other }: SettlementRow) =>
  [line, day, currency, grossMinor, feeMinor, netMinor, references[0] ?? '', other] as const;

describe('a published layout reads its sample', () => {
  it('Adyen: credit and debit side by side, fees in four columns, payouts left out', async () => {
    const rows = await rowsOf(sample('adyen-settlement-details'), adyen!);
    expect(rows.map(shown)).toEqual([
      [2, '2026-01-12', 'EUR', 4_250, 31, 4_219, 'SALE-0001', false],
      [3, '2026-01-12', 'EUR', 990, 10, 980, 'SALE-0002', false],
      [4, '2026-01-13', 'EUR', -1_250, 5, -1_255, 'SALE-0001', false],
      [5, '2026-01-13', 'EUR', -3_000, 750, -3_750, 'SALE-0003', true],
      [6, '2026-01-14', 'EUR', 0, 0, -120, 'Transaction Fees January', true],
    ]);
  });

  it('Stripe: refunds are negative, currencies in small letters', async () => {
    const rows = await rowsOf(sample('stripe-payout-reconciliation'), stripe!);
    expect(rows.map(shown)).toEqual([
      [2, '2026-01-12', 'EUR', 4_250, 84, 4_166, 'SALE-0001', false],
      [3, '2026-01-12', 'EUR', 990, 35, 955, 'SALE-0002', false],
      [4, '2026-01-13', 'EUR', -1_250, 0, -1_250, 'SALE-0001', false],
      [5, '2026-01-13', 'EUR', -3_000, 2_000, -5_000, 'SALE-0003', true],
    ]);
  });

  it('Vipps: the type says which row is a refund, and the fee is gross less net', async () => {
    const rows = await rowsOf(sample('vipps-settlement'), vipps!);
    expect(rows.map(shown)).toEqual([
      [2, '2026-01-12', 'NOK', 42_500, 744, 41_756, 'SALE-0001', false],
      [3, '2026-01-12', 'NOK', 9_900, 173, 9_727, 'SALE-0002', false],
      [4, '2026-01-13', 'NOK', -12_570, 0, -12_570, 'SALE-0001', false],
    ]);
  });
});

describe('a settlement file', () => {
  it('is read in each encoding, wherever its bytes are parted', async () => {
    const text = 'date;gross;ref\r\n31.01.2026;1.234,50;"Bäckerei €; Süd"\r\n';
    const form = { delimiter: ';', decimal: ',', thousands: '.', dates: 'DD.MM.YYYY' } as const;
    const utf16 = Buffer.from(`\uFEFF${text}`, 'utf16le');
    const cases: [Mapping['encoding'], Buffer][] = [
      ['utf-8', Buffer.from(text)],
      ['utf-8', Buffer.from(`\uFEFF${text}`)],
      ['windows-1252', Buffer.from(text.replace('ä', '\xe4').replace('€', '\x80').replace('ü', '\xfc'), 'latin1')],
      ['utf-16', utf16],
      ['utf-16', Buffer.from(utf16).swap16()],
    ];
    for (const [encoding, bytes] of cases) {
      for (const pieceBytes of [1, 3, 1_000]) {
        const [row] = await rowsOf(bytes, mapping({ ...form, encoding }), pieceBytes);
        expect(row).toMatchObject({ grossMinor: 123_450, references: ['Bäckerei €; Süd'], day: '2026-01-31' });
      }
    }
  });

  it('may have no headings, lines before its rows, and columns by number', async () => {
    const by = mapping({ headings: false, firstLine: 3 }, { date: '2', gross: '3', references: ['1'] });
    expect((await rowsOf('Title\nmade,today\na,2026-01-31,1.00\n\nb,2026-02-01,-2.00\n', by)).map(shown)).toEqual([
      [3, '2026-01-31', 'EUR', 100, 0, 100, 'a', false],
      [5, '2026-02-01', 'EUR', -200, 0, -200, 'b', false],
    ]);
  });

  it('leaves of a card the last four digits', async () => {
    const by = mapping({}, { card: 'card', approvalCode: 'code', terminal: 'terminal' });
    const [one, two] = await rowsOf(
      'date,gross,ref,card,code,terminal\n2026-01-31,1.00,a,XXXXXXXXXXXX0004,A1,T1\n2026-01-31,1.00,b,none,,\n',
      by,
    );
    expect(one).toMatchObject({ lastFour: '0004', approvalCode: 'A1', terminal: 'T1' });
    expect(two).toMatchObject({ lastFour: null, approvalCode: null, terminal: null });
  });

  it.each([
    ['an amount that is none', `${plain}2026-01-31,x,b\n`, { code: 'amount', line: 3, column: 'gross' }],
    ['more digits than the currency has', `${plain}2026-01-31,1.005,b\n`, { code: 'digits', line: 3, column: 'gross' }],
    ['no amount', `${plain}2026-01-31,,b\n`, { code: 'amount', line: 3, column: 'gross' }],
    ['a date that is none', `${plain}31.01.2026,1.00,b\n`, { code: 'date', line: 3, column: 'date' }],
    ['a row that was cut', `${plain}2026-01-31,1.00\n`, { code: 'cells', line: 3, column: null }],
    ['another heading', 'date,total,ref\n2026-01-31,1.00,a\n', { code: 'column', line: 1, column: 'gross' }],
    ['nothing', '', { code: 'empty', line: null, column: null }],
    ['headings only', 'date,gross,ref\n', { code: 'empty', line: null, column: null }],
    ['a quote that is never closed', `${plain}2026-01-31,1.00,"b\n`, { code: 'quotes' }],
    ['a quote within a cell', `${plain}2026-01-31,1.00,b"c\n`, { code: 'quotes' }],
    ['a character behind a quote', `${plain}2026-01-31,1.00,"b"c\n`, { code: 'quotes' }],
    ['a zero character', `${plain}2026-01-31,1.00,b\0\n`, { code: 'zero-character' }],
    ['another encoding', Buffer.from(`${plain}2026-01-31,1.00,B\xe4\n`, 'latin1'), { code: 'encoding' }],
  ])('with %s is refused', async (_what, content, problem) => {
    expect(await problemOf(content, mapping())).toMatchObject(problem);
  });

  it('of ten megabytes in one row is refused before it is read', async () => {
    const row = { code: 'record-size' };
    const long = 10 * 1024 * 1024;
    expect(await problemOf(`${plain}"${'x'.repeat(long)}`, mapping(), 65_536)).toMatchObject(row);
    expect(await problemOf(`${plain}"${'x\n'.repeat(long / 2)}`, mapping(), 65_536)).toMatchObject(row);
    // Empty cells take memory as well.
    expect(await problemOf(`${plain}${','.repeat(long)}`, mapping(), 65_536)).toMatchObject(row);
  });

  it('has no more rows than it may', async () => {
    const rows = fileRows(Readable.from([Buffer.from(`${plain}2026-01-31,2.00,b\n`)]), mapping(), { most: 1 });
    const read = async (): Promise<void> => {
      for await (const row of rows) expect(row.cells).toHaveLength(3);
    };
    await expect(read()).rejects.toMatchObject({ problem: { code: 'rows', line: 3, column: null } });
  });

  it('keeps SQL, HTML and formulas as the texts that they are', async () => {
    const texts = [`'); DROP TABLE operation; --`, '<script>alert(1)</script>', '=cmd|calc!A1', '__proto__'];
    const lines = texts.map((text) => `2026-01-31,1.00,"${text}"\n`).join('');
    const rows = await rowsOf(`date,gross,ref\n${lines}`, mapping());
    expect(rows.map(({ references }) => references[0])).toEqual(texts);
  });
});

describe('a mapping', () => {
  it.each([
    ['the same sign twice', { decimal: ',', thousands: ',' }, {}],
    ['no currency', { currency: null }, {}],
    ['two currencies', {}, { currency: 'currency' }],
    ['types without a payment', {}, { type: 'type' }],
    ['refunds by a type that it does not name', { refunds: 'by-type' }, {}],
    ['a time zone that does not exist', { zone: 'Europe/Nowhere' }, {}],
    ['headings where the file has none', { headings: false }, {}],
  ])('with %s is none', (_what, more, columns) => {
    expect(() => mapping(more as Partial<Mapping>, columns)).toThrow(z.ZodError);
  });
});
