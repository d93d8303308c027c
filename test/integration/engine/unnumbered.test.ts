// A sale that a person decided as carried out without knowing the gateway's number of it: it is a payment all the same,
// and its money goes back by its number, once the gateway tells it, or by the customer's card at the terminal.
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#contract/data/json.ts';
import { codeOf, decided, ofSale } from '#support/decided-sale.ts';
import { answered, json } from '#support/records.ts';
import { amountOf, lost, ok, unsent } from '#support/till.ts';

const notFound = answered(404, json({ title: 'not found' }));

describe('a sale that a person decided without its number', () => {
  it('is a payment in the list, and says who settled it', async () => {
    const { window, id } = await decided(() => null);
    const [payment] = (await window.payments({ limit: 10 })).payments;
    expect(payment).toMatchObject({ id, payId: null, transId: 'S-1', captured: 5_000, settledBy: 'Supervisor' });
    const story = window.paymentStory({ id });
    expect(story.payment).toMatchObject({ id, captured: 5_000 });
    expect(story.operations.map((each) => each.id)).toEqual([id]);
  });

  it('pages beyond it', async () => {
    const { window, credit } = await decided(() => null);
    await credit('C-1', 100);
    const first = await window.payments({ limit: 1 });
    expect(first.payments.map(({ transId }) => transId)).toEqual(['C-1']);
    const second = await window.payments({ limit: 1, before: first.next ?? '' });
    expect(second.payments.map(({ transId }) => transId)).toEqual(['S-1']);
    expect((await window.payments({ limit: 1, before: second.next ?? '' })).payments).toEqual([]);
  });

  it('is refunded by the number that the gateway shows', async () => {
    const { window, id, learn, refund } = await decided(ofSale());
    expect(await learn()).toMatchObject({ type: 'learned', payment: { id: 'PAY-9', payId: 'PAY-9', captured: 5_000 } });
    expect(window.paymentStory({ id: 'PAY-9' }).operations.map((each) => each.id)).toEqual([id]);
    expect(window.paymentStory({ id: 'PAY-9' }).payment).toMatchObject({ settledBy: 'Supervisor' });
    expect(codeOf(await refund('R-1', 3_000))).toBe('succeeded');
    expect(codeOf(await refund('R-2', 2_001))).toBe('refund-exceeds-captured');
  });

  it.each([
    ['another amount', { amount: amountOf(4_000), totals: { authorized: 4_000, captured: 4_000, refunded: 0 } }],
    ['another terminal', { posTerminalId: 'T2' }],
    ['another reference', { refNr: 'Order 7' }],
    ['a time before the sale', { creationDate: '1969-12-01T00:00:00Z' }],
    ['nothing that makes it this sale', { refNr: null, posTerminalId: null }],
  ])('is not taken for a record with %s', async (_name, change) => {
    const { learn, window, id } = await decided(ofSale(change));
    expect(await learn()).toEqual({ type: 'not-shown', why: 'differs' });
    expect(window.paymentStory({ id }).payment).toMatchObject({ payId: null, captured: 5_000 });
  });

  it('was not carried out where the gateway says so under its own reference', async () => {
    const refused = await decided(ofSale({ status: 'FAILED', totals: null }));
    expect(await refused.learn()).toEqual({ type: 'not-shown', why: 'refused' });
    const others = await decided(ofSale({ status: 'FAILED', refNr: 'Order 7' }));
    expect(await others.learn()).toEqual({ type: 'not-shown', why: 'differs' });
  });

  it('is compared by the amount that the slip shows, not by the one that was asked for', async () => {
    const totals = { authorized: 4_000, captured: 4_000, refunded: 0 };
    const less = await decided(ofSale({ amount: amountOf(4_000), totals }), { amountMinor: 4_000 });
    expect(await less.learn()).toMatchObject({ type: 'learned', payment: { captured: 4_000 } });
    const whole = await decided(ofSale(), { amountMinor: 4_000 });
    expect(await whole.learn()).toEqual({ type: 'not-shown', why: 'differs' });
  });

  it('waits while the record is open or shows too little, and does not take it for another payment', async () => {
    let change: JsonObject = { status: 'PENDING' };
    const { learn, submit, credit, till, window } = await decided((sale) => ofSale(change)(sale));
    for (const shown of [{ status: 'PENDING' }, { refNr: null }]) {
      change = shown;
      expect(await learn()).toEqual({ type: 'not-shown', why: 'differs' });
      expect(till.store.payment(till.environment.id, 'PAY-9')).toMatchObject({ captured: null, refunded: null });
      expect((await window.payments({ limit: 10 })).payments).toMatchObject([{ payId: null, transId: 'S-1' }]);
    }
    change = {};
    expect(await learn()).toMatchObject({ type: 'learned', payment: { payId: 'PAY-9', captured: 5_000 } });
    expect((await window.payments({ limit: 10 })).payments).toHaveLength(1);
    const refund = { payId: 'PAY-9', transId: 'R-1', amount: amountOf(5_000) };
    expect(codeOf(await submit('refund', refund))).toBe('succeeded');
    expect(codeOf(await credit('C-1', 5_000))).toBe('refund-exceeds-captured');
  });

  it.each([
    ['shows', { totals: { authorized: 5_000, captured: 5_000, refunded: 3_000 } }],
    ['does not show', { totals: { authorized: 5_000, captured: 5_000 } }],
    ['shows late', {}],
  ])('was refunded by a program before the till knew its number, which the record %s', async (_how, change) => {
    const { learn, credit, window, id, refund } = await decided(ofSale(change));
    expect(codeOf(await refund('R-1', 3_000))).toBe('succeeded');
    expect(await learn()).toMatchObject({
      type: 'learned',
      payment: { id: 'PAY-9', captured: 5_000, refunded: 3_000 },
    });
    expect((await window.payments({ limit: 10 })).payments).toHaveLength(1);
    expect(window.paymentStory({ id }).operations).toHaveLength(2);
    expect(codeOf(await credit('C-1', 2_001))).toBe('refund-exceeds-captured');
    expect(codeOf(await refund('R-2', 2_001))).toBe('refund-exceeds-captured');
    expect(codeOf(await credit('C-2', 1_500))).toBe('succeeded');
    expect(codeOf(await refund('R-3', 501))).toBe('refund-exceeds-captured');
    expect(codeOf(await refund('R-4', 500))).toBe('succeeded');
  });

  it('was reversed by a program before the till knew its number', async () => {
    const { learn, submit, credit, till } = await decided(ofSale());
    const answer = till.gateway.answer;
    till.gateway.answer = (request) =>
      request.method === 'GET' ? notFound : ok({ status: 'OK', responseCode: '00000000', payId: 'PAY-9' });
    expect(codeOf(await submit('reverse', { payId: 'PAY-9', transId: 'V-1' }))).toBe('succeeded');
    till.gateway.answer = answer;
    await learn();
    expect(codeOf(await credit('C-1', 100))).toBe('payment-reversed');
  });

  it('counts what a program gives back by its number while that is not known', async () => {
    const { learn, submit, credit, till, window, refund } = await decided(ofSale());
    const answer = till.gateway.answer;
    till.gateway.answer = (request) => (request.method === 'GET' ? answer(request) : lost);
    expect(codeOf(await refund('R-1', 3_000))).toBe('unknown');
    till.gateway.answer = answer;
    expect(await learn()).toMatchObject({ type: 'learned', payment: { openRefunds: 3_000 } });
    expect(codeOf(await credit('C-1', 2_001))).toBe('refund-exceeds-captured');
    expect(codeOf(await credit('C-2', 1_500))).toBe('succeeded');
    expect(codeOf(await refund('R-2', 501))).toBe('refund-exceeds-captured');
    const reversal = { messageType: 'REVERSE', transId: 'S-1', posTerminalId: 'T1', traceNr: '000042' };
    expect(codeOf(await submit('cloud-pos', { ...reversal, amount: amountOf(5_000) }))).toBe('payment-refunded');
    expect((await window.payments({ limit: 10 })).payments.filter(({ transId }) => transId === 'S-1')).toHaveLength(1);
  });

  it('says so where the gateway does not show it, and where it cannot be asked', async () => {
    const { learn, till } = await decided(() => null);
    expect(await learn()).toEqual({ type: 'not-shown', why: 'missing' });
    till.gateway.answer = () => unsent;
    expect(await learn()).toMatchObject({ type: 'refused', refusal: { code: 'offline' } });
  });
});

describe('its money, given back to the card at the terminal', () => {
  it('counts as refunded of the sale, and never comes to more than was taken', async () => {
    const { window, id, credit } = await decided(() => null);
    expect(await credit('C-1', 3_000)).toMatchObject({ state: 'succeeded', refundOf: id });
    expect(window.paymentStory({ id }).payment).toMatchObject({ captured: 5_000, refunded: 3_000 });
    const story = window.paymentStory({ id }).operations;
    expect(story.map(({ input }) => input['messageType'])).toEqual(['SALE', 'CREDIT']);
    expect(story.map(({ refundOf }) => refundOf)).toEqual([undefined, id]);
    expect(await credit('C-2', 2_001)).toMatchObject({
      code: 'refund-exceeds-captured',
      facts: { left: amountOf(2_000) },
    });
    expect(codeOf(await credit('C-3', 2_000))).toBe('succeeded');
  });

  it('counts while it is under way or not known, also against a refund by the number', async () => {
    const { window, id, credit, learn, till, refund } = await decided(ofSale());
    await learn();
    const answer = till.gateway.answer;
    till.gateway.answer = (request) => (request.method === 'GET' ? answer(request) : lost);
    expect(codeOf(await credit('C-1', 3_000))).toBe('unknown');
    expect(window.paymentStory({ id: 'PAY-9' }).payment).toMatchObject({ refunded: 0, openRefunds: 3_000 });
    till.gateway.answer = answer;
    expect(codeOf(await refund('R-1', 2_001))).toBe('refund-exceeds-captured');
    expect(codeOf(await refund('R-2', 2_000))).toBe('succeeded');
    expect(id).not.toBe('PAY-9');
  });

  it('rules out a reversal of the sale, and follows none', async () => {
    const reverse = { messageType: 'REVERSE', transId: 'S-1', posTerminalId: 'T1', traceNr: '000042' };
    const credited = await decided(() => null);
    await credited.credit('C-1', 100);
    const asked = { ...reverse, amount: amountOf(5_000) };
    expect(codeOf(await credited.submit('cloud-pos', asked))).toBe('payment-refunded');
    const reversed = await decided(() => null);
    expect(codeOf(await reversed.submit('cloud-pos', asked))).toBe('succeeded');
    expect(codeOf(await reversed.credit('C-1', 100))).toBe('payment-reversed');
  });

  it('belongs to the operation that took the money, and to none that came after it', async () => {
    const { credit, learn, submit } = await decided(ofSale());
    await learn();
    const refund = await submit('refund', { payId: 'PAY-9', transId: 'R-1', amount: amountOf(100) });
    const refundId = 'id' in refund ? refund.id : null;
    expect(codeOf(await credit('C-1', 4_000, { refundOf: refundId }))).toBe('operation-not-found');
    expect(codeOf(await credit('C-2', 4_000))).toBe('succeeded');
  });

  it('belongs to a sale of this till, and is a credit', async () => {
    const { credit, submit, id } = await decided(() => null);
    expect(codeOf(await credit('C-1', 100, { refundOf: 'op_none' }))).toBe('operation-not-found');
    const sale = { messageType: 'SALE', transId: 'S-2', posTerminalId: 'T1', amount: amountOf(100) };
    expect(codeOf(await submit('cloud-pos', sale, { refundOf: id }))).toBe('operation-not-found');
  });
});
