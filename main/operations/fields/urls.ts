// Where the customer is led after the hosted page, and where the gateway reports (specification, "urls").
import { z } from 'zod';

const uriSchema = z.url({ error: 'must be an absolute URI' });

export const sessionUrlsSchema = z.strictObject({
  return: uriSchema,
  cancel: uriSchema,
  webhook: uriSchema,
  appRedirect: uriSchema.optional(),
});

export const paymentUrlsSchema = z.strictObject({
  return: uriSchema.optional(),
  cancel: uriSchema.optional(),
  webhook: uriSchema.optional(),
});
