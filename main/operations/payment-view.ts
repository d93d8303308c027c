// The specification shows no body for the retrieval calls. This reader takes what it finds at the places named here
// (a setting may name others) and says null for what it does not find: nothing is required, nothing is guessed.
import { type Json, type JsonObject, isJsonObject, textAt, valueAt } from '#contract/json.ts';
import type { Facts, Sighting } from './define.ts';

export interface PaymentOperationView {
  readonly xId: string | null;
  readonly refNr: string | null;
  readonly transId: string | null;
  readonly value: number | null;
  readonly status: string | null;
  readonly responseCode: string | null;
}

export interface PaymentView {
  readonly payId: string | null;
  readonly transId: string | null;
  readonly status: string | null;
  readonly responseCode: string | null;
  readonly currency: string | null;
  readonly value: number | null;
  /** Minor units; null where the record does not say. */
  readonly authorised: number | null;
  readonly captured: number | null;
  readonly refunded: number | null;
  readonly captureCount: number | null;
  /** The single operations on the payment, or null where the record does not list them. */
  readonly operations: readonly PaymentOperationView[] | null;
  readonly raw: JsonObject;
}

/** Where each fact may stand in a retrieval body: dotted paths, the first that is there counts. */
export interface PaymentPaths {
  readonly authorised: readonly string[];
  readonly captured: readonly string[];
  readonly refunded: readonly string[];
  readonly operations: readonly string[];
}

export const defaultPaymentPaths: PaymentPaths = {
  authorised: ['totals.authorised', 'amount.authorizedValue', 'authorizedAmount.value'],
  captured: ['totals.captured', 'amount.capturedValue', 'capturedAmount.value'],
  refunded: ['totals.refunded', 'amount.refundedValue', 'refundedAmount.value'],
  operations: ['operations', 'transactions', 'history'],
};

export function readPayment(body: JsonObject, paths: PaymentPaths): PaymentView {
  const listed = paths.operations.map((path) => valueAt(body, path)).find((value) => Array.isArray(value));
  const operations = Array.isArray(listed) ? listed.filter(isJsonObject) : null;
  return {
    payId: textAt(body, 'payId'),
    transId: textAt(body, 'transId'),
    status: textAt(body, 'status'),
    responseCode: textAt(body, 'responseCode'),
    currency: textAt(body, 'amount.currency'),
    value: minorUnitsAt(body, ['amount.value']),
    authorised: minorUnitsAt(body, paths.authorised),
    captured: minorUnitsAt(body, paths.captured),
    refunded: minorUnitsAt(body, paths.refunded),
    captureCount: operations === null ? null : operations.filter(isSuccessfulCapture).length,
    operations: operations?.map(readOperation) ?? null,
    raw: body,
  };
}

function isSuccessfulCapture(entry: JsonObject): boolean {
  return textAt(entry, 'type') === 'CAPTURE' && textAt(entry, 'status') !== 'FAILED';
}

function readOperation(entry: JsonObject): PaymentOperationView {
  return {
    xId: textAt(entry, 'xId'),
    refNr: textAt(entry, 'refNr'),
    transId: textAt(entry, 'transId'),
    value: minorUnitsAt(entry, ['amount.value', 'value']),
    status: textAt(entry, 'status'),
    responseCode: textAt(entry, 'responseCode'),
  };
}

function minorUnitsAt(body: JsonObject, paths: readonly string[]): number | null {
  const found: Json | undefined = paths.map((path) => valueAt(body, path)).find((value) => typeof value === 'number');
  return typeof found === 'number' && Number.isSafeInteger(found) && found >= 0 ? found : null;
}

/** FAILED is the only status that is certain; the others were seen in examples, and the list is open. */
const reached: ReadonlySet<string> = new Set(['OK', 'AUTHORIZED', 'CAPTURED', 'REFUNDED', 'REVERSED']);

export function sightOfStatus(status: string | null): Sighting {
  if (status === null) return 'cannot-tell';
  if (status === 'FAILED') return 'refused';
  if (status === 'PENDING') return 'pending';
  return reached.has(status) ? 'applied' : 'cannot-tell';
}

/**
 * Looks for one operation on a payment by the ids that only it carries: its xId, or its refNr where no other
 * operation shares it. A change of totals proves nothing here: someone else may have caused it.
 */
export function sightByReference(facts: Facts, payment: PaymentView): Sighting {
  if (payment.operations === null) return 'cannot-tell';
  const mine = payment.operations.filter(
    (entry) =>
      (entry.xId !== null && facts.xIds.includes(entry.xId)) ||
      (facts.refNrUnique && facts.refNr !== null && entry.refNr === facts.refNr),
  );
  if (mine.length === 0) return facts.refNrUnique && facts.refNr !== null ? 'absent' : 'cannot-tell';
  const other = mine.find(
    (entry) => entry.value !== null && facts.amount !== null && entry.value !== facts.amount.value,
  );
  if (other !== undefined) return 'cannot-tell';
  const sights = mine.map((entry) => sightOfStatus(entry.status));
  return sights.find((sight) => sight === 'applied') ?? sights[0] ?? 'cannot-tell';
}

/** Looks for a payment that this operation itself made, by its transId and amount. */
export function sightByPayment(facts: Facts, payment: PaymentView): Sighting {
  if (payment.transId !== null && payment.transId !== facts.transId) return 'cannot-tell';
  const { amount } = facts;
  if (amount !== null && payment.value !== null && payment.value !== amount.value) return 'cannot-tell';
  if (amount !== null && payment.currency !== null && payment.currency !== amount.currency) return 'cannot-tell';
  return sightOfStatus(payment.status);
}

/** A payment that is reversed is reversed, whoever did it. */
export function sightOfReversal(payment: PaymentView): Sighting {
  if (payment.status === null) return 'cannot-tell';
  if (payment.status === 'REVERSED') return 'applied';
  return reached.has(payment.status) ? 'absent' : 'cannot-tell';
}
