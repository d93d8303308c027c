// What the sandbox quotes keeps to the rule that the till applies: between all its currencies, for any amount.
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { readOffer } from '#contract/operation/dcc-offer.ts';
import { dccInfoFor } from '#sandbox/rules/dcc-offers.ts';

const currencies = ['EUR', 'USD', 'GBP', 'CHF', 'CAD', 'JPY', 'KWD', 'BHD', 'AED', 'PLN'] as const;

it('a quote of the sandbox may be shown', () => {
  const currency = fc.constantFrom(...currencies);
  const value = fc.integer({ min: 100, max: 999_999_999 });
  fc.assert(
    fc.property(value, currency, currency, (amount, from, to) => {
      fc.pre(from !== to);
      const asked = { value: amount, currency: from };
      const reading = readOffer(asked, { dccInfo: dccInfoFor(asked, to, '2026-01-31T10:42:00Z') });
      expect(reading).toMatchObject({ type: 'offer', offer: { local: asked, rateHoldsMarkup: true } });
    }),
  );
});
