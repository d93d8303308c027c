// A link that was paid with another amount or currency counts as what was paid, and a person is told.
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#contract/data/json.ts';
import { differingAlarms } from '#core/payments/differing.ts';
import { createStaffDecisions } from '#core/staff/staff-decisions.ts';
import { createEndCalls } from '#core/api/end-calls.ts';
import type { ClientRegistry } from '#core/ports/clients.ts';
import { aPolicy } from '#support/records.ts';
import { amountOf } from '#support/till.ts';
import { type Shop, aShop, hosted, link, minuteMs, paid } from './offer-shop.ts';

describe('a link', () => {
  it.each<[string, JsonObject]>([
    ['create-link', link],
    ['create-payment', hosted({ type: 'AUTOMATIC' })],
  ])('that was paid with another amount or currency counts as what was paid, and says so: %s', async (kind, input) => {
    for (const [value, currency] of [
      [1_000, 'EUR'],
      [2_999, 'EUR'],
      [1_999, 'CHF'],
    ] as const) {
      const amount = { value, currency };
      const shop = await aShop();
      const { till } = shop;
      const { id } = await till.submit(kind, input);
      shop.shows = paid({ amount, totals: { authorized: value, captured: value, refunded: 0 } });
      shop.watch();
      await till.clock.advance(5 * minuteMs);
      expect(till.operation(id).offer).toMatchObject({ state: 'differs', differs: { shown: amount }, lookUps: 1 });
      expect(shop.seen()).toMatchObject([{ offer: 'differs', moved: { taken: value, currency } }]);
      expect(shop.ledger()).toEqual([[currency, value, 0]]);
      // What is given back of it was taken before.
      const refund = { payId: 'P1', transId: 'R-1', amount };
      expect((await till.submit('refund', refund)).state).toBe('succeeded');
      expect(shop.ledger()).toEqual([[currency, value, value]]);
      expect(shop.seen()).toHaveLength(1);
    }
  });

  /** A link of 19.99 EUR that was paid with 10.00 EUR, as the watch found it. */
  async function paidLess(shop: Shop): Promise<string> {
    const amount = amountOf(1_000);
    const { id } = await shop.till.submit('create-link', link);
    shop.shows = paid({ amount, totals: { authorized: 1_000, captured: 1_000, refunded: 0 } });
    shop.watch();
    await shop.till.clock.advance(5 * minuteMs);
    return id;
  }

  it('that was paid with another amount is an alarm and on the list at the till until somebody has seen it', async () => {
    const shop = await aShop();
    const { till, folder } = shop;
    const { clock, environment, store } = till;
    const clients = { nameOf: () => null } as unknown as ClientRegistry;
    const calls = createEndCalls({
      ends: folder.ends,
      store,
      clock,
      clients,
      environment,
      session: { current: () => null },
      policy: aPolicy(),
    });
    expect([differingAlarms(till), calls.ends()]).toEqual([[], []]);
    const id = await paidLess(shop);
    expect(differingAlarms(till)).toMatchObject([
      { code: 'payment-differs', message: expect.stringMatching(/^1 payments .*10\.00.EUR instead of 19\.99.EUR/) },
    ]);
    expect(calls.ends()).toMatchObject([{ id, offer: { state: 'differs', shown: amountOf(1_000) } }]);
    const seen = calls.seeEnd({ id });
    await clock.advance(0);
    expect(await seen).toEqual({ seen: true });
    expect([differingAlarms(till), calls.ends()]).toEqual([[], []]);
    expect(till.operation(id).offer).toMatchObject({ state: 'differs', differs: { counted: true } });
  });

  it('that was paid with another amount is seen without a window as well, by a supervisor, and the journal says by whom', async () => {
    const shop = await aShop();
    const { till, folder } = shop;
    const { clock, engine } = till;
    const id = await paidLess(shop);
    const seenBy = async (role: 'cashier' | 'supervisor') => {
      const current = () => ({ id: role, name: `Some ${role}`, role });
      const session = {
        current,
        touch: () => {},
        isManned: () => true,
        verify: () => Promise.reject(new Error('no PIN')),
      };
      const staffActions = createStaffDecisions({
        engine,
        session,
        mode: 'test',
        policy: aPolicy(),
        lastClosedMs: () => null,
      });
      const seen = staffActions.seeDiffering(id);
      await clock.advance(0);
      return seen;
    };
    expect(await seenBy('cashier')).toMatchObject({ refusal: { code: 'role-missing' } });
    expect(differingAlarms(till)).toHaveLength(1);
    expect(await seenBy('supervisor')).toMatchObject({ type: 'decided' });
    expect(differingAlarms(till)).toEqual([]);
    expect(await seenBy('supervisor')).toMatchObject({ refusal: { code: 'not-decidable' } });
    const said = folder.journal.after(0, 1_000).filter(({ type }) => type === 'differing-sum-seen');
    expect(said).toMatchObject([{ operation: id, data: { by: { name: 'Some supervisor' } } }]);
  });

  it('that was paid with another amount is no alarm once all of it was given back', async () => {
    const shop = await aShop();
    await paidLess(shop);
    await shop.till.submit('refund', { payId: 'P1', transId: 'R-1', amount: amountOf(999) });
    expect(differingAlarms(shop.till)).toHaveLength(1);
    await shop.till.submit('refund', { payId: 'P1', transId: 'R-2', amount: amountOf(1) });
    expect(differingAlarms(shop.till)).toEqual([]);
  });

  it('is not counted by a sum that names no currency, which may be that of the card, until a record names one', async () => {
    const shop = await aShop();
    const { till } = shop;
    const { id } = await till.submit('create-link', link);
    const look = async () => {
      const asked = till.engine.payment({ by: 'payId', id: 'P1' });
      await till.clock.advance(0);
      await asked;
    };
    shop.shows = paid({ amount: 2_999, totals: { authorized: 2_999, captured: 2_999, refunded: 0 } });
    await look();
    const { revision } = till.operation(id);
    await look();
    expect(till.operation(id)).toMatchObject({ revision, offer: { state: 'differs', differs: { shown: null } } });
    expect(shop.ledger()).toEqual([]);
    shop.shows = { ...shop.shows, amount: amountOf(2_999) };
    await look();
    expect(till.operation(id).offer).toMatchObject({ state: 'differs', differs: { shown: amountOf(2_999) } });
    expect(shop.ledger()).toEqual([['EUR', 2_999, 0]]);
  });

  it('that is reserved for another amount counts when the gateway captures it', async () => {
    const shop = await aShop();
    const { till } = shop;
    const { id } = await till.submit('create-link', link);
    const totals = { authorized: 1_000, captured: 0, refunded: 0 };
    shop.shows = paid({ status: 'AUTHORIZED', amount: amountOf(1_000), totals });
    shop.watch();
    await till.clock.advance(10 * minuteMs);
    expect(till.operation(id).offer).toMatchObject({ state: 'differs', differs: { shown: amountOf(1_000) } });
    expect(shop.ledger()).toEqual([]);
    shop.shows = paid({ amount: amountOf(1_000), totals: { ...totals, captured: 1_000 } });
    await till.clock.advance(60 * minuteMs);
    expect(till.operation(id).offer).toMatchObject({ state: 'differs', nextLookUpMs: null });
    expect(shop.ledger()).toEqual([['EUR', 1_000, 0]]);
  });
});
