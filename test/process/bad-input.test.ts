// Bad input gets 400 problem details that name each field, and nothing is stored. Against the real bridge in live
// mode, whose gateway is a sandbox on this machine.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '#contract/data/json.ts';
import { Shop, sale } from '#support/shop.ts';

const shop = new Shop({ bridgeArgs: ['--mode', 'live', '--terminal', 'T1', '--terminal', 'T2'] });

beforeAll(async () => {
  await shop.open();
});

afterAll(async () => {
  await shop.close();
});

const amount = { value: 100, currency: 'EUR' };
const capture = { payId: 'P1', transId: 'C1', amount };

const cases: readonly (readonly [what: string, kind: string, body: JsonObject, fields: readonly string[]])[] = [
  ['an amount of zero', 'capture', { ...capture, amount: { ...amount, value: 0 } }, ['amount.value']],
  ['a negative amount', 'capture', { ...capture, amount: { ...amount, value: -5 } }, ['amount.value']],
  ['a fraction of a minor unit', 'capture', { ...capture, amount: { ...amount, value: 1.5 } }, ['amount.value']],
  ['an amount as text', 'capture', { ...capture, amount: { ...amount, value: '100' } }, ['amount.value']],
  ['no amount', 'refund', { payId: 'P1', transId: 'R1' }, ['amount']],
  ['an unknown currency', 'capture', { ...capture, amount: { value: 1, currency: 'EUX' } }, ['amount.currency']],
  [
    'a currency in small letters',
    'capture',
    { ...capture, amount: { value: 1, currency: 'eur' } },
    ['amount.currency'],
  ],
  ['a transId over 64 characters', 'capture', { ...capture, transId: 'x'.repeat(65) }, ['transId']],
  ['no transId', 'capture', { payId: 'P1', amount }, ['transId']],
  ['a payId that leaves its path', 'capture', { ...capture, payId: '../refunds' }, ['payId']],
  ['a BIN of five digits', 'dcc-bin-check', { bin: '40000' }, ['bin']],
  ['a BIN of nine digits', 'dcc-bin-check', { bin: '400000000' }, ['bin']],
  ['a BIN with letters', 'dcc-quote', { bin: '40000a', amount }, ['bin']],
  [
    'simulation words in live mode',
    'capture',
    { ...capture, order: { description: 'Test:0305' } },
    ['order.description'],
  ],
  ['simulationMode in live mode', 'refund', { ...capture, simulationMode: '0305' }, ['simulationMode']],
  [
    'a card number in free text',
    'capture',
    { ...capture, statementDescriptor: 'card 4111 1111 1111 1111' },
    ['statementDescriptor'],
  ],
  [
    'a card number in metadata',
    'refund',
    { ...capture, metadata: { note: ['4111111111111111'] } },
    ['metadata.note.0'],
  ],
  [
    'a card number in direct card data, however its field is called',
    'create-payment',
    {
      transId: 'D-1',
      amount,
      paymentMethods: { integrationType: 'DIRECT', type: 'CARD', card: { data: { pan: '4111111111111111' } } },
    },
    ['paymentMethods.card.data.pan'],
  ],
  [
    'a method that is not named like its object',
    'create-payment',
    { transId: 'D-2', amount, paymentMethods: { integrationType: 'HOSTED', type: 'KLARNA', klara: {} } },
    ['paymentMethods.klara'],
  ],
  ['an unknown field', 'capture', { ...capture, ammount: 1 }, ['ammount']],
  ['an unknown field inside', 'capture', { ...capture, amount: { ...amount, tip: 1 } }, ['amount.tip']],
  ['an unknown messageType', 'cloud-pos', sale('S1', 100, { messageType: 'SELL' }), ['messageType']],
  ['a terminal that this till does not have', 'cloud-pos', sale('S1', 100, { posTerminalId: 'T7' }), ['posTerminalId']],
  [
    'a terminal reversal without its trace number',
    'cloud-pos',
    sale('S1', 100, { messageType: 'REVERSE' }),
    ['traceNr'],
  ],
  [
    'several at once',
    'capture',
    { transId: '', amount: { value: 0, currency: 'X' } },
    ['payId', 'transId', 'amount.value', 'amount.currency'],
  ],
];

describe('bad input', () => {
  it.each(cases)('%s is refused by name, and nothing is stored', async (what, kind, body, fields) => {
    const reply = await shop.erp.post(`/v1/operations/${kind}`, body, `bad-${what.replaceAll(' ', '-')}`);
    expect(reply).toMatchObject({ status: 400, body: { code: 'invalid-input', status: 400 } });
    expect(reply.headers.get('content-type')).toContain('application/problem+json');
    expect(Object.keys(reply.body['errors'] as JsonObject).toSorted()).toEqual([...fields].toSorted());
    expect((await shop.erp.get('/v1/operations')).body['operations']).toEqual([]);
  });

  it('uses up no request id: the corrected request may carry the same one', async () => {
    const wrong = { transId: 'fix-1', amount: { value: 0, currency: 'EUR' } };
    expect(await shop.erp.post('/v1/operations/cloud-pos', { ...sale('fix-1', 1), ...wrong }, 'fix')).toMatchObject({
      status: 400,
    });
    expect(await shop.erp.operate('cloud-pos', sale('fix-1', 100), 'fix')).toMatchObject({ state: 'succeeded' });
  });

  it('says which transId was used before, and by which operation', async () => {
    const reply = await shop.erp.post('/v1/operations/cloud-pos', sale('fix-1', 100), 'second-use');
    expect(reply).toMatchObject({ status: 409, body: { code: 'trans-id-used', operationId: expect.any(String) } });
  });

  it('an unknown kind is 404', async () => {
    expect(await shop.erp.post('/v1/operations/teleport', {}, 'kind')).toMatchObject({
      status: 404,
      body: { code: 'unknown-kind' },
    });
  });
});
