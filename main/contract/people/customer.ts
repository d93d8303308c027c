// A customer of the gateway's vault as a person at the till sees one: names, how to reach them, and what is stored for
// them with its number masked. A pseudo card number can be paid with, so it never reaches the window.
import { z } from 'zod';

/** An id that becomes one segment of an address. */
export const vaultIdSchema = z
  .string()
  .min(1)
  .max(128)
  .regex(/^(?!\.{1,2}$)[^\s/?#%\\]+$/);

const text = z.string().min(1).max(128);

/** What the vault can be searched by (specification, "Customer vault endpoints"); it compares whole values. */
export const customerFilterSchema = z.strictObject({
  page: z.int().min(1).max(999_999_999),
  email: text.optional(),
  merchantCustomerId: text.optional(),
  phoneCountry: text.optional(),
  phoneNumber: text.optional(),
  /** Dates, YYYY-MM-DD, both inclusive. */
  createdFrom: z.iso.date().optional(),
  createdTo: z.iso.date().optional(),
});

/** Null where the vault does not say. */
export interface CustomerView {
  readonly id: string;
  readonly merchantCustomerId: string | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly companyName: string | null;
  readonly email: string | null;
  readonly phoneCountry: string | null;
  readonly phoneNumber: string | null;
  readonly address: {
    readonly streetName: string | null;
    readonly postalCode: string | null;
    readonly city: string | null;
    readonly state: string | null;
    readonly country: string | null;
  };
  /** ISO 8601 without a zone, as the vault has it. */
  readonly createdAt: string | null;
  readonly lastUsedAt: string | null;
}

export interface StoredMethodView {
  readonly id: string;
  /** For example CARD. */
  readonly type: string | null;
  /** The card scheme, as the vault writes it. */
  readonly brand: string | null;
  readonly last4: string | null;
  /** YYYYMM */
  readonly expiry: string | null;
  readonly holder: string | null;
}
