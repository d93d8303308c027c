// Who at the office may approve what a till asks: by shop, by sum, and never what they ask for themselves.
import { describe, expect, it } from 'vitest';
import { type Approver, barFrom } from '#office/approvals/may-approve.ts';

const euros = (value: number) => ({ value, currency: 'EUR' });
const asked = (value: number | null, person = 'Cleo') => ({ person, amount: value === null ? null : euros(value) });
const someone = (...rights: Approver['rights']): Approver => ({ name: 'Ada', atTills: null, rights });
const anySum = { mostMinor: null, currency: null };

describe('a person of the office', () => {
  it('sees nothing of a shop that they have no right for, and a till without a shop needs a right for every shop', () => {
    expect(barFrom(someone(), asked(1), 'North')).toBe('shop');
    expect(barFrom(someone({ shop: 'South', ...anySum }), asked(1), 'North')).toBe('shop');
    expect(barFrom(someone({ shop: 'North', ...anySum }), asked(1), 'North')).toBeNull();
    expect(barFrom(someone({ shop: 'North', ...anySum }), asked(1), null)).toBe('shop');
    expect(barFrom(someone({ shop: '', ...anySum }), asked(1), null)).toBeNull();
  });

  it('approves up to their sum and no further, in its currency only', () => {
    const person = someone({ shop: '', mostMinor: 5_000, currency: 'EUR' });
    expect(barFrom(person, asked(5_000), 'North')).toBeNull();
    expect(barFrom(person, asked(5_001), 'North')).toBe('sum');
    expect(barFrom(person, { person: 'Cleo', amount: { value: 1, currency: 'USD' } }, 'North')).toBe('sum');
  });

  it('approves a sum that the till does not know only without a limit', () => {
    expect(barFrom(someone({ shop: '', mostMinor: 5_000, currency: 'EUR' }), asked(null), 'North')).toBe('sum');
    expect(barFrom(someone({ shop: '', ...anySum }), asked(null), 'North')).toBeNull();
  });

  it('has the larger of two rights in one shop', () => {
    const small = { shop: '', mostMinor: 100, currency: 'EUR' };
    const large = { shop: 'North', mostMinor: 9_000, currency: 'EUR' };
    expect(barFrom(someone(small, large), asked(9_000), 'North')).toBeNull();
    expect(barFrom(someone(small, large), asked(9_000), 'South')).toBe('sum');
  });

  it.each(['Ada', 'ada', ' ADA ', 'Аda'])('does not approve what %j asks for at a till', (name) => {
    expect(barFrom(someone({ shop: '', ...anySum }), asked(1, name), 'North')).toBe('self');
  });

  it('does not approve what they ask for under their other name at the tills', () => {
    const person = { ...someone({ shop: '', ...anySum }), atTills: 'Countess' };
    expect(barFrom(person, asked(1, 'Countess'), 'North')).toBe('self');
    expect(barFrom(person, asked(1), 'North')).toBeNull();
  });
});
