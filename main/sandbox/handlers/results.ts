// The operation result object (specification, "Operation result object"): what it echoes, and how success and refusal
// look.
import { type Json, type JsonObject, isJsonObject, textAt } from '#contract/data/json.ts';
import { type MethodFacts, methodKey, methodResult } from '../rules/methods.ts';
import { present } from '../facts/present.ts';
import type { Refusal } from '../facts/refusals.ts';
import { metadataOf } from './job.ts';

export interface ResultFacts {
  readonly payId: string | null;
  readonly xId: string;
  readonly status: string;
  readonly responseCode: string;
  readonly responseDescription: string;
}

export interface Request {
  readonly input: JsonObject;
  readonly merchantId: string;
}

export function resultOf({ input, merchantId }: Request, facts: ResultFacts, details: JsonObject = {}): JsonObject {
  const { payId, xId, status, responseCode, responseDescription } = facts;
  return present({
    payId,
    merchantId,
    transId: textAt(input, 'transId'),
    xId,
    refNr: textAt(input, 'refNr'),
    status,
    responseCode,
    responseDescription,
    metadata: metadataOf(input),
    order: orderEcho(input['order']),
    ...details,
  });
}

/** The result of a decline: "provider-specific texts are set only when the status is FAILED". */
export function refusedResult(
  request: Request,
  payId: string | null,
  xId: string,
  why: Refusal,
  method: string | null = requestedMethod(request.input) ?? 'CARD',
): JsonObject {
  const paymentMethods = methodResult({ ...noFacts, method, why, payId, request: request.input });
  return resultOf(request, { payId, xId, status: 'FAILED', ...why }, { paymentMethods });
}

const noFacts: MethodFacts = {
  method: null,
  type: 'AUTHORIZATION',
  payId: null,
  value: 0,
  waits: false,
  why: null,
  providerTransactionId: null,
  approvalCode: null,
  card: null,
  request: {},
  at: '',
  rootUrl: '',
};

/** The method that a request names, by its type or by its one sub-object that is a method. */
function requestedMethod(input: JsonObject): string | null {
  const methods = input['paymentMethods'];
  if (!isJsonObject(methods)) return null;
  const type = textAt(methods, 'type');
  if (type !== null) return type;
  const named = Object.keys(methods).filter((key) => isJsonObject(methods[key]));
  const [only] = named;
  return named.length === 1 && only !== undefined && methodKey(only.toUpperCase()) === only ? only.toUpperCase() : null;
}

/** Since 2.2.0: "returned in results when sent in the request". */
function orderEcho(order: Json | undefined): JsonObject | null {
  if (!isJsonObject(order)) return null;
  const { merchantReference = null, invoiceId = null } = order;
  const echo = present({ merchantReference, invoiceId });
  return Object.keys(echo).length === 0 ? null : echo;
}
