// How often the bridge looks up an open link, and what ends that.
import { describe, expect, it } from 'vitest';
import { answered, aPolicy, json } from '#support/records.ts';
import { amountOf, ok } from '#support/till.ts';
import { offerView } from '#core/api/view.ts';
import { aShop, dayMs, hosted, link, minuteMs, paid } from './offer-shop.ts';

describe('a link', () => {
  it('is looked up ever more rarely: every half hour for three days, and then less and less until it is paid', async () => {
    const shop = await aShop();
    const { till } = shop;
    const made = await till.submit('create-link', link);
    shop.watch();
    const asked = async (days: number) => {
      const before = shop.lookUps();
      await till.clock.advance(days * dayMs);
      return shop.lookUps() - before;
    };
    const first = await asked(1);
    expect([first > 24, first < 90]).toEqual([true, true]);
    await asked(2);
    const perMonth = [await asked(30), await asked(30), await asked(30)];
    expect(perMonth.every((each) => each > 0)).toBe(true);
    expect(perMonth[0]).toBeLessThan(25);
    expect(perMonth[1]).toBeLessThan(perMonth[0] ?? 0);
    const { offer } = till.operation(made.id);
    expect(offer).toMatchObject({ state: 'open', lookUps: shop.lookUps() });
    expect(offer?.nextLookUpMs).toBeGreaterThan(till.clock.nowMs());
    expect(till.clock.nowMs() - (offer?.lastLookUpMs ?? 0)).toBeLessThan(15 * dayMs);
    shop.shows = paid();
    await asked(30);
    expect(till.operation(made.id).offer).toMatchObject({ state: 'paid', nextLookUpMs: null });
    expect(shop.takings()).toEqual([[1_999, 0]]);
  });

  it('is asked for one at a time and once a second at most, however many are open', async () => {
    const shop = await aShop();
    const { till } = shop;
    till.gateway.answer = ({ method }) =>
      method === 'GET' ? answered(404, json({ title: 'not found' })) : ok({ _links: {} });
    for (let count = 0; count < 90; count += 1) await till.submit('create-link', { ...link, transId: `L-${count}` });
    shop.watch();
    await till.clock.advance(2 * minuteMs);
    expect(shop.lookUps()).toBeGreaterThan(30);
    expect(shop.lookUps()).toBeLessThan(62);
    await till.clock.advance(2 * minuteMs);
    expect(till.store.offers(till.environment.id, 100).every(({ offer }) => offer?.lastLookUpMs !== null)).toBe(true);
  });

  it('that names its end is looked up rarely as well, at its end, and a last time a day later', async () => {
    const shop = await aShop();
    const { till } = shop;
    const endMs = till.clock.wallMs() + 60 * dayMs;
    const made = await till.submit('create-link', { ...link, expirationTime: new Date(endMs).toISOString() });
    shop.watch();
    await till.clock.advance(59 * dayMs);
    expect(shop.lookUps()).toBeLessThan(250);
    expect(offerView(till.operation(made.id).offer!, till.clock)).not.toHaveProperty('over');
    const asked = () => {
      const { untilMs, lastLookUpMs, nextLookUpMs } = till.operation(made.id).offer ?? {};
      const after = (ms: number | null | undefined) => (typeof ms === 'number' ? ms - (untilMs ?? 0) : null);
      return { last: after(lastLookUpMs), next: after(nextLookUpMs) };
    };
    await till.clock.advance(dayMs + 2 * 60 * minuteMs);
    expect(asked()).toEqual({ last: 0, next: dayMs });
    expect(offerView(till.operation(made.id).offer!, till.clock)).toMatchObject({ state: 'open', over: true });
    await till.clock.advance(2 * dayMs);
    expect(asked()).toEqual({ last: dayMs, next: null });
    expect(till.operation(made.id).offer?.state).toBe('open');
    shop.shows = paid();
    const shown = till.engine.payment({ by: 'payId', id: 'P1' });
    await till.clock.advance(0);
    await shown;
    expect(till.operation(made.id).offer).toMatchObject({ state: 'paid', nextLookUpMs: null });
    expect(offerView(till.operation(made.id).offer!, till.clock)).not.toHaveProperty('over');
    expect(shop.takings()).toEqual([[1_999, 0]]);
  });

  it.each(['PENDING', 'ODD'])('is not called over where the gateway is silent, or shows it as %s', async (status) => {
    const shop = await aShop();
    const { till } = shop;
    const expirationTime = new Date(till.clock.wallMs() + dayMs).toISOString();
    const made = await till.submit('create-link', { ...link, expirationTime });
    const view = () => offerView(till.operation(made.id).offer!, till.clock);
    shop.watch();
    await till.clock.advance(dayMs);
    shop.silent = true;
    await till.clock.advance(3 * 60 * minuteMs);
    expect(view()).not.toHaveProperty('over');
    shop.silent = false;
    shop.shows = { payId: 'P1', transId: 'L-1', status };
    await till.clock.advance(2 * dayMs);
    shop.shows = null;
    await till.clock.advance(2 * dayMs);
    expect(view()).toMatchObject({ state: 'open' });
    expect(view()).not.toHaveProperty('over');
  });

  it('that failed is no stray of the report', async () => {
    const shop = await aShop();
    await shop.till.submit('create-link', link);
    shop.shows = paid({ status: 'FAILED', totals: { authorized: 0, captured: 0, refunded: 0 } });
    shop.watch();
    await shop.till.clock.advance(20 * minuteMs);
    expect(shop.strays()).toBe(0);
  });

  it('that is captured by hand stays so when its operation is erased', async () => {
    const shop = await aShop();
    const { till } = shop;
    const { id } = await till.submit('create-payment', hosted({ type: 'MANUAL' }));
    const slips = { days: 0, reading: aPolicy().answers };
    await shop.folder.eraser.erase(
      { type: 'operation', id },
      { atMs: till.clock.nowMs(), by: 'x', reason: 'y', slips },
    );
    shop.shows = { payId: 'P1', transId: 'L-1', status: 'OK', responseCode: '00000000', amount: amountOf(1_999) };
    shop.watch();
    await till.clock.advance(20 * minuteMs);
    expect([shop.takings(), shop.authorized()]).toEqual([[], 1_999]);
  });

  it('that expired at the gateway says so once', async () => {
    const shop = await aShop();
    const { till } = shop;
    const made = await till.submit('create-link', link);
    shop.shows = paid({ status: 'EXPIRED', totals: { authorized: 0, captured: 0, refunded: 0 } });
    for (const _ of [1, 2]) {
      const asked = till.engine.payment({ by: 'payId', id: 'P1' });
      await till.clock.advance(0);
      await asked;
    }
    expect(till.operation(made.id)).toMatchObject({ revision: made.revision + 1, offer: { state: 'expired' } });
    expect(shop.takings()).toEqual([]);
  });

  it('is looked up on after a restart, and after a silence of the gateway', async () => {
    const shop = await aShop();
    const { till } = shop;
    const made = await till.submit('create-link', link);
    const first = shop.watch();
    await till.clock.advance(2 * minuteMs);
    await first.stop();
    shop.silent = true;
    shop.watch();
    await till.clock.advance(10 * minuteMs);
    expect(till.operation(made.id).offer?.state).toBe('open');
    shop.silent = false;
    shop.shows = paid();
    await till.clock.advance(60 * minuteMs);
    expect(till.operation(made.id).offer?.state).toBe('paid');
  });

  it('that was refused stays looked up: the customer may try another card', async () => {
    const shop = await aShop();
    const { till } = shop;
    const made = await till.submit('create-link', link);
    shop.watch();
    shop.shows = paid({ status: 'FAILED', totals: { authorized: 0, captured: 0, refunded: 0 } });
    await till.clock.advance(10 * minuteMs);
    expect(till.operation(made.id).offer?.state).toBe('failed');
    shop.shows = paid();
    await till.clock.advance(60 * minuteMs);
    expect(till.operation(made.id).offer?.state).toBe('paid');
    expect(shop.takings()).toEqual([[1_999, 0]]);
  });
});
