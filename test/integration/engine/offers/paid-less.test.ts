// A link or page of 10.00 of which 4.00 was paid, in the shapes that a record may have: it is never told as paid whole.
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#contract/data/json.ts';
import { amountOf } from '#support/till.ts';
import { aShop, hosted, minuteMs } from './offer-shop.ts';

const urls = { return: 'https://s.example/', cancel: 'https://s.example/', webhook: 'https://s.example/' };
const asked = { transId: 'L-1', amount: amountOf(1_000) };
const whole = { payId: 'P1', transId: 'L-1', status: 'OK', amount: amountOf(1_000) };
const entry = (type: string | null, value: number, status = 'OK') => ({ type, status, amount: amountOf(value) });

const kinds: readonly (readonly [string, JsonObject])[] = [
  ['create-link', asked],
  ['create-session', { ...asked, urls }],
  ['create-payment', { ...hosted({ type: 'AUTOMATIC' }), ...asked }],
];

/** What becomes of the offer whose record this is. */
async function shownAs(record: JsonObject, [kind, input]: (typeof kinds)[number]) {
  const shop = await aShop();
  const { id } = await shop.till.submit(kind, input);
  shop.shows = record;
  shop.watch();
  await shop.till.clock.advance(5 * minuteMs);
  const { offer } = shop.till.operation(id);
  return { shop, state: offer?.state, shown: offer?.differs?.shown?.value ?? null, ledger: shop.ledger() };
}

/** Of these the takings are certain. */
const counted: readonly (readonly [string, JsonObject])[] = [
  ['totals', { ...whole, status: 'CAPTURED', totals: { authorized: 1_000, captured: 400, refunded: 0 } }],
  ['a captured value', { ...whole, amount: { ...amountOf(1_000), capturedValue: 400 } }],
  ['a captured value in digits', { ...whole, amount: { ...amountOf(1_000), capturedValue: '400' } }],
  ['a captured amount', { ...whole, status: 'PAID', capturedAmount: amountOf(400) }],
  ['amounts', { ...whole, amounts: { captured: 400 } }],
  ['a held payment', { ...whole, status: 'AUTHORIZED', totals: { authorized: 1_000, captured: 400 } }],
  ['less authorized and captured', { ...whole, authorizedAmount: amountOf(400), capturedAmount: amountOf(400) }],
  ['the amount itself', { ...whole, status: 'PAID', amount: amountOf(400) }],
  ['a session within', { ...whole, status: 'PAID', amount: amountOf(400), session: { amount: amountOf(1_000) } }],
  ['a list with a sale', { ...whole, transactions: [entry('SALE', 400)] }],
  ['a list with a capture', { ...whole, transactions: [entry('AUTHORIZATION', 1_000), entry('CAPTURE', 400)] }],
  ['a list of no known kind', { ...whole, transactions: [entry('PAYMENT', 400)] }],
  ['a list without kinds', { ...whole, transactions: [entry(null, 400)] }],
  ['a list with the rest refused', { ...whole, transactions: [entry('SALE', 400), entry('SALE', 600, 'DECLINED')] }],
];

/** Of these it is not: they name it beside the whole, within another object, or in words. */
const unclear: readonly (readonly [string, JsonObject, number | null])[] = [
  ['a paid amount', { ...whole, status: 'PAID', paidAmount: amountOf(400) }, 400],
  ['an amount paid', { ...whole, amountPaid: 400 }, 400],
  ['an amount received', { ...whole, amountReceived: amountOf(400) }, 400],
  ['paid among totals', { ...whole, totals: { paid: 400 } }, 400],
  ['captured', { ...whole, captured: 400 }, 400],
  ['captured_amount', { ...whole, captured_amount: 400 }, 400],
  ['an approved amount', { ...whole, approvedAmount: 400 }, 400],
  ['an authorized amount', { ...whole, authorizedAmount: amountOf(400) }, 400],
  ['a payment within', { ...whole, payment: { status: 'CAPTURED', amount: amountOf(400) } }, 400],
  [
    'a payment within a session',
    { status: 'COMPLETED', amount: amountOf(1_000), payment: { ...whole, amount: amountOf(400) } },
    400,
  ],
  ['payments', { ...whole, payments: [{ payId: 'P1', status: 'CAPTURED', amount: amountOf(400) }] }, 400],
  ['the card’s amount', { ...whole, paymentMethods: { type: 'CARD', card: { amount: amountOf(400) } } }, 400],
  ['captures', { ...whole, captures: [{ status: 'CAPTURED', amount: amountOf(400) }] }, null],
  ['what remains', { ...whole, remainingAmount: 600 }, null],
  ['a text', { ...whole, responseDescription: 'partially approved' }, null],
  ['another list than its totals', { ...whole, totals: { captured: 1_000 }, transactions: [entry('SALE', 400)] }, 400],
  ['an unknown word', { ...whole, status: 'PARTIALLY_PAID', totals: { captured: 400 } }, 400],
];

/** Each shape of a link's; one of each sort of the others'. */
const cases = kinds.flatMap(([kind, input], at) => {
  const of = <Row>(rows: readonly Row[]) => (at === 0 ? rows : rows.slice(0, 1));
  const certain = of(counted).map(([shape, record]) => ({ kind, input, shape, record, shown: 400, isCounted: true }));
  const others = of(unclear).map(([shape, record, shown]) => ({ kind, input, shape, record, shown, isCounted: false }));
  return [...certain, ...others];
});

describe('the record of what a customer was to pay', () => {
  it.each(cases.filter((each) => each.isCounted))(
    'that shows less by $shape counts as that, and differs: $kind',
    async ({ kind, input, record, shown }) => {
      const { shop, ...said } = await shownAs(record, [kind, input]);
      expect(said).toEqual({ state: 'differs', shown, ledger: [['EUR', 400, 0]] });
      expect(await shop.till.refused('refund', { payId: 'P1', transId: 'R-1', amount: amountOf(401) })).toBe(
        'refund-exceeds-captured',
      );
    },
  );

  it.each(cases.filter((each) => !each.isCounted))(
    'that shows less by $shape differs, and counts nothing until that is clear: $kind',
    async ({ kind, input, record, shown }) => {
      const { shop: _, ...said } = await shownAs(record, [kind, input]);
      expect(said).toEqual({ state: 'differs', shown, ledger: [] });
    },
  );
});

describe('the customer’s payment', () => {
  it.each<[string, JsonObject]>([
    ['in two parts', { ...whole, transactions: [entry('SALE', 400), entry('SALE', 600)] }],
    ['with what is left of it', { ...whole, remainingAmount: 0, totals: { authorized: 0, captured: 1_000 } }],
    [
      'with a try that was refused',
      { ...whole, transactions: [entry('SALE', 1_000, 'DECLINED'), entry('SALE', 1_000)] },
    ],
    ['with a list that is not whole', { ...whole, hasMore: true, transactions: [entry('SALE', 400)] }],
    ['with a list without sums', { ...whole, transactions: [{ type: 'SALE', status: 'OK' }] }],
    ['with what may be done', { ...whole, partialRefundPossible: true, refundable: true, reversible: true }],
  ])('that is shown %s is paid', async (_, record) => {
    const { shop: __, ...shown } = await shownAs(record, ['create-link', asked]);
    expect(shown).toEqual({ state: 'paid', shown: null, ledger: [['EUR', 1_000, 0]] });
  });

  it('that is held says what is left to be captured', async () => {
    const held = { ...whole, status: 'AUTHORIZED', remainingAmount: 1_000, totals: { authorized: 1_000, captured: 0 } };
    expect(await shownAs(held, ['create-link', asked])).toMatchObject({ state: 'authorized', shown: null });
  });

  it('is not paid while the rest is open, and counts whole once it is done', async () => {
    const { shop, state } = await shownAs(
      { ...whole, transactions: [entry('SALE', 400), entry('SALE', 600, 'PENDING')] },
      ['create-link', asked],
    );
    expect([state, shop.ledger()]).toEqual(['open', []]);
    shop.shows = { ...whole, transactions: [entry('SALE', 400), entry('SALE', 600)] };
    await shop.till.clock.advance(60 * minuteMs);
    expect(shop.ledger()).toEqual([['EUR', 1_000, 0]]);
  });

  it('that is captured by hand is paid, whatever part was captured', async () => {
    const manual = { ...hosted({ type: 'MANUAL' }), ...asked };
    for (const record of [
      { ...whole, totals: { authorized: 1_000, captured: 400 } },
      { ...whole, transactions: [entry('AUTHORIZATION', 1_000), entry('CAPTURE', 400)] },
    ]) {
      expect(await shownAs(record, ['create-payment', manual])).toMatchObject({ state: 'paid', shown: null });
    }
  });

  it.each(['SALE', 'CAPTURE', 'REFUND', null])(
    'of which a list gives back a part by a negative sum: %s',
    async (type) => {
      const { shop, ...shown } = await shownAs(
        { ...whole, transactions: [entry('SALE', 1_000), { ...entry(type, -600), xId: 'X-2' }] },
        ['create-link', asked],
      );
      expect(shown).toEqual({ state: 'paid', shown: null, ledger: [['EUR', 1_000, 600]] });
      expect(await shop.till.refused('refund', { payId: 'P1', transId: 'R-1', amount: amountOf(401) })).toBe(
        'refund-exceeds-captured',
      );
    },
  );
});
