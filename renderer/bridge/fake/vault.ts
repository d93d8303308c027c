// The customer vault of the fake's gateway: pages of twenty, whole-value filters, and what the operations on it do.
import type { WindowInput } from '#contract/calls/table.ts';
import type { CustomerView } from '#contract/people/customer.ts';
import { textAt, valueAt } from '#contract/data/json.ts';
import type { OperationView } from '#contract/operation/operation.ts';
import type { Handlers, World } from './world.ts';
import { refuse } from '#contract/programs/problems.ts';

const pageSize = 20;
const offline = refuse('offline', 'The gateway cannot be reached.');
const missing = refuse('customer-not-found', 'There is none.');

export function vaultHandlers(world: World) {
  return {
    customers: ({ page, ...filter }) => {
      if (!world.online) return offline;
      const found = [...world.vault.values()].map(({ customer }) => customer).filter((each) => fits(each, filter));
      const next = page * pageSize < found.length ? page + 1 : null;
      const customers = found.slice((page - 1) * pageSize, page * pageSize);
      return { type: 'found', customers, next, total: found.length };
    },
    customer: ({ customerId }) => {
      const entry = world.vault.get(customerId);
      if (!world.online) return offline;
      return entry === undefined ? missing : { type: 'found', customer: entry.customer };
    },
    customerMethods: ({ customerId }) => {
      const entry = world.vault.get(customerId);
      if (!world.online) return offline;
      return entry === undefined ? missing : { type: 'found', methods: entry.methods };
    },
  } satisfies Partial<Handlers>;
}

function fits(customer: CustomerView, filter: Omit<WindowInput<'customers'>, 'page'>): boolean {
  const { email, merchantCustomerId, phoneCountry, phoneNumber } = filter;
  const same = (wanted: string | undefined, held: string | null) => wanted === undefined || wanted === held;
  return (
    same(email, customer.email) &&
    same(merchantCustomerId, customer.merchantCustomerId) &&
    same(phoneCountry, customer.phoneCountry) &&
    same(phoneNumber, customer.phoneNumber)
  );
}

export function changeVault(world: World, { kind, input }: OperationView): void {
  const entry = world.vault.get(textAt(input, 'customerId') ?? '');
  if (entry === undefined) return;
  const { id } = entry.customer;
  if (kind === 'delete-customer') world.vault.delete(id);
  if (kind === 'delete-payment-method') {
    const gone = textAt(input, 'paymentMethodId');
    world.vault.set(id, { ...entry, methods: entry.methods.filter((each) => each.id !== gone) });
  }
  if (kind === 'update-customer') world.vault.set(id, { ...entry, customer: changed(entry.customer, input) });
}

function changed(customer: CustomerView, input: OperationView['input']): CustomerView {
  const text = (path: string, before: string | null) =>
    valueAt(input, path) === undefined ? before : textAt(input, path) || null;
  const { address } = customer;
  return {
    ...customer,
    firstName: text('firstName', customer.firstName),
    lastName: text('lastName', customer.lastName),
    companyName: text('companyName', customer.companyName),
    email: text('email', customer.email),
    phoneCountry: text('phone.countryCode', customer.phoneCountry),
    phoneNumber: text('phone.number', customer.phoneNumber),
    address: {
      streetName: text('billingAddress.streetName', address.streetName),
      postalCode: text('billingAddress.postalCode', address.postalCode),
      city: text('billingAddress.city', address.city),
      state: text('billingAddress.state', address.state),
      country: text('billingAddress.country', address.country),
    },
  };
}
