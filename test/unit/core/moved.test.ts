// What money an operation moved is the difference that it made to what is known of the payment.
import { expect, it } from 'vitest';
import { movedBy } from '#core/payments/moved.ts';
import type { KnownPayment } from '#core/ports/record.ts';
import { effectWith } from '#operations/fields/effects.ts';
import { aRecord } from '#support/records.ts';

const payment: KnownPayment = {
  environmentId: 'env',
  lane: 'payment:env:trans:S-1',
  payId: 'P1',
  transId: 'S-1',
  currency: 'EUR',
  authorized: 1_000,
  captured: 700,
  refunded: 200,
  captureCount: 1,
  reversed: false,
  terminalId: 'T1',
  traceNr: '7',
};

const reversal = (before: Partial<KnownPayment>) => {
  const known = { ...payment, ...before };
  return movedBy(effectWith({ reversed: true }), aRecord(), known, { ...known, captured: 0, reversed: true });
};

it.each([
  ['gives back what was captured and not refunded, and releases the rest', {}, 500, 300],
  ['of what was not captured gives nothing back', { captured: 0, refunded: 0 }, 0, 1_000],
  [
    'of a payment that was made elsewhere is not known',
    { authorized: null, captured: null, refunded: null },
    null,
    null,
  ],
  ['of what was captured, where refunds are not known, is not guessed', { refunded: null }, null, 300],
  ['of what was reversed before moves nothing', { reversed: true, captured: 0 }, 0, 0],
] as const)('a reversal %s', (_, before, givenBack, released) => {
  expect(reversal(before)).toMatchObject({ taken: 0, givenBack, released, open: 0 });
});
