// What the gateway answers (specification, "Operation result object", "Session result"). Read tolerantly: every field
// may be missing, unknown ones pass through, and what stands inside a method's object never makes an answer unreadable.
import { z } from 'zod';
import { methodResultsSchema } from './method-results.ts';
import { text, tolerant } from './tolerant.ts';

export const operationResultSchema = z.looseObject({
  payId: text,
  merchantId: text,
  transId: text,
  /** The id of this operation. */
  xId: text,
  refNr: text,
  status: text,
  responseCode: text,
  responseDescription: text,
  metadata: tolerant(z.looseObject({})),
  /** The references wherever they were sent; all of it in the answer to a confirm. */
  order: tolerant(z.looseObject({ merchantReference: text, invoiceId: text })),
  /** In the answer to a confirm. */
  customerInfo: tolerant(z.looseObject({ gatewayCustomerId: text, email: text })),
  paymentMethods: methodResultsSchema,
});

/** The fields of the redirect object are not shown. */
export const sessionResultSchema = z.looseObject({
  _links: tolerant(z.looseObject({ redirect: tolerant(z.json()) })),
});

/** A body that is not shown: any JSON object, with the names that the whole interface shares. */
export const openResultSchema = z.looseObject({ payId: text, transId: text, status: text, responseCode: text });
