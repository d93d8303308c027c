// A record that shows a sum as given back which cannot be read: it may be all of the payment, so no more goes out of it until a
// look-up can be read.
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#contract/data/json.ts';
import { answered, json } from '#support/records.ts';
import { aTill, amountOf, ok } from '#support/till.ts';

const whole = { payId: 'P1', transId: 'S-1', status: 'OK', responseCode: '00000000', amount: amountOf(1_000) };
const back = (refundedValue: string | number) => ({ ...whole, amount: { ...amountOf(1_000), refundedValue } });
const listed = (value: string) => ({
  ...whole,
  operations: [
    { type: 'SALE', status: 'OK', amount: amountOf(1_000) },
    { type: 'REFUND', status: 'OK', amount: { value, currency: 'EUR' } },
  ],
});

/** A till with a payment of 10.00, and a gateway that refunds all it is asked for. */
async function paidTill() {
  const gateway: { shows: JsonObject } = { shows: whole };
  const till = await aTill({
    answer: ({ method, path }) => {
      if (method === 'GET') return ok(gateway.shows);
      if (path.endsWith('/refunds')) return ok({ payId: 'P1', status: 'REFUNDED', responseCode: '00000000' });
      return answered(201, json({ ...whole, xId: 'X-1' }));
    },
  });
  const card = { integrationType: 'DIRECT', type: 'CARD', card: { paymentMethodId: 'pm-1' } };
  const made = await till.submit('create-payment', {
    transId: 'S-1',
    amount: amountOf(1_000),
    captureMethod: { type: 'AUTOMATIC' },
    paymentMethods: card,
  });
  expect(made.state).toBe('succeeded');
  const look = async (record: JsonObject) => {
    gateway.shows = record;
    const asked = till.engine.payment({ by: 'payId', id: 'P1' });
    await till.clock.advance(0);
    await asked;
  };
  return { till, look };
}

const refund = (value: number, transId = 'R-1') => ({ payId: 'P1', transId, amount: amountOf(value) });

describe('a payment of which an unreadable sum was given back', () => {
  it.each<[string, JsonObject]>([
    ['in major units', back('6.00')],
    ['below zero in major units', back('-6.00')],
    ['with decimals', back(6.5)],
    ['in a list', listed('6.00')],
  ])('%s gives back nothing until a look-up can be read', async (_, record) => {
    const { till, look } = await paidTill();
    await look(record);
    expect(await till.refused('refund', refund(1_000))).toBe('refund-exceeds-captured');
    expect(await till.refused('refund', refund(1))).toBe('refund-exceeds-captured');
    // It says nothing of what was given back.
    await look(whole);
    expect(await till.refused('refund', refund(1_000))).toBe('refund-exceeds-captured');
    await look(back(600));
    expect(await till.refused('refund', refund(401))).toBe('refund-exceeds-captured');
    expect((await till.submit('refund', refund(400))).state).toBe('succeeded');
  });

  it('gives back no more either where a part went back here', async () => {
    const { till, look } = await paidTill();
    expect((await till.submit('refund', refund(400))).state).toBe('succeeded');
    await look(back('10.00'));
    expect(await till.refused('refund', refund(600, 'R-2'))).toBe('refund-exceeds-captured');
  });

  it('is one of which nothing was, where the sum is zero', async () => {
    const { till, look } = await paidTill();
    await look(back('0.00'));
    expect((await till.submit('refund', refund(1_000))).state).toBe('succeeded');
  });
});
