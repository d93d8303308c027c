// Where real money moves nothing is simulated: each field that the specification has for tests is refused, on both
// surfaces, wherever it stands. Against a test environment it goes through.
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#contract/data/json.ts';
import { aDropInShop } from '#support/drop-in-shop.ts';
import { Erp, ledgerOf } from '#support/erp.ts';

const amount = { value: 100, currency: 'EUR' };
const amazonPay = { paymentMethods: { amazonPay: { amazonPaySimulationCode: 'X' } } };

describe('in live mode', () => {
  it.each<[string, string, JsonObject, string]>([
    ['refund', '/payments/P1/refunds', { transId: 'R-1', simulationMode: '00000000' }, 'simulationMode'],
    [
      'refund',
      '/payments/P1/refunds',
      { transId: 'R-1', ...amazonPay },
      'paymentMethods.amazonPay.amazonPaySimulationCode',
    ],
    [
      'capture',
      '/payments/P1/captures',
      { transId: 'C-1', ...amazonPay },
      'paymentMethods.amazonPay.amazonPaySimulationCode',
    ],
    ['create-link', '/payments/links', { payment: { simulationMode: '00000000' } }, 'payment.simulationMode'],
    ['create-intent', '/payment-intents', { order: { description: '\u200BTest：0000' } }, 'order.description'],
  ])('%s at %s does not take %j', async (kind, path, given, field) => {
    const shop = await aDropInShop({ mode: 'live' });
    const paired = shop.pair();
    const native = new Erp(shop.url, paired.token);
    const body = { amount, ...given };
    const told = await native.post(
      `/v1/operations/${kind}`,
      path.includes('P1') ? { payId: 'P1', ...body } : body,
      'K-1',
    );
    const answer = await paired.erp().post(path, body);
    expect([told.status, answer.status]).toEqual([400, 400]);
    expect(Object.keys({ ...(told.body['errors'] as object), ...(answer.body['errors'] as object) })).toEqual([field]);
    expect((await ledgerOf(shop.sandboxUrl)).executions).toEqual([]);
  });
});

it('in test mode they are taken', async () => {
  const shop = await aDropInShop();
  const answer = await shop.pair().erp().post('/payments/links', { amount, simulationMode: '00000000' });
  expect(answer.status).toBe(200);
});
