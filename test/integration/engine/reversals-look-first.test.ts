// Before a reversal the payment is looked up, also where this till authorized it: what another till captured of it goes
// back to the customer, and is refused, counted and approved as money out. Where the gateway does not show the payment,
// the reversal counts as money out too.
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#contract/data/json.ts';
import { voicesNeeded } from '#core/sale/money-out.ts';
import { commandOf } from '#operations/index.ts';
import { answered, json } from '#support/records.ts';
import { aTill, amountOf, ok, terminalCommand } from '#support/till.ts';

const good = { status: 'OK', responseCode: '00000000', approvalCode: '10' };
const authorized = { ...good, status: 'AUTHORIZED', payId: 'P1', traceNr: '6', approvalCode: '9' };
const shown = (more: JsonObject): JsonObject => ({ payId: 'P1', transId: 'A-1', amount: amountOf(1_000), ...more });
const held = shown({ status: 'AUTHORIZED', totals: { authorized: 1_000, captured: 0, refunded: 0 } });
const captured = shown({ status: 'CAPTURED', totals: { authorized: 1_000, captured: 1_000, refunded: 0 } });
const voided = terminalCommand('REVERSE', 'V-1', { traceNr: '6', amount: amountOf(1_000) });
const webReversal: JsonObject = { payId: 'P1', transId: 'V-1', amount: amountOf(1_000) };
const unnamed: JsonObject = { payId: 'P1' };

const direct: JsonObject = {
  transId: 'A-1',
  amount: amountOf(1_000),
  paymentMethods: { integrationType: 'DIRECT', type: 'CARD' },
};
const created = answered(201, json({ payId: 'P1', transId: 'A-1', status: 'AUTHORIZED', responseCode: '00000000' }));
const notShown = answered(500, json({ responseCode: '40000001' }));

/** A program's till that holds 10.00 of P1; `record` is what look-ups show of it, and nothing is refunded in a day. */
async function aTillThatHolds(record: JsonObject | null, limitMinor = 0) {
  const till = await aTill({
    refundsPerDayMinor: () => limitMinor,
    answer: ({ method, body }) => {
      if (method === 'GET') return record === null ? notShown : ok(record);
      return body?.includes('AUTHORISATION_OR_RESERVATION') === true ? ok(authorized) : ok(good);
    },
  });
  await till.submit('cloud-pos', terminalCommand('AUTHORISATION_OR_RESERVATION', 'A-1'));
  return till;
}

describe('a reversal of what this till authorized', () => {
  it.each([
    ['at the terminal', 'cloud-pos', voided, 'refund-limit'],
    ['over the web', 'reverse', webReversal, 'payment-captured'],
    ['over the web, without a sum', 'reverse', unnamed, 'payment-captured'],
  ])('is refused %s where another till captured it', async (_, kind, input, code) => {
    const till = await aTillThatHolds(captured);
    expect(await till.refused(kind, input)).toBe(code);
    expect(till.posts()).toHaveLength(1);
  });

  it.each([
    ['no sums', {}],
    ['no sum that was refunded', { totals: { authorized: 1_000, captured: 0 } }],
  ])('is sent where a web payment shows %s', async (_, sums) => {
    const till = await aTill({
      answer: ({ method, path }) =>
        method === 'GET' ? ok(shown({ status: 'AUTHORIZED', ...sums })) : path === '/payments' ? created : ok({}),
    });
    await till.submit('create-payment', direct);
    expect(await till.submit('reverse', webReversal)).toMatchObject({ state: 'succeeded' });
  });

  it('is refused where the record says that it was captured, and not how much', async () => {
    const till = await aTillThatHolds(shown({ status: 'CAPTURED' }));
    expect(await till.refused('cloud-pos', voided)).toBe('refund-limit');
    expect(till.store.payment('env', 'P1')).toMatchObject({ authorized: 1_000, captured: null });
  });

  it.each(['REFUNDED', 'CREDITED', 'PARTIALLY_REFUNDED', 'CHARGEBACK'])(
    'is refused where the record says %s, and not how much went back',
    async (status) => {
      let isRefunded = false;
      const till = await aTill({
        answer: ({ method }) => {
          if (method === 'POST') return ok({ ...good, payId: 'P1', traceNr: '6' });
          return ok(shown(isRefunded ? { status } : { status: 'OK' }));
        },
      });
      await till.submit('cloud-pos', terminalCommand('SALE', 'A-1', { amount: amountOf(1_000) }));
      isRefunded = true;
      expect(await till.refused('cloud-pos', voided)).toBe('payment-refunded');
      expect(till.posts()).toHaveLength(1);
    },
  );

  it.each([
    ['at the terminal', 'cloud-pos', voided],
    ['over the web', 'reverse', webReversal],
    ['over the web, without a sum', 'reverse', unnamed],
  ])('goes out %s where nothing was captured', async (_, kind, input) => {
    const till = await aTillThatHolds(held);
    expect((await till.submit(kind, input)).state).toBe('succeeded');
  });

  it.each([
    ['at the terminal', 'cloud-pos', voided],
    ['over the web', 'reverse', webReversal],
    ['over the web, without a sum', 'reverse', unnamed],
  ])('counts as money out %s where the gateway does not show the payment', async (_, kind, input) => {
    const till = await aTillThatHolds(null);
    expect(await till.refused(kind, input)).toBe('refund-limit');
  });

  it('is counted with all that is authorized where the gateway does not show the payment', async () => {
    const till = await aTillThatHolds(null, 1_000);
    expect((await till.submit('cloud-pos', voided)).state).toBe('succeeded');
    const manual = { transId: 'R-1', amount: amountOf(1) };
    expect(await till.refused('cloud-pos', terminalCommand('CREDIT', 'R-1', manual))).toBe('refund-limit');
  });

  it.each([
    ['two people who say the same, where the gateway did not show the payment', null, 2],
    ['one person, where it showed that nothing was captured', held, 1],
  ])('needs %s', async (_, record, voices) => {
    const till = await aTillThatHolds(record, 1_000);
    const { id } = await till.submit('cloud-pos', voided);
    expect(voicesNeeded(till.store, commandOf('cloud-pos')!, till.operation(id))).toBe(voices);
  });
});
