// The sums of a payment's record as programs get them: money in one shape, however the gateway writes it, and only where
// the record tells whose sums they are.
import { expect, it } from 'vitest';
import type { JsonObject } from '#contract/data/json.ts';
import { paymentMoney } from '#core/payments/shown-sums.ts';
import { defaultPaymentPaths, readPayment } from '#operations/payment-view.ts';
import { aTill, amountOf } from '#support/till.ts';

const euros = amountOf;
const dollars = (value: number) => ({ value, currency: 'USD' });
const nothing = { authorized: null, captured: null, refunded: null };
const dccInfo = { status: 'AVAILABLE', amounts: { merchant: euros(1_000), cardholder: dollars(1_118) } };

it.each<[string, JsonObject, object]>([
  [
    'totals beside the amount',
    { amount: euros(900), totals: { authorised: 900, captured: 700, refunded: 0 } },
    { authorized: euros(900), captured: euros(700), refunded: euros(0) },
  ],
  [
    'objects with a currency of their own',
    { authorizedAmount: euros(900), capturedAmount: euros(700), refundedAmount: euros(100), currency: 'EUR' },
    { authorized: euros(900), captured: euros(700), refunded: euros(100) },
  ],
  ['texts', { amount: { ...euros(900), capturedValue: '700' } }, { ...nothing, captured: euros(700) }],
  ['no currency, of a payment that is not known here', { totals: { captured: 700 } }, nothing],
  ['no sums', { amount: euros(900) }, nothing],
  [
    'the currency of the card, with both amounts of the conversion',
    { amount: { ...dollars(1_118), capturedValue: 1_118 }, paymentMethods: { card: { dccInfo } } },
    { ...nothing, captured: euros(1_000) },
  ],
])('a record with %s', async (_how, record, sums) => {
  const till = await aTill();
  const view = readPayment({ payId: 'P-1', transId: 'X-1', ...record }, defaultPaymentPaths);
  expect(paymentMoney(till.store, till.environment.id, view)).toEqual(sums);
});
