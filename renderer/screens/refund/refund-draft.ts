// The draft of a manual refund, and its errors by field. The card number is no part of the draft: it is checked and
// sent straight from its field, and is in no state of the window.
import { containsCardNumber } from '#contract/cards/card-number.ts';
import type { JsonObject } from '#contract/data/json.ts';
import type { TextKey } from '#texts/index.ts';

export const brands = ['VISA', 'MASTERCARD', 'AMEX', 'MAESTRO', 'JCB', 'DINERS', 'UNIONPAY'] as const;

/** The card at the terminal stands first, because then no card data passes through the till. */
export type RefundWay = 'terminal' | 'card' | 'account';

export interface RefundDraft {
  readonly value: number;
  readonly currency: string;
  readonly target: RefundWay;
  /** Null: the till's terminal, until another one is chosen. */
  readonly terminalId: string | null;
  readonly cardholder: string;
  readonly expiry: string;
  readonly brand: string;
  readonly iban: string;
  readonly holder: string;
  readonly bank: string;
  readonly email: string;
  readonly reason: string;
  readonly reference: string;
  readonly line: string;
}

export const emptyDraft = (currency: string): RefundDraft => ({
  value: 0,
  currency,
  target: 'terminal',
  terminalId: null,
  cardholder: '',
  expiry: '',
  brand: '',
  iban: '',
  holder: '',
  bank: '',
  email: '',
  reason: '',
  reference: '',
  line: '',
});

export type RefundField =
  | 'amount'
  | 'terminal'
  | 'cardNumber'
  | 'cardholder'
  | 'expiry'
  | 'brand'
  | 'iban'
  | 'holder'
  | 'email'
  | 'reason';
export type RefundErrors = { readonly [field in RefundField]?: Extract<TextKey, `refund.error.${string}`> };

/** `04/29` as `202904`; null where it is no month and year. */
function expiryOf(text: string): string | null {
  const match = /^\s*(0?[1-9]|1[0-2])\s*[/.\-\s]\s*(\d{2}|20\d{2})\s*$/.exec(text);
  if (match === null) return null;
  const [, month = '', year = ''] = match;
  return `${year.length === 2 ? `20${year}` : year}${month.padStart(2, '0')}`;
}

export const compact = (text: string): string => text.replaceAll(/[\s-]/g, '');

/** A card number with a valid check digit, or a pseudo card number, which has none and begins with 0. */
function cardNumberRight(typed: string): boolean {
  const digits = compact(typed);
  return /^0\d{15}$/.test(digits) || (/^\d+$/.test(digits) && containsCardNumber(digits));
}

function ibanRight(typed: string): boolean {
  const iban = compact(typed).toUpperCase();
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{10,30}$/.test(iban)) return false;
  const numeric = `${iban.slice(4)}${iban.slice(0, 4)}`
    .split('')
    .map((sign) => Number.parseInt(sign, 36))
    .join('');
  let rest = 0;
  for (const digit of numeric) rest = (rest * 10 + Number(digit)) % 97;
  return rest === 1;
}

/** `terminalId`: the terminal that would be used. */
export function errorsOf(draft: RefundDraft, cardNumber: string, terminalId: string | null): RefundErrors {
  const asked: RefundErrors = {
    ...(draft.value > 0 ? {} : { amount: 'refund.error.amount' }),
    ...(draft.reason.trim() === '' ? { reason: 'refund.error.reason' } : {}),
  };
  if (draft.target === 'terminal') {
    return { ...asked, ...(terminalId === null ? { terminal: 'refund.error.terminal' } : {}) };
  }
  const card: RefundErrors = {
    ...(cardNumberRight(cardNumber) ? {} : { cardNumber: 'refund.error.cardNumber' }),
    ...(draft.cardholder.trim() === '' ? { cardholder: 'refund.error.cardholder' } : {}),
    ...(expiryOf(draft.expiry) === null ? { expiry: 'refund.error.expiry' } : {}),
    ...(draft.brand === '' ? { brand: 'refund.error.brand' } : {}),
  };
  const account: RefundErrors = {
    ...(ibanRight(draft.iban) ? {} : { iban: 'refund.error.iban' }),
    ...(draft.holder.trim() === '' ? { holder: 'refund.error.holder' } : {}),
  };
  return {
    ...asked,
    ...(draft.target === 'card' ? card : account),
    ...(/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(draft.email.trim()) ? {} : { email: 'refund.error.email' }),
  };
}

/** The terminal's command: the card that is presented gets the money. */
export function creditInput(draft: RefundDraft, transId: string, terminalId: string): JsonObject {
  const reference = draft.reference.trim();
  return {
    messageType: 'CREDIT',
    transId,
    posTerminalId: terminalId,
    amount: { value: draft.value, currency: draft.currency },
    ...(reference === '' ? {} : { refNr: reference }),
    refundReason: draft.reason.trim(),
  };
}

/** The part of the request that the supervisor sees before approving. */
export function refundAsked({ value, currency, reason }: RefundDraft): JsonObject {
  return { amount: { value, currency }, metadata: { reason: reason.trim() } };
}

/** The request; `cardNumber` is read from its field for this one call. */
export function refundInput(draft: RefundDraft, transId: string, cardNumber: string): JsonObject {
  const reference = draft.reference.trim();
  const bank = draft.bank.trim();
  const card = {
    number: compact(cardNumber),
    cardholderName: draft.cardholder.trim(),
    expiryDate: expiryOf(draft.expiry) ?? '',
    brand: draft.brand,
  };
  const account = {
    number: compact(draft.iban).toUpperCase(),
    accountHolderName: draft.holder.trim(),
    ...(bank === '' ? {} : { bankName: bank }),
  };
  return {
    transId,
    ...refundAsked(draft),
    ...(reference === '' ? {} : { refNr: reference }),
    customerInfo: { email: draft.email.trim() },
    paymentMethods: draft.target === 'card' ? { card } : { directDebit: { account } },
  };
}
