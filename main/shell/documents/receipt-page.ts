// A receipt as a page to print: the gateway's own lines, in a fixed-width font, on the width of a paper roll. The page
// has no script and loads nothing.
import { containsCardNumber, containsTrackData } from '#contract/cards/card-number.ts';
import { barsOf } from '#contract/devices/payment-code.ts';
import { type Json, isJsonObject, valueAt } from '#contract/data/json.ts';
import { shownText } from '#contract/text/shown-text.ts';
import type { OperationView } from '#contract/operation/operation.ts';

export interface Receipt {
  readonly html: string;
  readonly name: string;
  /** Inches, as printToPDF takes them. */
  readonly size: { readonly width: number; readonly height: number };
}

const widthInches = 3.15; // An 80 mm roll.
const lineInches = 0.17;
const marginInches = 0.6;
const codeInches = 0.75;
export const receiptPolicy = "default-src 'none'; style-src 'self'";

export const receiptStyle = `
  @page { margin: 0.2in 0.15in; }
  body { margin: 0; color: #000; background: #fff; }
  svg { display: block; width: 100%; height: 0.6in; margin-top: 0.15in; }
  pre { margin: 0; font: 9pt/12pt 'DejaVu Sans Mono', 'Consolas', 'Menlo', monospace; white-space: pre-wrap; }
`;

export interface MoreLines {
  /** Lines that the bridge adds. */
  readonly beneath: readonly string[];
  /** The lines that the window shows where the terminal sent no receipt for that copy. */
  readonly shown: readonly string[];
  /** The number of the payment for a code beneath them; missing or null: none. */
  readonly code?: string | null;
}

/** The lines of a receipt; null where there is none for that copy, or it would hold card data. */
export function receiptLines(
  operation: OperationView,
  copy: 'merchant' | 'customer',
  { beneath, shown }: MoreLines,
): string[] | null {
  const printed = linesOf(operation.result, copy) ?? (isSafe(shown) ? shown : []);
  return printed.length === 0 ? null : [...printed, ...beneath].map(shownText);
}

/** Null where there is no receipt, as above. */
export function receiptOf(operation: OperationView, copy: 'merchant' | 'customer', more: MoreLines): Receipt | null {
  const lines = receiptLines(operation, copy, more);
  if (lines === null) return null;
  const text = lines.map(escaped).join('\n');
  const code = drawn(operation.state === 'succeeded' ? (more.code ?? null) : null);
  const head = `<meta charset="utf-8"><title>${escaped(operation.id)}</title><link rel="stylesheet" href="style.css">`;
  return {
    html: `<!doctype html><html><head>${head}</head><body><pre>${text}</pre>${code}</body></html>`,
    name: `receipt-${operation.createdAt.slice(0, 10)}-${operation.id.slice(-8)}-${copy}.pdf`,
    size: {
      width: widthInches,
      height: Math.max(3, lines.length * lineInches + marginInches + (code === '' ? 0 : codeInches)),
    },
  };
}

/** The payment's number as a barcode; empty where there is none. */
function drawn(number: string | null): string {
  const code = number === null ? null : barsOf(number);
  if (code === null) return '';
  const path = code.bars.map(({ x, width }) => `M${x} 0h${width}v1h-${width}z`).join('');
  return `<svg viewBox="0 0 ${code.width} 1" preserveAspectRatio="none"><path d="${path}"/></svg>`;
}

function isSafe(lines: readonly string[]): boolean {
  return !lines.some((line) => containsCardNumber(line) || containsTrackData(line));
}

function linesOf(result: Json | null, copy: string): string[] | null {
  if (!isJsonObject(result)) return null;
  const lines = valueAt(result, `receipt.${copy}`);
  if (typeof lines === 'string') return lines.split('\n');
  if (!Array.isArray(lines) || lines.length === 0) return null;
  return lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)));
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
