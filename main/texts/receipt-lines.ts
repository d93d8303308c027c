// The lines of a slip where no terminal sent any: a refund, a capture, a sale that a person decided. The facts that are
// known, and nothing that is not; the window shows them and the printer prints them.
import { isJsonObject, textAt } from '#contract/data/json.ts';
import type { OperationView } from '#contract/operation/operation.ts';
import type { ReceiptCopy } from '#contract/devices/print-jobs.ts';
import { type ReceiptField, type ReceiptPaths, defaultReceiptPaths } from '#contract/operation/receipt-paths.ts';
import type { Mode } from '#contract/operation/states.ts';
import { amountText } from './amount-text.ts';
import type { Language, Say } from './index.ts';
import { isMoneyOut, moneyOf, nameOf, numbersOf, tipIn } from './operation-facts.ts';

/** What stands above each receipt that the till makes. In training and in the gateway's test environment no copy may pass for one of real money. */
export interface ReceiptHead {
  readonly mode: Mode;
  /** Empty where the shop gave none. */
  readonly shopName: string;
  /** Beneath the name; empty or missing where the shop gave none. */
  readonly shopAddress?: string;
  /** Where an answer shows the card's facts; missing: where they usually stand. */
  readonly paths?: ReceiptPaths;
}

export type ReceiptFacts = Pick<OperationView, 'kind' | 'input' | 'state' | 'approved' | 'result'>;

export interface ComposedReceipt {
  readonly title: string;
  readonly copy: string;
  readonly facts: readonly (readonly [label: string, value: string])[];
}

/** Until its customer has paid or the money is reserved, a link or a hosted page has no receipt. */
export function awaitsCustomer(offer: { readonly state: string } | undefined): boolean {
  return offer !== undefined && offer.state !== 'paid' && offer.state !== 'authorized';
}

export function composedReceipt(
  operation: ReceiptFacts,
  copy: ReceiptCopy,
  say: Say,
  language: Language,
  paths: ReceiptPaths = defaultReceiptPaths,
): ComposedReceipt {
  const name = nameOf(operation);
  const money = moneyOf(operation);
  const numbers = numbersOf(operation);
  const signed = money === null ? null : { ...money, value: isMoneyOut(name) ? -money.value : money.value };
  const card = numbers.card ?? textAt(operation.input, 'paymentMethods.card.brand');
  const facts: readonly (readonly [string, string | null])[] = [
    [say('fact.amount'), signed === null ? null : amountText(signed, language)],
    ...tipLines(operation, say, language),
    [say('fact.terminal'), numbers.terminalId],
    [say('fact.merchantId'), shownAt(operation, paths, 'merchantId')],
    [say('fact.card'), card],
    [say('fact.application'), shownAt(operation, paths, 'applicationLabel')],
    [say('fact.aid'), shownAt(operation, paths, 'aid')],
    [say('fact.verified'), shownAt(operation, paths, 'verification')],
    [say('fact.reference'), numbers.reference],
    [say('fact.transId'), numbers.transId],
    [say('fact.payId'), numbers.payId],
    [say('fact.approval'), numbers.approvalCode],
  ];
  return {
    title: say(name),
    copy: say(`receipt.${copy}`),
    facts: facts.flatMap(([label, value]) => (value === null ? [] : [[label, value] as const])),
  };
}

/** An answer may hold anything at these paths: what is longer is no such fact. */
const longestFact = 64;

/** As the answer shows it; null where it does not. */
function shownAt({ result }: ReceiptFacts, paths: ReceiptPaths, field: ReceiptField): string | null {
  const answer = isJsonObject(result) ? result : {};
  const found = paths[field].map((path) => textAt(answer, path)).find((text) => text !== null && text.trim() !== '');
  return found === undefined || found === null || found.length > longestFact ? null : found;
}

function tipLines(operation: ReceiptFacts, say: Say, language: Language): (readonly [string, string])[] {
  const found = tipIn(operation);
  if (found === null) return [];
  return [
    [say('fact.withoutTip'), amountText(found.without, language)],
    [say('fact.tip'), amountText(found.tip, language)],
  ];
}
