// The receipt to look at. Terminals send their lines with the answer; where there are none, the window shows the facts
// that it has, and says nothing that it does not know.
import { textAt, valueAt } from '#contract/json.ts';
import type { Mode } from '#contract/states.ts';
import type { OperationView } from '#contract/operation.ts';
import { dccReceiptLines } from '#texts/dcc-receipt.ts';
import type { Language, Say } from '#texts/index.ts';
import { amountText } from './amount-text.ts';
import { differenceOf, isMoneyOut, moneyOf, nameOf, numbersOf } from './operation-facts.ts';
import { fullTimeText } from './time-text.ts';

export type ReceiptCopy = 'customer' | 'merchant';

/** What stands above each receipt that the till makes. In training and in the gateway's test environment no copy may pass for one of real money. */
export interface ReceiptHead {
  readonly mode: Mode;
  /** Empty where the shop gave none. */
  readonly shopName: string;
}

export function receiptLines(
  operation: OperationView,
  copy: ReceiptCopy,
  say: Say,
  language: Language,
  head: ReceiptHead,
): string[] {
  if (operation.state !== 'succeeded') return [];
  const printed = valueAt(operation.result ?? {}, `receipt.${copy}`);
  const lines =
    Array.isArray(printed) && printed.length > 0
      ? printed.map(String)
      : composedLines(operation, copy, say, language, head);
  return [...lines, ...dccReceiptLines(operation, language)];
}

/** A copy of what no terminal sent a receipt for: a refund, a capture, a sale that a person decided. */
export function composedLines(
  operation: OperationView,
  copy: ReceiptCopy,
  say: Say,
  language: Language,
  { mode, shopName }: ReceiptHead,
): string[] {
  const name = nameOf(operation);
  const money = moneyOf(operation);
  const numbers = numbersOf(operation);
  const signed = money === null ? null : { ...money, value: isMoneyOut(name) ? -money.value : money.value };
  const card = numbers.card ?? textAt(operation.input, 'paymentMethods.card.brand');
  const facts: readonly (readonly [string, string | null])[] = [
    [say('fact.amount'), signed === null ? null : amountText(signed, language)],
    ...tipLines(operation, say, language),
    [say('fact.terminal'), numbers.terminalId],
    [say('fact.card'), card],
    [say('fact.reference'), numbers.reference],
    [say('fact.transId'), numbers.transId],
    [say('fact.payId'), numbers.payId],
    [say('fact.approval'), numbers.approvalCode],
  ];
  return [
    ...(shopName === '' ? [] : [shopName]),
    ...(mode === 'live' ? [] : [say(`mode.${mode}`)]),
    `** ${say(`receipt.${copy}`)} **`,
    say(name),
    fullTimeText(operation.updatedAt, language),
    ...facts.flatMap(([label, value]) => (value === null ? [] : [`${label}: ${value}`])),
  ];
}

/** The tip apart, where more was approved than was asked for. */
function tipLines(operation: OperationView, say: Say, language: Language): (readonly [string, string])[] {
  const difference = differenceOf(operation);
  if (difference?.type !== 'more') return [];
  return [
    [say('fact.withoutTip'), amountText(difference.asked, language)],
    [say('fact.tip'), amountText(difference.by, language)],
  ];
}
