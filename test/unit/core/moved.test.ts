// What money an operation moved is the difference that it made to what is known of the payment.
import { expect, it } from 'vitest';
import { bodyText } from '#core/operation/requests.ts';
import { movedBy } from '#core/payments/moved.ts';
import type { KnownPayment } from '#core/ports/record.ts';
import { capture } from '#operations/capture.ts';
import { cloudPos } from '#operations/cloud-pos.ts';
import { effectWith } from '#operations/fields/effects.ts';
import { refund } from '#operations/refund.ts';
import { aPayment, aRecord } from '#support/records.ts';

const payment = aPayment({
  lane: 'payment:env:trans:S-1',
  captured: 700,
  refunded: 200,
  captureCount: 1,
  traceNr: '7',
});

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

it.each([
  ['as it was asked for', 1_100, 100],
  ['with more, which was typed at the terminal', 1_150, 150],
  ['with less: the tip is what is missing first', 1_060, 60],
  ['with less than what is sold', 500, 0],
])('a sale with a tip that was chosen at the till, approved %s', (_, approved, tip) => {
  const input = {
    messageType: 'SALE',
    transId: 'S-1',
    posTerminalId: 'T1',
    amount: { value: 1_100, currency: 'EUR' },
    tipMinor: 100,
  };
  const record = aRecord({ input, amount: input.amount, approved: { value: approved, currency: 'EUR' } });
  const effect = cloudPos.effect({ ...input, amount: { value: approved, currency: 'EUR' } }, {});
  expect(movedBy(effect!, record, payment, payment)).toMatchObject({ taken: approved, tip });
});

it('keeps the tip of a sale to itself, since the gateway has no field for it', () => {
  const input = { messageType: 'SALE', transId: 'S-1', amount: { value: 1_100, currency: 'EUR' }, tipMinor: 100 };
  expect(JSON.parse(bodyText(cloudPos, input))).toEqual({
    messageType: 'SALE',
    transId: 'S-1',
    amount: { value: 1_100, currency: 'EUR' },
  });
});

it.each([
  ['more than the amount', { tipMinor: 1_101 }],
  ['less than nothing', { tipMinor: -1 }],
  ['a part of a unit', { tipMinor: 0.5 }],
  ['of an authorization', { tipMinor: 100, messageType: 'AUTHORISATION_OR_RESERVATION' }],
])('refuses a tip that is %s', (_, more) => {
  const input = { messageType: 'SALE', transId: 'S-1', posTerminalId: 'T1', amount: { value: 1_100, currency: 'EUR' } };
  expect(cloudPos.input.safeParse({ ...input, tipMinor: 100 }).success).toBe(true);
  const refused = cloudPos.input.safeParse({ ...input, ...more });
  expect(refused.error?.issues.map(({ path }) => path.join('.'))).toEqual(['tipMinor']);
});

it('a refund in the shop’s currency of a payment that is known in the card’s gives back the shop’s', () => {
  const input = { payId: 'P1', transId: 'R-1', amount: { value: 300, currency: 'EUR' } };
  const known = { ...payment, currency: 'USD' };
  const record = aRecord({ kind: 'refund', input });
  expect(movedBy(refund.effect(input, {})!, record, known, known)).toMatchObject({ currency: 'EUR', givenBack: 300 });
});
