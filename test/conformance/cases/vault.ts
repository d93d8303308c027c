// The customer vault: paging, filters, one customer, what is stored for them. Only customers that this run made are
// changed or removed.
import type { ConformanceCase } from '../case.ts';
import { type Findings, Skip } from '../findings.ts';
import { type Answer, type Body, type Json, at, isObject, textOf } from '../http.ts';
import type { Shop } from '../shop.ts';

const customerFields = [
  'id',
  'merchantCustomerId',
  'firstName',
  'lastName',
  'companyName',
  'email',
  'phone',
  'billingAddress',
  'scope',
  'createdAt',
  'updatedAt',
  'lastUsedAt',
];
const storedFields = [
  'id',
  'type',
  'last4Digits',
  'pseudoCardNumber',
  'cardHolderName',
  'brand',
  'expiryDate',
  'createdAt',
  'updatedAt',
  'lastUsedAt',
];
/** Milliseconds and no zone. */
const stamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}$/;

interface Customer {
  readonly id: string;
  readonly merchantCustomerId: string;
}

/** A customer becomes known by paying; where the vault is off, none does. */
async function customerOf(shop: Shop): Promise<Customer> {
  const merchantCustomerId = shop.transId();
  const customerInfo: Body = {
    merchantCustomerId,
    customerType: 'individual',
    firstName: 'A',
    lastName: 'B',
    email: `${merchantCustomerId.toLowerCase()}@shop.example`,
    phone: { countryCode: '49', number: '301234567' },
  };
  const { payId } = await shop.authorized(100, { customerInfo });
  await shop.capture(payId, 100);
  const found = await shop.gateway.get(`/customers?merchantCustomerId=${merchantCustomerId}`);
  const id = at(found.json, 'data.0.id');
  if (typeof id !== 'string') throw new Skip('the customer of a payment was not stored: the vault is not enabled here');
  return { id, merchantCustomerId };
}

function seeStamps(see: Findings, record: Body): void {
  for (const field of ['createdAt', 'updatedAt', 'lastUsedAt']) {
    const value = record[field];
    if (value === undefined || value === null) continue;
    see.that(
      typeof value === 'string' && stamp.test(value),
      `${field} has milliseconds and no zone`,
      JSON.stringify(value),
    );
  }
}

function seeCustomer(see: Findings, answer: Answer, record: Json | undefined): record is Body {
  if (!see.that(isObject(record), 'a customer is an object', JSON.stringify(record ?? null))) return false;
  const customer = record as Body;
  see.that(typeof customer['id'] === 'string', 'a customer has an id', JSON.stringify(customer['id'] ?? null));
  const named = customer['firstName'] !== undefined && customer['lastName'] !== undefined;
  see.that(
    named || customer['companyName'] !== undefined,
    'a customer has a company or both names',
    Object.keys(customer).join(', '),
  );
  seeStamps(see, customer);
  see.beyond({ ...answer, json: customer }, customerFields);
  return true;
}

async function seeStored(see: Findings, shop: Shop, id: string): Promise<Body | null> {
  const answer = await shop.gateway.get(`/customers/${id}/paymentMethods`);
  if (!see.status(answer, 200)) return null;
  see.equal('gatewayCustomerId', at(answer.json, 'gatewayCustomerId'), id);
  const data = at(answer.json, 'data');
  if (!see.that(Array.isArray(data), 'data is a list', JSON.stringify(data ?? null))) return null;
  const [stored] = data as Json[];
  return isObject(stored) ? stored : null;
}

export const vault: readonly ConformanceCase[] = [
  {
    id: 'vault.list',
    says: 'customers are listed page by page; a page says how many there are',
    covers: [
      'endpoint.list-customers',
      'list-customers.page',
      'rule.service.vault',
      'rule.endpoints.vault-optional',
      'rule.limits.page-size',
      'rule.authentication.vault-scheme',
    ],
    run: async (shop, see) => {
      await customerOf(shop);
      const answer = await shop.gateway.get('/customers');
      if (!see.status(answer, 200)) return;
      for (const field of ['totalNumberOfPages', 'totalNumberOfItems', 'page', 'pageSize']) {
        const value = at(answer.json, field);
        see.that(Number.isInteger(value), `${field} is a whole number`, JSON.stringify(value ?? null));
      }
      see.type(answer, 'data', 'array');
      see.beyond(answer, ['totalNumberOfPages', 'totalNumberOfItems', 'page', 'pageSize', 'data']);
      const [pages, pageSize, items] = ['totalNumberOfPages', 'pageSize', 'totalNumberOfItems'].map((name) =>
        Number(at(answer.json, name)),
      );
      see.that(
        (pages ?? 0) * (pageSize ?? 0) >= (items ?? 0),
        'the pages hold all customers',
        `${pages} pages of ${pageSize} for ${items}`,
      );
      const data = at(answer.json, 'data');
      see.that(
        Array.isArray(data) && data.length <= (pageSize ?? 0),
        'a page holds no more than its size',
        String(pageSize),
      );
      const page = at(answer.json, 'page');
      const same = await shop.gateway.get(`/customers?page=${textOf(page)}`);
      if (see.status(same, 200)) see.equal('page', at(same.json, 'page'), page ?? null);
    },
  },
  {
    id: 'vault.filters',
    says: 'the list is narrowed by id, e-mail, telephone and days',
    covers: [
      'list-customers.createdFrom',
      'list-customers.createdTo',
      'list-customers.merchantCustomerId',
      'list-customers.email',
      'list-customers.phoneCountry',
      'list-customers.phoneNumber',
      'rule.endpoints.vault-optional',
    ],
    run: async (shop, see) => {
      const { id, merchantCustomerId } = await customerOf(shop);
      const email = `${merchantCustomerId.toLowerCase()}@shop.example`;
      const finds = async (query: string): Promise<boolean> => {
        const answer = await shop.gateway.get(`/customers?${query}`);
        if (!see.status(answer, 200)) return false;
        const data = at(answer.json, 'data');
        return Array.isArray(data) && data.some((each) => at(each, 'id') === id);
      };
      const both = `merchantCustomerId=${merchantCustomerId}`;
      for (const query of [
        both,
        `email=${encodeURIComponent(email)}`,
        `${both}&phoneCountry=49&phoneNumber=301234567`,
        `${both}&createdFrom=2000-01-01&createdTo=2099-12-31`,
      ]) {
        see.that(await finds(query), `${query} finds the customer`, 'not found');
      }
      for (const query of [
        `${both}&email=nobody%40shop.example`,
        `${both}&phoneNumber=1`,
        `${both}&createdTo=2000-01-01`,
      ]) {
        see.that(!(await finds(query)), `${query} finds nobody`, 'the customer');
      }
    },
  },
  {
    id: 'vault.customer',
    says: 'a customer is read and changed; times have milliseconds and no zone',
    covers: [
      'endpoint.get-customer',
      'endpoint.update-customer',
      'rule.results.vault-times',
      'rule.results.customer-name',
      'rule.endpoints.id-is-customer',
    ],
    run: async (shop, see) => {
      const { id, merchantCustomerId } = await customerOf(shop);
      const answer = await shop.gateway.get(`/customers/${id}`);
      if (!see.status(answer, 200) || !seeCustomer(see, answer, answer.json)) return;
      see.equal('id', answer.json['id'], id);
      see.equal('merchantCustomerId', answer.json['merchantCustomerId'] ?? null, merchantCustomerId);
      const body = {
        firstName: 'C',
        lastName: 'D',
        companyName: 'Company',
        email: 'changed@shop.example',
        phone: { countryCode: '43', number: '1234567' },
        billingAddress: { streetName: 'Ring', city: 'Wien', postalCode: '1010', state: 'W', country: 'AUT' },
      };
      const changed = await shop.gateway.send('PATCH', `/customers/${id}`, { body });
      if (!see.status(changed, 200) || !seeCustomer(see, changed, changed.json)) return;
      for (const [field, value] of Object.entries(body)) see.equal(field, changed.json[field], value);
    },
  },
  {
    id: 'vault.stored-card',
    says: 'a stored card is read with its last digits and a number that stands for it, never the whole number',
    covers: [
      'endpoint.list-payment-methods',
      'endpoint.get-payment-method',
      'rule.results.brand-case',
      'rule.results.other-stored',
      'rule.versioning.2.1.0-vault',
      'rule.endpoints.id-is-customer',
    ],
    run: async (shop, see) => {
      const { id } = await customerOf(shop);
      const stored = await seeStored(see, shop, id);
      if (stored === null) throw new Skip('nothing was stored to pay with');
      const answer = await shop.gateway.get(`/customers/${id}/paymentMethods/${textOf(stored['id'])}`);
      if (!see.status(answer, 200)) return;
      see.equal('the stored method', answer.json, stored);
      see.beyond(answer, storedFields);
      seeStamps(see, stored);
      const { last4Digits, brand, expiryDate, pseudoCardNumber } = stored;
      see.that(
        typeof last4Digits === 'string' && /^\d{4}$/.test(last4Digits),
        'last4Digits are four digits',
        JSON.stringify(last4Digits ?? null),
      );
      see.that(
        typeof brand === 'string' && brand === brand.toLowerCase(),
        'brand is in small letters',
        JSON.stringify(brand ?? null),
      );
      see.that(
        typeof expiryDate === 'string' && /^\d{6}$/.test(expiryDate),
        'expiryDate is YYYYMM',
        JSON.stringify(expiryDate ?? null),
      );
      see.that(
        pseudoCardNumber !== shop.options.card['number'],
        'the number that stands for the card is another one',
        'the card number',
      );
    },
  },
  {
    id: 'vault.deletions',
    says: 'a stored method and a customer are removed; with the customer goes what is stored for them',
    covers: ['endpoint.delete-payment-method', 'endpoint.delete-customer', 'rule.endpoints.delete-all'],
    run: async (shop, see) => {
      const { id } = await customerOf(shop);
      const stored = await seeStored(see, shop, id);
      const methodId = stored === null ? null : textOf(stored['id']);
      if (methodId !== null) {
        const gone = await shop.gateway.send('DELETE', `/customers/${id}/paymentMethods/${methodId}`);
        if (see.status(gone, 200)) see.equal('the answer', gone.json, { id: methodId, deleted: true });
        see.refused(await shop.gateway.get(`/customers/${id}/paymentMethods/${methodId}`));
      }
      const gone = await shop.gateway.send('DELETE', `/customers/${id}`);
      if (see.status(gone, 200)) see.equal('the answer', gone.json, { id, deleted: true });
      see.refused(await shop.gateway.get(`/customers/${id}`));
      see.refused(await shop.gateway.get(`/customers/${id}/paymentMethods`));
    },
  },
  {
    id: 'vault.refused',
    says: 'a customer that does not exist is not found, and a change that is none is answered with 400',
    covers: ['rule.errors.other-errors', 'endpoint.get-customer', 'update-customer.email'],
    run: async (shop, see) => {
      see.refused(await shop.gateway.get('/customers/no-such-customer'));
      const body = { email: 7 };
      see.refused(await shop.gateway.send('PATCH', '/customers/no-such-customer', { body }));
    },
  },
];
