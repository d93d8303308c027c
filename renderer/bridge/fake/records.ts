// A payment of the fake as its gateway tells it, and as the bridge's rules know it.
import type { JsonObject } from '#contract/data/json.ts';
import type { PaymentSummary } from '#contract/till/window.ts';
import { payIdLane } from '#core/operation/lanes.ts';
import type { KnownPayment } from '#core/ports/record.ts';

/** There is one gateway, merchant and mode. */
export const environmentId = 'sample';

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

export function knownOf({ id, ...payment }: PaymentSummary): KnownPayment {
  const { payId, transId, currency, authorized, captured, refunded, captureCount, reversed } = payment;
  const { terminalId, traceNr, brand } = payment;
  const names = { environmentId, lane: payIdLane(environmentId, id), payId, transId, terminalId, traceNr, brand };
  return { ...names, currency, authorized, captured, refunded, captureCount, reversed };
}
