// Identifiers of the specification ("Identifiers") and the other short strings that many operations share.
import { z } from 'zod';

const filled = { error: 'must not be empty' };

/** Merchant transaction id: at most 64 characters. */
export const transIdSchema = z
  .string({ error: 'is required: a text of 1 to 64 characters' })
  .min(1, filled)
  .max(64, { error: 'must have at most 64 characters' })
  .refine((text) => text.trim() !== '' && !/\p{Cc}/u.test(text), {
    error: 'must not be blank or hold control characters',
  })
  // It becomes a path segment of the look-up, and these two would leave it.
  .refine((text) => text !== '.' && text !== '..', { error: 'must not be a dot or two dots' });

/** An id that becomes one path segment, so what could leave the segment, or end it (;), is refused. */
const segmentSchema = (required: string) =>
  z
    .string({ error: `is required: ${required}` })
    .min(1, filled)
    .max(128, { error: 'must have at most 128 characters' })
    .refine((text) => !/[\s/?#%\\;]|\p{Cc}/u.test(text) && text !== '.' && text !== '..', {
      error: 'must be an identifier without spaces, slashes or other separators',
    });

/** The service's payment id. */
export const payIdSchema = segmentSchema('the payId of the payment');

/** The service's ids in the customer vault. */
export const customerIdSchema = segmentSchema('the id of the customer');
export const paymentMethodIdSchema = segmentSchema('the id of the stored payment method');

export const refNrSchema = z.string().min(1, filled).max(128, { error: 'must have at most 128 characters' });

/** Country as a three-character ISO code. */
export const countrySchema = z.string().regex(/^[A-Z]{3}$/, {
  error: 'must be a three-letter ISO country code in capitals, for example DEU',
});

export const simulationModeSchema = z.string();

/** Free key and value pairs, returned unchanged in results. */
export const metadataSchema = z.record(z.string(), z.json());

export const emailSchema = z.email({ error: 'must be an e-mail address' });
