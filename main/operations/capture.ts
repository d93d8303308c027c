// Capture payment: takes the money of an authorization, in one or in several captures.
import { z } from 'zod';
import { type JsonObject, textAt, valueAt } from '#contract/data/json.ts';
import { onPayment } from './families.ts';
import { amountSchema } from './fields/amount.ts';
import { captureSeriesSchema } from './fields/capture-method.ts';
import { enhancedDataSchema } from './fields/enhanced-data/enhanced-data.ts';
import { payIdSchema, refNrSchema, simulationModeSchema, transIdSchema } from './fields/ids.ts';
import { orderSchema } from './fields/order.ts';
import { captureMethodsSchema } from './fields/methods/capture.ts';
import { effectOn } from './fields/effects.ts';
import { seenByReference } from './own-result.ts';
import { evidenceRules } from './evidence/rules.ts';

/**
 * Whether nothing more is captured of the authorization: the last capture of a series, or the words that the methods
 * have for it (specification, "Capture payment").
 */
function releasesRest(input: object): boolean {
  const word = (path: string) =>
    textAt(input as JsonObject, path)
      ?.trim()
      .toUpperCase();
  const isTrue = (path: string) => valueAt(input as JsonObject, path) === true;
  return (
    isTrue('captureMethod.manual.final') ||
    isTrue('paymentMethods.card.finishAuth') ||
    word('paymentMethods.klarna.completeType') === 'YES' ||
    isTrue('paymentMethods.payPal.completeType') ||
    word('paymentMethods.mobilePay.finishAuth') === 'Y'
  );
}

export const capture = onPayment({
  kind: 'capture',
  summary: 'Capture an authorized payment, in full or in part',
  path: '/payments/{payId}/captures',
  examples: [
    {
      title: 'Capture a part',
      input: {
        payId: 'PAY_ID',
        transId: 'order-1001-capture',
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
    order: orderSchema.optional(),
    statementDescriptor: z.string().optional(),
    captureMethod: captureSeriesSchema.optional(),
    enhancedData: enhancedDataSchema.optional(),
    paymentMethods: captureMethodsSchema.optional(),
  }),
  keyed: true,
  waits: () => 'always',
  taking: () => 'capture',
  scope: () => 'capture',
  claim: () => 'capture',
  personalFields: ['order', 'statementDescriptor', 'enhancedData', 'paymentMethods'],
  evidence: () => evidenceRules.capture,
  recovery: () => 'keyed-resend',
  ...seenByReference(evidenceRules.capture),
  effect: (input) => effectOn(input, { captured: input.amount.value, releasesRest: releasesRest(input) }),
});
