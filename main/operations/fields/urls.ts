// Where the customer is led after the hosted page, and where the gateway reports (specification, "urls").
import { z } from 'zod';

/**
 * An address on the shop's own site, to which a browser is sent or which the gateway calls. Other schemes
 * (`javascript:`, `data:`, `file:`) would run or read something on the customer's machine.
 */
export const webAddressSchema = z.url({
  protocol: /^https?$/,
  error: 'must be an absolute address that begins with http:// or https://',
});

/** The specification says "app redirection", and apps have schemes of their own; what a browser runs or reads is none. */
const appAddressSchema = z.url({
  protocol: /^(?!(?:javascript|vbscript|livescript|data|blob|file|filesystem|about|view-source|ftp|wss?)$)/,
  error: 'must be an absolute address of an app or a web site',
});

export const sessionUrlsSchema = z.strictObject({
  return: webAddressSchema,
  cancel: webAddressSchema,
  webhook: webAddressSchema,
  appRedirect: appAddressSchema.optional(),
});

export const paymentUrlsSchema = z.strictObject({
  return: webAddressSchema.optional(),
  cancel: webAddressSchema.optional(),
  webhook: webAddressSchema.optional(),
});
