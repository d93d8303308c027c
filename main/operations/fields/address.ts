// Addresses (specification, "billingAddress", "shipping"): all fields optional, the objects closed.
import { z } from 'zod';
import { countrySchema } from './ids.ts';
import { texts } from './texts.ts';

export const phoneSchema = z.strictObject(texts('countryCode', 'number'));

const place = {
  ...texts('streetName', 'streetNumber', 'addressLine2', 'addressLine3', 'city', 'state'),
  country: countrySchema.optional(),
  ...texts('postalCode'),
};

export const billingAddressSchema = z.strictObject(place);

/** The refund without reference also takes the names. */
export const namedBillingAddressSchema = z.strictObject({ ...place, ...texts('firstName', 'lastName') });

export const shippingSchema = z.strictObject({
  address: z
    .strictObject({ ...texts('firstName', 'lastName', 'companyName'), ...place, phone: phoneSchema.optional() })
    .optional(),
  /** The shipping method. */
  type: z.string().optional(),
});
