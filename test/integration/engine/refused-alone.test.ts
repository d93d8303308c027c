// An operation that the gateway refuses for itself alone, while it takes others with the same credentials: somebody is
// told, it is tried on, and its waiting has an end.
import { describe, expect, it } from 'vitest';
import { refusedAloneAlarms } from '#core/gateway/refused-alone.ts';
import { viewOf } from '#core/api/view.ts';
import { aPolicy, answered, json } from '#support/records.ts';
import { aFolder, opened } from '#support/store-folder.ts';
import { aTill, amountOf, lost, ok, terminalCommand } from '#support/till.ts';

const hourMs = 3_600_000;
const minuteMs = 60_000;

/** Its sending, and the look-up of its payment before. */
const ofTheReversal = (path: string) => path.includes('reversals') || path.endsWith('/P0');

/** The reversal is refused until it is permitted; captures are taken. */
async function aShop() {
  const rights = { permitted: false };
  const folder = opened(aFolder());
  const policy = { reversalMayWait: true, pendingLimitMs: hourMs };
  const till = await aTill({
    folder,
    answer: ({ path }) => (ofTheReversal(path) && !rights.permitted ? answered(403) : ok({ status: 'OK' })),
    policy,
  });
  till.gateway.renewal = () => 'same';
  let captures = 0;
  /** As long as it takes for both to be tried again, with somebody else's operation taken in between. */
  const onABusyDay = async (minutes: number): Promise<void> => {
    for (let minute = 0; minute < minutes; minute += 1) {
      captures += 1;
      await till.submit('capture', { payId: `P${captures}`, transId: `C-${captures}`, amount: amountOf(5) });
      await till.clock.advance(minuteMs);
    }
  };
  const alarms = () => refusedAloneAlarms({ ...till, policy: aPolicy(policy) });
  const { id } = await till.submit('reverse', { payId: 'P0', transId: 'V-1' });
  const shown = () => {
    const record = till.operation(id);
    return viewOf(record, { clock: till.clock, store: till.store, clients: { nameOf: () => null }, policy: aPolicy() });
  };
  const eventsOf = () =>
    folder.journal
      .after(0, 1_000)
      .filter(({ operation }) => operation === id)
      .map(({ type }) => type);
  return { ...till, rights, onABusyDay, alarms, shown, eventsOf };
}

describe('an operation that is refused for itself alone', () => {
  it('is an alarm and an event while it waits, and neither once it is permitted', async () => {
    const shop = await aShop();
    // While nobody was taken, it may be the credentials.
    expect([shop.alarms(), shop.shown().refusedSince]).toEqual([[], undefined]);
    await shop.onABusyDay(10);
    const { state, refusedSince } = shop.shown();
    expect(state).toBe('accepted');
    expect(shop.alarms()).toMatchObject([
      { code: 'operation-refused', message: expect.stringContaining(`since ${refusedSince}`) },
    ]);
    expect(shop.eventsOf()).toContain('refused-alone');
    expect(shop.engine.connectionStatus().credentials).toBe('accepted');
    shop.rights.permitted = true;
    await shop.onABusyDay(6);
    expect(shop.shown()).toMatchObject({ state: 'succeeded' });
    expect([shop.alarms(), shop.shown().refusedSince]).toEqual([[], undefined]);
  });

  it('fails after the limit of what is pending: nothing was carried out, and it may be tried again', async () => {
    const shop = await aShop();
    await shop.onABusyDay(55);
    expect(shop.shown().state).toBe('accepted');
    await shop.onABusyDay(25);
    expect(shop.shown()).toMatchObject({ state: 'failed', failure: { code: 'not-permitted' } });
    expect(shop.alarms()).toEqual([]);
    expect(shop.store.laneHolder('payment:env:pay:P0')).toBeNull();
  });

  it('does not end while nothing shows that the credentials are still good', async () => {
    const shop = await aShop();
    await shop.onABusyDay(10);
    await shop.clock.advance(5 * hourMs);
    expect(shop.shown().state).toBe('accepted');
    expect(shop.alarms()).toHaveLength(1);
    await shop.onABusyDay(10);
    expect(shop.shown().state).toBe('failed');
  });
});

describe('a capture that is refused while nothing else is sent', () => {
  async function aCapture(lookUp: 200 | 404 | 403 | 'lost') {
    let tried = 0;
    const till = await aTill({
      answer: ({ method, path }) => {
        if (method === 'GET') return lookUp === 'lost' ? lost : answered(lookUp, json({ payId: 'P0' }));
        tried += path.includes('captures') ? 1 : 0;
        return path.includes('captures') ? answered(403) : ok({ status: 'OK', traceNr: '17' });
      },
    });
    till.gateway.renewal = () => 'same';
    const { id } = await till.submit('capture', { payId: 'P0', transId: 'C-0', amount: amountOf(5) });
    const alarms = () => refusedAloneAlarms({ ...till, policy: aPolicy() });
    return { ...till, id, alarms, tried: () => tried };
  }

  it.each([200, 404] as const)('is told from refused credentials by one look-up: %i', async (lookUp) => {
    const shop = await aCapture(lookUp);
    expect(shop.engine.connectionStatus().credentials).toBe('accepted');
    const sale = await shop.submit('cloud-pos', terminalCommand('SALE', 'S-1'));
    expect(sale.state).toBe('succeeded');
    await shop.clock.advance(minuteMs);
    expect(shop.tried()).toBeGreaterThan(1);
    expect(shop.operation(shop.id)).toMatchObject({ state: 'accepted', refusedSinceMs: expect.any(Number) });
    expect(shop.alarms()).toHaveLength(1);
  });

  it.each([403, 'lost'] as const)(
    'may be refused for the credentials where the look-up cannot tell: %s',
    async (lookUp) => {
      const shop = await aCapture(lookUp);
      expect(shop.engine.connectionStatus().credentials).toBe('refused');
      expect(shop.alarms()).toEqual([]);
    },
  );
});
