// Refund payment without reference (a manual refund): credits a card or an account without a payment of this bridge.
// The one operation whose input may hold a card number; number and code live in memory until sent and are never stored.
import { z } from 'zod';
import { newPayment } from './families.ts';
import { namedBillingAddressSchema, shippingSchema } from './fields/address.ts';
import { amountSchema } from './fields/amount.ts';
import { refundeeSchema } from './fields/customer.ts';
import { unreferencedRefundMethodsSchema } from './fields/methods/unreferenced-refund.ts';
import { browserInfoSchema } from './fields/open-objects.ts';
import { metadataSchema, refNrSchema, transIdSchema } from './fields/ids.ts';
import { effectWith } from './fields/effects.ts';
import { observeByPayment } from './payment-evidence.ts';
import { evidenceRules } from './evidence/rules.ts';

export const refundUnreferenced = newPayment({
  kind: 'refund-unreferenced',
  summary: 'Refund to a card or an account without a payment to refer to',
  path: '/payments/refunds',
  examples: [
    {
      title: 'Credit a card',
      input: {
        transId: 'return-77',
        amount: { value: 500, currency: 'EUR' },
        paymentMethods: {
          card: {
            number: '4111111111111111',
            cardholderName: 'Sam Sample',
            expiryDate: '203012',
            brand: 'visa',
          },
        },
      },
    },
  ],
  input: z.strictObject({
    transId: transIdSchema,
    amount: amountSchema,
    refNr: refNrSchema.optional(),
    billingAddress: namedBillingAddressSchema.optional(),
    shipping: shippingSchema.optional(),
    statementDescriptor: z.string().optional(),
    customerInfo: refundeeSchema.optional(),
    browserInfo: browserInfoSchema.optional(),
    metadata: metadataSchema.optional(),
    paymentMethods: unreferencedRefundMethodsSchema,
  }),
  keyed: false,
  taking: () => 'manual-refund',
  scope: () => 'refund-unreferenced',
  paysOut: () => 'always',
  secretFields: () => ['paymentMethods.card.number', 'paymentMethods.card.securityCode'],
  personalFields: [
    'billingAddress',
    'shipping',
    'statementDescriptor',
    'customerInfo',
    'browserInfo',
    'metadata',
    'paymentMethods',
  ],
  evidence: () => evidenceRules.unreferencedRefund,
  observe: (facts, payment) => observeByPayment(facts, payment, evidenceRules.unreferencedRefund),
  effect: (input) =>
    effectWith({
      transId: input.transId,
      currency: input.amount.currency,
      creates: true,
      refunded: input.amount.value,
    }),
});
