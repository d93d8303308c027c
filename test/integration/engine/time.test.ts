// What the engine does with time that it did not see pass: a machine that slept, a clock that was put forward or back,
// a connection that took longer than a customer waits.
import { describe, expect, it } from 'vitest';
import { noteGatewayTime } from '#assembly/base/wall-clock-note.ts';
import type { GatewayAnswer } from '#core/ports/gateway.ts';
import { FakeClock } from '#support/fake-clock.ts';
import { aFolder, opened } from '#support/store-folder.ts';
import { aTill, amountOf, lost, ok, terminalCommand } from '#support/till.ts';

const hourMs = 3_600_000;
const capture = { payId: 'P1', transId: 'C-1', amount: amountOf(500) };
const nothingToSee = () => ok({ payId: 'P1', status: 'AUTHORIZED' });

describe('an Idempotency-Key', () => {
  async function withLostCapture() {
    const till = await aTill({ answer: ({ method }) => (method === 'GET' ? nothingToSee() : lost) });
    const { id } = await till.submit('capture', capture);
    expect(till.operation(id).state).toBe('unknown');
    return { till, id };
  }

  it('is used again after the processing time, with identical bytes', async () => {
    const { till, id } = await withLostCapture();
    till.gateway.answer = ({ method }) => (method === 'GET' ? nothingToSee() : ok({ status: 'OK' }));
    await till.clock.advance(10 * 60_000);
    expect(till.operation(id).state).toBe('succeeded');
    const [first, second] = till.gateway.sent.filter(({ method }) => method === 'POST');
    expect(second).toMatchObject({ key: first?.key, body: first?.body });
  });

  it('is not used again when the machine slept longer than it surely lives', async () => {
    const { till, id } = await withLostCapture();
    till.clock.aheadMs = 30 * hourMs;
    await till.clock.advance(hourMs);
    expect(till.operation(id).state).toBe('needs-person');
    expect(till.posts()).toHaveLength(1);
  });

  it('is not used again when the machine slept so long between the intent and the first byte', async () => {
    const { till, id } = await withLostCapture();
    const send = till.gateway.send.bind(till.gateway);
    till.gateway.send = (request) => {
      if (request.method === 'POST') till.clock.aheadMs = 30 * hourMs;
      return send(request);
    };
    await till.clock.advance(hourMs);
    expect(till.clock.aheadMs).toBe(30 * hourMs);
    expect(till.operation(id)).toMatchObject({
      state: 'needs-person',
      attempts: [{ fate: 'unresolved' }, { fate: 'unsent' }],
    });
    expect(till.posts()).toHaveLength(1);
  });

  it('of an earlier run is not used again when the clock was set back in between', async () => {
    const dataDir = aFolder();
    const before = await aTill({ dataDir, answer: ({ method }) => (method === 'GET' ? nothingToSee() : lost) });
    const { id } = await before.submit('capture', capture);
    await before.engine.stop(0);

    const clock = FakeClock.startingAt(before.clock.nowMs() + 1);
    clock.ageUnknownMs = clock.nowMs();
    const after = await aTill({ dataDir, clock, answer: ({ method }) => (method === 'GET' ? nothingToSee() : lost) });
    await after.clock.advance(hourMs);
    expect(after.operation(id).state).toBe('needs-person');
    expect(after.posts()).toHaveLength(0);
  });

  it("of an earlier run is not used again when the gateway's clock shows that ours was set back meanwhile", async () => {
    expect(await afterRestart(30 * hourMs, 29 * hourMs)).toEqual({ state: 'needs-person', posts: 0 });
  });

  it("of an earlier run is used again where the gateway's clock agrees with ours", async () => {
    expect(await afterRestart(hourMs, 0)).toEqual({ state: 'succeeded', posts: 1 });
  });

  /** The till is off for so long, and its wall clock is set back by so much meanwhile, to a moment after the last record. */
  async function afterRestart(offMs: number, setBackMs: number) {
    const folder = opened(aFolder());
    const gatewayMs = (clock: FakeClock, aheadMs: number) => clock.wallMs() + aheadMs;
    const hears = (clock: FakeClock) =>
      noteGatewayTime(
        folder,
        clock,
        'env',
        () => {},
        (beforeMs) => {
          clock.ageUnknownMs = beforeMs;
        },
      );

    const before = await aTill({ folder, answer: ({ method }) => (method === 'GET' ? nothingToSee() : lost) });
    hears(before.clock).heard({ dateMs: gatewayMs(before.clock, 0), tripMs: 100 });
    const { id } = await before.submit('capture', capture);
    await before.engine.stop(0);

    const clock = FakeClock.startingAt(before.clock.nowMs() + offMs - setBackMs);
    const time = hears(clock);
    const answer = () => {
      time.heard({ dateMs: gatewayMs(clock, setBackMs), tripMs: 100 });
      return nothingToSee();
    };
    const after = await aTill({
      folder,
      clock,
      answer: ({ method }) => (method === 'GET' ? answer() : ok({ status: 'OK' })),
    });
    await after.clock.advance(hourMs);
    return { state: after.operation(id).state, posts: after.posts().length };
  }
});

describe('a sale', () => {
  it('is not begun after the machine slept through its deadline', async () => {
    const till = await aTill({ answer: () => ok({ status: 'OK' }) });
    // The terminal is busy, so the sale waits for it; then somebody closes the lid.
    const { promise, resolve: free } = Promise.withResolvers<GatewayAnswer>();
    till.gateway.answer = () => promise;
    await till.submit('cloud-pos', terminalCommand('SALE', 'S-1'));
    const { id } = await till.submit('cloud-pos', terminalCommand('SALE', 'S-2'));
    till.clock.aheadMs = hourMs;
    free(ok({ status: 'OK' }));
    await till.clock.advance(1_000);
    expect(till.operation(id)).toMatchObject({ state: 'expired', attempts: [] });
    expect(till.posts()).toHaveLength(1);
  });

  it('whose connection stands too late is not sent, and the network is not blamed for it', async () => {
    const till = await aTill({ answer: () => ok({ status: 'OK' }) });
    const send = till.gateway.send.bind(till.gateway);
    till.gateway.send = (request) =>
      new Promise((resolve) => {
        till.clock.after(16_000, () => resolve(send(request)));
      });
    const { id } = await till.submit('cloud-pos', terminalCommand('SALE', 'S-1'));
    await till.clock.advance(20_000);
    expect(till.operation(id)).toMatchObject({ state: 'expired', attempts: [{ fate: 'unsent' }] });
    expect(till.posts()).toHaveLength(0);
    expect(till.engine.connectionStatus().state).toBe('online');
  });

  it('is not sent a second time under a new token when its time is over', async () => {
    const till = await aTill({ answer: () => ({ ...ok({}), status: 401 }) as ReturnType<typeof ok> });
    till.gateway.renewal = () =>
      new Promise((resolve) => {
        till.clock.after(15_000, () => resolve('renewed'));
      });
    const { id } = await till.submit('cloud-pos', terminalCommand('SALE', 'S-1'));
    await till.clock.advance(20_000);
    expect(till.operation(id)).toMatchObject({ state: 'expired', attempts: [{ fate: 'not-executed' }] });
    expect(till.posts()).toHaveLength(1);
  });
});
