// Answers that are no proof: without evidence, about somebody else, or lost on the way out.
import { describe, expect, it } from 'vitest';
import { textAt } from '#contract/data/json.ts';
import { answered, json } from '#support/records.ts';
import { aTill, amountOf, lost, ok, terminalCommand } from '#support/till.ts';

const refund = { payId: 'P1', transId: 'R-1', amount: amountOf(500) };
const capture = { payId: 'P1', transId: 'C-1', amount: amountOf(500) };
const empty = ok({});

describe('a 2xx', () => {
  it.each([
    ['a refund without any evidence', 'refund', refund, empty, 'unknown'],
    ['a refund with its xId', 'refund', refund, ok({ xId: 'X-1' }), 'succeeded'],
    ['a refund of another payment', 'refund', refund, ok({ status: 'OK', payId: 'P2' }), 'unknown'],
    ['a refund with another transId', 'refund', refund, ok({ status: 'OK', transId: 'R-2' }), 'unknown'],
    ['a capture that was reversed', 'capture', capture, ok({ status: 'REVERSED' }), 'unknown'],
    ['a capture that says captured in small letters', 'capture', capture, ok({ status: 'captured' }), 'succeeded'],
    ['a capture that says failed in small letters', 'capture', capture, ok({ status: 'failed' }), 'failed'],
    [
      'a reversal that says captured',
      'reverse',
      { payId: 'P1', transId: 'V-1' },
      ok({ status: 'CAPTURED' }),
      'unknown',
    ],
    ['a sale that was taken back', 'cloud-pos', terminalCommand('SALE', 'S-1'), ok({ status: 'REVERSED' }), 'unknown'],
    [
      'a sale that was paid',
      'cloud-pos',
      terminalCommand('SALE', 'S-1'),
      ok({ status: 'OK', traceNr: '7' }),
      'succeeded',
    ],
    ['a sale that shows no number', 'cloud-pos', terminalCommand('SALE', 'S-1'), ok({ status: 'OK' }), 'unknown'],
  ])('to %s', async (_name, kind, input, answer, state) => {
    const till = await aTill({ answer: ({ method }) => (method === 'GET' ? empty : answer) });
    expect((await till.submit(kind, input)).state).toBe(state);
  });
});

describe('a bug on the way to the gateway', () => {
  it('leaves nothing hanging: what had left before it is not known', async () => {
    const till = await aTill({ answer: () => Promise.reject(new Error('broken')) });
    const { id } = await till.submit('capture', capture);
    expect(till.operation(id).state).toBe('unknown');
    expect(till.log).toContainEqual(expect.objectContaining({ event: 'gateway-broke', operation: id }));
  });
});

describe('a look-up', () => {
  it('is not repeated before the gateway wants it', async () => {
    const till = await aTill({ answer: () => lost });
    const { id } = await till.submit('refund', refund);
    const asked = () => till.gateway.sent.filter(({ method }) => method === 'GET').length;
    const before = asked();
    const busy = { type: 'response', status: 429, retryAfterMs: 600_000, body: { type: 'empty' }, credential: null };
    till.gateway.answer = () => busy as ReturnType<typeof ok>;
    await till.clock.advance(590_000);
    expect(till.operation(id).lookUps.count).toBe(1);
    expect(asked()).toBe(before + 1);
  });

  it('that says "not found" of a payment it once named proves nothing', async () => {
    const till = await aTill({ answer: () => ok({ status: 'OK' }) });
    // A known reversal that look-ups show: from then on the absence of one could count as proof.
    await till.submit('reverse', { payId: 'P0', transId: 'V-0' });
    await till.submit('incremental', { payId: 'P1', transId: 'I-1', amount: amountOf(100) });
    till.gateway.answer = ({ method, path }) => {
      if (method !== 'GET') return lost;
      return path.includes('P0') ? ok({ payId: 'P0', status: 'REVERSED' }) : answered(404);
    };
    const { id } = await till.submit('reverse', { payId: 'P1', transId: 'V-1' });
    await till.clock.advance(3_600_000);
    expect(till.operation(id).state).toBe('needs-person');
    expect(till.gateway.sent.filter(({ path }) => path.includes('P1/reversals'))).toHaveLength(1);
  });
});

describe('a refusal of what was proved not carried out', () => {
  it('is the end of it', async () => {
    const till = await aTill({ answer: () => ok({ status: 'OK' }) });
    // A known reversal that look-ups show: from then on the absence of one is proof.
    await till.submit('reverse', { payId: 'P0', transId: 'V-0' });
    const authorized = ok({ payId: 'P1', status: 'AUTHORIZED' });
    const reversed = ok({ payId: 'P0', status: 'REVERSED' });
    const seen = (path: string) => (path.includes('P0') ? reversed : authorized);
    till.gateway.answer = ({ method, path }) => (method === 'GET' ? seen(path) : lost);
    const { id } = await till.submit('reverse', { payId: 'P1', transId: 'V-1' });
    till.gateway.answer = ({ method, path }) => (method === 'GET' ? seen(path) : answered(422));
    await till.clock.advance(2 * 3_600_000);
    expect(till.operation(id)).toMatchObject({ state: 'failed', failure: { code: 'declined' } });
    expect(till.gateway.sent.filter(({ path }) => path.includes('P1/reversals'))).toHaveLength(2);
  });
});

describe('a gateway that refuses what it may have carried out', () => {
  it('is asked at most so often as the shop allows, then a person', async () => {
    const till = await aTill({ answer: () => lost });
    const { id } = await till.submit('capture', capture);
    const refusal = answered(422, json({ status: 'FAILED', responseCode: '22000305' }));
    till.gateway.answer = ({ method }) => (method === 'GET' ? ok({ payId: 'P1', status: 'AUTHORIZED' }) : refusal);
    await till.clock.advance(20 * 3_600_000);
    expect(till.operation(id).state).toBe('needs-person');
    expect(till.posts()).toHaveLength(7);
  });

  it('does not use up the tries by being busy', async () => {
    const till = await aTill({ answer: () => lost });
    const { id } = await till.submit('capture', capture);
    const seen = ok({ payId: 'P1', status: 'AUTHORIZED' });
    till.gateway.answer = ({ method }) => (method === 'GET' ? seen : answered(429));
    await till.clock.advance(5 * 3_600_000);
    expect(till.operation(id).state).toBe('unknown');
    till.gateway.answer = ({ method }) => (method === 'GET' ? seen : ok({ status: 'OK' }));
    await till.clock.advance(3_600_000);
    expect(till.operation(id).state).toBe('succeeded');
  });
});

describe('sums', () => {
  const blind = { authorized: 1_000, captured: 0, refunded: 0 };

  it('of a record that is blind to captures do not hide a sale that it shows', async () => {
    const till = await aTill({ answer: () => lost });
    const { id } = await till.submit('cloud-pos', terminalCommand('SALE', 'S-1'));
    const refNr = textAt(till.operation(id).input, 'refNr');
    till.gateway.answer = () => ok({ payId: 'P1', transId: 'S-1', refNr, status: 'OK', totals: blind });
    await till.clock.advance(10_000);
    expect(till.operation(id).state).toBe('succeeded');
    expect(till.store.payment('env', 'P1')).toMatchObject({ captured: 1_000 });
    expect(await till.refused('capture', { ...capture, amount: amountOf(1) })).toBe('capture-exceeds-authorized');
  });

  it('that somebody reads later do not take back what is known', async () => {
    const till = await aTill({ answer: () => ok({ payId: 'P1', status: 'OK', approvalCode: 'A' }) });
    await till.submit('cloud-pos', terminalCommand('SALE', 'S-1'));
    await till.submit('refund', refund);
    till.gateway.answer = () =>
      ok({ payId: 'P1', transId: 'S-1', status: 'OK', totals: { ...blind, captured: 1_000 } });
    const reading = till.engine.payment({ by: 'payId', id: 'P1' });
    await till.clock.advance(0);
    await reading;
    expect(till.store.payment('env', 'P1')).toMatchObject({ captured: 1_000, refunded: 500 });
  });
});
