// The list of a payment's operations, as gateways may write it: under any of its names, in any capitals, in several lists
// at once, and with one operation twice.
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#contract/data/json.ts';
import { defaultPaymentPaths, readPayment } from '#operations/payment-view.ts';

const read = (record: JsonObject) => readPayment({ payId: 'P1', status: 'OK', ...record }, defaultPaymentPaths);
const entry = (xId: string | null, more: JsonObject = {}): JsonObject => ({
  type: 'REFUND',
  status: 'OK',
  transId: 'R-1',
  refNr: 'N-1',
  amount: { value: 400, currency: 'EUR' },
  ...(xId === null ? {} : { xId }),
  ...more,
});
const shown = (record: JsonObject) => read(record).operations?.map(({ xId, type }) => `${type} ${xId}`) ?? null;

describe('the list of a payment’s operations', () => {
  it.each(['OPERATIONS', 'Transactions', 'hIsToRy'])('is found in any capitals: %s', (name) => {
    expect(shown({ [name]: [entry('X1')] })).toEqual(['REFUND X1']);
    expect(read({ OPERATIONS: { a: entry('X1') } }).isPartial).toBe(true);
  });

  it('is all that stands in its several lists, each operation once', () => {
    const sale = entry('X0', { type: 'SALE' });
    expect(shown({ operations: [sale], history: [sale, entry('X1')] })).toEqual(['SALE X0', 'REFUND X1']);
    expect(shown({ operations: [], history: [entry('X1')] })).toEqual(['REFUND X1']);
    expect(shown({ operations: [entry(null)], history: [entry('X1')] })).toEqual(['REFUND null']);
    expect(shown({ operations: [entry('X1')], history: [entry('X1', { status: 'FAILED' })] })).toHaveLength(2);
    expect(read({ operations: [sale], history: { a: sale } }).isPartial).toBe(true);
    expect(read({ operations: [sale], transactions: 1 }).isPartial).toBe(false);
    expect(read({ transactions: 1 }).isPartial).toBe(true);
  });

  it('is not made longer by a list of what is no operation', () => {
    expect(shown({ operations: [entry('X1')], history: [{ status: 'PENDING', at: '2026-11-30' }] })).toEqual([
      'REFUND X1',
    ]);
  });

  it('has an operation once that it shows twice under one xId', () => {
    expect(shown({ operations: [entry('X1'), entry('X1')] })).toEqual(['REFUND X1']);
    expect(shown({ operations: [entry('X1'), entry('X1', { note: 'again' })] })).toEqual(['REFUND X1']);
    expect(shown({ operations: [entry('X1'), entry('X1', { amount: { value: 300 } })] })).toHaveLength(2);
    expect(shown({ operations: [entry('X1'), entry('X2')] })).toHaveLength(2);
    expect(shown({ operations: [entry(null), entry(null)] })).toHaveLength(2);
  });
});

describe('a list of one kind', () => {
  it('adds to the list, and gives its entries their kind', () => {
    expect(shown({ operations: [entry('X0', { type: 'SALE' })], refunds: [entry('X1', { type: null })] })).toEqual([
      'SALE X0',
      'refunds X1',
    ]);
    expect(read({ operations: [entry('X0', { type: 'SALE' })], refunds: [entry('X1')] }).isPartial).toBe(false);
  });

  it('alone is not the whole of them', () => {
    expect(shown({ refunds: [entry('X1')] })).toEqual(['REFUND X1']);
    expect(read({ refunds: [entry('X1')] }).isPartial).toBe(true);
    expect(read({ refunds: [] })).toMatchObject({ operations: null, isPartial: false });
  });
});
