// What the simulated gateway shows of a payment: all of it, or what its character leaves.
import { type JsonObject, textAt } from '#contract/data/json.ts';
import { epochMs } from '../schedule.ts';
import type { Character } from './characters.ts';
import { chargeShown, currencyShown, sumShown } from './conversions.ts';
import { brandShownOf } from './cards.ts';
import { type Ledger, type ListedOperation, type OperationType, type Payment, sumsOf } from './ledger.ts';

const byPayId = '/payments/getByPayId/';
const byTransId = '/payments/getByTransId/';
const doneWords: { readonly [type in OperationType]: string } = {
  AUTHORIZATION: 'AUTHORIZED',
  CAPTURE: 'CAPTURED',
  REFUND: 'REFUNDED',
  REVERSAL: 'REVERSED',
  CREDIT: 'REFUNDED',
};

/** The record as the character shows it at `nowMs`, or null where it knows none. */
export function recordShown(ledger: Ledger, character: Character, path: string, nowMs: number): JsonObject | null {
  const payment = path.startsWith(byPayId)
    ? (ledger.payments.get(decodeURIComponent(path.slice(byPayId.length))) ?? null)
    : ledger.byTransId(decodeURIComponent(path.slice(byTransId.length)));
  const atMs = nowMs - character.staleMs;
  if (payment === null || payment.madeAtMs > atMs) return null;
  const record = shown(payment, character, atMs);
  return character.wrapsRecords ? wrapped(record) : record;
}

const numbers: { readonly [currency: string]: string } = { EUR: '978', USD: '840', GBP: '826', CHF: '756' };

/** As some hosts write it: within an object or alone in a list, a currency by its number. */
function wrapped(record: JsonObject): JsonObject {
  const amount = record['amount'] as JsonObject;
  const currency = textAt(amount, 'currency');
  const written =
    currency === null ? record : { ...record, amount: { ...amount, currency: numbers[currency] ?? currency } };
  return isOdd(record) ? { data: written } : { result: { payments: [written] } };
}

/** Half of all payments, always the same. */
function isOdd({ payId }: JsonObject): boolean {
  return typeof payId === 'string' && /[13579bdf]$/.test(payId);
}

function shown(payment: Payment, character: Character, atMs: number): JsonObject {
  const seen = payment.operations.filter((each) => each.atMs <= atMs && each.type !== character.blindTo);
  const settled = seen.map((each) => (each.settledAtMs <= atMs ? each : { ...each, status: 'PENDING' as const }));
  const sums = sumsOf({ ...payment, operations: settled }, atMs);
  const { charge } = payment;
  const sum = sumShown(charge, payment.value);
  const { dccInfo } = chargeShown(charge, payment);
  const isRefused = settled.length > 0 && settled.every(({ status }) => status === 'FAILED');
  return {
    payId: payment.payId,
    transId: payment.transId,
    ...(payment.merchantId === null ? {} : { merchantId: payment.merchantId }),
    ...(character.references ? { refNr: payment.refNr } : {}),
    ...(character.places || !character.references ? madeWhere(payment) : {}),
    ...(character.foreignNumbers > 0 ? numberOf(payment) : {}),
    ...brandShownOf(payment),
    amount: { ...amountOf(payment, character, sum), ...currencyShown(charge, payment.currency) },
    ...(isLessElsewhere(payment, character) ? lessElsewhere(payment) : {}),
    ...(dccInfo === undefined ? {} : { dccInfo }),
    ...saidOf(statusOf(settled), isRefused ? settled[0]?.type : undefined, character),
    ...(character.totals
      ? { totals: { authorized: sum(sums.authorized), captured: sum(sums.captured), refunded: sum(sums.refunded) } }
      : {}),
    ...(character.operations
      ? { operations: settled.map((each) => entryOf({ ...each, value: sum(each.value) }, character)) }
      : {}),
  };
}

function amountOf(payment: Payment, character: Character, sum: (value: number) => number) {
  const { value, asked, charge } = payment;
  if (isLessElsewhere(payment, character)) return { value: asked };
  return character.approvedBeside && charge === null && asked !== value
    ? { value: asked, approvedValue: value }
    : { value: sum(value) };
}

function isLessElsewhere({ value, asked, charge }: Payment, { smallerElsewhere }: Character): boolean {
  return smallerElsewhere && charge === null && value < asked;
}

/** Where no setting names the place. */
function lessElsewhere({ payId, value }: Payment): JsonObject {
  const places: readonly JsonObject[] = [
    { amountApproved: value },
    { posResult: { amount: value } },
    { chargedAmount: value },
  ];
  return places[Number.parseInt(payId.slice(-2), 16) % places.length] ?? {};
}

/** The status and codes of what was refused, where `type` says that it was. */
function saidOf(status: string, type: OperationType | undefined, { refusesByCode }: Character): JsonObject {
  if (type === undefined || refusesByCode === 'no') return { status };
  if (refusesByCode === 'in-words') return { status: doneWords[type], outcome: 'DECLINED' };
  const code = { providerResponseCode: '51' };
  return refusesByCode === 'own'
    ? { status: doneWords[type], responseCode: '22000000' }
    : { status: doneWords[type], paymentMethods: { type: 'CARD', card: code } };
}

function statusOf(operations: readonly ListedOperation[]): string {
  const done = operations.filter((each) => each.status !== 'FAILED' && each.status !== 'PENDING');
  if (done.some((each) => each.status === 'REVERSED')) return 'REVERSED';
  const last = done.at(-1);
  if (last !== undefined) return last.status;
  return operations.some((each) => each.status === 'PENDING') ? 'PENDING' : 'FAILED';
}

function numberOf({ terminalId, traceNr }: Payment): JsonObject {
  return terminalId === null ? {} : { posTerminalId: terminalId, traceNr };
}

/** What else tells whose payment it is. */
function madeWhere({ terminalId, madeAtMs }: Payment): JsonObject {
  const creationDate = new Date(epochMs + madeAtMs).toISOString();
  return { creationDate, ...(terminalId === null ? {} : { posTerminalId: terminalId }) };
}

function entryOf({ refNr, ...entry }: ListedOperation, character: Character): JsonObject {
  const { type, xId, transId, value, status } = entry;
  const said = saidOf(status, status === 'FAILED' ? type : undefined, character);
  const { references } = character;
  return {
    type,
    xId,
    transId,
    ...(references ? { refNr } : {}),
    amount: { value },
    ...said,
  };
}
