// What an operation holds of a customer is for the program that sent it, and for programs that may do such operations
// themselves. To all others the scope `status` tells that it was and what became of it, wherever they read it.
import { describe, expect, it } from 'vitest';
import type { OperationView } from '#contract/operation.ts';
import type { Scope } from '#contract/scopes.ts';
import { accept, anAccepted } from '#support/store-data.ts';
import { template } from './fake-bridge.ts';
import { aJournalTill } from './journal-till.ts';
import { startTill } from './till.ts';

/** Of all kinds of places: fields of the input, the answer, and what the gateway said was wrong. */
const customer = 'Sam Sample';
const amount = { value: 500, currency: 'EUR' };
const paidOut: OperationView = {
  ...template,
  id: 'op-1',
  kind: 'refund-unreferenced',
  state: 'failed',
  origin: { type: 'erp', clientId: 'of-another', client: 'Other' },
  input: { transId: 'R-1', amount, billingAddress: { lastName: customer }, paymentMethods: { iban: customer } },
  result: { payId: 'P-1', status: 'FAILED', customerInfo: { lastName: customer }, unheardOf: [customer] },
  failure: { code: 'rejected', message: 'Wrong.', fields: { name: [customer] }, details: { name: customer } },
};

const kept = {
  input: { transId: 'R-1', amount },
  result: { payId: 'P-1', status: 'FAILED' },
  failure: { code: 'rejected', message: 'Wrong.' },
  withheld: true,
};

describe("a program reads another program's operation", () => {
  it.each<[string, readonly Scope[]]>([
    ['the scope status alone', ['status']],
    ['every scope but the one that it needs', ['status', 'sale', 'capture', 'refund', 'customers', 'export']],
  ])('without what it says of a customer, with %s', async (_what, scopes) => {
    const till = await startTill();
    till.bridge.put(paidOut);
    const erp = till.erp({ scopes });
    const single = await erp.get('/v1/operations/op-1');
    const list = await erp.get('/v1/operations');
    expect(single.json).toMatchObject(kept);
    expect(JSON.stringify([single.json, list.json])).not.toContain(customer);
    expect(list.json['operations']).toEqual([single.json]);
  });

  it('whole, with the scope that it needs', async () => {
    const till = await startTill();
    till.bridge.put(paidOut);
    const { json } = await till.erp({ scopes: ['status', 'refund-unreferenced'] }).get('/v1/operations/op-1');
    expect(json).toMatchObject({ input: paidOut.input, result: paidOut.result, failure: paidOut.failure });
    expect(json).not.toHaveProperty('withheld');
  });

  it('by the scope of this very input, where a kind has several', async () => {
    const till = await startTill();
    const credit = { messageType: 'CREDIT', transId: 'C-1', posTerminalId: 'T1', amount, metadata: { name: customer } };
    till.bridge.put({ ...paidOut, kind: 'cloud-pos', input: credit });
    const seller = await till.erp({ scopes: ['status', 'sale'] }).get('/v1/operations/op-1');
    expect(JSON.stringify(seller.json)).not.toContain(customer);
    const payer = await till.erp({ scopes: ['status', 'refund-unreferenced'] }).get('/v1/operations/op-1');
    expect(payer.json).toMatchObject({ input: credit });
  });
});

it('an operation of its own is whole, also after its scope was taken', async () => {
  const till = await startTill();
  const erp = till.erp({ scopes: ['status'] });
  till.bridge.put({ ...paidOut, origin: { type: 'erp', clientId: erp.id, client: 'It' } });
  expect((await erp.get('/v1/operations/op-1')).json).toMatchObject({ input: paidOut.input, result: paidOut.result });
});

it('one of the till is bare, too', async () => {
  const till = await startTill();
  till.bridge.put({ ...paidOut, origin: { type: 'cashier' } });
  const { json } = await till.erp({ scopes: ['status'] }).get('/v1/operations/op-1');
  expect(json).toMatchObject(kept);
});

it('of the same event each reader gets its own text, though they read it at the same moment', async () => {
  const till = await aJournalTill();
  const readers = [till.client(['status', 'refund']), till.client(['status']), till.client(['status'])];
  const [knowing, owner, stranger] = await Promise.all(readers.map(({ token }) => till.read(token)));
  const input = { payId: 'P1', transId: 'R-1', amount, metadata: { name: customer } };
  const origin = { type: 'erp', clientId: readers[1]?.id ?? '', operator: null, approvedBy: null } as const;
  await till.folder.store.transact((tx) => accept(tx, anAccepted('a', { kind: 'refund', input, origin })));
  for (const reader of [knowing, owner, stranger]) await reader?.until((each) => each.numbers().length === 1);
  const last = (reader: typeof knowing) => JSON.stringify(reader?.named('operation').at(-1)?.data);
  expect(last(knowing)).toContain(customer);
  expect(last(owner)).toContain(customer);
  expect(last(stranger)).toContain('"withheld":true');
  expect(last(stranger)).not.toContain(customer);
});
