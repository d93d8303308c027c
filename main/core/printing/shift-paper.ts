// A shift's report (X or Z) as a document for the till's printer: the rows of the page, on a narrow roll.
import type { PrintBlock, PrintDocument } from '#contract/devices/documents.ts';
import type { ShiftReport } from '#contract/shift/shift.ts';
import { sayIn } from '#texts/index.ts';
import { type ShiftRow, shiftRows } from '../shift/shift-rows.ts';
import type { ReceiptStyle } from './receipt.ts';

/** A document holds this many blocks; of a longer report the paper shows the beginning and says so. */
const mostBlocks = 480;

export function shiftDocument(report: ShiftReport, { shopName, language }: ReceiptStyle): PrintDocument {
  const say = sayIn(language);
  const [title, ...rows] = shiftRows(report, language).flatMap(blocksOf);
  const shown = rows.slice(0, mostBlocks);
  const left = rows.length - shown.length;
  return {
    blocks: [
      ...(shopName === '' ? [] : [heading(shopName)]),
      ...(title?.type === 'text' ? [{ ...title, bold: true, align: 'center' as const }] : []),
      ...shown,
      ...(left === 0 ? [] : [{ type: 'text' as const, text: say('shift.paperEnds', { count: left }) }]),
      { type: 'cut' },
    ],
  };
}

function heading(text: string): PrintBlock {
  return { type: 'text', text, align: 'center', bold: true };
}

function blocksOf(row: ShiftRow): PrintBlock[] {
  switch (row.type) {
    case 'text':
      return [{ type: 'text', text: row.text }];
    case 'rule':
      return [{ type: 'rule' }];
    case 'sum': {
      const count = row.count === null ? '' : `  ${row.count}`;
      return [{ type: 'columns', left: `${row.name}${count}`, right: row.amount }];
    }
    case 'open': {
      const carried = row.carried === '' ? '' : ` (${row.carried})`;
      return [
        { type: 'columns', left: `  ${row.state}`, right: row.amount },
        { type: 'text', text: `  ${row.at}  ${row.id}${carried}` },
        ...(row.label === '' ? [] : [{ type: 'text' as const, text: `  ${row.label}` }]),
      ];
    }
  }
}
