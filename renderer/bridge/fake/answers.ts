// What the fake's gateway and terminals answer, and what that does to its payments.
import { cardholderAmount } from '#contract/dcc-choice.ts';
import { type JsonObject, textAt, valueAt } from '#contract/json.ts';
import { formatMoney, type Money } from '#contract/money.ts';
import type { OperationView } from '#contract/operation.ts';
import type { CaptureSummary, PaymentSummary } from '#contract/window.ts';
import { hostedAnswer, openHosted } from './hosted.ts';
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

/** Sums after a success. */
export function applyEffect(world: World, operation: OperationView): void {
  const { kind, input } = operation;
  const asked = amountAt(input);
  const { value, currency } = operation.approved ?? asked;
  changeVault(world, operation);
  openHosted(world, operation);
  const message = textAt(input, 'messageType');
  const payId = shownPayId(operation);
  const id = payId ?? operation.id;
  giveBack(world, operation, value);
  const isManualRefund = message === 'CREDIT' || kind === 'refund-unreferenced';
  const made = message === 'SALE' || message === 'AUTHORISATION_OR_RESERVATION' || isManualRefund;
  if (made) {
    world.payments.set(id, {
      id,
      payId,
      transId: textAt(input, 'transId'),
      currency,
      authorized: isManualRefund ? 0 : value,
      captured: message === 'SALE' ? value : 0,
      refunded: isManualRefund ? value : 0,
      captureCount: message === 'SALE' ? 1 : 0,
      captures: null,
      reversed: false,
      openRefunds: 0,
      openCaptures: 0,
      terminalId: textAt(input, 'posTerminalId'),
      traceNr: textAt(operation.result ?? {}, 'traceNr'),
      tip: Math.max(0, value - asked.value),
      tender: null,
      reference: textAt(input, 'refNr'),
      brand: textAt(operation.result ?? {}, 'paymentMethods.card.brand'),
      last4: textAt(operation.result ?? {}, 'paymentMethods.card.last4Digits'),
      person: (operation.origin.type === 'cashier' ? operation.origin.operator : operation.origin.client) ?? null,
      settledBy: operation.decisions?.at(-1)?.by ?? null,
      createdAt: operation.createdAt,
    });
    return;
  }
  const payment = paymentOf(world, operation);
  if (payment === null) return;
  const captured = payment.captured ?? 0;
  const changed = {
    ...(kind === 'incremental' ? { authorized: (payment.authorized ?? 0) + value } : {}),
    ...(kind === 'confirm' ? { authorized: value, captured: value, captureCount: 1 } : {}),
    ...(kind === 'capture' ? { captured: captured + value, captureCount: (payment.captureCount ?? 0) + 1 } : {}),
    ...(kind === 'refund' ? { refunded: (payment.refunded ?? 0) + value } : {}),
    ...(kind === 'reverse' || message === 'REVERSE' ? { reversed: true, captured: 0 } : {}),
  };
  world.payments.set(payment.id, { ...payment, ...changed });
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
