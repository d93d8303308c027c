// A shift's report as a page of text to print: in fixed columns, without script, with the journal's head at its foot:
// the paper then proves what the journal was.
import type { ShiftReport } from '#contract/shift/shift.ts';
import type { Language } from '#texts/index.ts';
import { type ShiftRow, shiftRows } from './shift-rows.ts';

export interface ShiftPage {
  readonly html: string;
  readonly name: string;
}

const width = 78;

export function shiftPage(report: ShiftReport, language: Language): ShiftPage {
  const title = `${report.type}-${report.number}`;
  const text = shiftRows(report, language).map(lineOf).map(escaped).join('\n');
  const head = `<meta charset="utf-8"><title>${title}</title><link rel="stylesheet" href="style.css">`;
  return {
    html: `<!doctype html><html lang="${language}"><head>${head}</head><body><pre>${text}</pre></body></html>`,
    name: `shift-${String(report.number).padStart(5, '0')}-${report.type}-${report.at.slice(0, 10)}.pdf`,
  };
}

function lineOf(row: ShiftRow): string {
  switch (row.type) {
    case 'text':
      return row.text;
    case 'rule':
      return '-'.repeat(width);
    case 'sum':
      return row.count === null
        ? `${row.name.padEnd(width - 22)}${row.amount.padStart(22)}`
        : `${row.name.padEnd(width - 30)}${String(row.count).padStart(8)}${row.amount.padStart(22)}`;
    case 'open': {
      const carried = row.carried === '' ? '' : ` (${row.carried})`;
      return `  ${row.at}  ${row.state.padEnd(12)} ${row.amount.padStart(16)}  ${row.id}${carried}${row.label === '' ? '' : `\n    ${row.label}`}`;
    }
  }
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
