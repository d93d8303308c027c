// Where a refund without a payment goes: to a card or to a bank account (specification, "Refund payment without
// reference"). Exactly one of the two.
import { z } from 'zod';
import { isIban } from '#contract/text/iban.ts';
import { filledSchema, texts } from '../texts.ts';

const transactionMethods = ['CREDIT', 'DEBIT', 'PREPAID', 'CASH', 'DEPOSIT_ACCOUNT', 'MOBILE_MONEY_ACCOUNT'] as const;

/** Additional data when `paymentOfWinnings` is true. */
const paymentDataSchema = z.strictObject({
  senderData: z
    .strictObject({
      ...texts('accountNumber', 'name', 'address', 'city'),
      countryCode: z
        .string()
        .regex(/^\d{3}$/, { error: 'must be a three-digit ISO country number' })
        .optional(),
      transactionMethod: z.enum(transactionMethods).optional(),
      accountType: z.enum(['RTN_AND_BANK_ACCOUNT_NUMBER', 'IBAN', 'CARD_ACCOUNT', 'IBAN_AND_BIC']).optional(),
    })
    .optional(),
  recipientData: z.strictObject(texts('name')).optional(),
});

const cardSchema = z.strictObject({
  /** A card number or a pseudo card number. */
  number: filledSchema,
  cardholderName: filledSchema,
  expiryDate: z.string().regex(/^\d{4}(0[1-9]|1[0-2])$/, { error: 'must be a year and month as YYYYMM' }),
  /** The scheme, for example visa. */
  brand: filledSchema,
  securityCode: z
    .string()
    .regex(/^\d{3,4}$/, { error: 'must be 3 or 4 digits' })
    .optional(),
  /** Credits a win instead of repaying a paid amount, for one acquirer route. */
  paymentOfWinnings: z.boolean().optional(),
  paymentData: paymentDataSchema.optional(),
});

const accountSchema = z.strictObject({
  number: z.string().refine(isIban, { error: 'must be an IBAN: its check digits do not fit' }),
  /** BIC */
  ...texts('code', 'bankName'),
  accountHolderName: filledSchema,
});

export const unreferencedRefundMethodsSchema = z
  .strictObject({
    card: cardSchema.optional(),
    directDebit: z.strictObject({ account: accountSchema }).optional(),
  })
  .refine(({ card, directDebit }) => (card === undefined) !== (directDebit === undefined), {
    error: 'must hold either card or directDebit: where the money goes',
  });
