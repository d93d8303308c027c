// The body of a notification (specification, "Basic webhook", "Enhanced webhook").
import { present } from '../facts/present.ts';
import type { Notice } from '../state/outbox.ts';
import { type Payment, methodOf } from '../state/payment.ts';

/** "Body: payId. No signature is used because no sensitive data is sent." */
export function basicBody({ payId }: Notice): string {
  return JSON.stringify({ payId });
}

/** The payment's result as it was when the notification came to be. */
export function enhancedBody(notice: Notice, payment: Payment): string {
  const { opening, operations } = payment;
  const { transId, refNr, value, currency, createdAt } = opening;
  const { payId, status, responseCode, responseDescription } = notice;
  const method = methodOf(payment);
  return JSON.stringify(
    present({
      payId,
      transId,
      refNr,
      status,
      responseCode,
      responseDescription,
      amount: { value, currency },
      paymentMethods: method === null ? [] : [{ type: method }],
      creationDate: createdAt ?? operations[0]?.at,
    }),
  );
}
