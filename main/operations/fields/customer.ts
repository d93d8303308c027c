// Persons and companies (specification, "customerInfo object").
import { z } from 'zod';
import { phoneSchema } from './address.ts';
import { dateSchema } from './dates.ts';
import { emailSchema } from './ids.ts';
import { texts } from './texts.ts';

const customerTypeSchema = z.enum(['individual', 'business'], { error: 'must be individual or business' });

/** The customer in session and create-payment requests. `gatewayCustomerId` stands in results only. */
export const customerInfoSchema = z.strictObject({
  ...texts('merchantCustomerId', 'firstName', 'lastName'),
  customerType: customerTypeSchema.optional(),
  email: emailSchema.optional(),
  phone: phoneSchema.optional(),
  ...texts('salutation', 'title', 'gender', 'maidenName', 'middleName'),
  birthDate: dateSchema.optional(),
  ...texts('birthPlace', 'socialSecurityNumber', 'taxId'),
  ...texts('companyName', 'positionOccupied', 'companyRegistrationNumber', 'companyVatId', 'companyLegalForm'),
});

/** Who gets a refund without reference; the e-mail address is required there. */
export const refundeeSchema = customerInfoSchema
  .pick({ merchantCustomerId: true, customerType: true, firstName: true, lastName: true, phone: true, birthDate: true })
  .extend({ email: emailSchema });
