// Refund payment with reference: gives captured money back. Several captures: the refund names its capture,
// because the gateway would otherwise credit the last one.
import { z } from 'zod';
import { onPayment } from './families.ts';
import { amountSchema } from './fields/amount.ts';
import { metadataSchema, payIdSchema, refNrSchema, simulationModeSchema, transIdSchema } from './fields/ids.ts';
import { orderSchema } from './fields/order.ts';
import { refundMethodsSchema } from './fields/methods/refund.ts';
import { effectOn } from './fields/effects.ts';
import { seenByReference } from './own-result.ts';
import { evidenceRules } from './evidence/rules.ts';

export const refund = onPayment({
  kind: 'refund',
  summary: 'Refund a captured payment, in full or in part',
  path: '/payments/{payId}/refunds',
  examples: [
    {
      title: 'Give a part of the money back',
      input: {
        payId: 'PAY_ID',
        transId: 'order-1001-refund',
        amount: { value: 300, currency: 'EUR' },
      },
    },
  ],
  input: z.strictObject({
    payId: payIdSchema,
    transId: transIdSchema,
    amount: amountSchema,
    refNr: refNrSchema.optional(),
    simulationMode: simulationModeSchema.optional(),
    metadata: metadataSchema.optional(),
    order: orderSchema.optional(),
    statementDescriptor: z.string().optional(),
    paymentMethods: refundMethodsSchema.optional(),
  }),
  keyed: true,
  waits: () => 'always',
  taking: () => 'refund',
  scope: () => 'refund',
  claim: () => 'refund',
  paysOut: () => 'always',
  namesCapture: ({ paymentMethods }) =>
    (paymentMethods?.card?.providerTransactionId ?? paymentMethods?.payPal?.providerTransactionId) !== undefined,
  personalFields: ['order', 'metadata', 'statementDescriptor', 'paymentMethods'],
  evidence: () => evidenceRules.refund,
  recovery: () => 'keyed-resend',
  ...seenByReference(evidenceRules.refund),
  effect: (input) => effectOn(input, { refunded: input.amount.value }),
});
