// The first digits of a card number: enough to know the issuer, too few to be a card number.
import { z } from 'zod';

export const binSchema = z
  .string({ error: 'is required: the first 6 to 8 digits of the card number' })
  .regex(/^\d{6,8}$/, { error: 'must be the first 6 to 8 digits of the card number' });
