// The receipt on the screen. Terminals send its lines with the answer; without them the window shows the facts that it
// knows.
import { valueAt } from '#contract/data/json.ts';
import type { OperationView } from '#contract/operation/operation.ts';
import type { ReceiptCopy } from '#contract/devices/print-jobs.ts';
import { dccReceiptLines } from '#texts/dcc-receipt.ts';
import type { Language, Say } from '#texts/index.ts';
import { type ReceiptHead, awaitsCustomer, composedReceipt } from '#texts/receipt-lines.ts';
import { fullTimeText } from '../time/time-text.ts';

export function receiptLines(
  operation: OperationView,
  copy: ReceiptCopy,
  say: Say,
  language: Language,
  head: ReceiptHead,
): string[] {
  if (operation.state !== 'succeeded' || awaitsCustomer(operation.offer)) return [];
  const printed = valueAt(operation.result ?? {}, `receipt.${copy}`);
  const lines =
    Array.isArray(printed) && printed.length > 0
      ? printed.map(String)
      : composedLines(operation, copy, say, language, head);
  return [...lines, ...dccReceiptLines(operation, language)];
}

/** The receipt where no terminal sent one: of a refund, a capture, a sale that a person decided. */
export function composedLines(
  operation: OperationView,
  copy: ReceiptCopy,
  say: Say,
  language: Language,
  { mode, shopName, shopAddress = '', paths }: ReceiptHead,
): string[] {
  const composed = composedReceipt(operation, copy, say, language, paths);
  return [
    ...[shopName, shopAddress].filter((line) => line !== ''),
    ...(mode === 'live' ? [] : [say(`mode.${mode}`)]),
    `** ${composed.copy} **`,
    composed.title,
    fullTimeText(operation.updatedAt, language),
    ...composed.facts.map(([label, value]) => say('labelled', { label, value })),
  ];
}
