// Reading the customer vault: customers, one customer, the payment methods that are stored for one, and one of them.
import { z } from 'zod';
import { query } from './define.ts';
import { customerIdSchema, paymentMethodIdSchema } from './fields/ids.ts';
import { dateSchema } from './fields/dates.ts';
import { texts } from './fields/texts.ts';
import { customerPageSchema, customerSchema, storedMethodSchema, storedMethodsSchema } from './fields/vault.ts';

export const listCustomers = query({
  name: 'list-customers',
  summary: 'List customers, page by page',
  path: '/customers',
  scope: 'customers',
  input: z.strictObject({
    page: z
      .string()
      .regex(/^\d{1,9}$/, { error: 'must be a whole number' })
      .optional(),
    createdFrom: dateSchema.optional(),
    createdTo: dateSchema.optional(),
    ...texts('merchantCustomerId', 'email', 'phoneCountry', 'phoneNumber'),
  }),
  response: customerPageSchema,
});

export const getCustomer = query({
  name: 'get-customer',
  summary: 'Read a customer',
  path: '/customers/{customerId}',
  scope: 'customers',
  input: z.strictObject({ customerId: customerIdSchema }),
  response: customerSchema,
});

export const listCustomerPaymentMethods = query({
  name: 'list-customer-payment-methods',
  summary: 'List the payment methods that are stored for a customer',
  path: '/customers/{customerId}/paymentMethods',
  scope: 'customers',
  input: z.strictObject({ customerId: customerIdSchema }),
  response: storedMethodsSchema,
});

export const getPaymentMethod = query({
  name: 'get-payment-method',
  summary: 'Read a stored payment method',
  path: '/customers/{customerId}/paymentMethods/{paymentMethodId}',
  scope: 'customers',
  input: z.strictObject({ customerId: customerIdSchema, paymentMethodId: paymentMethodIdSchema }),
  response: storedMethodSchema,
});
