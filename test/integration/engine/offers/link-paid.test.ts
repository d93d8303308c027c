// A payment by link counts when a look-up shows it paid, once, whichever look-up it was.
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#contract/data/json.ts';
import { answered, json } from '#support/records.ts';
import { amountOf, lost, ok, terminalCommand } from '#support/till.ts';
import { aShop, dayMs, hosted, link, minuteMs, paid } from './offer-shop.ts';

describe('a link', () => {
  it.each([
    ['create-link', link],
    ['create-payment', hosted({ type: 'AUTOMATIC' })],
  ])('is an end that was not seen once it is paid, where a person made it at the till (%s)', async (kind, input) => {
    const shop = await aShop();
    const { till, folder } = shop;
    const unseen = () => folder.ends.unseen(till.environment.id, 10);
    const person = { type: 'cashier', clientId: 'window' } as const;
    const submitted = till.engine.submit({ kind, input, requestId: 'L-1', origin: person });
    await till.clock.advance(0);
    const made = await submitted;
    shop.watch();
    await till.clock.advance(5 * minuteMs);
    expect(unseen()).toEqual([]);
    shop.shows = paid();
    await till.clock.advance(30 * minuteMs);
    const id = made.type === 'refused' ? '' : made.record.id;
    expect(till.operation(id).offer?.state).toBe('paid');
    expect(unseen()).toEqual([id]);
    await folder.ends.see(id);
    await till.clock.advance(dayMs);
    expect(unseen()).toEqual([]);
  });

  it('of a program’s is that program’s to watch', async () => {
    const shop = await aShop();
    await shop.till.submit('create-link', link);
    shop.watch();
    shop.shows = paid();
    await shop.till.clock.advance(30 * minuteMs);
    expect(shop.takings()).toEqual([[1_999, 0]]);
    expect(shop.folder.ends.unseen(shop.till.environment.id, 10)).toEqual([]);
  });

  it('takes nothing until it is seen to be paid, and then counts at that time, once', async () => {
    const shop = await aShop();
    const { till } = shop;
    const made = await till.submit('create-link', link);
    expect(made.offer?.state).toBe('open');
    expect(shop.takings()).toEqual([]);
    shop.watch();
    await till.clock.advance(5 * minuteMs);
    expect(shop.takings()).toEqual([]);
    shop.shows = paid();
    await till.clock.advance(30 * minuteMs);
    expect(shop.takings()).toEqual([[1_999, 0]]);
    expect(till.operation(made.id).offer).toMatchObject({ state: 'paid', nextLookUpMs: null });
    expect(shop.seen()).toMatchObject([{ payId: 'P1', moved: { taken: 1_999, currency: 'EUR' } }]);
    const before = shop.lookUps();
    await till.clock.advance(dayMs);
    expect(shop.lookUps()).toBe(before);
    await till.engine.payment({ by: 'payId', id: 'P1' });
    expect(shop.seen()).toHaveLength(1);
  });

  it.each<[string, JsonObject]>([
    ['more than was asked for', { authorized: 2_236, captured: 2_236, refunded: 0 }],
    ['what was captured alone', { captured: 2_236 }],
  ])('counts its amount where the totals without a currency are the card’s: %s', async (_name, totals) => {
    const shop = await aShop();
    const { till } = shop;
    await till.submit('create-link', link);
    shop.shows = paid({ totals });
    for (let times = 0; times < 2; times += 1) {
      const asked = till.engine.payment({ by: 'payId', id: 'P1' });
      await till.clock.advance(0);
      await asked;
    }
    expect(shop.takings()).toEqual([[1_999, 0]]);
    expect(till.store.payment(till.environment.id, 'P1')?.captured ?? 1_999).toBe(1_999);
    expect(await till.refused('refund', { payId: 'P1', transId: 'R-1', amount: amountOf(2_000) })).toBe(
      'refund-exceeds-captured',
    );
  });

  it('counts its amount where a record that names the conversion has less, in the currency of the card', async () => {
    const shop = await aShop();
    await shop.till.submit('create-link', link);
    const amounts = { merchant: amountOf(1_999), cardholder: { value: 1_700, currency: 'GBP' } };
    const card = { dccInfo: { status: 'AVAILABLE', amounts } };
    shop.shows = paid({ totals: { authorized: 1_700, captured: 1_700, refunded: 0 }, paymentMethods: { card } });
    const asked = shop.till.engine.payment({ by: 'payId', id: 'P1' });
    await shop.till.clock.advance(0);
    await asked;
    expect(shop.takings()).toEqual([[1_999, 0]]);
  });

  it('counts when somebody else looks at it first', async () => {
    const shop = await aShop();
    await shop.till.submit('create-link', link);
    shop.shows = paid();
    const asked = [
      shop.till.engine.payment({ by: 'payId', id: 'P1' }),
      shop.till.engine.payment({ by: 'transId', id: 'L-1' }),
    ];
    await shop.till.clock.advance(0);
    await Promise.all(asked);
    expect(shop.takings()).toEqual([[1_999, 0]]);
    expect(shop.seen()).toHaveLength(1);
  });

  it('counts while a refund of it, whose outcome is not known, holds the payment that was never seen before', async () => {
    const shop = await aShop();
    const { till } = shop;
    till.gateway.answer = ({ method, path }) => {
      if (method === 'GET') return ok(paid());
      return path.endsWith('/refunds') ? lost : ok({ transId: 'L-1', _links: {} });
    };
    await till.submit('create-link', link);
    await till.submit('refund', { payId: 'P1', transId: 'R-1', amount: amountOf(500) });
    shop.watch();
    await till.clock.advance(2 * minuteMs);
    expect(shop.takings()).toEqual([[1_999, 0]]);
  });

  it('counts by the very look-up that shows it paid, also where another payment was made meanwhile', async () => {
    const shop = await aShop();
    const { till } = shop;
    await till.submit('create-link', link);
    const slow = Promise.withResolvers<void>();
    let lookUps = 0;
    till.gateway.answer = async ({ method }) => {
      if (method !== 'GET') return ok({ payId: 'P2', status: 'CAPTURED', responseCode: '00000000', traceNr: '7' });
      lookUps += 1;
      await slow.promise;
      return ok(paid());
    };
    shop.watch();
    await till.clock.advance(minuteMs + 1);
    expect(lookUps).toBe(1);
    await till.submit('cloud-pos', terminalCommand('SALE', 'S-1', { amount: amountOf(1) }));
    slow.resolve();
    await till.clock.advance(0);
    expect([shop.takings(), lookUps]).toEqual([[[2_000, 0]], 1]);
  });

  it('is not counted by a record that is older than a capture which waits for the same commit', async () => {
    const shop = await aShop();
    const { till } = shop;
    const part = (captured: number) => paid({ totals: { authorized: 1_999, captured, refunded: 0 } });
    const [asked, sent] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await till.submit('create-link', link);
    till.gateway.answer = () => ok(paid({ status: 'AUTHORIZED', totals: { authorized: 1_999, captured: 0 } }));
    await till.engine.payment({ by: 'payId', id: 'P1' });
    let looks = 0;
    till.gateway.answer = async ({ method }) => {
      if (method !== 'GET') await sent.promise;
      else if ((looks += 1) > 2) return ok(part(1_200));
      else if (looks === 2) await asked.promise;
      return method === 'GET' ? ok(part(looks === 1 ? 0 : 500)) : ok({ status: 'CAPTURED', responseCode: '00000000' });
    };
    const { id } = await till.submit('capture', { payId: 'P1', transId: 'C-1', amount: amountOf(700) });
    const looked = till.engine.payment({ by: 'payId', id: 'P1' });
    await till.clock.advance(0);
    expect([till.operation(id).state, looks]).toEqual(['sending', 2]);
    // The capture's answer was read, and its outcome waits for the commit that the look-up's sums would share.
    sent.resolve();
    for (let turn = 0; turn < 12; turn += 1) await Promise.resolve();
    asked.resolve();
    await looked;
    await till.clock.advance(0);
    expect(till.operation(id).state).toBe('succeeded');
    expect(shop.takings()).toEqual([[1_200, 0]]);
  });

  it('that is not counted while a capture by its number runs is looked up again when that fails', async () => {
    const shop = await aShop();
    const { till } = shop;
    await till.submit('create-link', link);
    const sent = Promise.withResolvers<void>();
    till.gateway.answer = async ({ method }) => {
      if (method === 'GET') return ok(shop.shows ?? {});
      await sent.promise;
      return answered(422, json({ status: 'FAILED' }));
    };
    shop.shows = paid({ status: 'AUTHORIZED', totals: { authorized: 1_999, captured: 0, refunded: 0 } });
    const { id } = await till.submit('capture', { payId: 'P1', transId: 'C-1', amount: amountOf(500) });
    shop.shows = paid();
    const asked = till.engine.payment({ by: 'payId', id: 'P1' });
    await till.clock.advance(0);
    await asked;
    expect(shop.takings()).toEqual([]);
    sent.resolve();
    await till.clock.advance(0);
    expect(till.operation(id).state).toBe('failed');
    expect(shop.takings()).toEqual([[1_999, 0]]);
  });

  it('is asked for once more where something else was done during its last look-up', async () => {
    const shop = await aShop();
    const { till } = shop;
    await till.submit('create-link', { ...link, expirationTime: '1970-01-03T00:00:00Z' });
    await till.clock.advance(4 * dayMs);
    const slow = Promise.withResolvers<void>();
    let lookUps = 0;
    till.gateway.answer = async ({ method }) => {
      if (method !== 'GET') return ok({ payId: 'P2', status: 'CAPTURED', responseCode: '00000000', traceNr: '7' });
      lookUps += 1;
      if (lookUps === 1) await slow.promise;
      return ok(paid());
    };
    shop.watch();
    await till.clock.advance(1);
    await till.submit('cloud-pos', terminalCommand('SALE', 'S-1', { amount: amountOf(1) }));
    expect(lookUps).toBe(1);
    slow.resolve();
    await till.clock.advance(2 * minuteMs);
    expect(shop.takings()).toEqual([[2_000, 0]]);
  });
});

describe('a link that was refunded at the portal before it was seen, and then here', () => {
  it('gives back both, though the record lagged behind the refund of ours', async () => {
    const shop = await aShop();
    const { till } = shop;
    await till.submit('create-link', link);
    shop.watch();
    const amount = amountOf(700);
    const refund = till.submit('refund', { payId: 'P1', transId: 'R-1', amount });
    const shows = (refunded: number) => paid({ totals: { authorized: 1_999, captured: 1_999, refunded } });
    till.gateway.answer = ({ method, path }) => {
      if (method === 'GET') return ok(shop.shows ?? {});
      shop.shows = shows(500);
      return ok({ payId: 'P1', status: path.endsWith('/refunds') ? 'REFUNDED' : 'PENDING', responseCode: '00000000' });
    };
    const { id } = await refund;
    await till.clock.advance(1_000);
    expect(till.operation(id).state).toBe('succeeded');
    await till.clock.advance(minuteMs);
    shop.shows = shows(1_200);
    await till.clock.advance(10 * minuteMs);
    expect(shop.takings()).toEqual([[1_999, 1_200]]);
  });
});

describe('a link whose transId another till gave to a payment of its own', () => {
  it.each<[string, JsonObject]>([
    ['of a terminal', { posTerminalId: 'T9' }],
    ['older than the link', { creationDate: '1969-12-01T00:00:00Z' }],
  ])('is not paid by one that is %s', async (_name, more) => {
    const shop = await aShop();
    const { till } = shop;
    till.gateway.answer = ({ method }) => (method === 'GET' ? ok(shop.shows ?? {}) : ok({ _links: {} }));
    const { id } = await till.submit('create-link', link);
    shop.watch();
    shop.shows = paid(more);
    await till.clock.advance(30 * minuteMs);
    expect([till.operation(id).offer?.state, shop.takings()]).toEqual(['open', []]);
    shop.shows = paid({ payId: 'P2' });
    await till.clock.advance(dayMs);
    expect([till.operation(id).offer?.state, shop.takings()]).toEqual(['paid', [[1_999, 0]]]);
  });
});
