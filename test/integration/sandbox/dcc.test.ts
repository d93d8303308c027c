// The card services: countries by BIN, and quotes whose amounts are whole minor units of either currency.
import { describe, expect, test } from 'vitest';
import { anyNumber, anyText, matching, startGateway } from './gateway.ts';

describe('a BIN check', () => {
  test.each([
    ['411111', 'USA'],
    ['40000826', 'GBR'],
    ['40000392', 'JPN'],
    ['4000075', 'CHE'],
    ['40000082', 'GBR'],
    ['40000039', 'JPN'],
    ['40000075', 'CHE'],
    ['40000078', 'ARE'],
    ['40000061', 'POL'],
    ['400048', 'BHR'],
    ['999999', 'DEU'],
  ])('of %s says %s', async (bin, country) => {
    const gateway = await startGateway();
    const answer = await gateway.send('POST', '/api/v2/services/dcc/bin-check', { body: { bin } });
    expect([answer.status, answer.body]).toEqual([200, { cardInfo: { country } }]);
  });
});

describe('a quote', () => {
  // Base rates for one euro: USD 1.085, JPY 163.25, KWD 0.3335, BHD 0.409, CHF 0.955; the mark-up is 3 percent.
  test.each([
    ['euro to dollar', '411111', 10_000, 'EUR', { value: 11_176, currency: 'USD', decimalValue: 111.76 }],
    [
      'euro to yen, which has no minor unit',
      '400003',
      1000,
      'EUR',
      { value: 1681, currency: 'JPY', decimalValue: 1681 },
    ],
    [
      'euro to dinar, which has three digits',
      '400414',
      1000,
      'EUR',
      { value: 3435, currency: 'KWD', decimalValue: 3.435 },
    ],
    [
      'euro to the dinar of Bahrain, by its short BIN',
      '400048',
      1000,
      'EUR',
      { value: 4213, currency: 'BHD', decimalValue: 4.213 },
    ],
    ['dinar of Bahrain to yen', '40000039', 1234, 'BHD', { value: 507, currency: 'JPY', decimalValue: 507 }],
    ['yen to euro', '999999', 10_000, 'JPY', { value: 6309, currency: 'EUR', decimalValue: 63.09 }],
    ['one cent', '400007', 1, 'EUR', { value: 1, currency: 'CHF', decimalValue: 0.01 }],
  ])('%s', async (_, bin, value, currency, cardholder) => {
    const gateway = await startGateway();
    const body = { bin, amount: { value, currency } };
    const answer = await gateway.send('POST', '/api/v2/services/dcc/quote', { body });
    expect(answer.body.dccInfo).toEqual({
      status: 'AVAILABLE',
      provider: anyText,
      dccRequestId: anyText,
      rate: { exchangeRate: anyNumber, markupPercentage: 3, timestamp: matching(/Z$/) },
      amounts: { merchant: { value, currency }, cardholder },
      validUntil: matching(/Z$/),
    });
  });

  test.each([
    ['the card has the currency of the amount', '400002', 'EUR'],
    ['there is no rate', '411111', 'HUF'],
  ])('is not available where %s', async (_, bin, currency) => {
    const gateway = await startGateway();
    const body = { bin, amount: { value: 100, currency } };
    const answer = await gateway.send('POST', '/api/v2/services/dcc/quote', { body });
    expect(answer.body).toEqual({ dccInfo: { status: 'NOT_AVAILABLE' } });
  });

  test('under a key is given once, and is no execution', async () => {
    const gateway = await startGateway();
    const sending = {
      body: { bin: '411111', amount: { value: 1, currency: 'EUR' } },
      headers: { 'idempotency-key': 'q' },
    };
    const first = await gateway.send('POST', '/api/v2/services/dcc/quote', sending);
    expect((await gateway.send('POST', '/api/v2/services/dcc/quote', sending)).text).toBe(first.text);
    expect((await gateway.ledger()).executions).toEqual([]);
  });
});
