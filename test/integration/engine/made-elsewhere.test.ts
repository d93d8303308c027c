// A payment that another till or a back office made: it is looked up right before money of it moves, since others may
// have captured, refunded or reversed it, and a gateway may carry out whatever it is asked for.
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#contract/data/json.ts';
import { answered, json } from '#support/records.ts';
import { aTill, amountOf, lost, ok, unsent } from '#support/till.ts';

const totals = (authorized: number, captured: number, refunded = 0): JsonObject => ({ authorized, captured, refunded });
const record = (sums: JsonObject, status = 'CAPTURED') => ({
  payId: 'P1',
  transId: 'another-till',
  status,
  amount: amountOf(1_000),
  totals: sums,
});
const refund = (value: number, transId = 'R-1') => ({ payId: 'P1', transId, amount: amountOf(value) });
const done = ok({ payId: 'P1', status: 'OK', responseCode: '00000000' });

/** What the gateway shows of P1; it carries out whatever it is asked for. */
async function aTillBeside(shows: JsonObject | null) {
  const gateway = { shows };
  const till = await aTill({
    answer: ({ method }) => {
      if (method !== 'GET') return done;
      return gateway.shows === null ? answered(404, json({ title: 'not found' })) : ok(gateway.shows);
    },
  });
  return { ...till, shown: gateway };
}

describe('a payment that was made elsewhere', () => {
  it.each([
    ['a refund of more than was captured', 'refund', refund(600), totals(1_000, 500)],
    ['a refund of what others gave back', 'refund', refund(600), totals(1_000, 1_000, 500)],
    ['a capture of what others captured', 'capture', refund(600), totals(1_000, 500)],
  ])('is looked up first: %s is not sent', async (_, kind, input, sums) => {
    const till = await aTillBeside(record(sums));
    const { state, failure } = await till.submit(kind, input);
    expect({ state, code: failure?.code }).toEqual({ state: 'failed', code: 'nothing-left' });
    expect(till.posts()).toEqual([]);
  });

  it('is not refunded where it was reversed', async () => {
    const till = await aTillBeside(record(totals(1_000, 0), 'REVERSED'));
    expect((await till.submit('refund', refund(100))).failure?.code).toBe('payment-reversed');
    expect(till.posts()).toEqual([]);
  });

  it('is not refunded in another currency than the gateway shows', async () => {
    const inDollars = { ...record(totals(1_118, 1_118)), amount: { value: 1_118, currency: 'USD' } };
    const till = await aTillBeside(inDollars);
    expect((await till.submit('refund', refund(300))).failure?.code).toBe('nothing-left');
    expect(till.posts()).toEqual([]);
  });

  it('is looked up each time: others may have gone on', async () => {
    const till = await aTillBeside(record(totals(1_000, 1_000)));
    expect((await till.submit('refund', refund(300))).state).toBe('succeeded');
    till.shown.shows = record(totals(1_000, 1_000, 900));
    expect((await till.submit('refund', refund(300, 'R-2'))).failure?.code).toBe('nothing-left');
    expect(till.posts()).toHaveLength(1);
  });

  it('is not refunded under a payId that the gateway reads as another: PD4 for pd4', async () => {
    const till = await aTill({
      answer: ({ method }) => (method === 'GET' ? ok({ ...record(totals(1_000, 1_000)), payId: 'PD4' }) : done),
    });
    expect((await till.submit('refund', { ...refund(600), payId: 'pd4' })).failure).toMatchObject({
      code: 'payment-unknown',
      message: expect.stringContaining('PD4') as string,
    });
    expect(await till.refused('reverse', { payId: 'pd4', amount: amountOf(1_000) })).toBe('invalid-input');
    expect(till.posts()).toEqual([]);
  });

  it('is refused in other capitals than those it is known by', async () => {
    const till = await aTill({ answer: ({ method }) => (method === 'GET' ? lost : done) });
    const sale = {
      transId: 'S-1',
      amount: amountOf(1_000),
      paymentMethods: { integrationType: 'DIRECT', type: 'CARD' },
    };
    till.gateway.answer = () => answered(201, json({ payId: 'PD4', status: 'CAPTURED', responseCode: '00000000' }));
    await till.submit('create-payment', sale);
    till.gateway.answer = ({ method }) => (method === 'GET' ? lost : done);
    for (const kind of ['refund', 'capture', 'reverse', 'incremental']) {
      const input = { payId: 'pd4', transId: 'R-1', amount: amountOf(1_000) };
      expect(await till.refused(kind, input)).toBe('invalid-input');
    }
    expect((await till.submit('refund', { ...refund(1_000), payId: 'PD4' })).state).not.toBe('failed');
  });

  it('is left to the gateway where it shows no sums, or nothing', async () => {
    const { totals: _, ...bare } = record({});
    for (const shows of [bare, null]) {
      const till = await aTillBeside(shows);
      expect((await till.submit('refund', refund(600))).state).toBe('succeeded');
    }
  });

  it('is looked up when the turn of what waited comes', async () => {
    const till = await aTillBeside(record(totals(1_000, 1_000)));
    till.gateway.answer = () => unsent;
    const { id } = await till.submit('refund', refund(600));
    expect(till.operation(id).state).toBe('accepted');
    till.gateway.answer = ({ method }) => (method === 'GET' ? ok(record(totals(1_000, 1_000, 1_000))) : done);
    const before = till.posts().length;
    await till.clock.advance(600_000);
    expect(till.operation(id)).toMatchObject({ state: 'failed', failure: { code: 'nothing-left' } });
    expect(till.posts()).toHaveLength(before);
  });

  it('waits for its look-up no longer than five seconds', async () => {
    const till = await aTillBeside(null);
    till.gateway.answer = ({ method }) => (method === 'GET' ? new Promise(() => {}) : done);
    const { id } = await till.submit('refund', refund(600));
    expect(till.posts()).toEqual([]);
    await till.clock.advance(5_000);
    expect(till.operation(id).state).toBe('succeeded');
  });

  it('keeps its own sums beside another of the same transId', async () => {
    const till = await aTillBeside(null);
    const first = record(totals(1_000, 1_000, 400));
    const second = { ...record(totals(500, 500)), payId: 'P2', amount: amountOf(500) };
    for (const shows of [first, second, first]) {
      till.shown.shows = shows;
      const asked = till.engine.payment({ by: 'payId', id: shows.payId });
      await till.clock.advance(0);
      await asked;
    }
    const sums = (payId: string) => {
      const known = till.store.payment('env', payId);
      return [known?.authorized, known?.captured, known?.refunded];
    };
    expect([sums('P1'), sums('P2')]).toEqual([
      [1_000, 1_000, 400],
      [500, 500, 0],
    ]);
  });
});
