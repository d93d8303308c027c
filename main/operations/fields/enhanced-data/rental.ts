// The rental agreement (specification, "Capture payment", carRental.common).
import { z } from 'zod';
import { filledSchema, texts } from '../texts.ts';
import { locationSchema } from './parts.ts';

const rentalDetailsSchema = z.strictObject({
  salesIndicator: z.enum(['D', 'F', 'R']),
  /** Its type is not shown. */
  rentalRate: z.union([z.string(), z.number()]).optional(),
  ...texts('orderNumber', 'serviceDescription'),
  folioNumber: filledSchema,
  oneWayServiceCharge: z.int().optional(),
});

export const rentalSchema = z.strictObject({
  rentalAgreementNumber: filledSchema,
  /** A date and time. */
  ...texts('rentalStart'),
  pickupLocation: locationSchema,
  /** A date and time. */
  ...texts('return'),
  dropOffLocation: locationSchema,
  daysHired: z.int(),
  carClass: filledSchema,
  carRegistrationNumber: filledSchema,
  renterName: filledSchema,
  renterAddress: locationSchema.optional(),
  noShowIndicator: z.boolean().optional(),
  reservationNumber: filledSchema,
  rentalDetails: rentalDetailsSchema,
  extraCharges: z
    .strictObject({
      amount: z.int().optional(),
      reason: z.enum(['None', 'Fuel', 'ExtraMileage', 'LateReturn', 'OneWayService', 'ParkingViolation']).optional(),
    })
    .optional(),
  pointOfSale: z.strictObject(texts('title', 'url', 'email', 'phone')).optional(),
});
