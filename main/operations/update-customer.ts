// Update customer: changes a customer in the vault. Only what is given is changed, so whether the customer keeps a
// name is for the gateway to know; that the names are not all emptied can be seen here.
import { z } from 'zod';
import { without } from '#contract/data/json.ts';
import { vaultChange } from './families.ts';
import { phoneSchema } from './fields/address.ts';
import { customerIdSchema, emailSchema } from './fields/ids.ts';
import { texts } from './fields/texts.ts';
import { customerSchema } from './fields/vault.ts';
import { showsAll } from './payment-evidence.ts';

const inputSchema = z
  .strictObject({
    customerId: customerIdSchema,
    ...texts('firstName', 'lastName', 'companyName'),
    email: emailSchema.optional(),
    phone: phoneSchema.optional(),
    billingAddress: z.strictObject(texts('streetName', 'city', 'postalCode', 'state', 'country')).optional(),
  })
  .refine((input) => Object.keys(input).length > 1, { error: 'must hold at least one field to change' })
  .refine(({ firstName, lastName, companyName }) => !empties(firstName, lastName) || isFilled(companyName), {
    error: 'is required where firstName or lastName is emptied',
    path: ['companyName'],
  });

const isFilled = (text: string | undefined) => text !== undefined && text.trim() !== '';
const empties = (...names: readonly (string | undefined)[]) => names.some((name) => name?.trim() === '');

export const updateCustomer = vaultChange({
  kind: 'update-customer',
  summary: 'Update a customer in the vault',
  method: 'PATCH',
  path: '/customers/{customerId}',
  examples: [
    {
      title: 'A new e-mail address',
      input: { customerId: 'CUSTOMER_ID', email: 'sam@shop.example' },
    },
  ],
  input: inputSchema,
  personalFields: ['firstName', 'lastName', 'companyName', 'email', 'phone', 'billingAddress'],
  // Values that differ may have been changed again since, or be written in another form; that proves nothing.
  observe: ({ input }, { raw }) => (showsAll(raw, without(input, ['customerId'])) ? 'applied' : 'cannot-tell'),
  response: customerSchema,
});
