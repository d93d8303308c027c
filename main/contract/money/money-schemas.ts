// What an amount and a currency must be, as schemas. Apart from money.ts, so that a screen which only shows money need
// not load a schema library.
import { z } from 'zod';
import { greatestMinor } from './greatest-amount.ts';
import { minorDigits } from './money.ts';

export const currencySchema = z.string().refine((text) => minorDigits(text) !== null, {
  error: 'must be a three-letter ISO 4217 currency code in capitals, for example EUR',
});

const wholeNumber = 'must be a whole number of minor units (for example 1234 for 12.34 EUR)';

const upToGreatest = z.int({ error: wholeNumber }).max(greatestMinor, {
  error: 'must have at most twelve digits, in minor units',
});

export const minorUnitsSchema = upToGreatest.min(1, { error: 'must be at least 1 minor unit' });

/** An amount that may be nothing: for terminal commands that move no money. */
export const minorUnitsOrZeroSchema = upToGreatest.min(0, { error: 'must not be negative' });
