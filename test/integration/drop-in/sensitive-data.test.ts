// Security codes, PINs and track data of cards are refused before anything is stored, on both surfaces and in every kind
// whose body is open; the refusal names the field and never says what was in it.
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#contract/data/json.ts';
import { aDropInShop } from '#support/drop-in-shop.ts';
import { Erp, ledgerOf } from '#support/erp.ts';

const canary = 'canary-31415';
const amount = { value: 100, currency: 'EUR' };
const urls = { return: 'https://shop.example/r', cancel: 'https://shop.example/c', webhook: 'https://shop.example/w' };
const atTerminal = { messageType: 'SALE', posTerminalId: 'T1', transId: 'S-1', amount };
const direct = { integrationType: 'DIRECT', type: 'GOOGLEPAY', googlePay: { inner: { 'C V V': canary } } };

/** Of each kind: its address in the gateway's language, its body, and the field with what may not be stored. */
const bodies: readonly (readonly [string, string, JsonObject, string])[] = [
  [
    'create-link',
    'POST /payments/links',
    { amount, paymentMethods: { card: { cvv: canary } } },
    'paymentMethods.card.cvv',
  ],
  ['create-intent', 'POST /payment-intents', { amount, card: [{ track_2: canary }] }, 'card.0.track_2'],
  [
    'create-session',
    'POST /payments/sessions',
    { transId: 'H-1', amount, urls, metadata: { cvc2: canary } },
    'metadata.cvc2',
  ],
  [
    'create-payment',
    'POST /payments',
    { transId: 'P-1', amount, paymentMethods: direct },
    'paymentMethods.googlePay.inner.C V V',
  ],
  ['cloud-pos', 'POST /cloudpos', { ...atTerminal, 'Pin-Block': canary }, 'Pin-Block'],
  ['update-payment', 'PATCH /payments/P1', { card: { securityCode: canary } }, 'card.securityCode'],
  ['reverse', 'POST /payments/P1/reversals', { trackOneData: canary }, 'trackOneData'],
  [
    'refund',
    'POST /payments/P1/refunds',
    { transId: 'R-1', amount, metadata: { magStripe: canary } },
    'metadata.magStripe',
  ],
  ['update-customer', 'PATCH /customers/P1', { firstName: 'Sam', cvn: canary }, 'cvn'],
];

const inPath: { readonly [kind: string]: string } = {
  'update-payment': 'payId',
  reverse: 'payId',
  refund: 'payId',
  'update-customer': 'customerId',
};

describe('what may not be stored of a card', () => {
  it.each(bodies)('is refused in %s', async (kind, address, body, field) => {
    const shop = await aDropInShop();
    const paired = shop.pair();
    const native = new Erp(shop.url, paired.token);
    const id = inPath[kind];
    const told = await native.post(`/v1/operations/${kind}`, id === undefined ? body : { [id]: 'P1', ...body }, 'K-1');
    expect(told).toMatchObject({ status: 400, body: { code: 'invalid-input' } });
    expect(told.body['errors']).toHaveProperty([field]);
    expect(told.body['issues']).toContainEqual(
      expect.objectContaining({ field, code: 'sensitive-authentication-data' }),
    );

    const [method = '', path = ''] = address.split(' ');
    const answer = await paired.erp().send(path, JSON.stringify(body), { method });
    expect([answer.status, answer.headers.get('tillbridge-problem')]).toEqual([400, 'invalid-input']);
    expect(answer.body['errors']).toHaveProperty([field]);

    expect(JSON.stringify([told.body, answer.text, shop.log])).not.toContain(canary);
    expect((await native.get('/v1/operations')).body['operations']).toEqual([]);
    expect((await ledgerOf(shop.sandboxUrl)).executions).toEqual([]);
  });

  it('is taken in the fields that are made for it, and is in no list', async () => {
    const shop = await aDropInShop();
    const paired = shop.pair();
    const card = { number: '0111111111111111', cardholderName: 'Sam Sample', expiryDate: '203012', brand: 'visa' };
    const paymentMethods = { card: { ...card, securityCode: '737' } };
    const customerInfo = { email: 'sam@shop.example' };
    const refund = { transId: 'U-1', amount, customerInfo, metadata: { pin: 'blue enamel' }, paymentMethods };
    expect(await paired.erp().post('/payments/refunds', refund)).toMatchObject({ status: 200 });
    const wanted = { integrationType: 'DIRECT', type: 'CARD', card: { cvv: '737', pseudo: 'x' } };
    expect(await paired.erp().post('/payments', { transId: 'P-1', amount, paymentMethods: wanted })).toMatchObject({
      status: 201,
    });
    const listed = await new Erp(shop.url, paired.token).get('/v1/operations');
    expect(listed.body['operations']).toHaveLength(2);
    expect(JSON.stringify(listed.body)).not.toMatch(/"737"|cvv|securityCode/);
  });
});
