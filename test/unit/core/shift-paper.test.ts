// A shift's report on the till's roll: the same sums in the same order as on the page of the system's printer.
import { expect, it } from 'vitest';
import type { ShiftReport } from '#contract/shift/shift.ts';
import { shiftDocument } from '#core/printing/shift-paper.ts';
import { shiftPage } from '#core/shift/shift-page.ts';

const sums = { currency: 'EUR', takenMinor: 12_345, givenBackMinor: 345, leftMinor: 12_000, tipMinor: 150 };
const at = '2026-11-23T18:00:00.000Z';
const report: ShiftReport = {
  type: 'Z',
  number: 7,
  firstSeq: 10,
  lastSeq: 99,
  openedAt: at,
  at,
  closedBy: 'Ada',
  head: { seq: 99, hash: 'ab12'.repeat(16) },
  strays: 1,
  drawerOpenings: 2,
  sections: [
    {
      mode: 'training',
      training: true,
      environment: 'sandbox',
      takings: [sums, { ...sums, currency: 'JPY', tipMinor: 0 }],
      byPerson: [
        { ...sums, person: 'Zoë Müller' },
        { ...sums, person: null },
      ],
      byBrand: [{ ...sums, brand: 'VISA' }],
      byEntry: [{ ...sums, entry: 'terminal' }],
      authorized: [{ currency: 'EUR', count: 3, openMinor: 9_900 }],
      authorizations: [
        {
          payId: 'P1',
          transId: 'T-1',
          refNr: 'Room 204',
          last4: '4242',
          brand: 'VISA',
          currency: 'EUR',
          openMinor: 3_300,
          at,
          ageDays: 1,
          carriedOver: true,
        },
      ],
      paidOtherwise: [{ currency: 'EUR', count: 2, amountMinor: 123_456 }],
      totals: [
        {
          kind: 'cloud-pos',
          sort: 'sale',
          terminalId: 'T1',
          currency: 'EUR',
          count: 12,
          amountMinor: 12_345,
          withoutAmount: 1,
        },
      ],
      slots: [],
      notDone: { failed: 1, cancelled: 2, expired: 0 },
      open: [
        {
          operationId: 'op_1',
          kind: 'refund',
          sort: 'refund',
          state: 'unknown',
          amount: { value: 777, currency: 'EUR' },
          payId: 'P1',
          transId: null,
          refNr: 'Order 77',
          last4: null,
          acceptedAt: at,
          doubtSince: at,
          carriedOver: true,
        },
      ],
      openCounts: { waiting: 0, inDoubt: 1, needsPerson: 0 },
    },
  ],
} as unknown as ShiftReport;

const amounts = (text: string) => text.match(/\u2212?[\d.]+(?:,\d{2})?\u00A0(?:EUR|JPY)/g);

it('names the same sums in the same order as the page', () => {
  const { blocks } = shiftDocument(report, { mode: 'live', shopName: 'Café', language: 'de' });
  const paper = blocks.map((block) => {
    if (block.type === 'columns') return `${block.left} ${block.right}`;
    return block.type === 'text' ? block.text : block.type;
  });
  const page = shiftPage(report, 'de').html;
  expect(amounts(paper.join('\n'))).toEqual(amounts(page));
  expect(amounts(page)?.length).toBeGreaterThan(10);
  expect(paper.slice(0, 3)).toEqual(['Café', 'Z-Bericht', expect.stringContaining('Schicht 7')]);
  expect(paper.at(-1)).toBe('cut');
  // By what the shop knows a payment, on both.
  for (const text of [paper.join('\n'), page]) {
    expect(text).toMatch(/Room 204.*4242/);
    expect(text).toContain('Order 77');
  }
  expect(amounts(page)).toEqual(expect.arrayContaining(['−3,45\u00A0EUR', '12.345\u00A0JPY']));
  // In the language of the paper, like receipts; and no part of what was taken by card.
  expect(paper.join('\n')).toMatch(/Als ohne Karte bezahlt notiert.*\(2\).*1\.234,56/);
  expect(paper.join('\n')).toContain('Schublade ohne Verkauf geöffnet: 2');
  expect(paper.join('\n')).toMatch(/ {2}1 Tag {2}.*4242/);
});

it('of a very long report says that there is more', () => {
  const [section] = report.sections;
  const open = Array.from({ length: 300 }, () => section!.open[0]!);
  const many = {
    ...report,
    sections: [
      { ...section!, open },
      { ...section!, open },
    ],
  };
  const { blocks } = shiftDocument(many, { mode: 'live', shopName: '', language: 'en' });
  expect(blocks.length).toBeLessThanOrEqual(500);
  expect(blocks.at(-2)).toMatchObject({ text: expect.stringMatching(/^\d+ more lines/) });
});

it('says in words who closed it where the till has no people', () => {
  const closed = { ...report, closedBy: 'cashier' };
  const roll = JSON.stringify(shiftDocument(closed, { mode: 'live', shopName: '', language: 'de' }));
  expect(roll).toContain('An der Kasse abgeschlossen, ohne Anmeldung');
  expect(roll).not.toContain('cashier');
});
