// Delete customer: takes a customer and the stored payment methods out of the vault. A customer that a look-up still
// shows was not deleted; one that it does not find was, as far as a positive control shows that it finds customers.
import { z } from 'zod';
import { vaultChange } from './families.ts';
import { customerIdSchema } from './fields/ids.ts';
import { deletedSchema } from './fields/vault.ts';
import { evidenceRules } from './evidence/rules.ts';

export const deleteCustomer = vaultChange({
  kind: 'delete-customer',
  summary: 'Delete a customer and the stored payment methods',
  method: 'DELETE',
  path: '/customers/{customerId}',
  examples: [
    {
      title: 'Delete a customer',
      input: { customerId: 'CUSTOMER_ID' },
    },
  ],
  input: z.strictObject({ customerId: customerIdSchema }),
  evidence: () => evidenceRules.removal,
  observe: ({ input }, { raw }) => (raw['id'] === input['customerId'] ? 'absent' : 'cannot-tell'),
  absence: () => 'applied',
  response: deletedSchema,
});
