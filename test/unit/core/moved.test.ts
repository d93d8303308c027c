// What money an operation moved is the difference that it made to what is known of the payment.
import { expect, it } from 'vitest';
import { movedBy } from '#core/payments/moved.ts';
import type { KnownPayment } from '#core/ports/record.ts';
import { capture } from '#operations/capture.ts';
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

it.each([
  ['the last of its series', { captureMethod: { manual: { final: true } } }, 300],
  ['a card with finishAuth', { paymentMethods: { card: { finishAuth: true } } }, 300],
  ['Klarna with completeType YES', { paymentMethods: { klarna: { completeType: 'YES' } } }, 300],
  ['PayPal with completeType', { paymentMethods: { payPal: { completeType: true } } }, 300],
  ['MobilePay with finishAuth Y', { paymentMethods: { mobilePay: { finishAuth: 'Y' } } }, 300],
  ['one of a series', { captureMethod: { manual: { currentSequence: 1, total: 2 } } }, 0],
  ['Klarna with completeType NO', { paymentMethods: { klarna: { completeType: 'NO' } } }, 0],
  ['a card without finishAuth', { paymentMethods: { card: { finishAuth: false } } }, 0],
])('a capture of a part, %s, releases the rest or leaves it open', (_, more, released) => {
  const input = { payId: 'P1', transId: 'C-1', amount: { value: 700, currency: 'EUR' }, ...more };
  const effect = capture.effect(input, {});
  const before = { ...payment, captured: 0, captureCount: 0 };
  expect(movedBy(effect!, aRecord({ kind: 'capture', input }), before, payment)).toMatchObject({
    taken: 700,
    released,
    open: 300 - released,
  });
});
