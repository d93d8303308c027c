// What the panel can say of look-ups and of pages that are paid twice: another gateway's way of writing records, and a
// second payment of one link, each of which the till must understand.
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '#contract/data/json.ts';
import { defaultPaymentPaths, readPayment } from '#operations/payment-view.ts';
import { anyText, directPayment, eur, matching, openSession, press, startGateway, transId, urls } from './gateway.ts';
import { openShop } from './shop.ts';

describe('records of look-ups', () => {
  test.each([
    ['data', 'numbers'],
    ['payment', 'letters'],
    ['list', 'numbers'],
  ] as const)('stand within "%s", with currencies as %s, and are read all the same', async (within, currencies) => {
    const gateway = await startGateway();
    const { payId, transId: named } = (await gateway.send('POST', '/api/v2/payments', directPayment())).body;
    const plain = await gateway.payment(payId);
    const told = await gateway.send('POST', '/_sandbox/records', { body: { within, currencies } });
    expect(told.body).toEqual({ within, currencies });
    const byPayId = (await gateway.payment(payId)) as unknown as JsonObject;
    const byTransId = await gateway.send('GET', `/api/v2/payments/getByTransId/${named}`);
    expect(byTransId.body).toEqual(byPayId);
    expect(Object.keys(byPayId)).toEqual([within === 'list' ? 'payments' : within]);
    expect(JSON.stringify(byPayId)).toContain(`"currency":"${currencies === 'numbers' ? '978' : 'EUR'}"`);
    // As they were written they differ; what is read of them must not.
    const shown = ({ operations, ...view }: ReturnType<typeof readPayment>) => ({
      ...view,
      raw: null,
      operations: operations?.map((entry) => ({ ...entry, raw: null })),
    });
    expect(shown(readPayment(byPayId, defaultPaymentPaths))).toEqual(
      shown(readPayment(plain as unknown as JsonObject, defaultPaymentPaths)),
    );
  });

  test('are written as before when the panel says so, and wrong settings are refused', async () => {
    const gateway = await startGateway();
    const { payId } = (await gateway.send('POST', '/api/v2/payments', directPayment())).body;
    const plain = await gateway.payment(payId);
    await gateway.send('POST', '/_sandbox/records', { body: { within: 'data', currencies: 'numbers' } });
    expect((await gateway.send('GET', '/_sandbox/records')).body).toEqual({ within: 'data', currencies: 'numbers' });
    await gateway.send('POST', '/_sandbox/records', { body: { within: null, currencies: 'letters' } });
    expect(await gateway.payment(payId)).toEqual(plain);
    for (const body of [{ within: 'box' }, { currencies: 'words' }, { other: 1 }]) {
      expect((await gateway.send('POST', '/_sandbox/records', { body })).status).toBe(400);
    }
  });
});

describe('a page that is paid once more', () => {
  test('makes a second payment under its transId, which is shown and told like the first', async () => {
    const [gateway, shop] = [await startGateway(), await openShop()];
    const named = transId();
    const { href, payId } = await openSession(gateway, { transId: named, urls: { ...urls, webhook: shop.url } });
    await press(gateway, href, { action: 'pay' });
    const { status, body } = await gateway.send('POST', `/_sandbox/payments/${payId}/pay-again`);
    expect([status, body]).toEqual([200, { payId: matching(/^[a-z]+$/) }]);
    expect(body.payId).not.toBe(payId);
    expect((await shop.arrived(2)).map((each) => each.body['payId'])).toEqual([payId, body.payId]);
    const both = await Promise.all([payId, body.payId].map((id) => gateway.payment(id)));
    for (const each of both) {
      expect(each).toMatchObject({ transId: named, status: 'CAPTURED', totals: { captured: 1000, refunded: 0 } });
    }
    const shown = await gateway.send('GET', `/api/v2/payments/getByTransId/${named}`);
    expect(shown.body.payId).toBe(body.payId);
    const refund = await gateway.send('POST', `/api/v2/payments/${body.payId}/refunds`, {
      body: { transId: transId(), amount: eur(1000) },
    });
    expect(refund.body).toMatchObject({ payId: body.payId, xId: anyText, status: 'REFUNDED' });
    expect(await gateway.payment(payId)).toMatchObject({ totals: { captured: 1000, refunded: 0 } });
  });

  test('is refused for a link without a payment, and for one that does not exist', async () => {
    const gateway = await startGateway();
    const { href, payId } = await openSession(gateway);
    const again = (id: string) => gateway.send('POST', `/_sandbox/payments/${id}/pay-again`);
    expect([(await again(payId)).status, (await again('unknown')).status]).toEqual([409, 404]);
    await press(gateway, href, { action: 'decline' });
    const direct = (await gateway.send('POST', '/api/v2/payments', directPayment())).body;
    expect([(await again(payId)).status, (await again(direct.payId)).status]).toEqual([409, 409]);
  });
});
