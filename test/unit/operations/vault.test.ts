// The customer vault and the card services: refusals that name their field, and what a look-up shows of a change.
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#contract/data/json.ts';
import type { Command, Facts } from '#operations/define.ts';
import { addressOf } from '#operations/query-address.ts';
import { deleteCustomer } from '#operations/delete-customer.ts';
import { deletePaymentMethod } from '#operations/delete-payment-method.ts';
import { queries } from '#operations/index.ts';
import { defaultPaymentPaths, readPayment } from '#operations/payment-view.ts';
import { updateCustomer } from '#operations/update-customer.ts';
import { updatePayment } from '#operations/update-payment.ts';
import { refusedFields, refusedWith } from './samples.ts';

describe('an update of a customer', () => {
  it.each([
    ['customerId', 'a/b'],
    ['customerId', undefined],
    ['email', 'sam'],
    ['phone.number', 1],
    ['billingAddress.streetNumber', '1'],
    ['birthDate', '1990-01-01'],
    ['companyName', ''],
  ])('takes or refuses %s = %j by name', (path, value) => {
    const expected = path === 'companyName' ? [] : [path];
    expect(refusedWith('update-customer', path, value)).toEqual(expected);
  });

  it('must change something', () => {
    expect(refusedFields('update-customer', { customerId: 'C-1' })).toEqual(['']);
  });

  it('must not leave a customer without both names and a company name', () => {
    const change = (fields: JsonObject) => refusedFields('update-customer', { customerId: 'C-1', ...fields });
    expect(change({ firstName: '', lastName: '' })).toEqual(['companyName']);
    expect(change({ lastName: ' ', companyName: '' })).toEqual(['companyName']);
    expect(change({ firstName: '', lastName: '', companyName: 'Sample Ltd' })).toEqual([]);
    expect(change({ lastName: 'Example' })).toEqual([]);
  });
});

describe('a query', () => {
  it.each([
    [{ page: '-1' }, 'page'],
    [{ createdFrom: '2026-02-30' }, 'createdFrom'],
    [{ createdTo: 'today' }, 'createdTo'],
    [{ name: 'Sam' }, ''],
  ])('of customers refuses %j', (fields, path) => {
    const { error } = queries.listCustomers.input.safeParse(fields);
    expect(error?.issues.map((issue) => issue.path.join('.'))).toEqual([path]);
  });

  it('is an address with every field in its place, encoded', () => {
    expect(addressOf(queries.listCustomers, { page: '2', email: 'a+b@example.com', phoneNumber: undefined })).toBe(
      '/customers?page=2&email=a%2Bb%40example.com',
    );
    expect(addressOf(queries.getPaymentMethod, { customerId: 'C 1', paymentMethodId: 'M' })).toBe(
      '/customers/C%201/paymentMethods/M',
    );
  });
});

describe('the card services', () => {
  it.each(['dcc-bin-check', 'dcc-quote'])('%s takes the first digits of a card, never a whole number', (kind) => {
    for (const bin of ['40000', '400000000', '4111111111111111', 400_000, '40000a']) {
      expect(refusedWith(kind, 'bin', bin)).toEqual(['bin']);
    }
    expect(refusedWith(kind, 'card', 'x')).toEqual(['card']);
  });
});

function see(command: Command, input: JsonObject, record: JsonObject) {
  const facts: Facts = {
    kind: command.kind,
    input,
    payId: null,
    transId: null,
    refNr: null,
    refNrUnique: false,
    refNrIsOurs: false,
    xIds: [],
    terminalId: null,
    firstSentWallMs: null,
    conflict: false,
    amount: null,
  };
  return command.observe(facts, readPayment(record, defaultPaymentPaths));
}

describe('what a record shows', () => {
  const change = { customerId: 'C-1', email: 'new@example.com', phone: { number: '1' } };
  const customer = { id: 'C-1', email: 'new@example.com', phone: { number: '1', countryCode: '49' }, scope: 'x' };

  it('of an update is everything that was asked for, or it cannot be told', () => {
    expect(see(updateCustomer, change, customer)).toBe('applied');
    expect(see(updateCustomer, change, { ...customer, email: 'old@example.com' })).toBe('cannot-tell');
    expect(see(updateCustomer, change, { id: 'C-1' })).toBe('cannot-tell');
    const order = { merchantReference: 'order 8' };
    expect(see(updatePayment, { payId: 'P1', order }, { payId: 'P1', order: { ...order, invoiceId: 'I' } })).toBe(
      'applied',
    );
    expect(see(updatePayment, { payId: 'P1', order }, { payId: 'P1' })).toBe('cannot-tell');
    expect(see(updatePayment, { payId: 'P1', order: {} }, { payId: 'P1', order })).toBe('cannot-tell');
  });

  it('of a deletion is that the customer is still there', () => {
    expect(see(deleteCustomer, { customerId: 'C-1' }, customer)).toBe('absent');
    expect(see(deleteCustomer, { customerId: 'C-1' }, { id: 'C-2' })).toBe('cannot-tell');
    expect(deleteCustomer.absence({})).toBe('applied');
  });

  it('of a stored method is whether the list of the customer holds it', () => {
    const input = { customerId: 'C-1', paymentMethodId: 'M-1' };
    expect(see(deletePaymentMethod, input, { data: [{ id: 'M-2' }] })).toBe('applied');
    expect(see(deletePaymentMethod, input, { data: [{ id: 'M-1' }] })).toBe('absent');
    expect(see(deletePaymentMethod, input, {})).toBe('cannot-tell');
    expect(deletePaymentMethod.absence(input)).toBe('nothing');
  });

  it('is looked for at the customer, or in the list of the customer', () => {
    const lookUp = (command: Command) => command.lookUp({ input: change } as unknown as Facts);
    expect(lookUp(updateCustomer)).toEqual({ by: 'customerId', id: 'C-1' });
    expect(lookUp(deletePaymentMethod)).toEqual({ by: 'methodsOfCustomer', id: 'C-1' });
  });
});
