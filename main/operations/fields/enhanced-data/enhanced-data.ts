// Industry data of a capture (specification, "Capture payment", enhancedData): sums and tax, and a car rental in the
// forms that card companies ask for.
import { z } from 'zod';
import { airPlusSchema } from './air-plus.ts';
import { amexSchema } from './amex.ts';
import { amountsSchema, taxSchema } from './parts.ts';
import { rentalSchema } from './rental.ts';

export const enhancedDataSchema = z.strictObject({
  common: z.strictObject({ amounts: amountsSchema.optional(), tax: taxSchema.optional() }),
  carRental: z
    .strictObject({
      common: rentalSchema.optional(),
      airPlus: airPlusSchema.optional(),
      amex: amexSchema.optional(),
    })
    .optional(),
});
