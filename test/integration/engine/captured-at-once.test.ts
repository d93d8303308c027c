// A gateway that captures an authorization at once: it counts as taken, so its reversal pays money out, its refund is
// possible, and nothing of it stands open.
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#contract/data/json.ts';
import { answered, json } from '#support/records.ts';
import { aTill, amountOf, lost, ok, terminalCommand } from '#support/till.ts';

const authorized = { payId: 'P1', traceNr: '6', approvalCode: 'A', responseCode: '00000000' };
const money = (more: JsonObject): JsonObject => ({ ...amountOf(1_000), ...more });
const voided = terminalCommand('REVERSE', 'V-1', { traceNr: '6', amount: amountOf(1_000) });
const hour = 3_600_000;

/** `answer` to the authorization; what look-ups show of it. */
async function aTillThatHolds(answer: JsonObject | null, record: ((refNr: string) => JsonObject) | null = null) {
  let refNr = '';
  const till = await aTill({
    refundsPerDayMinor: () => 0,
    answer: ({ method, body }) => {
      if (method === 'GET') return record === null ? answered(500, json({})) : ok(record(refNr));
      refNr = (JSON.parse(body ?? '{}') as { refNr: string }).refNr;
      return answer === null ? lost : ok(answer);
    },
  });
  const { id } = await till.submit('cloud-pos', terminalCommand('AUTHORISATION_OR_RESERVATION', 'A-1'));
  if (answer === null) await till.clock.advance(hour);
  return { till, state: till.operation(id).state };
}

describe('an authorization that the gateway captured at once', () => {
  it.each([
    ['its capturedValue', { ...authorized, status: 'CAPTURED', amount: money({ capturedValue: 1_000 }) }],
    ['its status', { ...authorized, status: 'CAPTURED' }],
  ])('counts as taken by %s', async (_, answer) => {
    const { till, state } = await aTillThatHolds(answer);
    expect(state).toBe('succeeded');
    expect(till.store.payment('env', 'P1')).toMatchObject({ authorized: 1_000, captured: 1_000, openSinceMs: null });
    expect(await till.refused('cloud-pos', voided)).toBe('refund-limit');
    expect(await till.refused('reverse', { payId: 'P1', amount: amountOf(1_000) })).toBe('payment-captured');
  });

  it('counts as taken where a look-up shows it', async () => {
    const record = (refNr: string): JsonObject => ({
      payId: 'P1',
      transId: 'A-1',
      refNr,
      status: 'OK',
      responseCode: '00000000',
      amount: amountOf(1_000),
      totals: { authorized: 1_000, captured: 1_000, refunded: 0 },
    });
    const { till, state } = await aTillThatHolds(null, record);
    expect(state).toBe('succeeded');
    expect(till.store.payment('env', 'P1')).toMatchObject({ authorized: 1_000, captured: 1_000, openSinceMs: null });
    expect(
      await till.refused('cloud-pos', terminalCommand('REVERSE', 'A-1', { amount: amountOf(1_000), traceNr: '6' })),
    ).toBe('refund-limit');
  });

  it('is held where nothing says that it was captured', async () => {
    const answer = { ...authorized, status: 'AUTHORIZED', amount: money({ capturedValue: 0 }) };
    const { till } = await aTillThatHolds(answer);
    expect(till.store.payment('env', 'P1')).toMatchObject({ authorized: 1_000, captured: 0 });
  });
});
