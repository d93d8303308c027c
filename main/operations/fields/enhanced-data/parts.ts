// Sums, taxes, places and names that several of the car rental objects use (specification, "Capture payment").
import { z } from 'zod';
import { texts } from '../texts.ts';

/** Minor units; a correction may be negative. */
export const amountsSchema = z.strictObject({
  grossAmount: z.int().optional(),
  netAmount: z.int().optional(),
  taxAmount: z.int().optional(),
});

export const taxSchema = z.strictObject({
  taxRate: z.number().optional(),
  taxTypeIndicator: z.enum(['ValueAddedTax', 'SalesTax', 'Other']).optional(),
});

export const locationSchema = z.strictObject(texts('street', 'city', 'zipCode', 'state', 'country'));

export const personSchema = z.strictObject(texts('firstName', 'middleName', 'lastName'));

export const mileageUnitSchema = z.enum(['Km', 'Mi']);
