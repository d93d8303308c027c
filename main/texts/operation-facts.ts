// What an operation is to people, on the screen and on paper: its name, its money, its numbers. Everything is read
// tolerantly; nothing is guessed.
import { type JsonObject, isJsonObject, textAt, valueAt } from '#contract/data/json.ts';
import type { Money } from '#contract/money/money.ts';
import { tipChosen } from '#contract/money/tip.ts';
import type { OperationView } from '#contract/operation/operation.ts';
import type { Say, TextKey } from './index.ts';

export type KindName = Extract<TextKey, `kind.${string}`>;

const terminalKinds: { readonly [message: string]: KindName } = {
  SALE: 'kind.sale',
  AUTHORISATION_OR_RESERVATION: 'kind.authorization',
  CAPTURE: 'kind.terminal-capture',
  REVERSE: 'kind.terminal-reverse',
  CREDIT: 'kind.credit',
  CARD_READ: 'kind.card-read',
  DIAGNOSE: 'kind.diagnose',
  TERMINAL_STARTUP: 'kind.terminal-startup',
};

const kinds: { readonly [kind: string]: KindName } = {
  capture: 'kind.capture',
  refund: 'kind.refund',
  'refund-unreferenced': 'kind.refund-unreferenced',
  reverse: 'kind.reverse',
  'create-link': 'kind.create-link',
  'create-payment': 'kind.create-payment',
  'create-session': 'kind.create-session',
  'create-intent': 'kind.create-intent',
  confirm: 'kind.confirm',
  incremental: 'kind.incremental',
  'update-payment': 'kind.update-payment',
  'update-customer': 'kind.update-customer',
  'delete-customer': 'kind.delete-customer',
  'delete-payment-method': 'kind.delete-payment-method',
  'dcc-quote': 'kind.dcc-quote',
  'dcc-bin-check': 'kind.dcc-bin-check',
};

/** The page of one payment method is a link as well: a customer opens it, and is not charged before. */
export function isLink({ kind, input }: Pick<OperationView, 'kind' | 'input'>): boolean {
  const isHosted = textAt(input, 'paymentMethods.integrationType') === 'HOSTED';
  return kind === 'create-link' || (kind === 'create-payment' && isHosted);
}

export function nameOf({ kind, input }: Pick<OperationView, 'kind' | 'input'>): KindName {
  if (isLink({ kind, input })) return 'kind.create-link';
  if (kind === 'cloud-pos') return terminalKinds[textAt(input, 'messageType') ?? ''] ?? 'kind.other';
  return kinds[kind] ?? 'kind.other';
}

/** Money that leaves the shop, so that it is shown with a minus. */
export function isMoneyOut(name: KindName): boolean {
  return ['kind.refund', 'kind.refund-unreferenced', 'kind.credit'].includes(name);
}

/** What was really approved where it was carried out; what was asked for otherwise. */
export function moneyOf(operation: Pick<OperationView, 'input' | 'state' | 'approved'>): Money | null {
  const { state, approved } = operation;
  return state === 'succeeded' && approved !== undefined ? approved : askedOf(operation);
}

export function askedOf({ input }: Pick<OperationView, 'input'>): Money | null {
  const value = valueAt(input, 'amount.value');
  const currency = textAt(input, 'amount.currency');
  return typeof value === 'number' && currency !== null && value > 0 ? { value, currency } : null;
}

export interface Numbers {
  readonly terminalId: string | null;
  readonly reference: string | null;
  readonly transId: string | null;
  readonly payId: string | null;
  readonly traceNr: string | null;
  readonly approvalCode: string | null;
  readonly card: string | null;
}

/** Another amount than was asked for. */
export interface Difference {
  readonly type: 'less' | 'more';
  readonly asked: Money;
  readonly approved: Money;
  /** How much they differ by: the rest that is still to pay, or the tip. */
  readonly by: Money;
}

/** Null where exactly what was asked for was approved, or nothing is known of it. */
export function differenceOf(operation: Pick<OperationView, 'input' | 'approved'>): Difference | null {
  const asked = askedOf(operation);
  const { approved } = operation;
  if (asked === null || approved === undefined || approved.value === asked.value) return null;
  const by = { value: Math.abs(asked.value - approved.value), currency: asked.currency };
  return { type: approved.value < asked.value ? 'less' : 'more', asked, approved, by };
}

/** The tip, chosen at the till or typed at the terminal, and what was sold without it; null where there is none. */
export function tipIn(operation: Pick<OperationView, 'input' | 'approved'>): { tip: Money; without: Money } | null {
  const asked = askedOf(operation);
  if (asked === null) return null;
  const { value, currency } = operation.approved ?? asked;
  const tip = value - asked.value + tipChosen(operation.input);
  return tip <= 0 ? null : { tip: { value: tip, currency }, without: { value: value - tip, currency } };
}

/** Where nobody gave a reference the bridge makes one (TB and 30 hex digits); to people it says nothing. */
export function ownReference(refNr: string | null): string | null {
  return refNr !== null && /^TB[0-9A-F]{30}$/.test(refNr) ? null : refNr;
}

/** How old an authorization is. */
export function ageText(days: number, say: Say): string {
  if (days === 0) return say('payments.today');
  return days === 1 ? say('shift.ageOne') : say('shift.ageDays', { days });
}

/**
 * The one mask of a card number, on the screen and on receipts: never more than the last four digits. It does not break
 * in a line; paper whose printer has no bullet shows stars.
 */
export function maskedNumber(last4: string): string {
  return `••••\u00A0${last4}`;
}

/** `VISA •••• 1111`: as every list, every detail and every receipt names a card. Null where no answer showed it. */
export function cardText({
  brand,
  last4,
}: {
  readonly brand: string | null;
  readonly last4: string | null;
}): string | null {
  return last4 === null ? brand : `${brand ?? ''} ${maskedNumber(last4)}`.trim();
}

/** A payment as people know it: by the shop's reference and the card; null where neither is known. */
export function paymentName(payment: {
  readonly reference: string | null;
  readonly brand: string | null;
  readonly last4: string | null;
}): string | null {
  const parts = [ownReference(payment.reference), cardText(payment)].filter((part) => part !== null);
  return parts.length === 0 ? null : parts.join(' · ');
}

export function numbersOf({ input, result }: Pick<OperationView, 'input' | 'result'>): Numbers {
  const answer: JsonObject = isJsonObject(result) ? result : {};
  return {
    terminalId: textAt(input, 'posTerminalId'),
    reference: ownReference(textAt(input, 'refNr')),
    transId: textAt(input, 'transId'),
    payId: textAt(input, 'payId') ?? textAt(answer, 'payId'),
    traceNr: textAt(answer, 'traceNr') ?? textAt(input, 'traceNr'),
    approvalCode: textAt(answer, 'approvalCode') ?? textAt(answer, 'paymentMethods.card.providerApprovalCode'),
    card: cardText({
      brand: textAt(answer, 'paymentMethods.card.brand'),
      last4: textAt(answer, 'paymentMethods.card.last4Digits'),
    }),
  };
}
