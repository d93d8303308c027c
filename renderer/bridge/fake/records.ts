// A payment as the fake's gateway tells it.
import type { JsonObject } from '#contract/json.ts';
import type { PaymentSummary } from '#contract/window.ts';

export function paymentRecordOf(payment: PaymentSummary): JsonObject {
  const { payId, transId, currency, authorized, captured, refunded, captureCount } = payment;
  const share = Math.floor((captured ?? 0) / Math.max(1, captureCount ?? 1));
  return {
    payId,
    transId,
    totals: { authorized, captured, refunded },
    operations: Array.from({ length: captureCount ?? 0 }, (_, index) => ({
      type: 'CAPTURE',
      status: 'CAPTURED',
      providerTransactionId: `${payId}-capture-${index + 1}`,
      amount: { value: share, currency },
      at: payment.createdAt,
    })),
  };
}
