// What the session and the create-payment request have in common (specification, "Create checkout session", "Create
// payment"), and the rules that hold across their fields.
import { z } from 'zod';
import { billingAddressSchema, shippingSchema } from './address.ts';
import { amountSchema } from './amount.ts';
import { captureMethodSchema } from './capture-method.ts';
import { customerInfoSchema } from './customer.ts';
import { utcDateTimeSchema } from './dates.ts';
import { metadataSchema, refNrSchema, simulationModeSchema, transIdSchema } from './ids.ts';
import { browserInfoSchema, credentialOnFileSchema, deviceSchema, openObjectSchema } from './open-objects.ts';
import { orderSchema } from './order.ts';
import { texts } from './texts.ts';

const channels = ['ECOM', 'MOTO', 'APP', 'PAYBYLINK', 'POS'] as const;

export const paymentRequest = {
  transId: transIdSchema,
  externalIntegrationId: z.string().optional(),
  refNr: refNrSchema.optional(),
  amount: amountSchema,
  ...texts('language'),
  captureMethod: captureMethodSchema.optional(),
  credentialOnFile: credentialOnFileSchema.optional(),
  order: orderSchema.optional(),
  simulationMode: simulationModeSchema.optional(),
  billingAddress: billingAddressSchema.optional(),
  shipping: shippingSchema.optional(),
  ...texts('statementDescriptor'),
  customerInfo: customerInfoSchema.optional(),
  partialPayment: z.boolean().optional(),
  expirationTime: utcDateTimeSchema.optional(),
  fraudData: openObjectSchema.optional(),
  /** Details of a sub-merchant. */
  paymentFacilitator: openObjectSchema.optional(),
  browserInfo: browserInfoSchema.optional(),
  device: deviceSchema.optional(),
  channel: z.enum(channels, { error: `must be one of ${channels.join(', ')}` }).optional(),
  metadata: metadataSchema.optional(),
};

/** About a person, or where a shop may say something of one: free texts, addresses that it makes, open objects. */
export const personalOfRequest = [
  'order',
  'billingAddress',
  'shipping',
  'customerInfo',
  'browserInfo',
  'device',
  'fraudData',
  'metadata',
  'paymentMethods',
  'statementDescriptor',
  'remittanceInfo',
  'urls',
  'template',
  'credentialOnFile',
  'paymentFacilitator',
] as const;

const idealTransId = /^[A-Za-z0-9]{1,24}$/;

/** iDEAL takes fewer and shorter transaction ids than the other methods (specification, "Identifiers"). */
export function checkIdealTransId(transId: string, methods: readonly string[], issues: z.core.$RefinementCtx): void {
  if (!methods.includes('IDEAL') || idealTransId.test(transId)) return;
  const message = 'must have at most 24 characters of a-z, A-Z and 0-9 for IDEAL';
  issues.addIssue({ code: 'custom', path: ['transId'], message });
}
