// Capture, refund and reversal as the specification has them: amounts, preconditions, states, and what a look-up shows.
import { describe, expect, test } from 'vitest';
import {
  anyNumber,
  anyText,
  authorize,
  eur,
  refused,
  sell,
  startGateway,
  transId,
  type Answered,
  type Body,
  type Gateway,
} from './gateway.ts';

async function capture(gateway: Gateway, payId: string, value: number, fields: object = {}): Promise<Answered> {
  const body = { transId: transId(), amount: eur(value), ...fields };
  return gateway.send('POST', `/api/v2/payments/${payId}/captures`, { body });
}

async function refund(gateway: Gateway, payId: string, value: number, fields: object = {}): Promise<Answered> {
  const body = { transId: transId(), amount: eur(value), ...fields };
  return gateway.send('POST', `/api/v2/payments/${payId}/refunds`, { body });
}

async function reverse(gateway: Gateway, payId: string, body?: object): Promise<Answered> {
  return gateway.send('POST', `/api/v2/payments/${payId}/reversals`, { body });
}

async function payment(gateway: Gateway, payId: string): Promise<Body> {
  return (await gateway.send('GET', `/api/v2/payments/getByPayId/${payId}`)).body;
}

describe('a capture', () => {
  test('answers with the operation result object and echoes what was sent', async () => {
    const gateway = await startGateway();
    const { payId } = await authorize(gateway, 1000);
    const order = { merchantReference: 'order 7', invoiceId: 'I-7', description: 'not echoed' };
    const body = { transId: 'C-1', refNr: 'R-1', amount: eur(400), order };
    const answer = await gateway.send('POST', `/api/v2/payments/${payId}/captures`, { body });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      payId,
      merchantId: 'SHOP',
      transId: 'C-1',
      refNr: 'R-1',
      status: 'CAPTURED',
      responseCode: '00000000',
      responseDescription: 'success',
      order: { merchantReference: 'order 7', invoiceId: 'I-7' },
      paymentMethods: { card: { providerTransactionId: anyText, providerApprovalCode: anyNumber } },
    });
    expect(answer.body.xId).not.toBe((await payment(gateway, payId)).xId);
  });

  test('may be partial, up to what was authorized', async () => {
    const gateway = await startGateway();
    const { payId } = await authorize(gateway, 1000);
    expect((await capture(gateway, payId, 600)).status).toBe(200);
    expect(await capture(gateway, payId, 401)).toMatchObject({ status: 422, body: { payId, ...refused } });
    expect((await capture(gateway, payId, 400)).status).toBe(200);
    expect((await payment(gateway, payId)).totals).toEqual({
      authorised: 1000,
      captured: 1000,
      refunded: 0,
      reversed: 0,
    });
  });

  test('that is final leaves the rest of the authorization uncapturable', async () => {
    const gateway = await startGateway();
    const { payId } = await authorize(gateway, 1000);
    const captureMethod = { manual: { currentSequence: 2, final: true, total: 2 } };
    expect((await capture(gateway, payId, 100, { captureMethod: { manual: { currentSequence: 1 } } })).status).toBe(
      200,
    );
    expect((await capture(gateway, payId, 100, { captureMethod })).status).toBe(200);
    expect(await capture(gateway, payId, 1)).toMatchObject({ status: 422, body: refused });
  });

  test.each([
    ['in another currency', { amount: { value: 100, currency: 'USD' } }],
    ['that simulates an error code', { simulationMode: '22060012' }],
  ])('%s is declined and listed as failed', async (_, fields) => {
    const gateway = await startGateway();
    const { payId } = await authorize(gateway, 1000);
    expect(await capture(gateway, payId, 100, { refNr: 'mine', ...fields })).toMatchObject({
      status: 422,
      body: refused,
    });
    const { operations, totals } = await payment(gateway, payId);
    expect(totals.captured).toBe(0);
    expect(operations).toContainEqual(expect.objectContaining({ type: 'CAPTURE', refNr: 'mine', ...refused }));
  });

  test('of a payment that does not exist is declined', async () => {
    const gateway = await startGateway();
    expect(await capture(gateway, 'nobody', 1)).toMatchObject({ status: 422, body: refused });
  });

  test('of a credit is declined: nothing was authorized', async () => {
    const gateway = await startGateway();
    const body = { transId: 'CR', messageType: 'CREDIT', posTerminalId: '1', amount: eur(100) };
    const { payId } = (await gateway.send('POST', '/api/v2/cloudpos', { body })).body;
    expect((await capture(gateway, payId, 1)).status).toBe(422);
  });
});

describe('a refund', () => {
  test('gives back at most what was captured', async () => {
    const gateway = await startGateway();
    const { payId } = await sell(gateway, 1000);
    expect(await refund(gateway, payId, 999)).toMatchObject({ status: 200, body: { status: 'REFUNDED' } });
    expect((await payment(gateway, payId)).status).toBe('CAPTURED');
    expect(await refund(gateway, payId, 2)).toMatchObject({ status: 422, body: refused });
    expect((await refund(gateway, payId, 1)).status).toBe(200);
    expect(await payment(gateway, payId)).toMatchObject({
      status: 'REFUNDED',
      totals: { captured: 1000, refunded: 1000 },
    });
  });

  test('without a name credits the last capture, and only that', async () => {
    const gateway = await startGateway();
    const { payId } = await authorize(gateway, 1000);
    const first = (await capture(gateway, payId, 700)).body.paymentMethods.card.providerTransactionId;
    await capture(gateway, payId, 300);
    expect((await refund(gateway, payId, 301)).status).toBe(422);
    expect((await refund(gateway, payId, 300)).status).toBe(200);
    expect((await refund(gateway, payId, 1)).status).toBe(422);
    const named = { paymentMethods: { card: { providerTransactionId: first } } };
    expect((await refund(gateway, payId, 701, named)).status).toBe(422);
    expect((await refund(gateway, payId, 700, named)).status).toBe(200);
    expect((await payment(gateway, payId)).status).toBe('REFUNDED');
  });

  test.each([
    ['of an unknown capture', { paymentMethods: { card: { providerTransactionId: 'nobody' } } }],
    ['in another currency', { amount: { value: 1, currency: 'GBP' } }],
  ])('%s is declined', async (_, fields) => {
    const gateway = await startGateway();
    const { payId } = await sell(gateway, 1000);
    expect(await refund(gateway, payId, 1, fields)).toMatchObject({ status: 422, body: refused });
  });

  test('of what was only authorized is declined', async () => {
    const gateway = await startGateway();
    const { payId } = await authorize(gateway, 1000);
    expect(await refund(gateway, payId, 1)).toMatchObject({ status: 422, body: refused });
  });
});

describe('a reversal', () => {
  test('needs no body and cancels the whole authorization, once', async () => {
    const gateway = await startGateway();
    const { payId } = await authorize(gateway, 1000);
    expect(await reverse(gateway, payId)).toMatchObject({ status: 200, body: { payId, status: 'REVERSED' } });
    expect(await reverse(gateway, payId)).toMatchObject({ status: 422, body: refused });
    expect((await capture(gateway, payId, 1)).status).toBe(422);
    expect((await refund(gateway, payId, 1)).status).toBe(422);
    const { payments } = await gateway.ledger();
    expect(payments).toMatchObject([{ payId, authorised: 1000, captured: 0, reversed: 1000, status: 'REVERSED' }]);
  });

  test('of a captured payment is declined', async () => {
    const gateway = await startGateway();
    const { payId } = await authorize(gateway, 1000);
    await capture(gateway, payId, 1);
    expect(await reverse(gateway, payId, { transId: transId() })).toMatchObject({ status: 422, body: refused });
  });

  test('of a part of the amount is declined', async () => {
    const gateway = await startGateway();
    const { payId } = await authorize(gateway, 1000);
    expect((await reverse(gateway, payId, { amount: eur(400) })).status).toBe(422);
    expect((await reverse(gateway, payId, { amount: eur(1000), reason: 'passes through' })).status).toBe(200);
  });
});

describe('a look-up', () => {
  test('finds a payment by payId, by its transId and by the transId of an operation on it', async () => {
    const gateway = await startGateway();
    const { payId, transId: made } = await sell(gateway, 500);
    await refund(gateway, payId, 200, { transId: 'R / 1' });
    const byPayId = await payment(gateway, payId);
    for (const id of [made, encodeURIComponent('R / 1')]) {
      expect((await gateway.send('GET', `/api/v2/payments/getByTransId/${id}`)).body).toEqual(byPayId);
    }
    expect(byPayId).toMatchObject({
      payId,
      merchantId: 'SHOP',
      transId: made,
      channel: 'POS',
      amount: eur(500),
      totals: { authorised: 500, captured: 500, refunded: 200, reversed: 0 },
      operations: [
        { type: 'AUTHORIZATION', status: 'AUTHORIZED' },
        { type: 'CAPTURE', status: 'CAPTURED', amount: eur(500), providerTransactionId: anyText },
        { type: 'REFUND', status: 'REFUNDED', transId: 'R / 1', amount: eur(200), responseCode: '00000000' },
      ],
    });
  });

  test.each(['getByPayId', 'getByTransId'])('%s answers 404 for what it does not know', async (kind) => {
    const gateway = await startGateway();
    const { status, body } = await gateway.send('GET', `/api/v2/payments/${kind}/nobody`);
    expect([status, body.status, body.title]).toEqual([404, 404, 'Not Found']);
  });
});

describe('a refund without reference', () => {
  const number = '4111111111111111';
  const card = { number, cardholderName: 'A. Person', expiryDate: '203012', brand: 'visa', securityCode: '737' };

  test('is a payment of its own, and shows at most BIN and last four of the card', async () => {
    const gateway = await startGateway();
    const body = { transId: 'U-1', amount: eur(700), paymentMethods: { card }, metadata: { note: 'won' } };
    const answer = await gateway.send('POST', '/api/v2/payments/refunds', { body });
    expect(answer.body).toMatchObject({ transId: 'U-1', status: 'REFUNDED', metadata: { note: 'won' } });
    expect(answer.body.paymentMethods.card).toMatchObject({ brand: 'VISA', bin: '411111', last4Digits: '1111' });
    const { payments, executions } = await gateway.ledger();
    expect(payments).toMatchObject([{ transId: 'U-1', authorised: 0, captured: 0, refunded: 700, status: 'REFUNDED' }]);
    expect(executions).toMatchObject([{ route: 'POST /payments/refunds', value: 700 }]);
    const found = await gateway.send('GET', '/api/v2/payments/getByTransId/U-1');
    for (const text of [answer.text, found.text]) expect(text).not.toMatch(new RegExp(`${number}|"737"|A. Person`));
  });

  test('uses its transId up', async () => {
    const gateway = await startGateway();
    const body = { transId: 'U-2', amount: eur(700), paymentMethods: { card } };
    expect((await gateway.send('POST', '/api/v2/payments/refunds', { body })).status).toBe(200);
    expect(await gateway.send('POST', '/api/v2/payments/refunds', { body })).toMatchObject({
      status: 422,
      body: refused,
    });
    expect((await gateway.ledger()).executions).toHaveLength(1);
  });
});
