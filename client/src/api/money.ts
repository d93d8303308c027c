// Money as the bridge takes it: an integer of minor units with its currency. Prices that a page computes in fractions
// are the most common way to charge a cent too much, so what is not a whole number is refused here.
import type { Money } from './types.ts';

/** `minor(1234, 'EUR')` is 12.34 EUR. Throws a TypeError for fractions, for what is not above 0, and for other codes. */
export function minor(value: number, currency: string): Money {
  if (!Number.isSafeInteger(value) || value < 1)
    throw new TypeError('An amount is a whole number of minor units, from 1.');
  if (!/^[A-Z]{3}$/.test(currency)) throw new TypeError('A currency is an ISO 4217 code of three capital letters.');
  return { value, currency };
}
