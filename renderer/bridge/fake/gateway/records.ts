// What the fake's gateway is sent, the form of its answers, and how it shows a payment.
import { type Json, type JsonObject, textAt, valueAt } from '#contract/data/json.ts';
import type { Money } from '#contract/money/money.ts';
import type { GatewayAnswer } from '#core/ports/gateway.ts';
import type { KnownPayment, OperationRecord } from '#core/ports/record.ts';

/** There is one gateway, merchant and mode. */
export const environmentId = 'sample';

/** What a look-up shows of a payment. */
export type ShownPayment = Pick<
  KnownPayment,
  'payId' | 'transId' | 'currency' | 'authorized' | 'captured' | 'refunded' | 'captureCount' | 'reversed'
>;

export function paymentRecordOf(payment: ShownPayment): JsonObject {
  const { payId, transId, currency, authorized, captured, refunded, captureCount, reversed } = payment;
  const share = Math.floor((captured ?? 0) / Math.max(1, captureCount ?? 1));
  return {
    payId,
    transId,
    ...(reversed ? { status: 'REVERSED' } : {}),
    ...(currency === null ? {} : { amount: { value: authorized ?? refunded ?? 0, currency } }),
    totals: { authorized, captured, refunded },
    operations: Array.from({ length: captureCount ?? 0 }, (_, index) => ({
      type: 'CAPTURE',
      status: 'CAPTURED',
      providerTransactionId: `${payId}-capture-${index + 1}`,
      amount: { value: share, currency },
    })),
  };
}

export type Sent = Pick<OperationRecord, 'id' | 'kind' | 'input' | 'createdAtMs' | 'dcc'>;

export function amountAt(input: JsonObject): Money {
  const value = valueAt(input, 'amount.value');
  return { value: typeof value === 'number' ? value : 0, currency: textAt(input, 'amount.currency') ?? 'EUR' };
}

export function response(status: number, value: Json): GatewayAnswer {
  return { type: 'response', status, retryAfterMs: null, body: { type: 'json', value }, credential: null };
}

export const notFound = response(404, { status: 404, title: 'Not Found' });
