// Get payment by payId and by transId. The specification shows no bodies; these are the sandbox's own, with every
// operation that was tried, so that a client can tell what happened from what never arrived.
import type { JsonObject } from '#contract/json.ts';
import type { Ledger } from '../state/ledger.ts';
import type { Payment, PaymentOperation } from '../state/payment.ts';
import { present, success } from './results.ts';

export type QueryHandler = (
  ledger: Ledger,
  merchantId: string,
  params: { readonly [name: string]: string },
) => JsonObject | null;

export const paymentByPayId: QueryHandler = (ledger, merchantId, { payId = '' }) => {
  const payment = ledger.payment(payId);
  return payment === null ? null : paymentRecord(payment, merchantId);
};

export const paymentByTransId: QueryHandler = (ledger, merchantId, { transId = '' }) => {
  const payment = ledger.byTransId(transId);
  return payment === null ? null : paymentRecord(payment, merchantId);
};

function paymentRecord(payment: Payment, merchantId: string): JsonObject {
  const { opening, authorised, captured, refunded, reversed } = payment;
  const { payId, transId, refNr, channel, value, currency, card, metadata, approvalCode } = opening;
  const [first] = payment.operations;
  const { responseCode, responseDescription } = payment.status === 'FAILED' && first !== undefined ? first : success;
  const providerApprovalCode = approvalCode === null ? null : Number(approvalCode);
  return present({
    payId,
    merchantId,
    transId,
    refNr,
    xId: first?.xId,
    status: payment.status,
    responseCode,
    responseDescription,
    channel,
    amount: { value, currency },
    totals: { authorised, captured, refunded, reversed },
    operations: payment.operations.map(operationRecord),
    paymentMethods: { type: 'CARD', card: present({ ...card, providerApprovalCode }) },
    metadata,
  });
}

function operationRecord(operation: PaymentOperation): JsonObject {
  const { type, status, xId, refNr, transId, value, currency, responseCode, at, of, ...marks } = operation;
  const { providerTransactionId, traceNr, approvalCode } = marks;
  const amount = { value, currency };
  const facts = { type, xId, refNr, transId, amount, status, responseCode, at };
  return present({ ...facts, providerTransactionId, capture: of, traceNr, approvalCode });
}
