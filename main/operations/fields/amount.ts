// The amount object (specification, "amount object"): closed, in minor units.
import { z } from 'zod';
import { currencySchema, minorUnitsOrZeroSchema, minorUnitsSchema } from '#contract/money/money-schemas.ts';

const parts = {
  taxTotal: minorUnitsOrZeroSchema.optional(),
  netItemTotal: minorUnitsOrZeroSchema.optional(),
  netShippingAmount: minorUnitsOrZeroSchema.optional(),
  grossShippingAmount: minorUnitsOrZeroSchema.optional(),
  netDiscount: minorUnitsOrZeroSchema.optional(),
  grossDiscount: minorUnitsOrZeroSchema.optional(),
};

export const amountSchema = z.strictObject({ value: minorUnitsSchema, currency: currencySchema, ...parts });

/** For commands that move no money: zero is an amount too. */
export const amountOrZeroSchema = z.strictObject({
  value: minorUnitsOrZeroSchema,
  currency: currencySchema,
  ...parts,
});
