// AirPlus company accounts (specification, "Capture payment", carRental.airPlus).
import { z } from 'zod';
import { dateSchema } from '../dates.ts';
import { filledSchema, texts } from '../texts.ts';
import { amountsSchema, mileageUnitSchema, personSchema, taxSchema } from './parts.ts';

const rentalInformationSchema = z.strictObject({
  carMake: filledSchema,
  departureDate: dateSchema.optional(),
  ...texts('customerOrderNumber'),
  costPerMile: z.int().optional(),
  milesDriven: z.int(),
  driver: personSchema,
  ...texts('vehicleGroup'),
  carRentalCompanyId: z.enum(['D', 'F', 'G', 'H', 'M', 'O', 'P', 'T', 'W', 'Y', 'Z']),
  fuelConsumption: z.int().optional(),
});

const billingSchema = z.strictObject({
  ...texts('accountingUnit', 'businessUnit', 'actionNumber', 'voucherNumber', 'department', 'discountNumber'),
  ...texts('internalAccountNumber', 'costCenter', 'customerNumber', 'customerReference', 'employeeNumber'),
  ...texts('projectNumber'),
  invoiceDate: dateSchema.optional(),
  ...texts('invoiceNumber', 'destination', 'taxRegistrationNumber', 'comments', 'misc'),
  countryCode: filledSchema,
});

const carSharingTaxes = [
  'NoVat',
  'NonDeductibleCityVAT',
  'NonDeductibleState',
  'DeductibleCityVAT',
  'DeductibleState',
  'DeductibleNationalVAT',
  'EUReverseCharge',
] as const;

const carSharingSchema = z.strictObject({
  amounts: amountsSchema,
  nonVATableNetAmount: z.int().optional(),
  tax: taxSchema,
  taxTypeIndicator: z.enum(carSharingTaxes),
  documentNumber: filledSchema.max(10, { error: 'must have at most 10 characters' }),
  /** The gateway splits it into three parts of 45. */
  serviceDescription: filledSchema.max(135, { error: 'must have at most 135 characters' }),
  ...texts('serviceType'),
  hotelBookingDetails: z
    .strictObject({
      ...texts('name'),
      checkInDate: dateSchema.optional(),
      ...texts('locationCity'),
      roomNights: z.number().optional(),
    })
    .optional(),
});

const items = ['C9', 'CB', 'CC', 'CG', 'CI', 'CJ', 'CT', 'CU', 'CV', 'CW', 'CX', 'CY'] as const;
const moreItems = ['D4', 'D7', 'D8', 'D9', 'DA', 'O6', 'OQ'] as const;

export const airPlusSchema = z.strictObject({
  rentalInformation: rentalInformationSchema,
  billingAndInvoiceInformation: billingSchema,
  mileageUnit: mileageUnitSchema,
  odometerStart: z.int(),
  odometerReturn: z.int(),
  telcoUnits: z.int().optional(),
  carSharing: carSharingSchema.optional(),
  lineItems: z
    .array(
      z.strictObject({ itemDescription: z.enum([...items, ...moreItems]), amounts: amountsSchema, tax: taxSchema }),
    )
    .optional(),
});
