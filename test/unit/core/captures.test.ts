// The captures of a payment, as a cashier picks one for a refund.
import { describe, expect, it } from 'vitest';
import { capturesOf } from '#core/captures.ts';
import type { OperationRecord } from '#core/record.ts';
import { aRecord, aSale } from '#support/records.ts';

const iso = (ms: number) => new Date(ms).toISOString();
const result = (id: string) => ({ paymentMethods: { card: { providerTransactionId: id } } });

function capture(id: string, value: number): OperationRecord {
  const amount = { value, currency: 'EUR' };
  const input = { payId: 'P1', transId: id, amount };
  return aRecord({ id, state: 'succeeded', input, amount, result: result(id), xIds: [`x-${id}`] });
}

function refund(of: string | null, value: number, state: OperationRecord['state'] = 'succeeded'): OperationRecord {
  const amount = { value, currency: 'EUR' };
  const input = { payId: 'P1', transId: 'R', amount, ...(of === null ? {} : result(of)) };
  return aRecord({ kind: 'refund', state, input, amount });
}

const brief = (records: readonly OperationRecord[]) =>
  capturesOf(records, iso).map((each) => [each.providerTransactionId, each.amount, each.refunded, each.openRefunds]);

describe('the captures of a payment', () => {
  it('have their amount, their numbers and what went back of each', () => {
    const records = [capture('a', 500), capture('b', 300), refund('b', 100), refund('b', 50, 'accepted')];
    expect(brief(records)).toEqual([
      ['a', 500, 0, 0],
      ['b', 300, 100, 50],
    ]);
    expect(capturesOf(records, iso)[0]?.xId).toBe('x-a');
  });

  it('are those that worked, a sale among them', () => {
    const sale = aSale({ state: 'succeeded', result: result('s') });
    const failed = { ...capture('f', 900), state: 'failed' } as const;
    expect(brief([sale, failed])).toEqual([['s', 500, 0, 0]]);
  });

  it('say nothing of what went back where a refund named none of several', () => {
    expect(brief([capture('a', 500), capture('b', 300), refund(null, 100)])).toEqual([
      ['a', 500, null, 0],
      ['b', 300, null, 0],
    ]);
  });

  it('take every refund to the only one', () => {
    expect(brief([capture('a', 500), refund(null, 100), refund('a', 20), refund(null, 5, 'failed')])).toEqual([
      ['a', 500, 120, 0],
    ]);
  });
});
