// What each payment method adds to a result (specification, "Method-specific result fields"): the sub-object's name and
// its fields. "A provider field is present only for the method in use", texts of a provider only where it failed.
import { type JsonObject, textAt, valueAt } from '#contract/data/json.ts';
import type { MaskedCard } from '../facts/cards.ts';
import { present } from '../facts/present.ts';
import type { Refusal } from '../facts/refusals.ts';
import type { OperationType } from '../state/payment.ts';
import { accessTokenOf } from '../state/waiting.ts';

export interface MethodFacts {
  /** Payment method identifier; null where none was chosen. */
  readonly method: string | null;
  readonly type: OperationType;
  readonly payId: string | null;
  readonly value: number;
  /** The payment waits for its confirm. */
  readonly waits: boolean;
  readonly why: Refusal | null;
  readonly providerTransactionId: string | null;
  readonly approvalCode: string | null;
  readonly card: MaskedCard | null;
  /** The request that made the payment, or the one that is answered. */
  readonly request: JsonObject;
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly rootUrl: string;
}

/** The sub-object that belongs to a method identifier: `MYBANK` is `myBank`. */
export function methodKey(method: string): string {
  return keys.get(method) ?? method.toLowerCase();
}

const keys: ReadonlyMap<string, string> = new Map(
  [
    'applePay',
    'directDebit',
    'easyCollect',
    'googlePay',
    'mbWay',
    'myBank',
    'payPal',
    'unionPay',
    'vippsMobilePay',
    'weChat',
    'amazonPay',
    'mobilePay',
  ].map((key) => [key.toUpperCase(), key]),
);

/** Methods that take two steps when they are made server to server: create payment, then confirm. */
export const confirmedMethods: ReadonlySet<string> = new Set(['KLARNA', 'PAYPAL', 'RIVERTY']);

/** Methods whose authorization rests on a card. */
const cardMethods: ReadonlySet<string> = new Set(['CARD', 'APPLEPAY', 'GOOGLEPAY', 'BANCONTACT']);

export function isCardMethod(method: string | null): boolean {
  return method !== null && cardMethods.has(method);
}

/** The `paymentMethods` of a result: one sub-object, or none where there is nothing to say. */
export function methodResult(facts: MethodFacts): JsonObject {
  if (facts.method === null) return {};
  const key = methodKey(facts.method);
  const fields = (resultFields[key] ?? otherFields)(facts);
  return Object.keys(fields).length === 0 ? {} : { [key]: fields };
}

/** Code and, for a failure, text, as most providers have them. */
function response({ why }: MethodFacts): JsonObject {
  return present({
    providerResponseCode: why === null ? '00' : '05',
    providerResponseText: why?.responseDescription,
  });
}

function textOfFailure({ why }: MethodFacts): JsonObject {
  return present({ providerResponseText: why?.responseDescription });
}

/** "Typed number" for these, says the specification. */
function numberOfFailure({ why }: MethodFacts): JsonObject {
  return present({ providerResponseText: why === null ? undefined : Number(why.responseCode.slice(-4)) });
}

const otherFields = textOfFailure;

const resultFields: { readonly [key: string]: (facts: MethodFacts) => JsonObject } = {
  card: (facts) => ({
    ...facts.card,
    ...response(facts),
    ...present({
      providerTransactionId: facts.providerTransactionId,
      providerApprovalCode: facts.approvalCode === null ? undefined : Number(facts.approvalCode),
    }),
  }),
  klarna: (facts) => {
    const { request, payId, type, why, waits } = facts;
    const recurring =
      textAt(request, 'credentialOnFile.type')?.toLowerCase() === 'recurring' &&
      valueAt(request, 'credentialOnFile.initialPayment') === true;
    return present({
      ...response(facts),
      providerTransactionId: facts.providerTransactionId,
      accessToken: waits && payId !== null ? accessTokenOf(payId) : undefined,
      billingAgreementId: recurring && type === 'CONFIRMATION' && why === null ? `agreement-${payId}` : undefined,
      redirectUrl: type === 'CONFIRMATION' && why === null ? `${facts.rootUrl}/checkout/${payId}` : undefined,
      invoiceNumber: type === 'CAPTURE' && why === null ? `K-${facts.providerTransactionId}` : undefined,
    });
  },
  payPal: (facts) => {
    if (facts.why !== null) {
      return { providerResponseCode: '05', providerDeclineCategory: 'INSTRUMENT_DECLINED' };
    }
    const { type, value } = facts;
    // The sandbox's PayPal takes no fee for a refund.
    const refunded = { feeRefundAmount: 0, grossRefundAmount: value, netRefundAmount: value };
    return { providerResponseCode: '00', ...(type === 'REFUND' ? refunded : {}) };
  },
  riverty: (facts) => ({
    ...response(facts),
    ...present({
      billingAddress: valueAt(facts.request, 'billingAddress'),
      shippingAddress: valueAt(facts.request, 'shipping'),
    }),
  }),
  amazonPay: (facts) =>
    present({
      ...response(facts),
      providerStatus: facts.why === null ? 'Completed' : 'Declined',
      chargeId: facts.why === null && facts.type !== 'REFUND' ? facts.providerTransactionId : undefined,
      refundId: facts.why === null && facts.type === 'REFUND' ? facts.providerTransactionId : undefined,
    }),
  ratepay: (facts) => {
    const { request, why, at, payId } = facts;
    const byTransfer = textAt(request, 'paymentMethods.ratepay.transferType') === 'BANK_TRANSFER';
    return present({
      ...response(facts),
      providerTransactionId: facts.providerTransactionId,
      providerDeclineCategory: why === null ? undefined : 'HARD_DECLINE',
      authorizationExpiry: why === null ? new Date(Date.parse(at) + ratepayMs).toISOString() : undefined,
      paymentReference: byTransfer && why === null ? `RP-${payId}` : undefined,
      account: byTransfer && why === null ? ratepayAccount : undefined,
    });
  },
  bancontact: numberOfFailure,
  boleto: numberOfFailure,
  myBank: numberOfFailure,
  przelewy24: numberOfFailure,
  floapay: response,
};

const ratepayMs = 14 * 24 * 3_600_000;
/** The IBAN that the ISO 13616 registry gives as Germany's example. */
const ratepayAccount = {
  bankName: 'Sandbox Bank',
  code: 'SANDBOXX',
  number: 'DE89370400440532013000',
  accountHolderName: 'Ratepay (sandbox)',
};
