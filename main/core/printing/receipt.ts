// A receipt as a document to print. A terminal's lines are printed as they came. Where no terminal sent any, the known
// facts are printed under words that say that it is no card receipt; nothing is invented.
import type { PrintBlock, PrintDocument } from '#contract/devices/documents.ts';
import { type Json, textAt, valueAt } from '#contract/data/json.ts';
import { paymentNumber, printedCode } from '#contract/devices/payment-code.ts';
import type { ReceiptCopy, WhenPrinted } from '#contract/devices/print-jobs.ts';
import { shownText } from '#contract/text/shown-text.ts';
import { isFinal } from '#contract/operation/states.ts';
import { commandOf } from '#operations/index.ts';
import { dccReceiptLines } from '#texts/dcc-receipt.ts';
import { numbersOf } from '#texts/operation-facts.ts';
import { type Language, sayIn } from '#texts/index.ts';
import { localeOf } from '#texts/language.ts';
import { type ReceiptHead, awaitsCustomer, composedReceipt } from '#texts/receipt-lines.ts';
import type { OperationRecord } from '../ports/record.ts';
import { customerLanguage } from './customer-language.ts';
import { sortOf } from '../shift/shift-sort.ts';

export interface ReceiptStyle extends ReceiptHead {
  readonly language: Language;
  /** Where the shop itself shows a receipt, with {id} and {reference} in it; null or missing where it does not. */
  readonly link?: string | null;
  /** Whose language the customer's copy has. */
  readonly customerLanguage?: 'card' | 'shop';
  /** Whether a receipt carries the code that a scan finds the payment by. */
  readonly paymentCode?: boolean;
}

/** A line is a block; a slip has far fewer. */
const mostLines = 400;
const longestLine = 2_000;

/** Whether the till prints this copy without being asked: of what was done at the till or at a terminal. */
export function printsByItself(record: OperationRecord, copy: ReceiptCopy, when: WhenPrinted): boolean {
  const atTill = record.origin.type === 'cashier' || record.terminalId !== null;
  if (!atTill || !hasReceipt(record, copy)) return false;
  if (copy === 'merchant' && when !== 'never' && wantsSignature(record)) return true;
  switch (when) {
    case 'always':
      return true;
    case 'not-paid':
      return record.state !== 'succeeded' || ['authorization', 'reversal'].includes(sortOfRecord(record) ?? '');
    case 'ask':
    case 'never':
      return false;
  }
}

/** What ended and moved money, or would have: a terminal prints slips of refused cards, too. */
function hasReceipt(record: OperationRecord, copy: ReceiptCopy): boolean {
  if (awaitsCustomer(record.offer)) return false;
  const movesMoney = commandOf(record.kind)?.movesMoney(record.input) === true;
  return movesMoney && isFinal(record.state) && (record.state === 'succeeded' || linesOf(record.result, copy) !== null);
}

/** Null where there is nothing to print for this copy. */
export function receiptDocument(record: OperationRecord, copy: ReceiptCopy, style: ReceiptStyle): PrintDocument | null {
  const { mode, language: shops, link = null, customerLanguage: whose = 'card', paymentCode = false } = style;
  if (!hasReceipt(record, copy)) return null;
  const language = copy === 'customer' && whose === 'card' ? customerLanguage(record, shops) : shops;
  const say = sayIn(language);
  const lines = linesOf(record.result, copy);
  const banner: PrintBlock[] = mode === 'live' ? [] : [heading(say(`mode.${mode}`))];
  const { approved, ...rest } = record;
  const operation = { ...rest, ...(approved === null ? {} : { approved }) };
  const body =
    lines === null
      ? composed(record, { ...composedReceipt(operation, copy, say, language, style.paths), ...style, language })
      : lines.map((line) => text(line));
  const beneath = dccReceiptLines(operation, language).map((line) => text(line));
  const code: PrintBlock[] =
    link === null || copy !== 'customer'
      ? []
      : [
          { type: 'qr', data: receiptLink(record, link) },
          { type: 'text', text: say('receipt.online'), align: 'center' },
        ];
  const number = paymentCode && record.state === 'succeeded' ? paymentNumber(record) : null;
  const found: PrintBlock[] = number === null ? [] : [printedCode(number)];
  return { blocks: [...banner, ...body, ...beneath, ...found, ...code, ...banner, { type: 'cut' }] };
}

/** The address of this receipt at the shop's own. The bridge itself answers on this machine alone. */
function receiptLink({ id, input }: Pick<OperationRecord, 'id' | 'input'>, link: string): string {
  const reference = numbersOf({ input, result: null }).reference ?? '';
  return link.replaceAll('{id}', encodeURIComponent(id)).replaceAll('{reference}', encodeURIComponent(reference));
}

type Composed = ReturnType<typeof composedReceipt> & ReceiptStyle;

function composed(record: OperationRecord, { copy, title, facts, language, ...head }: Composed): PrintBlock[] {
  const say = sayIn(language);
  const { shopName, shopAddress = '' } = head;
  return [
    ...(shopName === '' ? [] : [heading(shopName)]),
    ...(shopAddress === '' ? [] : [{ type: 'text', text: shopAddress, align: 'center' } as const]),
    { type: 'text', text: say('receipt.notCard'), align: 'center', bold: true },
    { type: 'text', text: `** ${copy} **`, align: 'center' },
    { type: 'rule' },
    { type: 'text', text: title, bold: true },
    text(timeText(record.updatedAtMs, language)),
    ...(record.partOf === undefined ? [] : [text(say('receipt.part'))]),
    ...facts.map(([label, value]): PrintBlock => ({ type: 'columns', left: label, right: shownText(value) })),
  ];
}

function heading(words: string): PrintBlock {
  return { type: 'text', text: words, align: 'center', bold: true };
}

function text(line: string): PrintBlock {
  return { type: 'text', text: shownText(line).slice(0, longestLine) };
}

/** The lines of a terminal for this copy, or null. */
function linesOf(result: Json | null, copy: ReceiptCopy): string[] | null {
  const found = valueAt(result ?? undefined, `receipt.${copy}`);
  const lines = typeof found === 'string' ? found.split(/\r?\n|\r/) : Array.isArray(found) ? found : [];
  const texts = lines.filter((line) => typeof line === 'string').slice(0, mostLines);
  return texts.some((line) => line.trim() !== '') ? texts : null;
}

function sortOfRecord({ kind, input }: OperationRecord) {
  return sortOf(kind, textAt(input, 'messageType'));
}

const signature = /\b(?:signature|signed|unterschrift|firma|handtekening)\b/i;
const toSignOn = /_{5}|\.{5}/;

/**
 * Whether the terminal wants the customer to sign the shop's copy. No field of the gateway says it: the terminal's own
 * lines hold the word, and a line to sign on beside or below it.
 */
function wantsSignature({ result }: OperationRecord): boolean {
  const lines = linesOf(result, 'merchant') ?? [];
  return lines.some((line, index) => signature.test(line) && toSignOn.test(lines.slice(index, index + 3).join('\n')));
}

export function timeText(ms: number, language: Language): string {
  return new Intl.DateTimeFormat(localeOf[language], { dateStyle: 'medium', timeStyle: 'medium' }).format(ms);
}
