// A payment as the fake's gateway shows it, and where the bridge is.
import type { JsonObject } from '#contract/data/json.ts';
import type { KnownPayment } from '#core/ports/record.ts';

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
