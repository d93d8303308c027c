// What the engine does with time that it did not see pass: a machine that slept, a clock that was put forward or back,
// a connection that took longer than a customer waits.
import { describe, expect, it } from 'vitest';
import type { GatewayAnswer } from '#core/ports/gateway.ts';
import { FakeClock } from '#support/fake-clock.ts';
import { aFolder } from '#support/store-folder.ts';
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

  it('of an earlier run is not used again when the clock was set back in between', async () => {
    const dataDir = aFolder();
    const before = await aTill({ dataDir, answer: ({ method }) => (method === 'GET' ? nothingToSee() : lost) });
    const { id } = await before.submit('capture', capture);
    await before.engine.stop(0);

    const clock = FakeClock.startingAt(before.clock.nowMs() + 1);
    clock.ageUnknownBeforeMs = clock.nowMs();
    const after = await aTill({ dataDir, clock, answer: ({ method }) => (method === 'GET' ? nothingToSee() : lost) });
    await after.clock.advance(hourMs);
    expect(after.operation(id).state).toBe('needs-person');
    expect(after.posts()).toHaveLength(0);
  });
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
