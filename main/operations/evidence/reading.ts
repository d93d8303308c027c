// Where an answer shows what: identity, amounts, the terminal's numbers. The specification shows few of these fields, so
// each is a list of dotted paths that a shop's settings may change. The first that is there counts.
import { type ReadTime, isBefore, readIsoTime } from '#contract/data/iso-time.ts';
import { type Json, type JsonObject, isJsonObject, textAt, valueAt } from '#contract/data/json.ts';
import { minorDigits } from '#contract/money/money.ts';
import { type StatusWords, defaultStatusWords } from './words.ts';

export interface AnswerPaths {
  /** What was approved, where an answer says so apart from the amount asked for. */
  readonly approved: readonly string[];
  readonly amount: readonly string[];
  readonly currency: readonly string[];
  readonly tip: readonly string[];
  /** What of the payment was captured, this operation's part included. */
  readonly captured: readonly string[];
  /** What of the payment was refunded, this operation's part included. */
  readonly refunded: readonly string[];
  readonly traceNr: readonly string[];
  /** The trace number of the command that a CAPTURE or REVERSE is about. */
  readonly originalTraceNr: readonly string[];
  readonly approvalCode: readonly string[];
  readonly terminalId: readonly string[];
  readonly localDateTime: readonly string[];
  /** When a payment's record was made. */
  readonly createdAt: readonly string[];
  /** The lines that a terminal prints for the customer: a list of texts, or one text. */
  readonly customerReceipt: readonly string[];
  readonly merchantReceipt: readonly string[];
}

export const defaultAnswerPaths: AnswerPaths = {
  approved: [
    'approvedAmount.value',
    'approvedAmount',
    'amount.approvedValue',
    'authorizedAmount.value',
    'authorizedAmount',
    'authorisedAmount.value',
    'authorisedAmount',
    'amount.authorizedValue',
    'amount.authorisedValue',
    'partialAmount.value',
    'partialAmount',
  ],
  amount: [
    'amount.value',
    'amount',
    'payment.amount.value',
    'payment.amount',
    'transaction.amount.value',
    'transaction.amount',
    'paymentMethods.amount.value',
    'paymentMethods.amount',
    'paymentMethods.card.amount.value',
    'paymentMethods.card.amount',
    'transactionAmount.value',
    'transactionAmount',
    'amount.total',
    'amounts.total',
    'partialAmount.value',
    'partialAmount',
    'paymentMethods.payPal.grossRefundAmount',
    'payPal.grossRefundAmount',
  ],
  currency: [
    'amount.currency',
    'amount.currencyCode',
    'currency',
    'currencyCode',
    'approvedAmount.currency',
    'authorizedAmount.currency',
    'payment.amount.currency',
    'transaction.amount.currency',
    'paymentMethods.amount.currency',
    'paymentMethods.card.amount.currency',
    'transactionAmount.currency',
    'amounts.currency',
    'partialAmount.currency',
    'capturedAmount.currency',
    'refundedAmount.currency',
  ],
  tip: [
    'tipAmount.value',
    'amount.tipValue',
    'tip.value',
    'tipAmount',
    'tip',
    'gratuityAmount.value',
    'gratuityAmount',
    'gratuity.value',
    'gratuity',
  ],
  captured: ['amount.capturedValue', 'capturedAmount.value', 'capturedAmount', 'amounts.captured'],
  refunded: ['amount.refundedValue', 'refundedAmount.value', 'refundedAmount', 'amounts.refunded'],
  traceNr: ['traceNr', 'traceNumber', 'terminal.traceNr'],
  originalTraceNr: ['originalTraceNr'],
  approvalCode: ['approvalCode', 'authorizationCode', 'authCode', 'paymentMethods.card.providerApprovalCode'],
  terminalId: ['posTerminalId', 'terminalId', 'terminal.id'],
  localDateTime: ['localDateTime', 'terminalDateTime'],
  createdAt: ['creationDate', 'createdAt', 'created'],
  customerReceipt: [
    'receipt.customer',
    'receipts.customer',
    'customerReceipt',
    'cardholderReceipt',
    'receiptLines.customer',
  ],
  merchantReceipt: ['receipt.merchant', 'receipts.merchant', 'merchantReceipt', 'receiptLines.merchant'],
};

/** Names of objects and lists that an answer, or a part of it, may stand in. */
export const defaultWrappers: readonly string[] = [
  'data',
  'result',
  'results',
  'response',
  'payload',
  'body',
  'content',
  'payment',
  'payments',
  'transaction',
  'operation',
];

/** What a terminal says of its part. It may name ids and say no; a sum there is no sum of the answer's own. */
const terminalParts: readonly string[] = ['terminalResponse', 'terminalResult', 'posResult'];

/** How answers are read: settings, with what public documents show as defaults. */
export interface AnswerReading {
  readonly statuses: StatusWords;
  readonly paths: AnswerPaths;
  /** What stands in these is held against the request like the top. */
  readonly wrappers: readonly string[];
  /** How far the clock of a terminal or gateway may be off before its time is another's, ms. */
  readonly clockToleranceMs: number;
}

export const defaultAnswerReading: AnswerReading = {
  statuses: defaultStatusWords,
  paths: defaultAnswerPaths,
  wrappers: defaultWrappers,
  clockToleranceMs: 15 * 60_000,
};

/** Every value that is there and not null, in a caseless view (caseless.ts). */
export function allShownAt(view: JsonObject, paths: readonly string[]): Json[] {
  return paths
    .map((path) => valueAt(view, path.toLowerCase()))
    .filter((value) => value !== undefined && value !== null);
}

/** The objects of a caseless view that a part of the answer may stand in, a list's members together. */
export function wrappedIn(
  view: JsonObject,
  { wrappers }: Pick<AnswerReading, 'wrappers'>,
): { readonly name: string; readonly members: readonly JsonObject[] }[] {
  const names = new Set(wrappers.map((name) => name.toLowerCase()));
  return Object.entries(view)
    .filter(([name]) => names.has(name))
    .map(([name, value]) => ({ name, members: (Array.isArray(value) ? value : [value]).filter(isJsonObject) }));
}

/** The same, and what a terminal says. */
export function saidWithin(view: JsonObject, { wrappers }: Pick<AnswerReading, 'wrappers'>) {
  return wrappedIn(view, { wrappers: [...wrappers, ...terminalParts] });
}

/**
 * The record of a payment with what stands within another object, or alone in a list, at its top, where answers and records
 * are read. What is of another payment or of a single operation stays where it is, and so do several payments.
 */
export function unwrapped(record: JsonObject, { wrappers }: Pick<AnswerReading, 'wrappers'>): JsonObject {
  const names = new Set(wrappers.map((name) => name.toLowerCase()));
  const within = Object.entries(record).flatMap(([name, value]) => {
    const isList = Array.isArray(value);
    const members = names.has(name.toLowerCase()) ? (isList ? value : [value]).filter(isJsonObject) : [];
    return members.map((each) => ({ name, isList, inner: unwrapped(each, { wrappers }) }));
  });
  const named = within.filter(({ inner }) => isNamed(inner));
  const isOperations = (inner: JsonObject) => ['xid', 'refnr'].some((id) => memberNamed(inner, id) !== null);
  const nameless = within.filter(({ inner, isList }) => !isList && !isNamed(inner) && !isOperations(inner));
  const [only, ...more] = named.length > 0 ? named : nameless;
  if (only === undefined || more.length > 0) return record;
  const { name, inner } = only;
  const isOthers = ['payid', 'transid'].some((id) => {
    const [ours, theirs] = [memberNamed(record, id), memberNamed(inner, id)];
    return ours !== null && theirs !== null && ours !== theirs;
  });
  if (isOthers) return record;
  const own = Object.entries(record).filter(([each, value]) => each !== name && value !== null);
  const told = new Set(own.map(([each]) => each.toLowerCase()));
  const added = Object.entries(inner).filter(([each]) => !told.has(each.toLowerCase()));
  // What both show may disagree, so the inner one stays in sight.
  const isWhole = added.length === Object.keys(inner).length;
  return { ...Object.fromEntries([...own, ...added]), ...(isWhole ? {} : { [name]: record[name] ?? null }) };
}

/** Whether it shows which payment it is of. */
function isNamed(record: JsonObject): boolean {
  return memberNamed(record, 'payid') !== null || memberNamed(record, 'transid') !== null;
}

function memberNamed(record: JsonObject, small: string): string | null {
  const name = Object.keys(record).find((each) => each.toLowerCase() === small);
  return name === undefined ? null : textAt(record, name);
}

/** The first text that is there, in a caseless view. */
export function shownText(view: JsonObject, paths: readonly string[]): string | null {
  const found = paths
    .map((path) => textAt(view, path.toLowerCase()))
    .find((value) => value !== null && value.trim() !== '');
  return found ?? null;
}

/** A text of digits is read; anything that may be in major units, or is no sum, is null. */
export function minorUnits(value: Json): number | null {
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value.trim()) ? Number(value.trim()) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : null;
}

/**
 * What a sum may be that is written as it is printed, minor units: `1.000,00`, `EUR 10.00`, `10,00-`. None where it shows no
 * number. A number without marks is in minor units. Of several numbers the first is the sum.
 */
export function printedSums(text: string, currency: string): readonly number[] {
  const found = /([-−(] ?)?(\d{1,15}(?:[.,]\d+|[ \u00a0\u202f'’]\d{3}(?!\d))*)( ?[-−])?/u.exec(text);
  if (found === null) return [];
  const [, before, number = '', behind] = found;
  const parts = number.split(/\D/);
  const [first = '', ...groups] = parts;
  const digits = minorDigits(currency) ?? 0;
  const fraction = (groups.at(-1) ?? '').replace(/0+$/, '').padEnd(digits, '0');
  const sums = [
    ...(groups.length === 0 ? [Number(first)] : []),
    ...(groups.length > 0 && fraction.length === digits ? [Number(`${parts.slice(0, -1).join('')}${fraction}`)] : []),
    ...(groups.length > 0 && groups.every((each) => each.length === 3) ? [Number(parts.join('')) * 10 ** digits] : []),
  ];
  return before === undefined && behind === undefined ? sums : sums.map((sum) => -sum);
}

/** When what is shown was made, in a caseless view; null where that is not shown. */
export function shownCreation(view: JsonObject, { paths }: Pick<AnswerReading, 'paths'>): ReadTime | null {
  const text = shownText(view, paths.createdAt);
  return text === null ? null : readIsoTime(text);
}

/**
 * Whether it was surely made before the first sending (ms since 1970) of the operation that it would have to be of. Shops
 * give the same order number again, so it is another's whatever else it shows.
 */
export function isOlder(
  created: ReadTime | null,
  sentMs: number | null | undefined,
  { clockToleranceMs }: Pick<AnswerReading, 'clockToleranceMs'>,
): boolean {
  return created !== null && sentMs !== null && sentMs !== undefined && isBefore(created, sentMs, clockToleranceMs);
}
