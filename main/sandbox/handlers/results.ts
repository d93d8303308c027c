// The operation result object (specification, "Operation result object"): what it echoes, and how success and refusal
// look. What is not there is left out, never null.
import { type Json, type JsonObject, isJsonObject, textAt } from '#contract/json.ts';
import type { Refusal } from '../refusals.ts';
import { metadataOf } from './job.ts';

export const success = { responseCode: '00000000', responseDescription: 'success' } as const;

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
export function refusedResult(request: Request, payId: string | null, xId: string, why: Refusal): JsonObject {
  const card = { providerResponseCode: '05', providerResponseText: why.responseDescription };
  return resultOf(request, { payId, xId, status: 'FAILED', ...why }, { paymentMethods: { card } });
}

/** Since 2.2.0: "returned in results when sent in the request". */
function orderEcho(order: Json | undefined): JsonObject | null {
  if (!isJsonObject(order)) return null;
  const { merchantReference = null, invoiceId = null } = order;
  const echo = present({ merchantReference, invoiceId });
  return Object.keys(echo).length === 0 ? null : echo;
}

export function present(members: { [name: string]: Json | undefined }): JsonObject {
  return Object.fromEntries(
    Object.entries(members).filter((member): member is [string, Json] => member[1] !== null && member[1] !== undefined),
  );
}
