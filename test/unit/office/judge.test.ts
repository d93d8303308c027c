// Whether a refund may be paid out beside those of all tills: one for a line, and no more than the payment has left.
import { describe, expect, it } from 'vitest';
import { type OtherRefund, type Wanted, judge } from '#office/claims/judge.ts';

const wanted = (more: Partial<Wanted> = {}): Wanted => ({
  payment: 'P1',
  line: '4711/1',
  amount: { value: 500, currency: 'EUR' },
  capturedMinor: 1_000,
  ...more,
});
const other = (more: Partial<OtherRefund> = {}): OtherRefund => ({
  id: 'op_1',
  state: 'paid',
  payment: 'P1',
  line: '4711/2',
  amountMinor: 500,
  currency: 'EUR',
  ...more,
});

/** Why it is refused, or null. */
const why = (asked: Wanted, ...others: OtherRefund[]) => {
  const verdict = judge(asked, others);
  return verdict.type === 'refused' ? verdict.why : null;
};

describe('a refund beside those of all tills', () => {
  it.each(['held', 'used', 'paid'] as const)('is not for a line whose refund is %s', (state) => {
    expect(why(wanted(), other({ line: '4711/1', state }))).toBe('line');
  });

  it('is for another line of the same payment, and for the same line of another payment', () => {
    expect(why(wanted(), other())).toBeNull();
    expect(why(wanted(), other({ line: '4711/1', payment: 'P2' }))).toBeNull();
  });

  it('is not for a line that was refunded without a payment, nor the other way round', () => {
    expect(why(wanted(), other({ line: '4711/1', payment: null }))).toBe('line');
    expect(why(wanted({ payment: null }), other({ line: '4711/1' }))).toBe('line');
  });

  it('is within what was captured, less what others give back', () => {
    expect(why(wanted({ amount: { value: 501, currency: 'EUR' } }), other())).toBe('sum');
    expect(judge(wanted({ amount: { value: 501, currency: 'EUR' } }), [other()])).toMatchObject({ leftMinor: 500 });
    expect(why(wanted({ capturedMinor: null }), other({ amountMinor: 900 }))).toBeNull();
  });

  it('is left to its till and the gateway where it is the first one', () => {
    expect(why(wanted({ amount: { value: 9_999, currency: 'EUR' } }))).toBeNull();
  });

  it('is none beside a reversal, which gives all back; a release that paid nothing is no refund', () => {
    expect(why(wanted(), other({ amountMinor: null, state: 'used' }))).toBe('sum');
    expect(why(wanted({ amount: null, line: null }), other())).toBe('sum');
    expect(why(wanted(), other({ amountMinor: 0 }))).toBeNull();
  });

  it('is not compared with sums in another currency', () => {
    expect(why(wanted(), other({ currency: 'USD', amountMinor: 999 }))).toBeNull();
  });

  it('without payment and line is compared with nothing', () => {
    expect(why(wanted({ payment: null, line: null }), other({ payment: null, line: null }))).toBeNull();
  });
});
