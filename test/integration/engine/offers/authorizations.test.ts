// Authorizations that are open: until a look-up shows them captured or reversed, and with an alarm before they lapse.
import { describe, expect, it } from 'vitest';
import { type WindowCallPorts, createWindowCalls } from '#core/api/window-calls.ts';
import { lapsingAlarms } from '#core/payments/lapsing.ts';
import { aPolicy } from '#support/records.ts';
import { amountOf, ok } from '#support/till.ts';
import { aShop, dayMs, paid } from './offer-shop.ts';

describe('an authorization', () => {
  it('is open no more when a look-up shows that others captured or reversed it', async () => {
    const shop = await aShop();
    const { till } = shop;
    till.gateway.answer = ({ method }) =>
      method === 'GET'
        ? ok(shop.shows ?? {})
        : ok({ payId: 'P1', status: 'AUTHORIZED', responseCode: '00000000', traceNr: '7', approvalCode: '123456' });
    const input = { messageType: 'AUTHORISATION_OR_RESERVATION', transId: 'L-1', posTerminalId: 'T1' };
    await till.submit('cloud-pos', { ...input, amount: amountOf(1_999) });
    expect(shop.authorized()).toBe(1_999);
    const totals = { authorized: 1_999, refunded: 0 };
    for (const [captured, status, open] of [
      [500, 'CAPTURED', 1_499],
      [500, 'REVERSED', 0],
    ] as const) {
      shop.shows = paid({ status, totals: { ...totals, captured } });
      const asked = till.engine.payment({ by: 'payId', id: 'P1' });
      await till.clock.advance(0);
      await asked;
      expect(shop.authorized()).toBe(open);
    }
    // What others took is in no report of this till.
    expect(shop.takings()).toEqual([]);
  });

  it('is as old as its request, also where its answer was lost and a look-up found it much later', async () => {
    const shop = await aShop();
    const { till } = shop;
    shop.silent = true;
    const input = { messageType: 'AUTHORISATION_OR_RESERVATION', transId: 'L-1', posTerminalId: 'T1' };
    const { id } = await till.submit('cloud-pos', { ...input, amount: amountOf(1_999) });
    await till.clock.advance(20 * 3_600_000);
    const totals = { authorized: 1_999, captured: 0, refunded: 0 };
    shop.shows = paid({ refNr: till.operation(id).refNr, status: 'AUTHORIZED', totals });
    shop.silent = false;
    await till.clock.advance(5 * 3_600_000);
    expect(till.operation(id).state).toBe('succeeded');
    const alarms = lapsingAlarms({ ...till, policy: aPolicy({ authorizationDays: { default: 1 } }) });
    expect(alarms).toMatchObject([{ code: 'authorization-lapses' }]);
  });

  it('is an alarm when it is about to lapse, by the days of its brand', async () => {
    const shop = await aShop();
    const { till } = shop;
    till.gateway.answer = ({ path }) => {
      if (path.endsWith('/reversals')) return ok({ payId: 'P1', status: 'REVERSED', responseCode: '00000000' });
      const card = { brand: 'visa' };
      const terminal = { traceNr: '7', approvalCode: '123456' };
      return ok({ payId: 'P1', status: 'AUTHORIZED', responseCode: '00000000', ...terminal, paymentMethods: { card } });
    };
    const input = { messageType: 'AUTHORISATION_OR_RESERVATION', transId: 'L-1', posTerminalId: 'T1' };
    await till.submit('cloud-pos', { ...input, amount: amountOf(1_999) });
    const alarms = (authorizationDays: { readonly [brand: string]: number }) =>
      lapsingAlarms({ ...till, policy: aPolicy({ authorizationDays }) });
    await till.clock.advance(4 * dayMs);
    expect(alarms({ default: 5 })).toEqual([]);
    expect(alarms({ default: 5, VISA: 6 })).toEqual([]);
    expect(alarms({ default: 5, VISA: 4 })).toMatchObject([{ code: 'authorization-lapses' }]);
    await till.clock.advance(dayMs);
    expect(alarms({ default: 5 })[0]?.message).toMatch(
      /^1 authorization of 19.99.EUR was .*5 days old \(transId L-1\)/,
    );
    expect(alarms({ default: 5, VISA: 6 })).toEqual([]);
    const listed = (authorizationDays: { readonly [brand: string]: number }) =>
      createWindowCalls({
        ...till,
        clients: { nameOf: () => null } as unknown as WindowCallPorts['clients'],
        operators: { list: () => [] },
        policy: aPolicy({ authorizationDays }),
        nextTurn: async () => undefined,
        begunMs: 0,
      }).openAuthorizations();
    const age = { ageDays: 5, alarmDays: 6, lapsing: false };
    expect(listed({ default: 5, VISA: 6 })).toMatchObject({ open: [{ ...age, payment: { id: 'P1' } }], more: false });
    expect(listed({ default: 5 }).open).toMatchObject([{ alarmDays: 5, lapsing: true }]);
    await till.submit('reverse', { payId: 'P1' });
    expect(alarms({ default: 5 })).toEqual([]);
    expect(listed({ default: 5 }).open).toEqual([]);
  });
});
