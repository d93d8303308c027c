// What the fake's gateway and terminals answer, and what that does to its payments.
import { cardholderAmount } from '#contract/operation/dcc-choice.ts';
import { type JsonObject, textAt, valueAt } from '#contract/data/json.ts';
import { formatMoney, type Money } from '#contract/money/money.ts';
import type { OperationView } from '#contract/operation/operation.ts';
import type { CaptureSummary, PaymentSummary } from '#contract/till/window.ts';
import { type Moved, movedBy } from '#core/payments/moved.ts';
import { hostedAnswer, openHosted } from './hosted.ts';
import { knownOf } from './records.ts';
import { changeVault } from './vault.ts';
import type { World } from './world.ts';

export function amountAt(input: JsonObject): Money {
  const value = valueAt(input, 'amount.value');
  return { value: typeof value === 'number' ? value : 0, currency: textAt(input, 'amount.currency') ?? 'EUR' };
}

/** A terminal prints in the shop's language. */
const printed = {
  en: {
    training: 'TRAINING - NO PAYMENT',
    SALE: 'SALE',
    AUTHORISATION_OR_RESERVATION: 'AUTHORISATION',
    CREDIT: 'CREDIT',
    terminal: 'Terminal    ',
    trace: 'Trace no.   ',
    amount: 'Amount      ',
    approval: 'Approval    482913',
    approved: 'APPROVED',
    merchant: '** Merchant copy **',
    customer: '** Customer copy **',
  },
  de: {
    training: 'TRAINING - KEINE ZAHLUNG',
    SALE: 'VERKAUF',
    AUTHORISATION_OR_RESERVATION: 'AUTORISIERUNG',
    CREDIT: 'GUTSCHRIFT',
    terminal: 'Terminal    ',
    trace: 'Trace-Nr.   ',
    amount: 'Betrag      ',
    approval: 'Genehmigung 482913',
    approved: 'GENEHMIGT',
    merchant: '** Haendlerbeleg **',
    customer: '** Kundenbeleg **',
  },
} as const;

function receipt(world: World, operation: OperationView, traceNr: string): JsonObject {
  const { input } = operation;
  const words = printed[world.preferences.language === 'de' ? 'de' : 'en'];
  const money = formatMoney(operation.approved ?? amountAt(input));
  const lines = [
    words.training,
    words[(textAt(input, 'messageType') ?? 'SALE') as 'SALE' | 'AUTHORISATION_OR_RESERVATION' | 'CREDIT'],
    operation.createdAt.slice(0, 19).replace('T', ' '),
    `${words.terminal}${textAt(input, 'posTerminalId') ?? ''}`,
    `${words.trace}${traceNr}`,
    `VISA  ${world.cardBin}******1111`,
    `${words.amount}${world.preferences.language === 'de' ? money.replace('.', ',') : money}`,
    words.approval,
    words.approved,
  ];
  return { merchant: [words.merchant, ...lines], customer: [words.customer, ...lines] };
}

function payIdOf({ id, input, result }: OperationView): string {
  return textAt(input, 'payId') ?? textAt(result ?? {}, 'payId') ?? `PAY-${id}`;
}

/** A sale that a person decided by a slip alone has no payId. */
function shownPayId(operation: OperationView): string | null {
  const isDecided = operation.decisions !== undefined && textAt(operation.result ?? {}, 'payId') === null;
  return isDecided ? null : payIdOf(operation);
}

/** A credit at the terminal lowers what can still go back of its sale. */
function giveBack(world: World, { id }: OperationView, value: number): void {
  const sale = world.payments.get(world.credits.get(id) ?? '');
  if (sale !== undefined) world.payments.set(sale.id, { ...sale, refunded: (sale.refunded ?? 0) + value });
}

export function approved(world: World, operation: OperationView): JsonObject {
  const { kind } = operation;
  const common = { payId: payIdOf(operation), status: 'OK', responseCode: '00000000', responseDescription: 'success' };
  if (kind === 'dcc-quote') return quote(operation);
  const offered = hostedAnswer(operation);
  if (offered !== null) return offered;
  if (kind === 'capture')
    return { ...common, paymentMethods: { card: { providerTransactionId: `CAP-${operation.id}` } } };
  if (kind !== 'cloud-pos') return common;
  const traceNr = String(world.nextNumber++).padStart(6, '0');
  const charged = cardholderAmount(operation.dcc);
  const card = { brand: 'VISA', bin: world.cardBin, last4Digits: '1111' };
  return {
    ...common,
    traceNr,
    approvalCode: '482913',
    paymentMethods: { card },
    receipt: receipt(world, operation, traceNr),
    ...(charged === null ? {} : { transaction: { amount: { ...charged } } }),
  };
}

/**
 * A card of the published test prefix 424242 is American, and for 555555 the figures do not agree; every other one pays in
 * the shop's currency.
 */
function quote({ id, input }: OperationView): JsonObject {
  const merchant = amountAt(input);
  const bin = textAt(input, 'bin') ?? '';
  const isWrong = bin.startsWith('555555');
  if (!bin.startsWith('424242') && !isWrong) return { dccInfo: { status: 'NOT_AVAILABLE' } };
  const value = Math.round(merchant.value * 1.11755 * (isWrong ? 100 : 1));
  return {
    dccInfo: {
      status: 'AVAILABLE',
      provider: 'SANDBOX-DCC',
      dccRequestId: `QUOTE-${id}`,
      rate: { exchangeRate: 1.11755, markupPercentage: 3, timestamp: '2026-01-31T10:42:00Z' },
      amounts: { merchant: { ...merchant }, cardholder: { value, currency: 'USD', decimalValue: value / 100 } },
    },
  };
}

/** Sums after a success, and what it moved. */
export function applyEffect(world: World, operation: OperationView): Moved {
  changeVault(world, operation);
  openHosted(world, operation);
  giveBack(world, operation, (operation.approved ?? amountAt(operation.input)).value);
  const before = makes(operation) ? blankPayment(operation) : paymentOf(world, operation);
  const after = withEffect(before ?? blankPayment(operation), operation);
  if (before !== null) world.payments.set(after.id, after);
  return movedOf(operation, before ?? blankPayment(operation), after);
}

function isManualRefund({ kind, input }: OperationView): boolean {
  return textAt(input, 'messageType') === 'CREDIT' || kind === 'refund-unreferenced';
}

function makes(operation: OperationView): boolean {
  const message = textAt(operation.input, 'messageType');
  return message === 'SALE' || message === 'AUTHORISATION_OR_RESERVATION' || isManualRefund(operation);
}

/** The payment that it makes, before any money moved. */
function blankPayment(operation: OperationView): PaymentSummary {
  const { input, result, origin, approved: approvedMoney, decisions, createdAt } = operation;
  const asked = amountAt(input);
  const payId = shownPayId(operation);
  return {
    id: payId ?? operation.id,
    payId,
    transId: textAt(input, 'transId'),
    currency: asked.currency,
    authorized: 0,
    captured: 0,
    refunded: 0,
    captureCount: 0,
    captures: null,
    reversed: false,
    openRefunds: 0,
    openCaptures: 0,
    terminalId: textAt(input, 'posTerminalId'),
    traceNr: textAt(result ?? {}, 'traceNr'),
    tip: Math.max(0, (approvedMoney ?? asked).value - asked.value),
    tender: null,
    reference: textAt(input, 'refNr'),
    brand: textAt(result ?? {}, 'paymentMethods.card.brand'),
    last4: textAt(result ?? {}, 'paymentMethods.card.last4Digits'),
    person: (origin.type === 'cashier' ? origin.operator : origin.client) ?? null,
    settledBy: decisions?.at(-1)?.by ?? null,
    offered: null,
    createdAt,
  };
}

function withEffect(payment: PaymentSummary, operation: OperationView): PaymentSummary {
  const { kind, input } = operation;
  const { value } = operation.approved ?? amountAt(input);
  const message = textAt(input, 'messageType');
  const sum = (name: 'authorized' | 'captured' | 'refunded') => ({ [name]: (payment[name] ?? 0) + value });
  const captured = { ...sum('captured'), captureCount: (payment.captureCount ?? 0) + 1 };
  if (message === 'SALE') return { ...payment, ...sum('authorized'), ...captured };
  if (message === 'AUTHORISATION_OR_RESERVATION' || kind === 'incremental') return { ...payment, ...sum('authorized') };
  if (kind === 'confirm') return { ...payment, authorized: value, captured: value, captureCount: 1 };
  if (kind === 'capture') return { ...payment, ...captured };
  if (kind === 'refund' || isManualRefund(operation)) return { ...payment, ...sum('refunded') };
  if (kind === 'reverse' || message === 'REVERSE') return { ...payment, reversed: true, captured: 0 };
  return payment;
}

function movedOf(operation: OperationView, before: PaymentSummary, after: PaymentSummary): Moved {
  const { input, approved: approvedMoney = null } = operation;
  const more = (name: 'authorized' | 'captured' | 'refunded') => (after[name] ?? 0) - (before[name] ?? 0);
  const { payId, transId, currency, terminalId, traceNr, reversed } = after;
  const sums = { authorized: more('authorized'), captured: more('captured'), refunded: more('refunded'), reversed };
  const names = { payId, transId, currency, terminalId, traceNr, creates: makes(operation), releasesRest: false };
  const record = { amount: amountAt(input), approved: approvedMoney };
  return movedBy({ ...names, ...sums }, record, knownOf(before), knownOf(after));
}

export function paymentOf(world: World, operation: Pick<OperationView, 'input'>): PaymentSummary | null {
  const byId = world.payments.get(textAt(operation.input, 'payId') ?? '');
  if (byId !== undefined) return byId;
  const trace = textAt(operation.input, 'traceNr');
  return [...world.payments.values()].find((each) => trace !== null && each.traceNr === trace) ?? null;
}

/** Sums of what is under way, as the real bridge counts them. */
export function withOpen(world: World, payment: PaymentSummary): PaymentSummary {
  const open = [...world.operations.values()].filter(
    (each) =>
      ['accepted', 'sending', 'pending', 'unknown', 'needs-person'].includes(each.state) &&
      textAt(each.input, 'payId') === payment.payId,
  );
  const sum = (kind: string) =>
    open.filter((each) => each.kind === kind).reduce((total, each) => total + amountAt(each.input).value, 0);
  const captures = capturesOf(world, payment);
  return { ...payment, openRefunds: sum('refund'), openCaptures: sum('capture'), captures };
}

const capturePath = 'paymentMethods.card.providerTransactionId';

/** From the operations on it, as the real bridge derives them. */
function capturesOf(world: World, { payId }: PaymentSummary): CaptureSummary[] {
  const done = [...world.operations.values()].filter(
    (each) => each.state === 'succeeded' && textAt(each.input, 'payId') === payId,
  );
  return done
    .filter((each) => each.kind === 'capture')
    .map((each) => {
      const id = textAt(each.result ?? {}, capturePath);
      const refunds = done.filter((other) => other.kind === 'refund' && textAt(other.input, capturePath) === id);
      return {
        providerTransactionId: id,
        xId: null,
        amount: amountAt(each.input).value,
        refunded: refunds.reduce((total, other) => total + amountAt(other.input).value, 0),
        openRefunds: 0,
        at: each.updatedAt,
      };
    });
}
