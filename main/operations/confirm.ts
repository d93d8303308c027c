// Confirm payment: the second step of a payment that was created for a method with several. For Klarna the token of
// the first answer lives 60 minutes (specification, "Errors", rule 3), so after that nothing is sent.
import { z } from 'zod';
import { textAt } from '#contract/data/json.ts';
import type { Creation, Demands } from './define.ts';
import { onPayment } from './families.ts';
import { billingAddressSchema, shippingSchema } from './fields/address.ts';
import { amountSchema } from './fields/amount.ts';
import { captureTimingSchema } from './fields/capture-method.ts';
import { utcDateTimeSchema } from './fields/dates.ts';
import { effectOn } from './fields/effects.ts';
import { metadataSchema, payIdSchema, refNrSchema, transIdSchema } from './fields/ids.ts';
import { orderSchema } from './fields/order.ts';
import { filledSchema } from './fields/texts.ts';
import { seenByReference } from './own-result.ts';
import { evidenceRules } from './evidence/rules.ts';

const inputSchema = z.strictObject({
  payId: payIdSchema,
  transId: transIdSchema,
  amount: amountSchema,
  refNr: refNrSchema.optional(),
  captureMethod: captureTimingSchema.optional(),
  expirationTime: utcDateTimeSchema.optional(),
  order: orderSchema.optional(),
  metadata: metadataSchema.optional(),
  billingAddress: billingAddressSchema.optional(),
  shipping: shippingSchema.optional(),
  paymentMethods: z
    .strictObject({
      card: z
        .strictObject({
          /** DELAYED_SHIPMENT: after shipment; ORDER: the payment was created for authentication only. */
          eventToken: z.enum(['DELAYED_SHIPMENT', 'ORDER'], { error: 'must be DELAYED_SHIPMENT or ORDER' }).optional(),
        })
        .optional(),
      /** The client token of the answer to create-payment. */
      klarna: z.strictObject({ accessToken: filledSchema }).optional(),
    })
    .optional(),
});

type Input = z.output<typeof inputSchema>;

const klarnaTokenMs = 60 * 60_000;

/** Engine time, ms. A payment that was made elsewhere is the gateway's to judge. */
function demands({ paymentMethods }: Input, creation: Creation | null): Demands {
  const type = creation === null ? null : textAt(creation.input, 'paymentMethods.type');
  if (creation === null || type !== 'KLARNA') return { errors: {}, sendByMs: null };
  const sendByMs = creation.answeredAtMs + klarnaTokenMs;
  if (paymentMethods?.klarna !== undefined) return { errors: {}, sendByMs };
  const message = 'is required: the payment was created for KLARNA; the token stands in the answer to create-payment';
  return { errors: { 'paymentMethods.klarna.accessToken': [message] }, sendByMs };
}

export const confirm = onPayment({
  kind: 'confirm',
  summary: 'Confirm a payment that was created for a method with several steps',
  path: '/payments/{payId}/confirms',
  examples: [
    {
      title: 'Confirm what the customer agreed to',
      input: {
        payId: 'PAY_ID',
        transId: 'order-1002-confirm',
        amount: { value: 100, currency: 'EUR' },
      },
    },
  ],
  input: inputSchema,
  keyed: true,
  taking: () => null,
  invites: true,
  scope: () => 'sale',
  secretFields: () => ['paymentMethods.klarna.accessToken'],
  secret: 'token',
  personalFields: ['order', 'metadata', 'billingAddress', 'shipping'],
  evidence: () => evidenceRules.confirm,
  recovery: () => 'look-up-only',
  ...seenByReference(evidenceRules.confirm),
  demands,
  effect: (input) => effectOn(input, {}),
});
