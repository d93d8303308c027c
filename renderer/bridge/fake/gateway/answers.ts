// What the fake's gateway and its terminals answer to an operation that they carry out.
import { cardholderAmount } from '#contract/operation/dcc-choice.ts';
import { type JsonObject, textAt, without } from '#contract/data/json.ts';
import { formatMoney, type Money } from '#contract/money/money.ts';
import { hostedAnswer } from './hosted.ts';
import { type Sent, amountAt } from './records.ts';
import type { GatewayWorld } from '../world-parts.ts';

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
    approval: 'Approval    ',
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
    approval: 'Genehmigung ',
    approved: 'GENEHMIGT',
    merchant: '** Haendlerbeleg **',
    customer: '** Kundenbeleg **',
  },
} as const;

function receipt(world: GatewayWorld, { input, createdAtMs }: Sent, money: string, numbers: Numbers): JsonObject {
  const words = printed[world.preferences.language === 'de' ? 'de' : 'en'];
  const lines = [
    words.training,
    words[(textAt(input, 'messageType') ?? 'SALE') as 'SALE' | 'AUTHORISATION_OR_RESERVATION' | 'CREDIT'],
    new Date(createdAtMs).toISOString().slice(0, 19).replace('T', ' '),
    `${words.terminal}${textAt(input, 'posTerminalId') ?? ''}`,
    `${words.trace}${numbers.traceNr}`,
    `VISA  ${world.cardBin}******1111`,
    `${words.amount}${world.preferences.language === 'de' ? money.replace('.', ',') : money}`,
    `${words.approval}${numbers.approvalCode}`,
    words.approved,
  ];
  return { merchant: [words.merchant, ...lines], customer: [words.customer, ...lines] };
}

interface Numbers {
  readonly traceNr: string;
  readonly approvalCode: string;
}

/** Methods of several steps: the customer goes on before the payment is confirmed. */
const stepwise: readonly (string | null)[] = ['PAYPAL', 'KLARNA', 'RIVERTY'];

/** `other`: what was approved, where it is another amount than was asked for. */
export function approved(world: GatewayWorld, sent: Sent, other: Money | null = null): JsonObject {
  const { id, kind, input, dcc } = sent;
  const payId = textAt(input, 'payId') ?? `PAY-${id}`;
  const common = { payId, status: 'OK', responseCode: '00000000', responseDescription: 'success' };
  if (kind === 'dcc-quote') return quote(sent);
  const offered = hostedAnswer(sent);
  if (offered !== null) return offered;
  if (kind === 'create-payment' && stepwise.includes(textAt(input, 'paymentMethods.type')))
    return { ...common, status: 'PENDING' };
  if (kind === 'capture') return { ...common, paymentMethods: { card: { providerTransactionId: `CAP-${id}` } } };
  if (kind !== 'cloud-pos') return common;
  const number = world.nextNumber++;
  const numbers = { traceNr: String(number).padStart(6, '0'), approvalCode: String(482_912 + number) };
  const charged = cardholderAmount(dcc);
  const card = { brand: 'VISA', bin: world.cardBin, last4Digits: '1111' };
  const money = other ?? amountAt(input);
  return {
    ...(makesPayment(input) ? common : without(common, ['payId'])),
    ...numbers,
    ...(textAt(input, 'traceNr') === null ? {} : { originalTraceNr: textAt(input, 'traceNr') }),
    paymentMethods: { card },
    receipt: receipt(world, sent, formatMoney(money), numbers),
    ...(other === null ? {} : { approvedAmount: { ...other } }),
    ...(charged === null ? {} : { transaction: { amount: { ...charged } } }),
  };
}

function makesPayment(input: JsonObject): boolean {
  return ['SALE', 'AUTHORISATION_OR_RESERVATION', 'CREDIT'].includes(textAt(input, 'messageType') ?? '');
}

/**
 * A card of the published test prefix 424242 is American, and for 555555 the figures do not agree; every other one pays in
 * the shop's currency.
 */
function quote({ id, input }: Sent): JsonObject {
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
