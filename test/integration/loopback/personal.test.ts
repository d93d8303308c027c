// What an operation holds of a customer is for the program that sent it, and for programs that may do such operations
// themselves; of a page that the customer pays at, for those with the scope `customers`. To all others the scope `status` tells that it was and what became of it, wherever they read it.
import { describe, expect, it } from 'vitest';
import type { OperationView } from '#contract/operation/operation.ts';
import type { Scope } from '#contract/programs/scopes.ts';
import { accept, anAccepted } from '#support/store-data.ts';
import { paymentSums, template } from './fake-bridge.ts';
import { aJournalTill } from './journal-till.ts';
import { startTill } from './till.ts';
import { send } from './wire.ts';

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

const everyScopeButCustomers: readonly Scope[] = [
  'status',
  'sale',
  'capture',
  'refund',
  'refund-unreferenced',
  'dcc',
  'terminal',
  'export',
];

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

  it('of a page that the customer pays at, with the scope for customers and not with the one for selling', async () => {
    const till = await startTill();
    const person = { customerInfo: { lastName: customer }, order: { note: customer }, description: customer };
    till.bridge.put({ ...paidOut, kind: 'create-session', input: { transId: 'R-1', amount, ...person } });
    const seller = await till.erp({ scopes: everyScopeButCustomers }).get('/v1/operations/op-1');
    expect(seller.json).toMatchObject(kept);
    expect(JSON.stringify(seller.json)).not.toContain(customer);
    const knowing = await till.erp({ scopes: ['status', 'customers'] }).get('/v1/operations/op-1');
    expect(knowing.json).toMatchObject({ input: person, result: paidOut.result });
    expect(knowing.json).not.toHaveProperty('withheld');
  });

  it('of a sale at a terminal, whole, with the scope for selling', async () => {
    const till = await startTill();
    const input = { messageType: 'SALE', transId: 'S-1', posTerminalId: 'T1', amount, metadata: { name: customer } };
    till.bridge.put({ ...paidOut, kind: 'cloud-pos', input });
    const { json } = await till.erp({ scopes: ['status', 'sale'] }).get('/v1/operations/op-1');
    expect(json).toMatchObject({ input, result: paidOut.result });
  });

  it.each(['create-link', 'create-intent', 'cloud-pos', 'update-payment', 'reverse'])(
    'of kind %s, whose body is open, without what a caller put into it under any name',
    async (kind) => {
      const till = await startTill();
      const person = { name: customer };
      const known = { customerInfo: person, paymentMethods: { card: person }, credentialOnFile: person };
      const own = { customer: person, description: `for ${customer}`, payer: [customer] };
      till.bridge.put({ ...paidOut, kind, input: { payId: 'P-1', transId: 'R-1', amount, ...known, ...own } });
      const erp = till.erp({ scopes: ['status'] });
      const single = await erp.get('/v1/operations/op-1');
      const list = await erp.get('/v1/operations');
      expect(single.json).toMatchObject({ id: 'op-1', kind, withheld: true });
      expect(JSON.stringify([single.json, list.json])).not.toContain(customer);
    },
  );

  it('of an open body with what the specification names and is about no person', async () => {
    const till = await startTill();
    const sale = { messageType: 'SALE', transId: 'S-1', refNr: 'N-1', posTerminalId: 'T1', traceNr: '7', amount };
    till.bridge.put({ ...paidOut, kind: 'cloud-pos', input: { ...sale, note: customer } });
    const { json } = await till.erp({ scopes: ['status'] }).get('/v1/operations/op-1');
    expect(json['input']).toEqual(sale);
  });
});

/** A record of a gateway that nobody described, with a person in every place that may hold one. */
const record = {
  payId: 'P-1',
  transId: 'order-1',
  refNr: 'N-1',
  status: 'CAPTURED',
  amount: { value: 500, currency: 'EUR', capturedValue: 500 },
  totals: { authorized: 500, captured: 500, refunded: 0, by: customer },
  operations: [{ type: 'CAPTURE', xId: 'X-1', status: 'OK', amount, at: '2026-01-31T18:05:00Z', note: customer }],
  customerInfo: { lastName: customer },
  metadata: { name: customer },
  paymentMethods: { card: { cardHolderName: customer } },
  unheardOf: [customer],
};
const bareRecord = {
  payId: 'P-1',
  transId: 'order-1',
  refNr: 'N-1',
  status: 'CAPTURED',
  amount: { value: 500, currency: 'EUR', capturedValue: 500 },
  totals: { authorized: 500, captured: 500, refunded: 0 },
  operations: [{ type: 'CAPTURE', xId: 'X-1', status: 'OK', amount, at: '2026-01-31T18:05:00Z' }],
  withheld: true,
};
/** With the sums that the bridge read of them. */
const answered = { whole: { ...record, sums: paymentSums }, bare: { ...bareRecord, sums: paymentSums } };
const addresses = ['/v1/payments/P-1', '/v1/payments?transId=order-1'];
const sold: OperationView = {
  ...template,
  id: 'op-1',
  kind: 'create-payment',
  state: 'succeeded',
  origin: { type: 'cashier' },
  input: { payId: 'P-1', transId: 'order-1', amount },
};

async function aTillWithPayment() {
  const till = await startTill();
  till.bridge.payments.set('payId P-1', record);
  till.bridge.payments.set('transId order-1', record);
  return till;
}

describe("a program reads the gateway's record of a payment", () => {
  it.each<[string, readonly Scope[]]>([
    ['the scope status alone', ['status']],
    ['every scope that sells nothing', ['status', 'capture', 'refund', 'refund-unreferenced', 'dcc', 'export']],
  ])('without what it may say of a customer, with %s', async (_what, scopes) => {
    const till = await aTillWithPayment();
    const erp = till.erp({ scopes });
    for (const address of addresses) expect((await erp.get(address)).json).toEqual(answered.bare);
  });

  it.each<[string, readonly Scope[]]>([
    ['the scope for customers', ['status', 'customers']],
    ['the scope for selling', ['status', 'sale']],
  ])('whole, with %s', async (_what, scopes) => {
    const till = await aTillWithPayment();
    const erp = till.erp({ scopes });
    for (const address of addresses) expect((await erp.get(address)).json).toEqual(answered.whole);
  });

  it('whole, where it made the payment itself, also after its scope was taken', async () => {
    const till = await aTillWithPayment();
    const erp = till.erp({ scopes: ['status'] });
    till.bridge.put({ ...sold, origin: { type: 'erp', clientId: erp.id, client: 'It' } });
    expect((await erp.get('/v1/payments/P-1')).json).toEqual(answered.whole);
  });

  it('by the scope of the operation that made it, where it was made here, whichever program asked before', async () => {
    const till = await aTillWithPayment();
    const credit = { ...sold.input, messageType: 'CREDIT', posTerminalId: 'T1' };
    till.bridge.put({ ...sold, kind: 'cloud-pos', input: credit });
    const payer = till.erp({ scopes: ['status', 'refund-unreferenced'] });
    const seller = till.erp({ scopes: ['status', 'sale'] });
    for (const _ of ['first', 'again']) {
      expect((await payer.get('/v1/payments/P-1')).json).toEqual(answered.whole);
      expect((await seller.get('/v1/payments/P-1')).json).toEqual(answered.bare);
    }
  });

  it('without it, where another program made it for a page and this one may sell', async () => {
    const till = await aTillWithPayment();
    till.bridge.put({ ...sold, origin: { type: 'erp', clientId: 'of-another', client: 'Other' } });
    const seller = till.erp({ scopes: everyScopeButCustomers });
    const knowing = till.erp({ scopes: ['status', 'customers'] });
    for (const address of addresses) {
      expect((await seller.get(address)).json).toEqual(answered.bare);
      expect((await knowing.get(address)).json).toEqual(answered.whole);
    }
  });

  it('as one that was made elsewhere only until it is known what made it here', async () => {
    const till = await aTillWithPayment();
    const seller = till.erp({ scopes: ['status', 'sale'] });
    expect((await seller.get('/v1/payments/P-1')).json).toEqual(answered.whole);
    till.bridge.put({ ...sold, kind: 'refund-unreferenced' });
    expect((await seller.get('/v1/payments/P-1')).json).toEqual(answered.bare);
  });

  it('bare, where all that it did is a refund of it', async () => {
    const till = await aTillWithPayment();
    const erp = till.erp({ scopes: ['status', 'refund'] });
    till.bridge.put(sold);
    till.bridge.put({ ...sold, id: 'op-2', kind: 'refund', origin: { type: 'erp', clientId: erp.id, client: 'It' } });
    expect((await erp.get('/v1/payments/P-1')).json).toEqual(answered.bare);
  });

  it("by the gateway's own addresses no more than by ours", async () => {
    const till = await startTill({
      dropIn: {
        merchantId: 'SHOP',
        answerMs: 1_000,
        assignRequestId: () => ({ type: 'submit', requestId: 'R', replaces: null }),
      },
    });
    till.bridge.payments.set('payId P-1', record);
    till.bridge.payments.set('transId order-1', record);
    const read = async (scopes: readonly Scope[], path: string) => {
      const basic = Buffer.from(`SHOP:${till.erp({ scopes }).token}`).toString('base64');
      const answer = await send(till.port, { path, headers: [['Authorization', `Basic ${basic}`]] });
      return JSON.parse(answer.text) as unknown;
    };
    for (const path of ['/api/v2/payments/getByPayId/P-1', '/api/v2/payments/getByTransId/order-1']) {
      expect(await read(['status'], path)).toEqual(bareRecord);
      expect(await read(['status', 'customers'], path)).toEqual(record);
    }
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
