// The vault's customers as the window is shown them.
import { expect, it } from 'vitest';
import { inputSchemas } from '#contract/calls/input-schemas.ts';
import type { JsonObject } from '#contract/data/json.ts';
import type { ReadOutcome } from '#core/gateway/look-up.ts';
import { createCustomerCalls } from '#core/api/window-customers.ts';
import type { Query } from '#operations/define.ts';

/** A vault that answers one record, and remembers what it was asked. */
function aVault(record: JsonObject) {
  const asked: { readonly name: string; readonly fields: object }[] = [];
  const read = async (query: Query, fields: object): Promise<ReadOutcome> => {
    asked.push({ name: query.name, fields });
    return { type: 'found', record };
  };
  return { asked, calls: createCustomerCalls({ read }) };
}

it('shows a stored card by brand, last four digits and expiry, and nothing that can be paid with', async () => {
  const card = {
    id: 'pm-1',
    type: 'CARD',
    brand: 'visa',
    last4Digits: '1111',
    pseudoCardNumber: '0400000000001111',
    cardHolderName: 'Sample',
    expiryDate: '202904',
  };
  const { calls } = aVault({ gatewayCustomerId: 'c-1', data: [card] });
  const answer = await calls.customerMethods({ customerId: 'c-1' });
  const shown = { id: 'pm-1', type: 'CARD', brand: 'visa', last4: '1111', expiry: '202904', holder: 'Sample' };
  expect(answer).toEqual({ type: 'found', methods: [shown] });
});

it('shows four digits where the gateway sends more of them', async () => {
  const { calls } = aVault({ data: [{ id: 'pm-1', last4Digits: '4111111111111111' }] });
  expect(await calls.customerMethods({ customerId: 'c-1' })).toMatchObject({ methods: [{ last4: '1111' }] });
});

it('asks for a page with its filters and says which page is next', async () => {
  const { calls, asked } = aVault({ totalNumberOfPages: 3, totalNumberOfItems: 41, data: [{ id: 'c-1' }, {}] });
  const answer = await calls.customers({ page: 2, email: 'customer@example.com' });
  expect(asked).toEqual([{ name: 'list-customers', fields: { page: '2', email: 'customer@example.com' } }]);
  expect(answer).toMatchObject({ type: 'found', next: 3, total: 41, customers: [{ id: 'c-1', email: null }] });
});

it('ends at the last page, and where a gateway that does not count has an empty one', async () => {
  expect(await aVault({ totalNumberOfPages: 2, data: [{ id: 'c' }] }).calls.customers({ page: 2 })).toMatchObject({
    next: null,
  });
  expect(await aVault({ data: [{ id: 'c' }] }).calls.customers({ page: 4 })).toMatchObject({ next: 5 });
  expect(await aVault({ data: [] }).calls.customers({ page: 5 })).toMatchObject({ next: null, total: null });
});

it('asks nothing that the operation does not take', async () => {
  const { calls, asked } = aVault({});
  expect(await calls.customer({ customerId: '..' })).toMatchObject({ refusal: { code: 'invalid-input' } });
  expect(asked).toEqual([]);
});

it.each(['', '..', 'a/b', 'a b', 'a?b', 'a%2e'])('takes no id %j from the window', (customerId) => {
  expect(inputSchemas.customer.safeParse({ customerId }).success).toBe(false);
  expect(inputSchemas.customers.safeParse({ page: 0 }).success).toBe(false);
});
