// A payment on a hosted page counts when it is taken, not while it is held.
import { describe, expect, it } from 'vitest';
import { type JsonObject, textAt } from '#contract/data/json.ts';
import { lapsingAlarms } from '#core/payments/lapsing.ts';
import { answered, aPolicy, json } from '#support/records.ts';
import { amountOf, bodyOf, lost, ok } from '#support/till.ts';
import { type Shop, aShop, dayMs, hosted, link, minuteMs, paid } from './offer-shop.ts';

describe('a hosted payment', () => {
  const authorized = paid({ status: 'AUTHORIZED', totals: { authorized: 1_999, captured: 0, refunded: 0 } });
  const look = async ({ till }: Shop) => {
    const asked = till.engine.payment({ by: 'payId', id: 'P1' });
    await till.clock.advance(0);
    await asked;
  };

  it('that is captured by hand takes by its captures alone', async () => {
    const shop = await aShop();
    const { till } = shop;
    const made = await till.submit('create-payment', hosted({ type: 'MANUAL' }));
    shop.shows = authorized;
    await look(shop);
    expect(till.operation(made.id).offer?.state).toBe('paid');
    expect(shop.takings()).toEqual([]);
    await till.submit('capture', { payId: 'P1', transId: 'C-1', amount: amountOf(500) });
    shop.shows = paid({ totals: { authorized: 1_999, captured: 500, refunded: 0 } });
    await look(shop);
    expect(shop.takings()).toEqual([[500, 0]]);
  });

  it('whose own answer says that it was captured counts once', async () => {
    const shop = await aShop();
    const { till } = shop;
    till.gateway.answer = ({ method }) => {
      const captured = { payId: 'P1', status: 'CAPTURED', responseCode: '00000000' };
      return method === 'GET' ? ok(paid()) : answered(201, json(captured));
    };
    const made = await till.submit('create-payment', hosted({ type: 'AUTOMATIC' }));
    expect(made.offer).toBeUndefined();
    await look(shop);
    expect(shop.takings()).toEqual([[1_999, 0]]);
  });

  it('that the gateway captures later takes when it is captured, less what the shop captured itself', async () => {
    const shop = await aShop();
    const { till } = shop;
    const made = await till.submit('create-payment', hosted({ type: 'DELAYED', delayed: { delayedHours: 2 } }));
    shop.shows = authorized;
    await look(shop);
    expect(till.operation(made.id).offer?.state).toBe('authorized');
    await till.submit('capture', { payId: 'P1', transId: 'C-1', amount: amountOf(500) });
    expect(shop.takings()).toEqual([[500, 0]]);
    shop.shows = paid();
    await look(shop);
    expect(till.operation(made.id).offer?.state).toBe('paid');
    expect(shop.takings()).toEqual([[1_999, 0]]);
  });
});

it('a hosted payment that was reversed here is not open where a look-up lags and shows it as authorized', async () => {
  const shop = await aShop();
  const { till } = shop;
  const { answer } = till.gateway;
  till.gateway.answer = (request) =>
    request.path.endsWith('/reversals') ? ok({ payId: 'P1', status: 'REVERSED' }) : answer(request);
  await till.submit('create-payment', hosted({ type: 'DELAYED', delayed: { delayedHours: 2 } }));
  expect((await till.submit('reverse', { payId: 'P1' })).state).toBe('succeeded');
  shop.shows = paid({ status: 'AUTHORIZED', totals: { authorized: 1_999, captured: 0, refunded: 0 } });
  const asked = till.engine.payment({ by: 'payId', id: 'P1' });
  await till.clock.advance(0);
  await asked;
  expect(shop.authorized()).toBe(0);
  await till.clock.advance(9 * dayMs);
  expect(lapsingAlarms({ ...till, policy: aPolicy({ authorizationDays: { default: 5 } }) })).toEqual([]);
});

describe('whose own look-up shows it paid', () => {
  const part = { authorized: 1_999, captured: 500, refunded: 0 };
  const partly = (refNr: string | null, more: JsonObject = {}) => ok(paid({ refNr, totals: part, ...more }));

  /** The answer to what makes it is lost, and its look-up shows this of it. */
  async function foundPaid(kind: string, input: JsonObject, more: JsonObject = {}) {
    const shop = await aShop();
    let refNr: string | null = null;
    shop.till.gateway.answer = ({ method, body }) => {
      if (method === 'GET') return partly(refNr, more);
      refNr = textAt(bodyOf(body), 'refNr');
      return lost;
    };
    const { id } = await shop.till.submit(kind, input);
    await shop.till.clock.advance(10 * minuteMs);
    return { shop, record: shop.till.operation(id) };
  }

  it.each([
    ['create-payment', hosted({ type: 'AUTOMATIC' })],
    ['create-link', link],
    [
      'create-session',
      { ...link, urls: { return: 'https://s.example/', cancel: 'https://s.example/', webhook: 'https://s.example/' } },
    ],
    ['create-intent', link],
  ])(
    'takes what is shown as captured, not what was asked for, at once, and says that it differs: %s',
    async (kind, input) => {
      const { shop, record } = await foundPaid(kind, input);
      expect(record).toMatchObject({
        state: 'succeeded',
        offer: { state: 'differs', differs: { shown: amountOf(500), counted: true }, nextLookUpMs: expect.any(Number) },
      });
      expect(shop.takings()).toEqual([[500, 0]]);
      expect(await shop.till.refused('refund', { payId: 'P1', transId: 'R-1', amount: amountOf(501) })).toBe(
        'refund-exceeds-captured',
      );
    },
  );

  it('is no terminal’s payment under its transId, which is another till’s', async () => {
    const { shop, record } = await foundPaid('create-link', link, { posTerminalId: 'T9' });
    expect([record.state, shop.takings()]).toEqual(['needs-person', []]);
  });

  it('takes nothing while it is held for a capture by hand', async () => {
    const held = { status: 'AUTHORIZED', totals: { authorized: 1_999, captured: 0, refunded: 0 } };
    const { shop, record } = await foundPaid('create-payment', hosted({ type: 'MANUAL' }), held);
    expect(record).toMatchObject({ state: 'succeeded', offer: { state: 'paid' } });
    expect([shop.takings(), shop.authorized()]).toEqual([[], 1_999]);
  });

  it('takes when the look-up of a refund shows it, in the same step', async () => {
    const shop = await aShop();
    let refNr: string | null = null;
    shop.till.gateway.answer = ({ method, path, body }) => {
      if (method === 'GET') {
        if (refNr === null) return answered(404, json({ title: 'not found' }));
        const operations = [{ type: 'REFUND', refNr, status: 'REFUNDED', amount: amountOf(1_234) }];
        return ok(paid({ totals: { authorized: 1_999, captured: 1_999, refunded: 1_234 }, operations }));
      }
      if (!path.endsWith('/refunds')) return ok({ transId: 'L-1', _links: {} });
      refNr = textAt(bodyOf(body), 'refNr');
      return lost;
    };
    await shop.till.submit('create-link', link);
    await shop.till.clock.advance(4 * dayMs);
    const { id } = await shop.till.submit('refund', { payId: 'P1', transId: 'R-1', amount: amountOf(1_234) });
    await shop.till.clock.advance(10 * minuteMs);
    expect(shop.till.operation(id).state).toBe('succeeded');
    expect(shop.takings()).toEqual([[1_999, 1_234]]);
  });
});
