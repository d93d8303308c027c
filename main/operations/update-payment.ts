// Update payment: changes details of a payment. The bodies are not shown, so what the caller gives is sent as it is,
// and seen applied only where the payment's record shows every value of it.
import { z } from 'zod';
import { without } from '#contract/json.ts';
import { onPayment } from './families.ts';
import { asGiven, effectOn } from './fields/effects.ts';
import { payIdSchema } from './fields/ids.ts';
import { showsAll } from './payment-evidence.ts';
import { evidenceRules } from './evidence/rules.ts';

export const updatePayment = onPayment({
  kind: 'update-payment',
  summary: 'Update details of a payment',
  method: 'PATCH',
  path: '/payments/{payId}',
  examples: [
    {
      title: 'Add the number of the order',
      input: { payId: 'PAY_ID', order: { merchantReference: 'order 1001' } },
    },
  ],
  input: z
    .object({ payId: payIdSchema })
    .catchall(z.json())
    .refine((input) => Object.keys(input).length > 1, { error: 'must hold at least one field to change' }),
  keyed: false,
  movesMoney: () => false,
  waits: () => 'always',
  taking: () => null,
  scope: () => 'sale',
  amount: () => null,
  evidence: () => evidenceRules.removal,
  recovery: () => 'look-up-only',
  // Values that differ may have been changed again since; that proves nothing.
  observe: ({ input }, payment) => (showsAll(payment.raw, without(input, ['payId'])) ? 'applied' : 'cannot-tell'),
  complete: asGiven,
  effect: (input) => effectOn(input, {}),
});
