// What the customer vault answers (specification, "Customer (vault)", "Stored payment method (vault)"). Read
// tolerantly: every field may be missing, unknown ones pass through.
import { z } from 'zod';
import { text, tolerant } from './tolerant.ts';

/** ISO 8601 with milliseconds and without a zone, as the specification says: `2026-01-31T18:05:00.000`. */
const vaultDateTime = tolerant(z.iso.datetime({ local: true, precision: 3 }));
const times = { createdAt: vaultDateTime, updatedAt: vaultDateTime, lastUsedAt: vaultDateTime };

export const customerSchema = z.looseObject({
  id: text,
  merchantCustomerId: text,
  firstName: text,
  lastName: text,
  /** Present when the names are absent. */
  companyName: text,
  email: text,
  phone: tolerant(z.looseObject({ countryCode: text, number: text })),
  billingAddress: tolerant(
    z.looseObject({ streetName: text, city: text, postalCode: text, state: text, country: text }),
  ),
  scope: text,
  ...times,
});

const count = tolerant(z.int());

export const customerPageSchema = z.looseObject({
  totalNumberOfPages: count,
  totalNumberOfItems: count,
  page: count,
  pageSize: count,
  data: tolerant(z.array(customerSchema)),
});

/** Fields of methods other than cards are not shown. */
export const storedMethodSchema = z.looseObject({
  id: text,
  /** For example CARD. */
  type: text,
  last4Digits: text,
  pseudoCardNumber: text,
  cardHolderName: text,
  /** The card scheme in lower case. */
  brand: text,
  /** YYYYMM */
  expiryDate: text,
  ...times,
});

export const storedMethodsSchema = z.looseObject({
  gatewayCustomerId: text,
  data: tolerant(z.array(storedMethodSchema)),
});

/** An answer that says `deleted: false` is no success, whatever its HTTP status: it cannot be read as this. */
export const deletedSchema = z.looseObject({ id: text, deleted: z.literal(true).nullish() });
