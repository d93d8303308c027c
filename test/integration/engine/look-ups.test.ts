// How often the gateway is asked what became of an operation: as often as it helps, and no more.
import { describe, expect, it } from 'vitest';
import { aTill, amountOf, lost, ok } from '#support/till.ts';

const refund = (payId: string) => ({ payId, transId: `R-${payId}`, amount: amountOf(500) });
/** A record that lists what was done on the payment, but never a refund. */
const withoutRefunds = (payId: string) =>
  ok({ payId, status: 'CAPTURED', operations: [{ type: 'CAPTURE', refNr: `of ${payId}`, status: 'OK' }] });

describe('known successes of a kind that look-ups never show', () => {
  async function asked(last: typeof lost, forMs: number) {
    const till = await aTill({ answer: () => ok({ status: 'OK' }) });
    for (const payId of ['P1', 'P2', 'P3']) await till.submit('refund', refund(payId));
    till.gateway.answer = ({ method }) => (method === 'GET' ? withoutRefunds('P4') : last);
    const { id } = await till.submit('refund', refund('P4'));
    await till.clock.advance(forMs);
    const paths = till.gateway.sent.filter(({ method }) => method === 'GET').map(({ path }) => path);
    return { state: till.operation(id).state, own: paths.filter((path) => path.endsWith('P4')).length, paths };
  }

  it('are not looked up for what the gateway calls pending: its absence proves nothing', async () => {
    const { state, own, paths } = await asked(ok({ status: 'PENDING' }), 12 * 3_600_000);
    expect(state).toBe('pending');
    expect(own).toBeGreaterThan(10);
    expect(paths).toHaveLength(own);
  });

  it('are not looked up before the end of the processing time, and then they are', async () => {
    const early = await asked(lost, 179_000);
    expect(early.own).toBeGreaterThan(2);
    expect(early.paths).toHaveLength(early.own);
    const later = await asked(lost, 600_000);
    expect(later.paths.length).toBeGreaterThan(later.own);
  });
});
