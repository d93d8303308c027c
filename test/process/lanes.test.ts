// Order and patience: operations on one payment keep their order, one in doubt blocks its own payment and no
// other, and what was not sent can be taken back.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addFaults, ledgerOf } from '#support/erp.ts';
import { Shop, sale } from '#support/shop.ts';

// Commands at one terminal are three at once here: each is there long enough to be in the way of the next.
const shop = new Shop({ terminalDelayMs: 500 });

beforeAll(async () => {
  await shop.open();
});

afterAll(async () => {
  await shop.close();
});

async function sell(transId: string, terminalId: string): Promise<string> {
  const operation = await shop.erp.operate('cloud-pos', sale(transId, 1000, { posTerminalId: terminalId }), transId);
  return (operation.result as { payId: string }).payId;
}

function refund(payId: string, transId: string, value: number) {
  return { payId, transId, amount: { value, currency: 'EUR' } };
}

describe('lanes', () => {
  it('operations on one payment happen in accepted order', async () => {
    const payId = await sell('order', 'T1');
    const ids = Array.from({ length: 8 }, (_, index) => `order-${index}`);
    await shop.cable.pullOut();
    let last = '';
    for (const id of ids) last = (await shop.erp.operate('refund', refund(payId, id, 10), id, 0)).id;
    await shop.cable.putIn();
    expect(await shop.erp.operation(last, 60)).toMatchObject({ state: 'succeeded' });
    const { executions } = await ledgerOf(shop.sandboxUrl);
    const order = executions.filter((each) => each.payId === payId && each.route.includes('refunds'));
    expect(order.map(({ transId }) => transId)).toEqual(ids);
  });

  it('an operation in doubt blocks its own payment and no other', async () => {
    const [doubtful, other] = await Promise.all([sell('doubt', 'T1'), sell('other', 'T2')]);
    await addFaults(shop.sandboxUrl, [{ route: 'POST /payments/{id}/refunds', fault: 'hang-after', times: 1 }]);
    const first = await shop.erp.operate('refund', refund(doubtful, 'doubt-1', 10), 'doubt-1', 0);
    const second = await shop.erp.operate('refund', refund(doubtful, 'doubt-2', 10), 'doubt-2', 0);
    const third = await shop.erp.operate('refund', refund(other, 'other-1', 10), 'other-1', 30);
    expect(third.state).toBe('succeeded');
    expect(await shop.erp.operation(second.id)).toMatchObject({ state: 'accepted', attempts: 0 });
    expect(await shop.erp.operation(second.id, 60)).toMatchObject({ state: 'succeeded' });
    expect(await shop.erp.operation(first.id)).toMatchObject({ state: 'succeeded', attempts: 1 });
  });

  it('one terminal runs one command at a time', async () => {
    const ids = ['busy-1', 'busy-2', 'busy-3'];
    const done = await Promise.all(
      ids.map((id) => shop.erp.operate('cloud-pos', sale(id, 100, { posTerminalId: 'T5' }), id)),
    );
    // The sandbox's terminal declines a second command while it is busy.
    expect(done.map(({ state }) => state)).toEqual(['succeeded', 'succeeded', 'succeeded']);
  });

  it('a sale behind another one is told at once what it waits for, and until when', async () => {
    const at = { posTerminalId: 'T6' };
    const first = await shop.erp.operate('cloud-pos', sale('behind-1', 100, at), 'behind-1', 0);
    const second = await shop.erp.operate('cloud-pos', sale('behind-2', 100, at), 'behind-2', 0);
    expect(first).toMatchObject({ state: 'sending', answerBy: expect.stringMatching(/Z$/) as string });
    expect(second).toMatchObject({
      state: 'accepted',
      queue: { after: first.id, busyUntil: expect.any(String) as string, sendBy: expect.any(String) as string },
    });
    expect(await shop.erp.operation(second.id, 30)).toMatchObject({ state: 'succeeded' });
  });

  it('what was not sent can be taken back; its lane goes on', async () => {
    const payId = await sell('cancel', 'T1');
    await shop.cable.pullOut();
    const first = await shop.erp.operate('refund', refund(payId, 'cancel-1', 10), 'cancel-1', 0);
    const second = await shop.erp.operate('refund', refund(payId, 'cancel-2', 20), 'cancel-2', 0);
    expect(await shop.erp.operation(first.id, 1)).toMatchObject({ state: 'accepted' });
    const cancelled = await shop.erp.post(`/v1/operations/${first.id}/cancel`, {}, 'cancel');
    expect(cancelled).toMatchObject({ status: 200, body: { state: 'cancelled' } });
    await shop.cable.putIn();
    expect(await shop.erp.operation(second.id, 60)).toMatchObject({ state: 'succeeded' });
    const refused = await shop.erp.post(`/v1/operations/${second.id}/cancel`, {}, 'cancel-late');
    expect(refused).toMatchObject({ status: 409, body: { code: 'not-cancellable' } });
    const { executions } = await ledgerOf(shop.sandboxUrl);
    expect(executions.some(({ transId }) => transId === 'cancel-1')).toBe(false);
  });

  it('refunds of several callers together never exceed what was captured', async () => {
    const payId = await sell('sums', 'T1');
    const replies = await Promise.all(
      ['a', 'b', 'c'].map((id) =>
        shop.erp.post('/v1/operations/refund?wait=30', refund(payId, `sum-${id}`, 600), `sum-${id}`),
      ),
    );
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422, 422]);
    const { payments } = await ledgerOf(shop.sandboxUrl);
    expect(payments.find((each) => each.payId === payId)).toMatchObject({ captured: 1000, refunded: 600 });
  });
});
