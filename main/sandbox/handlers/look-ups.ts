// Get payment by payId and by transId. The specification shows no bodies; these are the sandbox's own: the request's
// details, the payment's sums, and every operation that was tried, so that a client sees which requests arrived.
import { type JsonObject, isJsonObject } from '#contract/data/json.ts';
import { isCardMethod, methodKey } from '../rules/methods.ts';
import { success } from '../rules/movements.ts';
import { present } from '../facts/present.ts';
import { type Ledger, shownStatus } from '../state/ledger.ts';
import { type Payment, type PaymentOperation, asOf, isApproved, methodOf } from '../state/payment.ts';
import { requiredText, objectOf } from './job.ts';
import { linksTo } from './perform.ts';
import type { QueryHandler, QueryJob } from './query-job.ts';

export const paymentByPayId: QueryHandler = (job) =>
  recordOf(job, job.ledger.payment(requiredText(job.input, 'payId')));

export const paymentByTransId: QueryHandler = (job) =>
  recordOf(job, job.ledger.byTransId(requiredText(job.input, 'transId')));

function recordOf(job: QueryJob, found: Payment | null): JsonObject | null {
  const payment = found === null || job.asOf === null ? found : asOf(found, job.asOf);
  return payment === null ? null : paymentRecord(job, payment);
}

function paymentRecord(job: QueryJob, payment: Payment): JsonObject {
  const { opening, authorized, captured, refunded, reversed } = payment;
  const { payId, transId, refNr, channel, terminalId, value, currency, metadata, createdAt, request } = opening;
  const [first] = payment.operations;
  const { responseCode, responseDescription } = decidingOf(payment) ?? success;
  return present({
    amount: { value, currency },
    ...request,
    refNr,
    metadata,
    channel,
    posTerminalId: terminalId,
    customerInfo: customerDetailsOf(payment),
    ...updatesOf(job.ledger, payId),
    payId,
    merchantId: job.merchantId,
    transId,
    xId: first?.xId,
    status: shownStatus(payment.status),
    responseCode,
    responseDescription,
    creationDate: createdAt ?? first?.at,
    totals: { authorised: authorized, captured, refunded, reversed },
    operations: payment.operations.map(operationRecord),
    paymentMethods: methodsRecord(payment),
    ...(payment.status === 'CREATED' && opening.waitsFor === 'customer' ? linksTo(job, payId) : {}),
  });
}

const deciding: ReadonlySet<string> = new Set(['CREATION', 'AUTHORIZATION', 'CANCELLATION', 'CREDIT']);

/** The operation that made the payment FAILED or PENDING; attempts that came later say nothing of it. */
function decidingOf({ status, operations }: Payment): PaymentOperation | undefined {
  if (status !== 'FAILED' && status !== 'PENDING') return undefined;
  return operations.find((each) => each.status === status && deciding.has(each.type));
}

function updatesOf(ledger: Ledger, payId: string): JsonObject {
  return ledger.updates(payId) ?? {};
}

/** With the id of the vault, as results have it. */
export function customerDetailsOf({ opening }: Payment): JsonObject | null {
  const info = objectOf(opening.request ?? {}, 'customerInfo');
  const { gatewayCustomerId } = opening;
  if (gatewayCustomerId === undefined) return info;
  return { ...info, gatewayCustomerId };
}

function methodsRecord(payment: Payment): JsonObject {
  const { opening, choice } = payment;
  const requested = objectOf(opening.request ?? {}, 'paymentMethods') ?? {};
  const method = methodOf(payment);
  if (method === null) return requested;
  const approvalCode = isApproved(payment) ? opening.approvalCode : null;
  const card = choice?.card ?? opening.card;
  const own = present({
    ...(isCardMethod(method) ? card : null),
    providerApprovalCode: approvalCode === null ? null : Number(approvalCode),
    cardholderConsentToStore: choice?.consent,
    dccInfo: choice?.dccInfo,
  });
  const key = methodKey(method);
  const asked = requested[key];
  const fields = { ...(isJsonObject(asked) ? asked : {}), ...own };
  return { ...requested, type: method, ...(Object.keys(fields).length === 0 ? {} : { [key]: fields }) };
}

function operationRecord(operation: PaymentOperation): JsonObject {
  const { type, status, xId, refNr, transId, value, currency, responseCode, at, of, ...marks } = operation;
  const { providerTransactionId, traceNr, approvalCode } = marks;
  const amount = { value, currency };
  const shown = status === 'OK' ? status : shownStatus(status);
  const facts = { type, xId, refNr, transId, amount, status: shown, responseCode, at };
  return present({ ...facts, providerTransactionId, capture: of, traceNr, approvalCode });
}
