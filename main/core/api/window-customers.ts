// The customer vault for a person at the window: pages of customers, one customer, what is stored for one. Asked at the
// gateway each time, kept nowhere; only named fields go out, and of a stored card no more than its last four digits.
import type { Implementations, WindowOutputs } from '#contract/calls/table.ts';
import type { CustomerView, StoredMethodView } from '#contract/people/customer.ts';
import { type JsonObject, isJsonObject, textAt, valueAt } from '#contract/data/json.ts';
import type { Refusal } from '#contract/programs/problems.ts';
import type { Query } from '#operations/define.ts';
import { queries } from '#operations/index.ts';
import type { Calls } from './calls.ts';
import type { ReadOutcome } from '../gateway/look-up.ts';

export type CustomerCalls = ReturnType<typeof createCustomerCalls>;

type Fields = { readonly [name: string]: string | undefined };

export function createCustomerCalls({ read }: Pick<Calls, 'read'>) {
  // The schema of the operation has the last word on what may be asked.
  const ask = async (query: Query, fields: Fields): Promise<ReadOutcome> => {
    const parsed = query.input.safeParse(fields);
    return parsed.success ? read(query, fields) : { type: 'refused', refusal: notAskable(parsed.error.issues) };
  };
  return {
    async customers({ page, ...filter }) {
      const outcome = await ask(queries.listCustomers, { ...filter, page: String(page) });
      return outcome.type === 'refused' ? outcome : pageOf(outcome.record, page);
    },
    async customer({ customerId }) {
      const outcome = await ask(queries.getCustomer, { customerId });
      if (outcome.type === 'refused') return outcome;
      return { type: 'found', customer: customerView(outcome.record, customerId) };
    },
    async customerMethods({ customerId }) {
      const outcome = await ask(queries.listCustomerPaymentMethods, { customerId });
      return outcome.type === 'refused' ? outcome : { type: 'found', methods: methodsOf(outcome.record) };
    },
  } satisfies Partial<Implementations>;
}

function notAskable(issues: readonly { readonly path: PropertyKey[]; readonly message: string }[]): Refusal {
  const errors = Object.fromEntries(issues.map(({ path, message }) => [String(path[0] ?? 'body'), [message]]));
  return { code: 'invalid-input', detail: 'The vault cannot be asked for this.', errors };
}

function pageOf(record: JsonObject, page: number): WindowOutputs['customers'] {
  const customers = listAt(record, 'data').flatMap((each) => {
    const id = textAt(each, 'id');
    return id === null ? [] : [customerView(each, id)];
  });
  const pages = countAt(record, 'totalNumberOfPages');
  // A gateway that does not count its pages is asked until one is empty.
  const more = customers.length > 0 && (pages === null || page < pages);
  return { type: 'found', customers, next: more ? page + 1 : null, total: countAt(record, 'totalNumberOfItems') };
}

function methodsOf(record: JsonObject): StoredMethodView[] {
  return listAt(record, 'data').flatMap((each) => {
    const id = textAt(each, 'id');
    return id === null ? [] : [methodView(each, id)];
  });
}

function listAt(record: JsonObject, path: string): JsonObject[] {
  const list = valueAt(record, path);
  return Array.isArray(list) ? list.filter(isJsonObject) : [];
}

function countAt(record: JsonObject, path: string): number | null {
  const count = valueAt(record, path);
  return typeof count === 'number' && Number.isSafeInteger(count) && count >= 0 ? count : null;
}

/** An empty text says as little as a missing one. */
function said(record: JsonObject, path: string): string | null {
  const text = textAt(record, path);
  return text === null || text.trim() === '' ? null : text;
}

function customerView(record: JsonObject, id: string): CustomerView {
  return {
    id,
    merchantCustomerId: said(record, 'merchantCustomerId'),
    firstName: said(record, 'firstName'),
    lastName: said(record, 'lastName'),
    companyName: said(record, 'companyName'),
    email: said(record, 'email'),
    phoneCountry: said(record, 'phone.countryCode'),
    phoneNumber: said(record, 'phone.number'),
    address: {
      streetName: said(record, 'billingAddress.streetName'),
      postalCode: said(record, 'billingAddress.postalCode'),
      city: said(record, 'billingAddress.city'),
      state: said(record, 'billingAddress.state'),
      country: said(record, 'billingAddress.country'),
    },
    createdAt: said(record, 'createdAt'),
    lastUsedAt: said(record, 'lastUsedAt'),
  };
}

function methodView(record: JsonObject, id: string): StoredMethodView {
  const last4 = said(record, 'last4Digits');
  return {
    id,
    type: said(record, 'type'),
    brand: said(record, 'brand'),
    // Whatever the field holds, four digits are the most that is shown.
    last4: last4 === null ? null : last4.slice(-4),
    expiry: said(record, 'expiryDate'),
    holder: said(record, 'cardHolderName'),
  };
}
