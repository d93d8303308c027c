// What a look-up for a caller teaches the guards: the sums that it shows, unless the bridge itself did something between
// the question and the answer.
import { describe, expect, it } from 'vitest';
import type { GatewayAnswer } from '#core/ports/gateway.ts';
import { aTill, amountOf, ok } from '#support/till.ts';

const capture = (transId: string, value: number) => ({ payId: 'P1', transId, amount: amountOf(value) });
const untouched = ok({ payId: 'P1', amount: { currency: 'EUR' }, totals: { authorised: 1_000, captured: 0 } });

describe('sums that a look-up shows', () => {
  it('hold for what is asked for next', async () => {
    const till = await aTill({ answer: ({ method }) => (method === 'GET' ? untouched : ok({ status: 'OK' })) });
    await till.engine.payment({ by: 'payId', id: 'P1' });
    expect(till.store.payment('env', 'P1')).toMatchObject({ authorised: 1_000, captured: 0 });
    expect(await till.refused('capture', capture('C-1', 1_001))).toBe('capture-exceeds-authorised');
  });

  it('do not, where they come back while the success of a capture is on its way to the disk', async () => {
    const [asked, sent] = [Promise.withResolvers<GatewayAnswer>(), Promise.withResolvers<GatewayAnswer>()];
    const till = await aTill({ answer: ({ method }) => (method === 'GET' ? asked : sent).promise });
    const looked = till.engine.payment({ by: 'payId', id: 'P1' });
    const { id } = await till.submit('capture', capture('C-1', 700));
    // The capture's answer has been read, and its outcome waits for the commit that the look-up's sums would share.
    sent.resolve(ok({ status: 'OK' }));
    for (let turn = 0; turn < 12; turn += 1) await Promise.resolve();
    asked.resolve(untouched);
    await looked;
    await till.clock.advance(0);
    expect(till.operation(id).state).toBe('succeeded');
    expect(till.store.payment('env', 'P1')?.captured ?? null).not.toBe(0);
  });
});
