// The captures of a payment, as a cashier picks one for a refund.
import { describe, expect, it } from 'vitest';
import { capturesOf } from '#core/payments/captures.ts';
import type { OperationRecord } from '#core/ports/record.ts';
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

  it('say nothing of what went back where one of several refunds named none', () => {
    const records = [capture('a', 500), capture('b', 300), refund('a', 20), refund(null, 100)];
    expect(brief(records).map(([id, , refunded]) => [id, refunded])).toEqual([
      ['a', null],
      ['b', null],
    ]);
  });

  it('count what a refund gave back only where it worked or may still work', () => {
    const states = ['succeeded', 'failed', 'cancelled', 'expired', 'unknown', 'needs-person'] as const;
    const records = [capture('a', 5_000), ...states.map((state, index) => refund('a', 10 ** index, state))];
    expect(brief(records)).toEqual([['a', 5_000, 1, 110_000]]);
    // Neither blurs the picture of two captures where it named none, and failed.
    expect(brief([capture('a', 500), capture('b', 300), refund(null, 100, 'failed')])[0]).toEqual(['a', 500, 0, 0]);
  });

  it('have the gateway’s number from the answer where none was noted', () => {
    const answered = { ...capture('a', 500), xIds: [], result: { ...result('a'), xId: 'from-the-answer' } };
    expect(capturesOf([answered], iso)[0]?.xId).toBe('from-the-answer');
    expect(capturesOf([{ ...answered, result: null }], iso)[0]).toMatchObject({
      xId: null,
      providerTransactionId: null,
    });
  });

  it('are found by the number of a PayPal payment too', () => {
    const byPayPal = { paymentMethods: { payPal: { providerTransactionId: 'pp' } } };
    expect(brief([{ ...capture('a', 500), result: byPayPal }])).toEqual([['pp', 500, 0, 0]]);
  });

  it('leave out what this version does not know', () => {
    const strange = { ...capture('a', 500), kind: 'of-another-version' };
    expect(brief([strange, capture('b', 300)])).toEqual([['b', 300, 0, 0]]);
    const question = aRecord({ kind: 'dcc-quote', state: 'succeeded', amount: { value: 9, currency: 'EUR' } });
    expect(brief([question, capture('b', 300)])).toEqual([['b', 300, 0, 0]]);
  });

  it('take a refund without an amount for nothing', () => {
    expect(brief([capture('a', 500), { ...refund('a', 1), amount: null }])).toEqual([['a', 500, 0, 0]]);
  });
});
