// Capture payment: takes the money of an authorization, in one or in several captures.
import { z } from 'zod';
import { onPayment } from './families.ts';
import { amountSchema } from './fields/amount.ts';
import { metadataSchema, payIdSchema, refNrSchema, simulationModeSchema, transIdSchema } from './fields/ids.ts';
import { orderSchema } from './fields/order.ts';
import { captureMethodsSchema } from './fields/methods/capture.ts';
import { effectOn } from './fields/effects.ts';
import { sightByReference } from './payment-view.ts';

const captureMethodSchema = z.strictObject({
  manual: z
    .strictObject({
      currentSequence: z.int().min(1).optional(),
      final: z.boolean().optional(),
      total: z.int().min(1).optional(),
    })
    .refine((series) => (series.currentSequence ?? 1) <= (series.total ?? Number.MAX_SAFE_INTEGER), {
      error: 'must not be greater than total',
      path: ['currentSequence'],
    })
    .optional(),
});

export const capture = onPayment({
  kind: 'capture',
  summary: 'Capture an authorized payment, in full or in part',
  path: '/payments/{payId}/captures',
  input: z.strictObject({
    payId: payIdSchema,
    transId: transIdSchema,
    amount: amountSchema,
    refNr: refNrSchema.optional(),
    simulationMode: simulationModeSchema.optional(),
    metadata: metadataSchema.optional(),
    order: orderSchema.optional(),
    statementDescriptor: z.string().optional(),
    captureMethod: captureMethodSchema.optional(),
    /** Industry data; the car rental objects are passed on as given. */
    enhancedData: z.looseObject({}).optional(),
    paymentMethods: captureMethodsSchema.optional(),
  }),
  keyed: true,
  waits: () => 'always',
  scope: () => 'capture',
  claim: () => 'capture',
  personalFields: ['order', 'metadata', 'enhancedData'],
  successRule: 'complete',
  recovery: () => 'keyed-resend',
  sight: (facts, payment) => sightByReference(facts, payment, /capture/i),
  effect: (input) => effectOn(input, { captured: input.amount.value }),
});
