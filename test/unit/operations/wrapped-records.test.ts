// The record of a payment may stand within another object, or alone in a list, as an answer may. What is of another
// payment or of a single operation is not taken for the payment's own.
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#contract/data/json.ts';
import { defaultPaymentPaths, readPayment } from '#operations/payment-view.ts';

const amount = { value: 700, currency: 'EUR', capturedValue: 700 };
const record = { payId: 'P1', transId: 'T-1', status: 'CAPTURED', amount };
const read = (shown: JsonObject) => readPayment(shown, defaultPaymentPaths);

describe('a record within', () => {
  it.each<[string, JsonObject]>([
    ['data', { data: record }],
    ['Data, in capitals', { DATA: record }],
    ['a payment in a result', { result: { payment: record } }],
    ['a list of one', { payments: [record] }],
    ['data, beside a word of its own', { success: true, data: record }],
    ['data, beside its payId', { payId: 'P1', data: record }],
    ['data without ids, beside them', { payId: 'P1', transId: 'T-1', data: { status: 'CAPTURED', amount } }],
    ['data, beside an empty result', { data: record, result: {} }],
  ])('%s is read', (_where, shown) => {
    expect(read(shown)).toMatchObject({
      payId: 'P1',
      transId: 'T-1',
      status: 'CAPTURED',
      observation: 'applied',
      value: 700,
      captured: 700,
      currency: 'EUR',
    });
  });

  it('lists its operations', () => {
    const operations = [{ type: 'CAPTURE', xId: 'X1', status: 'CAPTURED', amount }];
    expect(read({ data: { ...record, operations } }).operations).toMatchObject([{ xId: 'X1', value: 700 }]);
  });

  it.each<[string, JsonObject]>([
    ['of another payment', { payId: 'P1', status: 'OK', data: { ...record, payId: 'P2', transId: 'T-2' } }],
    ['of a single operation', { payId: 'P1', status: 'OK', operation: { xId: 'X9', refNr: 'R-9', amount } }],
    ['of several payments', { payId: 'P1', status: 'OK', payments: [record, { ...record, payId: 'P2' }] }],
  ])('%s says nothing of the payment', (_what, shown) => {
    expect(read(shown)).toMatchObject({ payId: 'P1', transId: null, value: null, captured: null });
  });

  it('that disagrees with what stands beside it is unclear', () => {
    expect(read({ payId: 'P1', status: 'OK', data: { ...record, status: 'FAILED' } }).observation).toBe('cannot-tell');
  });

  it('of a list of two names none', () => {
    expect(read({ payments: [record, { ...record, payId: 'P2' }] })).toMatchObject({ payId: null, transId: null });
  });
});
