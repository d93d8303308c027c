// The customer vault of the fake's gateway: pages of twenty, whole-value filters, and what the operations on it do.
import type { CustomerView, StoredMethodView } from '#contract/people/customer.ts';
import { type JsonObject, textAt, valueAt } from '#contract/data/json.ts';
import type { GatewayAnswer } from '#core/ports/gateway.ts';
import { readPath } from '#operations/define.ts';
import { queries } from '#operations/index.ts';
import { notFound, response } from './records.ts';
import type { GatewayWorld } from '../world-parts.ts';

const pageSize = 20;

/** What a look-up in the vault shows; null where another one was asked. */
export function vaultAnswer(world: GatewayWorld, address: string): GatewayAnswer | null {
  const [path = '', query = ''] = address.split('?');
  if (path === queries.listCustomers.path) return listed(world, new URLSearchParams(query));
  const customerId = readPath(queries.getCustomer.path, path)?.['customerId'];
  const methodsOf = readPath(queries.listCustomerPaymentMethods.path, path)?.['customerId'];
  const id = customerId ?? methodsOf;
  if (id === undefined) return null;
  const entry = world.vault.get(id);
  if (entry === undefined) return notFound;
  const methods = { data: entry.methods.map(methodRecord) };
  return response(200, customerId === undefined ? methods : customerRecord(entry.customer));
}

function listed({ vault }: GatewayWorld, asked: URLSearchParams): GatewayAnswer {
  const text = (name: string) => asked.get(name) ?? undefined;
  const filter = {
    email: text('email'),
    merchantCustomerId: text('merchantCustomerId'),
    phoneCountry: text('phoneCountry'),
    phoneNumber: text('phoneNumber'),
  };
  const page = Number(asked.get('page') ?? '1');
  const found = [...vault.values()].map(({ customer }) => customer).filter((each) => fits(each, filter));
  return response(200, {
    data: found.slice((page - 1) * pageSize, page * pageSize).map(customerRecord),
    totalNumberOfItems: found.length,
    totalNumberOfPages: Math.ceil(found.length / pageSize),
  });
}

function customerRecord({ address, phoneCountry, phoneNumber, ...customer }: CustomerView): JsonObject {
  return { ...customer, phone: { countryCode: phoneCountry, number: phoneNumber }, billingAddress: { ...address } };
}

function methodRecord({ id, type, brand, last4, expiry, holder }: StoredMethodView): JsonObject {
  return { id, type, brand, last4Digits: last4, expiryDate: expiry, cardHolderName: holder };
}

type Filter = {
  readonly [field in 'email' | 'merchantCustomerId' | 'phoneCountry' | 'phoneNumber']: string | undefined;
};

function fits(customer: CustomerView, filter: Filter): boolean {
  const { email, merchantCustomerId, phoneCountry, phoneNumber } = filter;
  const same = (wanted: string | undefined, held: string | null) => wanted === undefined || wanted === held;
  return (
    same(email, customer.email) &&
    same(merchantCustomerId, customer.merchantCustomerId) &&
    same(phoneCountry, customer.phoneCountry) &&
    same(phoneNumber, customer.phoneNumber)
  );
}

export function changeVault(world: GatewayWorld, kind: string, input: JsonObject): void {
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

function changed(customer: CustomerView, input: JsonObject): CustomerView {
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
