// A customer's details as they are typed in the form, their errors, and the request: only what changed.
import type { CustomerView } from '#contract/people/customer.ts';
import type { JsonObject } from '#contract/data/json.ts';

const fields = [
  'firstName',
  'lastName',
  'companyName',
  'email',
  'phoneCountry',
  'phoneNumber',
  'streetName',
  'postalCode',
  'city',
  'country',
] as const;
export type CustomerFieldName = (typeof fields)[number];
export type CustomerDraft = { readonly [field in CustomerFieldName]: string };

export function draftOf({ address, ...customer }: CustomerView): CustomerDraft {
  return {
    firstName: customer.firstName ?? '',
    lastName: customer.lastName ?? '',
    companyName: customer.companyName ?? '',
    email: customer.email ?? '',
    phoneCountry: customer.phoneCountry ?? '',
    phoneNumber: customer.phoneNumber ?? '',
    streetName: address.streetName ?? '',
    postalCode: address.postalCode ?? '',
    city: address.city ?? '',
    country: address.country ?? '',
  };
}

function changedFields(before: CustomerDraft, draft: CustomerDraft): CustomerFieldName[] {
  return fields.filter((field) => draft[field].trim() !== before[field].trim());
}

export type CustomerErrors = { readonly [field in CustomerFieldName]?: 'customer.needsName' | 'customer.badEmail' };

/** "A customer needs a company name or both names" (specification, "Customer (vault)"). */
export function errorsOf(draft: CustomerDraft): CustomerErrors {
  const named = (draft.firstName.trim() !== '' && draft.lastName.trim() !== '') || draft.companyName.trim() !== '';
  const email = draft.email.trim();
  return {
    ...(named ? {} : { companyName: 'customer.needsName' as const }),
    ...(email === '' || /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email) ? {} : { email: 'customer.badEmail' as const }),
  };
}

/** Null where nothing changed. An emptied e-mail address cannot be sent, so it is left as it is. */
export function changesOf(id: string, before: CustomerDraft, draft: CustomerDraft): JsonObject | null {
  const changed = changedFields(before, draft).filter((field) => field !== 'email' || draft.email.trim() !== '');
  if (changed.length === 0) return null;
  const of = (names: readonly CustomerFieldName[], as: (name: CustomerFieldName) => string = (name) => name) =>
    Object.fromEntries(names.filter((name) => changed.includes(name)).map((name) => [as(name), draft[name].trim()]));
  const phone = of(['phoneCountry', 'phoneNumber'], (name) => (name === 'phoneCountry' ? 'countryCode' : 'number'));
  const billingAddress = of(['streetName', 'postalCode', 'city', 'country']);
  // Where one of both names and the company is emptied, all three are sent, so that the schema can see that a name is
  // left.
  const names = of(['firstName', 'lastName', 'companyName']);
  const emptied = Object.values(names).includes('');
  const whole = { firstName: draft.firstName, lastName: draft.lastName, companyName: draft.companyName };
  return {
    customerId: id,
    ...(emptied ? whole : names),
    ...of(['email']),
    ...(Object.keys(phone).length === 0 ? {} : { phone }),
    ...(Object.keys(billingAddress).length === 0 ? {} : { billingAddress }),
  };
}
