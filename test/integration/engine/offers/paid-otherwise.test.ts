// The record of a link or page of 10.00 that speaks against its own good status: it is never told as paid, nothing is counted
// that is not clear, and it is looked up until it is.
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#contract/data/json.ts';
import { amountOf } from '#support/till.ts';
import { aShop, hosted, minuteMs } from './offer-shop.ts';

const urls = { return: 'https://s.example/', cancel: 'https://s.example/', webhook: 'https://s.example/' };
const asked = { transId: 'L-1', amount: amountOf(1_000) };
const whole = { payId: 'P1', transId: 'L-1', status: 'OK', responseCode: '00000000', amount: amountOf(1_000) };
const entry = (type: string, value: number, status = 'OK', currency = 'EUR') => ({
  type,
  status,
  amount: { value, currency },
});

const kinds: readonly (readonly [string, JsonObject])[] = [
  ['create-link', asked],
  ['create-session', { ...asked, urls }],
  ['create-payment', { ...hosted({ type: 'AUTOMATIC' }), ...asked }],
];

/** A shop with one offer, whose record this is. */
async function withRecord(record: JsonObject, [kind, input]: readonly [string, JsonObject] = ['create-link', asked]) {
  const shop = await aShop();
  const { id } = await shop.till.submit(kind, input);
  shop.shows = record;
  shop.watch();
  await shop.till.clock.advance(5 * minuteMs);
  return { shop, offer: () => shop.till.operation(id).offer };
}

const contradicting: readonly (readonly [string, JsonObject])[] = [
  ['a capture that failed', { ...whole, operations: [entry('CAPTURE', 1_000, 'FAILED')] }],
  [
    'a capture that failed beside the total',
    { ...whole, totals: { captured: 1_000 }, operations: [entry('CAPTURE', 1_000, 'FAILED')] },
  ],
  [
    'an authorization whose capture failed',
    { ...whole, operations: [entry('AUTHORIZATION', 1_000), entry('CAPTURE', 1_000, 'FAILED')] },
  ],
  ['captures of more than the whole', { ...whole, operations: [entry('CAPTURE', 700), entry('CAPTURE', 700)] }],
  [
    'captures of more than its total',
    { ...whole, totals: { captured: 1_000 }, operations: [entry('CAPTURE', 600), entry('CAPTURE', 600)] },
  ],
  ['a capture in another currency', { ...whole, operations: [entry('CAPTURE', 1_000, 'OK', 'USD')] }],
  ['a captured amount in another currency', { ...whole, capturedAmount: { value: 1_000, currency: 'USD' } }],
  ['a reversal of the whole', { ...whole, operations: [entry('SALE', 1_000), entry('REVERSAL', 1_000)] }],
  ['a flag', { ...whole, paid: false }],
  ['the other way of the money', { ...whole, transactionType: 'CREDIT' }],
  ['the code of the host', { ...whole, paymentMethods: { type: 'CARD', card: { providerResponseCode: '51' } } }],
  ['a reason', { ...whole, declineReason: 'insufficient funds' }],
  ['a message', { ...whole, message: 'The payment was declined' }],
];

describe('the record of what a customer was to pay', () => {
  it.each(
    contradicting.flatMap(([what, record], at) =>
      kinds.filter((_, nth) => nth === 0 || at === 0).map((kind) => ({ kind, name: kind[0], what, record })),
    ),
  )('that contradicts its status by $what differs, and counts once it is clear: $name', async ({ kind, record }) => {
    const { shop, offer } = await withRecord(record, kind);
    expect([offer()?.state, offer()?.differs?.unseenSinceMs !== null, shop.ledger()]).toEqual(['differs', true, []]);
    shop.shows = whole;
    await shop.till.clock.advance(60 * minuteMs);
    expect([offer()?.state, offer()?.differs, shop.ledger()]).toEqual(['paid', undefined, [['EUR', 1_000, 0]]]);
  });

  it.each<[string, JsonObject]>([
    ['its capture', { ...whole, operations: [entry('CAPTURE', 1_000, 'PENDING')] }],
    [
      'its capture after a try that failed',
      { ...whole, operations: [entry('CAPTURE', 1_000, 'FAILED'), entry('CAPTURE', 1_000, 'PENDING')] },
    ],
    ['its sale', { ...whole, transactions: [entry('SALE', 1_000, 'PENDING')] }],
  ])('that lists %s as open is not paid yet', async (_, record) => {
    const { shop, offer } = await withRecord(record);
    expect([offer()?.state, offer()?.pending, shop.ledger()]).toEqual(['open', true, []]);
    shop.shows = { ...whole, operations: [entry('CAPTURE', 1_000)] };
    await shop.till.clock.advance(60 * minuteMs);
    expect([offer()?.state, shop.ledger()]).toEqual(['paid', [['EUR', 1_000, 0]]]);
  });
});

describe('what is captured of a customer’s payment in parts', () => {
  const part = (captured: number, refunded = 0) => ({ ...whole, totals: { authorized: 1_000, captured, refunded } });
  const listed = (...captures: number[]) => ({
    ...whole,
    operations: [entry('AUTHORIZATION', 1_000), ...captures.map((value) => entry('CAPTURE', value))],
  });

  it.each<[string, JsonObject, JsonObject, JsonObject]>([
    ['by its sums', part(600), part(800), part(1_000)],
    ['by its list', listed(600), listed(600, 200), listed(600, 200, 200)],
  ])('counts as it is captured: %s', async (_, first, second, last) => {
    const { shop, offer } = await withRecord(first);
    expect([offer()?.state, offer()?.differs?.shown?.value, shop.ledger()]).toEqual([
      'differs',
      600,
      [['EUR', 600, 0]],
    ]);
    shop.shows = second;
    await shop.till.clock.advance(60 * minuteMs);
    expect([offer()?.state, offer()?.differs?.shown?.value, shop.ledger()]).toEqual([
      'differs',
      800,
      [['EUR', 800, 0]],
    ]);
    shop.shows = last;
    await shop.till.clock.advance(2 * 60 * minuteMs);
    expect([offer()?.state, offer()?.differs, shop.ledger()]).toEqual(['paid', undefined, [['EUR', 1_000, 0]]]);
    expect(await shop.till.refused('refund', { payId: 'P1', transId: 'R-1', amount: amountOf(1_001) })).toBe(
      'refund-exceeds-captured',
    );
    // Of several captures a refund names one.
    const named = { paymentMethods: { card: { providerTransactionId: 'T-1' } } };
    const back = await shop.till.submit('refund', {
      payId: 'P1',
      transId: 'R-1',
      amount: amountOf(1_000),
      ...(shop.shows['operations'] === undefined ? {} : named),
    });
    expect([back.state, shop.ledger()]).toEqual(['succeeded', [['EUR', 1_000, 1_000]]]);
  });

  it('counts once, also where a caller looks it up, and after a restart of its look-ups', async () => {
    const { shop, offer } = await withRecord(part(600));
    shop.shows = part(1_000);
    for (let times = 0; times < 2; times += 1) {
      const look = shop.till.engine.payment({ by: 'payId', id: 'P1' });
      await shop.till.clock.advance(0);
      await look;
    }
    shop.watch();
    await shop.till.clock.advance(60 * minuteMs);
    expect([offer()?.state, shop.ledger()]).toEqual(['paid', [['EUR', 1_000, 0]]]);
  });

  it('gives back once what went back of it elsewhere', async () => {
    const { shop, offer } = await withRecord(part(600, 200));
    expect(shop.ledger()).toEqual([['EUR', 600, 200]]);
    shop.shows = part(1_000, 300);
    await shop.till.clock.advance(60 * minuteMs);
    expect([offer()?.state, shop.ledger()]).toEqual(['paid', [['EUR', 1_000, 300]]]);
  });

  it.each<[string, JsonObject]>([
    ['failed', { ...whole, status: 'FAILED', responseCode: '22000000' }],
    ['was let go', { ...whole, status: 'REVERSED' }],
    ['expired', { ...whole, status: 'EXPIRED' }],
    ['is held, by an older record', { ...whole, status: 'AUTHORIZED', totals: { authorized: 1_000, captured: 0 } }],
  ])('stays counted where the rest %s', async (_, record) => {
    const { shop, offer } = await withRecord(part(600));
    shop.shows = record;
    await shop.till.clock.advance(60 * minuteMs);
    expect([offer()?.state, shop.ledger()]).toEqual(['differs', [['EUR', 600, 0]]]);
    shop.shows = part(1_000);
    await shop.till.clock.advance(24 * 60 * minuteMs);
    expect(offer()?.state).toBe('paid');
  });

  it('counts by the bridge’s own capture where that takes the rest', async () => {
    const { shop, offer } = await withRecord(part(600));
    const { state } = await shop.till.submit('capture', { payId: 'P1', transId: 'C-1', amount: amountOf(400) });
    shop.shows = part(1_000);
    await shop.till.clock.advance(60 * minuteMs);
    expect([state, offer()?.state, shop.ledger()]).toEqual(['succeeded', 'paid', [['EUR', 1_000, 0]]]);
  });
});

describe('the customer’s payment', () => {
  it.each<[string, JsonObject]>([
    [
      'an earlier card that was refused',
      { ...whole, operations: [entry('SALE', 1_000, 'FAILED'), entry('SALE', 1_000)] },
    ],
    [
      'a second try after the first was reversed',
      { ...whole, operations: ['SALE', 'CAPTURE', 'REVERSAL', 'SALE', 'CAPTURE'].map((type) => entry(type, 1_000)) },
    ],
    [
      'the same capture twice',
      { ...whole, operations: ['X-1', 'X-1'].map((xId) => ({ ...entry('CAPTURE', 1_000), xId })) },
    ],
    ['a good code of the host', { ...whole, paymentMethods: { type: 'CARD', card: { providerResponseCode: '00' } } }],
    ['where the customer was sent', { ...whole, _links: { redirect: { href: 'https://s.example/' } } }],
  ])('that shows %s is paid', async (_, record) => {
    const { shop, offer } = await withRecord(record);
    expect([offer()?.state, shop.ledger()]).toEqual(['paid', [['EUR', 1_000, 0]]]);
  });

  it('that is held, and whose capture failed, is authorized', async () => {
    const operations = [entry('AUTHORIZATION', 1_000), entry('CAPTURE', 1_000, 'FAILED')];
    const { offer } = await withRecord({ ...whole, status: 'AUTHORIZED', operations });
    expect(offer()?.state).toBe('authorized');
  });
});
