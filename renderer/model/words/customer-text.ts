// A customer of the vault and what is stored for one, as lines for people. Never more of a number than its last four.
import type { CustomerView, StoredMethodView } from '#contract/people/customer.ts';
import type { Say } from '#texts/index.ts';
import { cardText } from '#texts/operation-facts.ts';

/** Null where the vault has no name. */
export function customerName({ firstName, lastName, companyName }: CustomerView): string | null {
  const person = [firstName, lastName].filter((part) => part !== null).join(' ');
  return companyName ?? (person === '' ? null : person);
}

export function phoneText({ phoneCountry, phoneNumber }: CustomerView): string | null {
  if (phoneNumber === null) return null;
  return phoneCountry === null ? phoneNumber : `+${phoneCountry.replace(/^\+|^00/, '')} ${phoneNumber}`;
}

/** `VISA •••• 1111`, or only the kind of method where it has no card number; brands keep their names. */
export function methodText({ brand, type, last4 }: StoredMethodView, say: Say): string {
  const name = brand?.toUpperCase() ?? kindText(type, say);
  return cardText({ brand: name, last4 }) ?? name;
}

function kindText(type: string | null, say: Say): string {
  const kind = type?.toUpperCase();
  if (kind === 'CARD') return say('customer.card');
  if (kind === 'DIRECTDEBIT') return say('customer.directDebit');
  return kind ?? say('customer.method');
}

export interface Validity {
  /** MM/YYYY */
  readonly month: string;
  readonly past: boolean;
}

/** Null where the vault does not say until when, or not as YYYYMM. A card is valid through its whole last month. */
export function validityOf({ expiry }: StoredMethodView, nowMs: number): Validity | null {
  const parts = /^(\d{4})(0[1-9]|1[0-2])$/.exec(expiry ?? '');
  const [, year, month] = parts ?? [];
  if (year === undefined || month === undefined) return null;
  return { month: `${month}/${year}`, past: nowMs >= Date.UTC(Number(year), Number(month), 1) };
}
