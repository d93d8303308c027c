// A link or page that two payments paid: both count, and a person is told.
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#contract/data/json.ts';
import { differingAlarms } from '#core/payments/differing.ts';
import { createEndCalls } from '#core/api/end-calls.ts';
import { aPolicy } from '#support/records.ts';
import { amountOf, ok, terminalCommand } from '#support/till.ts';
import { type Shop, aShop, hosted, link, minuteMs, paid } from './offer-shop.ts';

describe('a link or page that is paid twice', () => {
  const second = (more: JsonObject = {}) => paid({ payId: 'P2', ...more });
  const answersOf = (shop: Shop, records: { readonly [payId: string]: JsonObject }) => {
    const before = shop.till.gateway.answer;
    shop.till.gateway.answer = (request) => {
      const id = request.path.split('/').at(-1) ?? '';
      return request.method === 'GET' ? ok(records[id] ?? paid()) : before(request);
    };
  };
  const look = async ({ till }: Shop, id: string) => {
    const asked = till.engine.payment({ by: 'payId', id });
    await till.clock.advance(0);
    await asked;
  };
  const paidTwice = async (more: JsonObject = {}): Promise<Shop> => {
    const shop = await aShop();
    await shop.till.submit('create-link', link);
    answersOf(shop, { P2: second(more) });
    await look(shop, 'P1');
    await look(shop, 'P2');
    return shop;
  };

  it.each<[string, string, JsonObject]>([
    ['a link', 'create-link', link],
    ['a hosted page', 'create-payment', hosted({ type: 'AUTOMATIC' })],
  ])('counts both, is an alarm that names the second, and on the list at the till: %s', async (_name, kind, input) => {
    const shop = await aShop();
    const { till } = shop;
    const { id } = await till.submit(kind, input);
    answersOf(shop, { P2: second() });
    await look(shop, 'P1');
    expect(shop.takings()).toEqual([[1_999, 0]]);
    for (let times = 0; times < 2; times += 1) await look(shop, 'P2');
    expect(shop.takings()).toEqual([[3_998, 0]]);
    expect(shop.seen().map(({ payId }) => payId)).toEqual(['P1', 'P2']);
    expect(till.operation(id)).toMatchObject({ payId: 'P1', offer: { state: 'paid' } });
    expect(differingAlarms(till)).toMatchObject([
      { code: 'paid-twice', message: expect.stringMatching(/transId L-1.*P2 of 19\.99.EUR/) },
    ]);
    const ends = createEndCalls({
      ends: shop.folder.ends,
      store: till.store,
      clock: till.clock,
      clients: { nameOf: () => null },
      environment: till.environment,
      session: { current: () => null },
      policy: aPolicy(),
    });
    const paidAgain = [{ payId: 'P2', shown: amountOf(1_999) }];
    expect(ends.ends()).toMatchObject([{ id, offer: { state: 'paid', paidAgain } }]);
    const seen = ends.seeEnd({ id });
    await till.clock.advance(0);
    expect(await seen).toEqual({ seen: true });
    expect([differingAlarms(till), ends.ends()]).toEqual([[], []]);
    await look(shop, 'P2');
    expect(differingAlarms(till)).toEqual([]);
  });

  it('is no alarm once one of the two was given back whole, and no more than was taken goes back', async () => {
    const shop = await paidTwice();
    const { till } = shop;
    const back = { payId: 'P2', transId: 'R-1', amount: amountOf(2_000) };
    expect(await till.refused('refund', back)).toBe('refund-exceeds-captured');
    await till.submit('refund', { payId: 'P1', transId: 'R-2', amount: amountOf(1_998) });
    expect(differingAlarms(till)).toHaveLength(1);
    await till.submit('refund', { payId: 'P1', transId: 'R-3', amount: amountOf(1) });
    expect(differingAlarms(till)).toEqual([]);
    expect(shop.takings()).toEqual([[3_998, 1_999]]);
  });

  it('counts the second in the sum that was paid, and tells where that cannot be told', async () => {
    const less = { amount: amountOf(1_000), totals: { authorized: 1_000, captured: 1_000, refunded: 0 } };
    const shop = await paidTwice(less);
    expect(shop.takings()).toEqual([[2_999, 0]]);
    const bare = await paidTwice({ amount: 1_700, totals: {} });
    expect(bare.takings()).toEqual([[1_999, 0]]);
    expect(differingAlarms(bare.till)).toMatchObject([{ code: 'paid-twice' }]);
  });

  it('counts a second that is only held when the gateway captures it', async () => {
    const shop = await paidTwice({ status: 'AUTHORIZED', totals: { authorized: 1_999, captured: 0, refunded: 0 } });
    expect(shop.takings()).toEqual([[1_999, 0]]);
    expect([shop.authorized(), differingAlarms(shop.till)]).toMatchObject([1_999, [{ code: 'paid-twice' }]]);
    answersOf(shop, { P2: second() });
    await look(shop, 'P2');
    expect([shop.takings(), shop.authorized()]).toEqual([[[3_998, 0]], 0]);
  });

  it.each<[string, JsonObject]>([
    ['was refused', { status: 'FAILED', totals: { authorized: 0, captured: 0, refunded: 0 } }],
    ['is of a terminal', { posTerminalId: 'T1' }],
    ['is older than the link', { creationDate: '1969-12-01T00:00:00Z' }],
    ['has another transId', { transId: 'L-2' }],
  ])('is none where the second %s', async (_name, more) => {
    const shop = await paidTwice(more);
    expect([shop.takings(), differingAlarms(shop.till)]).toEqual([[[1_999, 0]], []]);
  });

  it('is none where the second was made by another operation of this till', async () => {
    const shop = await aShop();
    const { till } = shop;
    await till.submit('create-link', link);
    till.gateway.answer = ({ method, path }) => {
      if (method === 'GET') return ok(path.endsWith('P2') ? second() : paid());
      return ok({ payId: 'P2', status: 'CAPTURED', responseCode: '00000000', traceNr: '7' });
    };
    await look(shop, 'P1');
    await till.submit('cloud-pos', terminalCommand('SALE', 'S-1', { amount: amountOf(1_999) }));
    await look(shop, 'P2');
    expect([shop.takings(), differingAlarms(till)]).toEqual([[[3_998, 0]], []]);
  });

  it('counts by the second payment alone where the first try was declined', async () => {
    const shop = await aShop();
    const { till } = shop;
    till.gateway.answer = ({ method }) => (method === 'GET' ? ok(shop.shows ?? {}) : ok({ _links: {} }));
    const { id } = await till.submit('create-link', link);
    shop.watch();
    shop.shows = paid({ status: 'FAILED', totals: { authorized: 0, captured: 0, refunded: 0 } });
    await till.clock.advance(10 * minuteMs);
    expect(till.operation(id).offer?.state).toBe('failed');
    shop.shows = second();
    await till.clock.advance(60 * minuteMs);
    expect(till.gateway.sent.at(-1)?.path).toContain('getByTransId');
    expect(till.operation(id)).toMatchObject({ payId: 'P2', offer: { state: 'paid' } });
    expect([shop.takings(), differingAlarms(till)]).toEqual([[[1_999, 0]], []]);
    expect(await till.refused('refund', { payId: 'P2', transId: 'R-1', amount: amountOf(2_000) })).toBe(
      'refund-exceeds-captured',
    );
  });
});
