// Addresses and persons (specification, "billingAddress", "shipping", "customerInfo"): all fields optional, closed.
import { z } from 'zod';
import { countrySchema, emailSchema } from './ids.ts';

const phoneSchema = z.strictObject({ countryCode: z.string().optional(), number: z.string().optional() });

const street = {
  streetName: z.string().optional(),
  streetNumber: z.string().optional(),
  addressLine2: z.string().optional(),
  addressLine3: z.string().optional(),
  city: z.string().optional(),
  state: z.string().optional(),
  country: countrySchema.optional(),
  postalCode: z.string().optional(),
};

/** The refund without reference also takes the names. */
export const namedBillingAddressSchema = z.strictObject({
  ...street,
  firstName: z.string().optional(),
  lastName: z.string().optional(),
});

export const shippingSchema = z.strictObject({
  address: z
    .strictObject({
      firstName: z.string().optional(),
      lastName: z.string().optional(),
      companyName: z.string().optional(),
      streetName: z.string().optional(),
      streetNumber: z.string().optional(),
      addressLine2: z.string().optional(),
      addressLine3: z.string().optional(),
      city: z.string().optional(),
      state: z.string().optional(),
      country: countrySchema.optional(),
      postalCode: z.string().optional(),
      phone: phoneSchema.optional(),
    })
    .optional(),
  type: z.string().optional(),
});

/** Who gets a refund without reference; the e-mail address is required there. */
export const refundeeSchema = z.strictObject({
  merchantCustomerId: z.string().optional(),
  customerType: z.enum(['individual', 'business'], { error: 'must be individual or business' }).optional(),
  firstName: z.string().optional(),
  lastName: z.string().optional(),
  email: emailSchema,
  phone: phoneSchema.optional(),
  birthDate: z.iso.date({ error: 'must be a date as YYYY-MM-DD' }).optional(),
});
