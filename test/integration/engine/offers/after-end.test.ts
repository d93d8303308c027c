// What a customer began to pay before the end of a link, session or page, and the gateway captures after it.
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#contract/data/json.ts';
import { lapsingAlarms } from '#core/payments/lapsing.ts';
import { keepPerson } from '#support/fake-people.ts';
import { answered, aPolicy, json } from '#support/records.ts';
import { amountOf, lost, ok } from '#support/till.ts';
import { type Shop, aShop, dayMs, hosted, link, minuteMs, paid } from './offer-shop.ts';

const hourMs = 60 * minuteMs;
const authorized = paid({ status: 'AUTHORIZED', totals: { authorized: 1_999, captured: 0, refunded: 0 } });
const unpaid = (status: string) => paid({ status, totals: { authorized: 0, captured: 0, refunded: 0 } });
const urls = { return: 'https://s.example/', cancel: 'https://s.example/', webhook: 'https://s.example/' };
const delayed = (delayedHours: number) => ({ type: 'DELAYED', delayed: { delayedHours } });
const direct = {
  ...link,
  paymentMethods: { integrationType: 'DIRECT', type: 'CARD', card: { pseudoCardNumber: 'pseudo' } },
};

const within = ({ till }: Shop, ms: number) => ({ expirationTime: new Date(till.clock.wallMs() + ms).toISOString() });

async function look({ till }: Shop): Promise<void> {
  const asked = till.engine.payment({ by: 'payId', id: 'P1' });
  await till.clock.advance(0);
  await asked;
}

/** A link that ends after half an hour; no customer was seen to pay it, so the look-ups have ended. */
async function anEndedLink(shop: Shop): Promise<string> {
  const { id } = await shop.till.submit('create-link', { ...link, ...within(shop, 30 * minuteMs) });
  shop.watch();
  await shop.till.clock.advance(2 * dayMs);
  expect(shop.till.operation(id).offer).toMatchObject({ state: 'open', nextLookUpMs: null });
  return id;
}

describe('a payment that was begun before the end', () => {
  it.each<[string, string, (shop: Shop) => JsonObject, number, JsonObject, number]>([
    [
      'on a page and captured in the night',
      'create-payment',
      (shop) => ({ ...hosted({ type: 'AUTOMATIC' }), ...within(shop, 30 * minuteMs) }),
      10 * minuteMs,
      authorized,
      8 * hourMs,
    ],
    [
      'on a page and captured some hours after it',
      'create-payment',
      () => hosted(delayed(2)),
      90 * minuteMs,
      authorized,
      2 * hourMs,
    ],
    [
      'in a session a day later, and captured an hour after that',
      'create-session',
      () => ({ ...link, urls, captureMethod: delayed(1) }),
      dayMs,
      authorized,
      hourMs,
    ],
    [
      'by a link and a slow method',
      'create-link',
      (shop) => ({ ...link, ...within(shop, 30 * minuteMs) }),
      10 * minuteMs,
      unpaid('PENDING'),
      2 * dayMs,
    ],
    [
      'by a link after a card was declined',
      'create-link',
      (shop) => ({ ...link, ...within(shop, hourMs) }),
      40 * minuteMs,
      unpaid('PENDING'),
      2 * dayMs,
    ],
    [
      'by the card that the request has',
      'create-payment',
      (shop) => ({ ...direct, ...within(shop, 30 * minuteMs) }),
      0,
      authorized,
      8 * hourMs,
    ],
  ])('counts when it is captured: %s', async (story, kind, input, begunAfterMs, begun, capturedAfterMs) => {
    const shop = await aShop();
    const { till } = shop;
    const { answer } = till.gateway;
    till.gateway.answer = (request) =>
      story.includes('the request has') && request.method === 'POST'
        ? answered(201, json({ payId: 'P1', status: 'AUTHORIZED', responseCode: '00000000' }))
        : answer(request);
    if (story.includes('declined')) shop.shows = unpaid('FAILED');
    const { id } = await till.submit(kind, input(shop));
    shop.watch();
    await till.clock.advance(begunAfterMs);
    shop.shows = begun;
    await till.clock.advance(capturedAfterMs);
    expect(shop.takings()).toEqual([]);
    shop.shows = paid();
    await till.clock.advance(3 * dayMs);
    expect(shop.takings()).toEqual([[1_999, 0]]);
    expect(till.operation(id).offer).toMatchObject({ state: 'paid', nextLookUpMs: null });
    await till.clock.advance(9 * dayMs);
    expect(shop.authorized()).toBe(0);
    expect(lapsingAlarms({ ...till, policy: aPolicy({ authorizationDays: { default: 5 } }) })).toEqual([]);
  });

  it('is seen by the last look-up where it was begun late by the clock of the till', async () => {
    const shop = await aShop();
    const { till } = shop;
    await till.submit('create-link', { ...link, ...within(shop, 30 * minuteMs) });
    shop.watch();
    await till.clock.advance(5 * hourMs);
    shop.shows = paid();
    await till.clock.advance(dayMs);
    expect(shop.takings()).toEqual([[1_999, 0]]);
  });

  it('is looked up on after a restart', async () => {
    const shop = await aShop();
    const { till } = shop;
    await till.submit('create-link', { ...link, ...within(shop, 30 * minuteMs) });
    const before = shop.watch();
    await till.clock.advance(10 * minuteMs);
    shop.shows = unpaid('PENDING');
    await till.clock.advance(20 * minuteMs);
    await before.stop();
    await till.clock.advance(2 * dayMs);
    shop.watch();
    await till.clock.advance(10 * minuteMs);
    shop.shows = paid();
    await till.clock.advance(3 * dayMs);
    expect(shop.takings()).toEqual([[1_999, 0]]);
  });

  it.each([
    ['held', authorized],
    ['not paid yet', unpaid('PENDING')],
  ])('is looked up again once a notification shows it as %s after the last look-up', async (_, begun) => {
    const shop = await aShop();
    const id = await anEndedLink(shop);
    shop.shows = begun;
    await look(shop);
    shop.watch();
    await shop.till.clock.advance(hourMs);
    expect(shop.takings()).toEqual([]);
    shop.shows = paid();
    await shop.till.clock.advance(3 * dayMs);
    expect(shop.takings()).toEqual([[1_999, 0]]);
    expect(shop.till.operation(id).offer).toMatchObject({ state: 'paid', nextLookUpMs: null });
  });
});

describe('after its end a link is looked up no more', () => {
  it.each([
    ['that nobody opened', null],
    ['at which a card was declined', unpaid('FAILED')],
    ['that the customer left', unpaid('CANCELLED')],
    ['that the gateway ended', unpaid('EXPIRED')],
  ])('%s', async (_, shown) => {
    const shop = await aShop();
    const { till } = shop;
    shop.shows = unpaid('PENDING');
    const { id } = await till.submit('create-link', { ...link, ...within(shop, dayMs) });
    shop.watch();
    if (shown !== null) await till.clock.advance(12 * hourMs);
    shop.shows = shown;
    if (shown === null) till.gateway.answer = () => answered(404, json({ title: 'not found' }));
    await till.clock.advance(3 * dayMs);
    expect(till.operation(id).offer?.nextLookUpMs).toBeNull();
  });
});

describe('a link whose end is over, paid and then refunded here without an answer', () => {
  it('counts once a person has said what became of the refund', async () => {
    const shop = await aShop();
    const { till } = shop;
    await anEndedLink(shop);
    let shown: JsonObject | null = null;
    till.gateway.answer = ({ method }) => (method === 'GET' && shown !== null ? ok(shown) : lost);
    const refund = till.submit('refund', { payId: 'P1', transId: 'R-1', amount: amountOf(500) });
    await till.clock.advance(minuteMs);
    const record = paid({ totals: { authorized: 1_999, captured: 1_999, refunded: 500 } });
    shown = record;
    const { id } = await refund;
    await till.clock.advance(hourMs);
    expect([till.operation(id).state, shop.takings()]).toEqual(['needs-person', []]);
    shown = null;
    for (const name of ['First', 'Second']) {
      const by = { id: name, name, role: 'supervisor' } as const;
      keepPerson(shop.folder.operators, by);
      const said = { outcome: 'succeeded', reason: 'given back', evidence: 'back office', by } as const;
      await Promise.all([till.engine.decide(id, said), till.clock.advance(1)]);
    }
    expect(till.operation(id).state).toBe('succeeded');
    shown = record;
    shop.watch();
    await till.clock.advance(2 * dayMs);
    expect(shop.takings()).toEqual([[1_999, 500]]);
  });
});
