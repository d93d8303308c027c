// A direct payment whose answer was lost and that a person decided as carried out: the shift takes the sum that the person
// named as soon as a record shows that the whole was captured, also where its sums are the cardholder's.
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#contract/data/json.ts';
import type { Slip } from '#contract/people/people.ts';
import { currentTally } from '#core/shift/shift-books.ts';
import { reportOf } from '#core/shift/shift-report.ts';
import { answered, json } from '#support/records.ts';
import { aFolder, opened } from '#support/store-folder.ts';
import { aTill, amountOf, lost, ok } from '#support/till.ts';

const by = { id: 'p1', name: 'Supervisor', role: 'supervisor' } as const;

/** A sum as a record shows it, in one currency or in none. */
function record(status: string, value: number, captured: number, currency?: string): JsonObject {
  const amount = { value, ...(currency === undefined ? {} : { currency }) };
  return { status, amount, totals: { authorized: value, captured, refunded: 0 } };
}

async function aDecidedPayment({ slip, outcome = 'succeeded' }: { slip?: Slip; outcome?: 'succeeded' | 'failed' }) {
  const folder = opened(aFolder());
  const till = await aTill({ folder });
  till.gateway.answer = ({ method }) => (method === 'GET' ? answered(404, json({})) : lost);
  const paymentMethods = { integrationType: 'DIRECT', type: 'CARD', card: { pseudoCardNumber: 'pseudo' } };
  const { id, refNr } = await till.submit('create-payment', {
    transId: 'D-1',
    amount: amountOf(1_000),
    paymentMethods,
  });
  await till.clock.advance(3_600_000);
  expect(till.operation(id).state).toBe('needs-person');
  const said = { outcome, reason: 'The back office says so.', evidence: 'Back office', by };
  const deciding = till.engine.decide(id, slip === undefined ? said : { ...said, slip });
  await till.clock.advance(0);
  await deciding;
  const report = () => {
    const end = { type: 'X', at: till.clock.iso(till.clock.nowMs()), closedBy: null, head: null } as const;
    const { takings, authorized } = reportOf(currentTally(folder.books), end, folder.books).sections[0] ?? {};
    return {
      taken: takings?.map(({ currency, takenMinor }) => ({ currency, value: takenMinor })),
      open: authorized?.map(({ currency, openMinor }) => ({ currency, value: openMinor })),
    };
  };
  return {
    offer: () => till.operation(id).offer?.state,
    look: async (shown: JsonObject) => {
      till.gateway.answer = () => ok({ payId: 'P-1', transId: 'D-1', refNr, ...shown });
      await till.engine.payment({ by: 'transId', id: 'D-1' });
      await till.engine.payment({ by: 'payId', id: 'P-1' });
      return report();
    },
  };
}

describe('a direct payment that a person decided as carried out', () => {
  it.each<[string, JsonObject, number | undefined, number]>([
    ['the shop’s, without a currency', record('CAPTURED', 1_000, 1_000), undefined, 1_000],
    ['the cardholder’s, without a currency', record('CAPTURED', 1_118, 1_118), undefined, 1_000],
    ['the cardholder’s, without totals', { status: 'CAPTURED', amount: { value: 1_118 } }, undefined, 1_000],
    ['the cardholder’s, in the currency of the card', record('CAPTURED', 1_118, 1_118, 'USD'), undefined, 1_000],
    ['the cardholder’s, where another sum was approved', record('CAPTURED', 1_006, 1_006), 900, 900],
    ['the shop’s, where another sum was approved', record('CAPTURED', 900, 900, 'EUR'), 900, 900],
  ])('is in the takings once a record shows its sums: %s', async (_, shown, slip, value) => {
    const { offer, look } = await aDecidedPayment(slip === undefined ? {} : { slip: { amountMinor: slip } });
    expect(await look(shown)).toEqual({ taken: [amountOf(value)], open: [] });
    expect(offer()).toBe('paid');
    expect(await look(shown)).toEqual({ taken: [amountOf(value)], open: [] });
  });

  it('is open, in the sum that the person named, while a record shows it authorized and not captured', async () => {
    const { look } = await aDecidedPayment({ slip: { payId: 'P-1', amountMinor: 1_000 } });
    expect(await look(record('AUTHORIZED', 1_118, 0))).toEqual({ taken: [], open: [amountOf(1_000)] });
    expect(await look(record('CAPTURED', 1_118, 1_118))).toEqual({ taken: [amountOf(1_000)], open: [] });
  });

  it.each<[string, JsonObject]>([
    ['a part of the cardholder’s sum was captured', record('CAPTURED', 1_118, 559)],
    ['the shop’s currency has another sum', record('CAPTURED', 1_118, 1_118, 'EUR')],
  ])('is not counted on a guess: %s', async (_, shown) => {
    const { offer, look } = await aDecidedPayment({});
    expect(await look(shown)).toEqual({ taken: [], open: [] });
    expect(offer()).toBe('differs');
  });

  it('is another payment where the record is of another reference', async () => {
    const { offer, look } = await aDecidedPayment({});
    expect(await look({ ...record('CAPTURED', 1_118, 1_118), refNr: 'another-1' })).toEqual({ taken: [], open: [] });
    expect(offer()).toBe('open');
  });

  it('takes nothing where the person decided that it failed', async () => {
    const { offer, look } = await aDecidedPayment({ outcome: 'failed' });
    expect((await look(record('CAPTURED', 1_118, 1_118))).taken ?? []).toEqual([]);
    expect(offer()).toBeUndefined();
  });
});
