// The operation result object (specification, "Operation result object"). Read tolerantly: every field may be
// missing, unknown ones pass through.
import { z } from 'zod';

/** Gateways mix texts and numbers for codes and ids; both are read, neither is changed. */
const text = z.union([z.string(), z.number()]).nullish();

export const operationResultSchema = z.looseObject({
  payId: text,
  merchantId: text,
  transId: text,
  xId: text,
  refNr: text,
  status: text,
  responseCode: text,
  responseDescription: text,
  metadata: z.looseObject({}).nullish(),
  order: z.looseObject({}).nullish(),
  customerInfo: z.looseObject({}).nullish(),
  paymentMethods: z.looseObject({}).nullish(),
});
