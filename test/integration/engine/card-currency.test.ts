// Refunds by the number of a payment that was not made here, and that the gateway shows in the card's currency: the
// shop's currency is taken where the record tells both amounts, and refused in clear words where it tells the card's alone.
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#contract/data/json.ts';
import { aTill, amountOf, ok } from '#support/till.ts';

const dollars = (value: number): JsonObject => ({ value, currency: 'USD' });
const inDollars = {
  payId: 'P-1',
  transId: 'X-1',
  status: 'CAPTURED',
  amount: { ...dollars(1_118), authorizedValue: 1_118, capturedValue: 1_118, refundedValue: 0 },
};
const dccInfo = { status: 'AVAILABLE', amounts: { merchant: amountOf(1_000), cardholder: dollars(1_118) } };
const both = { ...inDollars, paymentMethods: { card: { dccInfo } } };

async function aPayment(...shown: readonly JsonObject[]) {
  const till = await aTill();
  const look = async (record: JsonObject) => {
    till.gateway.answer = () => ok(record);
    const asked = till.engine.payment({ by: 'payId', id: 'P-1' });
    await till.clock.advance(0);
    await asked;
    return till.store.payment(till.environment.id, 'P-1');
  };
  for (const each of shown) await look(each);
  const refund = (transId: string, amount: JsonObject) => {
    till.gateway.answer = () => ok({ payId: 'P-1', status: 'OK', responseCode: '00000000' });
    return { payId: 'P-1', transId, amount };
  };
  const refusal = async (input: JsonObject) => {
    const origin = { type: 'erp', clientId: 'erp' } as const;
    const asked = till.engine.submit({ kind: 'refund', input, requestId: 'r-refused', origin });
    await till.clock.advance(0);
    const acceptance = await asked;
    return acceptance.type === 'refused' ? acceptance.refusal : null;
  };
  return { till, look, refund, refusal };
}

describe('a payment that the gateway shows in the currency of the card', () => {
  it.each([
    ['at once', [both]],
    ['after a record with the card’s alone', [inDollars, both]],
  ])('is refunded in the currency of the shop where the record tells both amounts: %s', async (_when, shown) => {
    const { till, look, refund, refusal } = await aPayment(...shown);
    expect(till.store.payment('env', 'P-1')).toMatchObject({ currency: 'EUR', captured: 1_000, refunded: 0 });
    expect((await till.submit('refund', refund('R-1', amountOf(300)))).state).toBe('succeeded');
    // A part in the card's currency tells no sum of the shop's.
    const later = { ...both, amount: { ...both.amount, refundedValue: 335 } };
    expect(await look(later)).toMatchObject({ currency: 'EUR', captured: 1_000, refunded: 300 });
    expect(await refusal(refund('R-2', amountOf(701)))).toMatchObject({ code: 'refund-exceeds-captured' });
    expect((await till.submit('refund', refund('R-3', amountOf(700)))).state).toBe('succeeded');
  });

  it('is refused in the currency of the shop where the record tells the card’s alone, and refunded in that', async () => {
    const { till, refund, refusal } = await aPayment(inDollars);
    expect(await refusal(refund('R-1', amountOf(300)))).toMatchObject({
      code: 'invalid-input',
      detail:
        'The gateway shows this payment in USD alone, so what an amount in EUR gives back of it is not known. Nothing ' +
        'was stored. Name the amount in USD, or look the payment up again.',
      issues: [{ field: 'amount.currency', code: 'currency-differs', params: { currency: 'USD' } }],
    });
    expect((await till.submit('refund', refund('R-1', dollars(335)))).state).toBe('succeeded');
  });

  it('keeps the currency of the card once a part was refunded in it', async () => {
    const { till, look, refund, refusal } = await aPayment(inDollars);
    expect((await till.submit('refund', refund('R-1', dollars(335)))).state).toBe('succeeded');
    expect(await look(both)).toMatchObject({ currency: 'USD', captured: 1_118, refunded: 335 });
    expect(await refusal(refund('R-2', amountOf(1)))).toMatchObject({ code: 'invalid-input' });
  });

  it('says nothing of the shop’s by a total that names another currency', async () => {
    const capturedAmount = dollars(1_118);
    const { till } = await aPayment({ ...inDollars, amount: amountOf(1_000), capturedAmount });
    expect(till.store.payment('env', 'P-1')).toMatchObject({ currency: 'EUR', captured: null });
  });
});
