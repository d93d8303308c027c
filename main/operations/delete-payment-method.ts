// Delete stored payment method: takes one card or account of a customer out of the vault. It is looked for in the
// list of what the customer has: a whole list without it is proof, while a 404 might have other reasons.
import { z } from 'zod';
import { isJsonObject } from '#contract/data/json.ts';
import type { Facts } from './define.ts';
import type { Observation } from './observation.ts';
import { customerLookUp, vaultChange } from './families.ts';
import { customerIdSchema, paymentMethodIdSchema } from './fields/ids.ts';
import { deletedSchema } from './fields/vault.ts';
import type { PaymentView } from './payment-view.ts';
import { evidenceRules } from './evidence/rules.ts';

function observe({ input }: Facts, { raw }: PaymentView): Observation {
  const { data } = raw;
  if (!Array.isArray(data)) return 'cannot-tell';
  const there = data.some((each) => isJsonObject(each) && each['id'] === input['paymentMethodId']);
  return there ? 'absent' : 'applied';
}

export const deletePaymentMethod = vaultChange({
  kind: 'delete-payment-method',
  summary: 'Delete a stored payment method of a customer',
  method: 'DELETE',
  path: '/customers/{customerId}/paymentMethods/{paymentMethodId}',
  examples: [
    {
      title: 'Delete a stored card',
      input: { customerId: 'CUSTOMER_ID', paymentMethodId: 'PAYMENT_METHOD_ID' },
    },
  ],
  input: z.strictObject({ customerId: customerIdSchema, paymentMethodId: paymentMethodIdSchema }),
  evidence: () => evidenceRules.removal,
  lookUp: ({ input }) => customerLookUp('methodsOfCustomer', input),
  observe,
  absence: () => 'nothing',
  response: deletedSchema,
});
