// Refund payment with reference: gives captured money back. Several captures: the refund names its capture,
// because the gateway would otherwise credit the last one.
import { z } from 'zod';
import { command } from './define.ts';
import { amountSchema } from './fields/amount.ts';
import { metadataSchema, payIdSchema, refNrSchema, simulationModeSchema, transIdSchema } from './fields/ids.ts';
import { orderSchema } from './fields/order.ts';
import { refundMethodsSchema } from './fields/payment-methods.ts';
import { operationResultSchema } from './fields/result.ts';
import { effectOn, withRefNr } from './fields/effects.ts';
import { sightByReference } from './payment-view.ts';

export const refund = command({
  kind: 'refund',
  summary: 'Refund a captured payment, in full or in part',
  method: 'POST',
  path: '/payments/{payId}/refunds',
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
  movesMoney: () => true,
  createsPayment: () => false,
  waits: () => 'always',
  atTerminal: () => false,
  scope: () => 'refund',
  payment: (input) => ({ by: 'payId', payId: input.payId }),
  terminalId: () => null,
  amount: (input) => input.amount,
  claim: () => 'refund',
  namesCapture: ({ paymentMethods }) =>
    (paymentMethods?.card?.providerTransactionId ?? paymentMethods?.payPal?.providerTransactionId) !== undefined,
  secretFields: [],
  personalFields: ['order', 'metadata', 'paymentMethods'],
  successRule: 'evidence',
  contraryStatuses: () => ['REVERSED'],
  recovery: () => 'keyed-resend',
  lookUp: (facts) => (facts.payId === null ? null : { by: 'payId', id: facts.payId }),
  sight: (facts, payment) => sightByReference(facts, payment, /refund|credit/i),
  complete: withRefNr,
  effect: (input) => effectOn(input, { refunded: input.amount.value }),
  response: operationResultSchema,
});
