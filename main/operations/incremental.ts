// Incremental authorization: adds to what an existing card authorization holds (a longer stay, a longer rental). The
// total authorized is the sum (specification, "Preconditions", rule 4).
import { z } from 'zod';
import { onPayment } from './families.ts';
import { amountSchema } from './fields/amount.ts';
import { effectOn } from './fields/effects.ts';
import { payIdSchema, refNrSchema, transIdSchema } from './fields/ids.ts';
import { orderSchema } from './fields/order.ts';
import { seenByReference } from './own-result.ts';
import { evidenceRules } from './evidence/rules.ts';

export const incremental = onPayment({
  kind: 'incremental',
  summary: 'Add an amount to an existing card authorization',
  path: '/payments/{payId}/incrementals',
  examples: [
    {
      title: 'One more day',
      input: {
        payId: 'PAY_ID',
        transId: 'order-1001-more',
        amount: { value: 2500, currency: 'EUR' },
      },
    },
  ],
  input: z.strictObject({
    payId: payIdSchema,
    transId: transIdSchema,
    refNr: refNrSchema.optional(),
    amount: amountSchema,
    /** Additional days of the stay or rental; for such merchants only. */
    duration: z.number().optional(),
    order: orderSchema.optional(),
  }),
  keyed: true,
  taking: () => 'authorization',
  addsToPayment: true,
  scope: () => 'sale',
  personalFields: ['order'],
  evidence: () => evidenceRules.incremental,
  recovery: () => 'look-up-only',
  ...seenByReference(evidenceRules.incremental),
  effect: (input) => effectOn(input, { authorized: input.amount.value }),
});
