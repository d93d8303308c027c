// When the vault learns of a customer. The specification shows no call that creates one, only that results carry a
// gatewayCustomerId "when the customer vault is enabled"; so here a payment that names its customer stores it.
import { type JsonObject, isJsonObject, textAt } from '#contract/data/json.ts';
import type { MaskedCard } from '../facts/cards.ts';
import { newId, newPseudoCardNumber } from '../facts/ids.ts';
import { present } from '../facts/present.ts';
import type { Customer, StoredMethod, Vault, VaultChange } from '../state/vault.ts';

type Reading = Omit<Vault, 'apply'>;

/** `2026-01-31T18:05:00.000`: ISO 8601 with milliseconds and no zone, as the specification has the vault's dates. */
export function vaultTime(at: string): string {
  return at.replace(/Z$/, '');
}

/** Company name, or both names ("must be present when firstName and lastName are absent"). */
export function isNamed({ firstName, lastName, companyName }: Partial<Customer>): boolean {
  const filled = (text: string | undefined): boolean => text !== undefined && text.trim() !== '';
  return filled(companyName) || (filled(firstName) && filled(lastName));
}

/** The customer that a request means, new or brought up to date; null where it names no customer. */
export function customerOf(vault: Reading, input: JsonObject, at: string): Customer | null {
  const info = input['customerInfo'];
  if (!isJsonObject(info)) return null;
  const text = (field: string): string | undefined => textAt(info, field) ?? undefined;
  const known = vault.known(text('merchantCustomerId'), text('email'));
  const time = vaultTime(at);
  const said = present({
    merchantCustomerId: text('merchantCustomerId'),
    firstName: text('firstName'),
    lastName: text('lastName'),
    companyName: text('companyName'),
    email: text('email'),
    phone: isJsonObject(info['phone']) ? info['phone'] : undefined,
    billingAddress: addressOf(input),
  });
  const base = known ?? { id: newId(), scope: 'MERCHANT', createdAt: time };
  const customer: Customer = { ...base, ...said, updatedAt: time, lastUsedAt: time };
  return isNamed(customer) ? customer : null;
}

const addressFields = ['streetName', 'city', 'postalCode', 'state', 'country'];

/** The part of a billing address that the vault has. */
function addressOf(input: JsonObject): JsonObject | undefined {
  const address = input['billingAddress'];
  if (!isJsonObject(address)) return undefined;
  return Object.fromEntries(Object.entries(address).filter(([field]) => addressFields.includes(field)));
}

/** A card that the customer paid with, as a change of the vault: new, or used again. */
export function storing(vault: Reading, customer: Customer, card: MaskedCard, at: string): VaultChange {
  const time = vaultTime(at);
  const brand = card.brand.toLowerCase();
  const before = vault
    .methods(customer.id)
    .find(
      (each) => each.last4Digits === card.last4Digits && each.brand === brand && each.expiryDate === card.expiryDate,
    );
  const holder = customer.companyName ?? `${customer.firstName ?? ''} ${customer.lastName ?? ''}`.trim();
  const method: StoredMethod = before ?? {
    id: newId(),
    type: 'CARD',
    last4Digits: card.last4Digits,
    pseudoCardNumber: newPseudoCardNumber(card.last4Digits),
    cardHolderName: holder,
    brand,
    ...(card.expiryDate === undefined ? {} : { expiryDate: card.expiryDate }),
    createdAt: time,
    updatedAt: time,
    lastUsedAt: time,
  };
  return { stored: { customerId: customer.id, method: { ...method, lastUsedAt: time } } };
}
