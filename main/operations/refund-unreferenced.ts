// Refund payment without reference: credits a card or an account that no payment here stands behind. The one
// operation whose input may hold a card number; number and code live in memory until sent and are never stored.
import { z } from 'zod';
import { command } from './define.ts';
import { namedBillingAddressSchema, refundeeSchema, shippingSchema } from './fields/address.ts';
import { amountSchema } from './fields/amount.ts';
import { metadataSchema, refNrSchema, transIdSchema } from './fields/ids.ts';
import { operationResultSchema } from './fields/result.ts';
import { effectWith, withRefNr } from './fields/effects.ts';
import { sightByPayment } from './payment-view.ts';

const filled = z.string().min(1, { error: 'must not be empty' });

const paymentDataSchema = z.strictObject({
  senderData: z
    .strictObject({
      accountNumber: z.string().optional(),
      name: z.string().optional(),
      address: z.string().optional(),
      city: z.string().optional(),
      countryCode: z
        .string()
        .regex(/^\d{3}$/, { error: 'must be a three-digit ISO country number' })
        .optional(),
      transactionMethod: z
        .enum(['CREDIT', 'DEBIT', 'PREPAID', 'CASH', 'DEPOSIT_ACCOUNT', 'MOBILE_MONEY_ACCOUNT'])
        .optional(),
      accountType: z.enum(['RTN_AND_BANK_ACCOUNT_NUMBER', 'IBAN', 'CARD_ACCOUNT', 'IBAN_AND_BIC']).optional(),
    })
    .optional(),
  recipientData: z.strictObject({ name: z.string().optional() }).optional(),
});

const cardSchema = z.strictObject({
  /** A card number or a pseudo card number. */
  number: filled,
  cardholderName: filled,
  expiryDate: z.string().regex(/^\d{4}(0[1-9]|1[0-2])$/, { error: 'must be a year and month as YYYYMM' }),
  brand: filled,
  securityCode: z
    .string()
    .regex(/^\d{3,4}$/, { error: 'must be 3 or 4 digits' })
    .optional(),
  paymentOfWinnings: z.boolean().optional(),
  paymentData: paymentDataSchema.optional(),
});

const accountSchema = z.strictObject({
  number: z.string().regex(/^[A-Z]{2}\d{2}[A-Za-z0-9]{10,30}$/, { error: 'must be an IBAN' }),
  code: z.string().optional(),
  bankName: z.string().optional(),
  accountHolderName: filled,
});

export const refundUnreferenced = command({
  kind: 'refund-unreferenced',
  summary: 'Refund to a card or an account without a payment to refer to',
  method: 'POST',
  path: '/payments/refunds',
  input: z.strictObject({
    transId: transIdSchema,
    amount: amountSchema,
    refNr: refNrSchema.optional(),
    billingAddress: namedBillingAddressSchema.optional(),
    shipping: shippingSchema.optional(),
    statementDescriptor: z.string().optional(),
    customerInfo: refundeeSchema.optional(),
    browserInfo: z
      .looseObject({
        acceptHeaders: z.string().optional(),
        // Spelled so in the specification.
        ipAddres: z.string().optional(),
        sessionId: z.string().optional(),
      })
      .optional(),
    metadata: metadataSchema.optional(),
    paymentMethods: z
      .strictObject({
        card: cardSchema.optional(),
        directDebit: z.strictObject({ account: accountSchema }).optional(),
      })
      .optional(),
  }),
  keyed: false,
  movesMoney: () => true,
  createsPayment: () => true,
  waits: () => 'never',
  atTerminal: () => false,
  scope: () => 'refund-unreferenced',
  payment: (input) => ({ by: 'transId', transId: input.transId }),
  terminalId: () => null,
  amount: (input) => input.amount,
  claim: () => 'none',
  namesCapture: () => false,
  secretFields: ['paymentMethods.card.number', 'paymentMethods.card.securityCode'],
  personalFields: ['billingAddress', 'shipping', 'customerInfo', 'browserInfo', 'metadata', 'paymentMethods'],
  successRule: 'evidence',
  contraryStatuses: () => ['REVERSED'],
  recovery: () => 'look-up-only',
  lookUp: (facts) => (facts.transId === null ? null : { by: 'transId', id: facts.transId }),
  sight: sightByPayment,
  complete: withRefNr,
  effect: (input) =>
    effectWith({
      transId: input.transId,
      currency: input.amount.currency,
      creates: true,
      refunded: input.amount.value,
    }),
  response: operationResultSchema,
});
