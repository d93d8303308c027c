// American Express business travel (specification, "Capture payment", carRental.amex).
import { z } from 'zod';
import { dateSchema } from '../dates.ts';
import { filledSchema, texts } from '../texts.ts';
import { amountsSchema, mileageUnitSchema, personSchema, taxSchema } from './parts.ts';

const transactionTypeSchema = z.enum(['Debit', 'Credit']);
const indicatorSchema = z.enum(['N', 'Y', 'R']);

const additionalAmountSchema = z.strictObject({
  amountTypeCode: filledSchema,
  transactionType: transactionTypeSchema,
  amounts: amountsSchema,
  tax: taxSchema,
});

const supplierSchema = z.strictObject({
  name: filledSchema,
  ...texts('taxRegistrationNumber', 'matchCode', 'legalName'),
  /** Its shape is not shown. */
  address: z.json().optional(),
});

const providerSchema = z.strictObject({
  travelAgencyCode: filledSchema,
  travelOfficeCode: filledSchema,
  transactionReference: filledSchema,
  invoiceIndicator: indicatorSchema,
  invoice: z.strictObject(texts('number', 'date', 'associatedNumber')).optional(),
  iataNumber: z.int().optional(),
  ...texts('serviceCentre', 'terminalId', 'providerReference', 'electronicInvoiceLocation'),
});

const customerReferenceSchema = z.strictObject({
  statementField: z.enum(['01', '02', '03', '04', '05', '06', '07']),
  typeCode: z.enum([
    'CostCentre',
    'EmployeeId',
    'TravelBookerName',
    'JobNumber',
    'ProjectCode',
    'BusinessUnit',
    'Other',
  ]),
  data: filledSchema,
});

const lineItemSchema = z.strictObject({
  number: z.int(),
  description: filledSchema,
  reference: filledSchema,
  statementIndicator: indicatorSchema,
  grossAmount: z.int(),
  transactionType: transactionTypeSchema,
  additionalAmounts: z.array(additionalAmountSchema),
});

export const amexSchema = z.strictObject({
  ...texts('cancellationReason'),
  bookingSourceCode: z.enum(['OnlineBooking', 'SelfBookingTool', 'AfterHoursBooking', 'PhoneBooking']).optional(),
  mediaCode: z
    .enum(['CardmemberSignatureOnFile', 'PhoneOrder', 'MailOrder', 'InternetOrder', 'RecurringBilling'])
    .optional(),
  globalDistributionSystem: z.enum(['Amadeus', 'Sabre', 'Galileo']).optional(),
  originalAmount: z.int().optional(),
  ...texts('originalCurrencyCode'),
  additionalAmounts: z.array(additionalAmountSchema),
  destination: filledSchema,
  departureDate: dateSchema,
  travellers: z.array(personSchema).optional(),
  ...texts('consultant'),
  mileageUnit: mileageUnitSchema.optional(),
  milesDriven: z.int().optional(),
  supplier: supplierSchema,
  provider: providerSchema,
  bookingSystem: z
    .strictObject({
      ...texts('bookingSystemReference'),
      /** Its type is not shown. */
      invoice: z.json().optional(),
    })
    .optional(),
  customerReference: z.array(customerReferenceSchema).optional(),
  lineItems: z.array(lineItemSchema).optional(),
});
