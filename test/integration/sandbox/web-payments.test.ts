// Payments over the web: sessions, hosted and direct payments, confirm, incrementals, links, intents and updates, and
// what the clock does to them.
import { describe, expect, test } from 'vitest';
import {
  type Answered,
  type Body,
  type Gateway,
  anyNumber,
  anyText,
  directPayment,
  eur,
  hour,
  matching,
  minute,
  openSession,
  press,
  refused,
  startGateway,
  transId,
  urls,
} from './gateway.ts';

async function create(gateway: Gateway, fields: { [name: string]: unknown } = {}, type = 'CARD'): Promise<Answered> {
  return gateway.send('POST', '/api/v2/payments', directPayment(fields, type));
}

async function on(gateway: Gateway, payId: string, what: string, fields: object = {}): Promise<Answered> {
  const body = { transId: transId(), amount: eur(1000), ...fields };
  return gateway.send('POST', `/api/v2/payments/${payId}/${what}`, { body });
}

const manual = { captureMethod: { type: 'MANUAL' } };
const hosted = { paymentMethods: { integrationType: 'HOSTED', type: 'CARD' } };

describe('a direct card payment', () => {
  test('is answered 201, authorized and captured, with what the provider says of the card', async () => {
    const gateway = await startGateway();
    const { status, body } = await create(gateway, { transId: 'W-1', refNr: 'R-1', metadata: { a: 1 } });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      payId: anyText,
      merchantId: 'SHOP',
      transId: 'W-1',
      refNr: 'R-1',
      xId: anyText,
      status: 'CAPTURED',
      responseCode: '00000000',
      metadata: { a: 1 },
      paymentMethods: {
        card: { providerResponseCode: '00', providerTransactionId: anyText, providerApprovalCode: anyNumber },
      },
    });
    expect(await gateway.payment(body.payId)).toMatchObject({
      totals: { authorised: 1000, captured: 1000 },
      operations: [
        { type: 'AUTHORIZATION', refNr: 'R-1' },
        { type: 'CAPTURE', refNr: 'R-1' },
      ],
    });
    expect((await gateway.ledger()).executions).toMatchObject([
      { route: 'POST /payments', transId: 'W-1', value: 1000 },
    ]);
  });

  test('is captured when the request says: at once, on command, or hours later', async () => {
    const gateway = await startGateway();
    const delayed = { captureMethod: { type: 'DELAYED', delayed: { delayedHours: 2 } } };
    const statuses: unknown[] = [];
    for (const fields of [{ captureMethod: { type: 'AUTOMATIC' } }, manual, delayed]) {
      statuses.push((await create(gateway, fields)).body.status);
    }
    expect(statuses).toEqual(['CAPTURED', 'AUTHORIZED', 'AUTHORIZED']);
  });

  test.each([
    ['a published number that is declined', { card: { number: '4000000000000002' } }],
    ['an expired card', { card: { number: '4000000000000069' } }],
  ])('with %s is declined, and its transId may be used again', async (_, methods) => {
    const gateway = await startGateway();
    const paymentMethods = { integrationType: 'DIRECT', type: 'CARD', ...methods };
    const declined = await create(gateway, { transId: 'W-2', paymentMethods });
    expect(declined).toMatchObject({
      status: 422,
      body: { payId: anyText, ...refused, paymentMethods: { card: { providerResponseText: anyText } } },
    });
    const record = await gateway.payment(declined.body.payId);
    expect(record.status).toBe('FAILED');
    expect(record.paymentMethods.card).not.toHaveProperty('providerApprovalCode');
    expect((await create(gateway, { transId: 'W-2' })).status).toBe(201);
    expect((await create(gateway, { transId: 'W-2' })).status).toBe(422);
  });

  test('keeps no card number and no code', async () => {
    const gateway = await startGateway();
    const card = {
      number: '5555555555554444',
      securityCode: '737',
      note: 'is 5555 5555 5555 4444',
      nested: { cvv: '1' },
      cid: '7371',
      fields: [{ name: 'cc_cid', value: '7372' }],
      securityValues: { 'card-cvc': { value: '7373' } },
    };
    const paymentMethods = { integrationType: 'DIRECT', type: 'CARD', card };
    const { text, body } = await create(gateway, { paymentMethods });
    const record = JSON.stringify(await gateway.payment(body.payId));
    // Ids are random and may hold the code's digits; a value that is the code may not.
    const kept = /5555555555554444|5555 5555|"737\d?"|"cvv"|securityCode/;
    for (const written of [text, record]) expect(written).not.toMatch(kept);
    expect(record).toContain('"last4Digits":"4444"');
  });

  test.each([99_900_005, 99_900_051, 99_900_054])('of the test amount %i is declined', async (value) => {
    const gateway = await startGateway();
    expect(await create(gateway, { amount: eur(value) })).toMatchObject({ status: 422, body: refused });
  });
});

describe('simulationMode', () => {
  test('with a code that begins with 2 declines with that code', async () => {
    const gateway = await startGateway();
    const answer = await create(gateway, { simulationMode: '22060012' });
    expect(answer).toMatchObject({ status: 422, body: { responseCode: '22060012', status: 'FAILED' } });
  });

  test('with 4 answers 500 with that code, and nothing is executed', async () => {
    const gateway = await startGateway();
    const sending = { ...directPayment({ simulationMode: '40060012' }), headers: { 'idempotency-key': 'k' } };
    const answer = await gateway.send('POST', '/api/v2/payments', sending);
    expect(answer).toMatchObject({ status: 500, body: { responseCode: '40060012', responseDescription: anyText } });
    expect(await gateway.ledger()).toEqual({ payments: [], executions: [] });
  });

  test('with 6 leaves the payment pending, and a minute later it is made', async () => {
    const gateway = await startGateway();
    const { status, body } = await create(gateway, { simulationMode: '60060012' });
    expect([status, body.status, body.responseCode]).toEqual([201, 'PENDING', '60060012']);
    const record = await gateway.payment(body.payId);
    expect(record).toMatchObject({ status: 'PENDING', responseCode: '60060012' });
    for (const { paymentMethods } of [body, record])
      expect(paymentMethods.card).not.toHaveProperty('providerApprovalCode');
    await gateway.advance(minute);
    expect(await gateway.payment(body.payId)).toMatchObject({ status: 'CAPTURED', responseCode: '00000000' });
  });

  test('with 7 authenticates only, and a confirm with ORDER makes the payment', async () => {
    const gateway = await startGateway();
    const { body } = await create(gateway, { ...manual, simulationMode: '70060012' });
    expect(body.status).toBe('PENDING');
    const paymentMethods = { card: { eventToken: 'ORDER' } };
    const confirmed = await on(gateway, body.payId, 'confirms', { paymentMethods });
    expect(confirmed).toMatchObject({ status: 200, body: { status: 'AUTHORIZED' } });
  });

  test('with anything else simulates success', async () => {
    const gateway = await startGateway();
    for (const simulationMode of ['00000000', 'SUCCESS', '']) {
      expect((await create(gateway, { simulationMode })).status).toBe(201);
    }
  });
});

describe('a checkout session', () => {
  test('is answered 202 with the link to the hosted page, and the payment waits', async () => {
    const gateway = await startGateway();
    const body = { transId: 'S-1', amount: eur(1000), urls };
    const answer = await gateway.send('POST', '/api/v2/payments/sessions', { body });
    expect(answer.status).toBe(202);
    expect(Object.keys(answer.body)).toEqual(['_links']);
    expect(answer.body._links.redirect.href).toMatch(new RegExp(`^${gateway.url}/checkout/[a-z]{32}$`));
    const record = (await gateway.send('GET', '/api/v2/payments/getByTransId/S-1')).body;
    expect(record).toMatchObject({ status: 'PENDING', urls, totals: { authorised: 0 }, _links: answer.body._links });
    expect((await gateway.ledger()).executions).toMatchObject([{ route: 'POST /payments/sessions', value: 0 }]);
  });

  test('uses its transId up, unless it expires', async () => {
    const gateway = await startGateway();
    const expirationTime = new Date(Date.now() + hour).toISOString();
    const { payId } = await openSession(gateway, { transId: 'S-2', expirationTime });
    const again = { body: { transId: 'S-2', amount: eur(1000), urls } };
    expect((await gateway.send('POST', '/api/v2/payments/sessions', again)).status).toBe(422);
    await gateway.advance(hour);
    expect((await gateway.payment(payId)).status).toBe('EXPIRED');
    expect((await gateway.send('POST', '/api/v2/payments/sessions', again)).status).toBe(202);
  });

  test('cannot be captured, refunded, reversed or confirmed before it is paid', async () => {
    const gateway = await startGateway();
    const { payId } = await openSession(gateway);
    for (const what of ['captures', 'refunds', 'reversals', 'confirms', 'incrementals']) {
      expect(await on(gateway, payId, what), what).toMatchObject({ status: 422, body: refused });
    }
    expect((await gateway.payment(payId)).status).toBe('PENDING');
  });
});

describe('a hosted payment', () => {
  test('is answered 201 with a result that holds the link, and can be paid', async () => {
    const gateway = await startGateway();
    const { status, body } = await create(gateway, { ...hosted, ...manual, transId: 'H-1' });
    expect(status).toBe(201);
    expect(body).toMatchObject({ payId: anyText, transId: 'H-1', status: 'PENDING', responseCode: '00000000' });
    expect(await press(gateway, body._links.redirect.href, { action: 'pay' })).toMatchObject({ status: 200 });
    expect(await gateway.payment(body.payId)).toMatchObject({ status: 'AUTHORIZED', paymentMethods: { type: 'CARD' } });
  });

  test('under a key is created once', async () => {
    const gateway = await startGateway();
    const sending = { ...directPayment(hosted), headers: { 'idempotency-key': 'h' } };
    const first = await gateway.send('POST', '/api/v2/payments', sending);
    expect((await gateway.send('POST', '/api/v2/payments', sending)).text).toBe(first.text);
    expect((await gateway.ledger()).payments).toHaveLength(1);
  });
});

describe('a Klarna payment', () => {
  async function klarna(gateway: Gateway, fields: { [name: string]: unknown } = {}): Promise<[Body, string]> {
    const { body } = await create(gateway, fields, 'KLARNA');
    return [body, (body.paymentMethods as unknown as { klarna: { accessToken: string } }).klarna.accessToken];
  }

  const confirm = (gateway: Gateway, payId: string, accessToken: string): Promise<Answered> =>
    on(gateway, payId, 'confirms', { paymentMethods: { klarna: { accessToken } } });

  test('is confirmed with the token of its create answer; the answer has order and customerInfo', async () => {
    const gateway = await startGateway();
    const order = { merchantReference: 'O-7', description: 'Shoes' };
    const customerInfo = { firstName: 'Ada', lastName: 'Example', email: 'ada@example.org' };
    const credentialOnFile = { type: 'recurring', initialPayment: true };
    const [{ payId, status }, token] = await klarna(gateway, { order, customerInfo, credentialOnFile });
    expect(status).toBe('PENDING');
    const { status: http, body } = await confirm(gateway, payId, token);
    expect(http).toBe(200);
    expect(body).toMatchObject({
      status: 'CAPTURED',
      order,
      customerInfo: { ...customerInfo, gatewayCustomerId: anyText },
      paymentMethods: {
        klarna: { providerTransactionId: anyText, billingAgreementId: anyText, redirectUrl: matching(/^http/) },
      },
    });
  });

  test('is not confirmed 60 minutes later', async () => {
    const gateway = await startGateway();
    const [{ payId }, token] = await klarna(gateway);
    await gateway.advance(hour + minute);
    const late = await confirm(gateway, payId, token);
    expect(late).toMatchObject({
      status: 422,
      body: {
        ...refused,
        paymentMethods: { klarna: { providerResponseCode: anyText, providerResponseText: anyText } },
      },
    });
  });

  test('is not confirmed with another token, and still waits then', async () => {
    const gateway = await startGateway();
    const [{ payId }, token] = await klarna(gateway, manual);
    expect((await confirm(gateway, payId, 'guessed')).status).toBe(422);
    expect((await confirm(gateway, payId, token)).status).toBe(200);
  });

  test('with completeType YES reverses the rest, and needs one', async () => {
    const gateway = await startGateway();
    const [{ payId }, token] = await klarna(gateway, manual);
    await confirm(gateway, payId, token);
    const paymentMethods = { klarna: { completeType: 'YES' } };
    expect(await on(gateway, payId, 'captures', { paymentMethods })).toMatchObject({ status: 422, body: refused });
    const part = await on(gateway, payId, 'captures', { amount: eur(400), paymentMethods });
    expect(part).toMatchObject({ status: 200, body: { paymentMethods: { klarna: { invoiceNumber: anyText } } } });
    expect(await gateway.payment(payId)).toMatchObject({ totals: { authorised: 1000, captured: 400, reversed: 600 } });
  });
});

describe('a PayPal payment', () => {
  test('is confirmed without a token, and a refund says what it cost', async () => {
    const gateway = await startGateway();
    const { body } = await create(gateway, {}, 'PAYPAL');
    expect((await on(gateway, body.payId, 'confirms')).body.status).toBe('CAPTURED');
    const refunded = await on(gateway, body.payId, 'refunds', { amount: eur(300) });
    expect(refunded.body.paymentMethods).toMatchObject({
      payPal: { feeRefundAmount: 0, grossRefundAmount: 300, netRefundAmount: 300 },
    });
  });
});

describe('an incremental authorization', () => {
  test('adds to what is authorized, and all of it can be captured', async () => {
    const gateway = await startGateway();
    const { payId } = (await create(gateway, manual)).body;
    const grown = await on(gateway, payId, 'incrementals', { amount: eur(500), duration: 2 });
    expect(grown).toMatchObject({ status: 200, body: { payId, status: 'AUTHORIZED' } });
    expect(await gateway.payment(payId)).toMatchObject({ totals: { authorised: 1500 } });
    expect((await on(gateway, payId, 'captures', { amount: eur(1500) })).status).toBe(200);
  });

  test('is declined after the capture, and for what is no card', async () => {
    const gateway = await startGateway();
    const captured = (await create(gateway)).body.payId;
    expect(await on(gateway, captured, 'incrementals')).toMatchObject({ status: 422, body: refused });
    const debit = (await create(gateway, manual, 'DIRECTDEBIT')).body.payId;
    expect(await on(gateway, debit, 'incrementals')).toMatchObject({ status: 422, body: refused });
  });
});

describe('a delayed capture', () => {
  test('happens at its hour by the clock of the sandbox, of all that is left', async () => {
    const gateway = await startGateway();
    const captureMethod = { type: 'DELAYED', delayed: { delayedHours: 696 } };
    const { payId } = (await create(gateway, { captureMethod })).body;
    await on(gateway, payId, 'captures', { amount: eur(100) });
    await gateway.advance(695 * hour);
    expect(await gateway.payment(payId)).toMatchObject({ totals: { captured: 100 } });
    await gateway.advance(hour);
    const record = await gateway.payment(payId);
    expect(record).toMatchObject({ status: 'CAPTURED', totals: { captured: 1000, refunded: 0 } });
    expect((await on(gateway, payId, 'refunds', { amount: eur(900) })).status).toBe(200);
  });

  test('does not happen to what was reversed', async () => {
    const gateway = await startGateway();
    const captureMethod = { type: 'DELAYED', delayed: { delayedHours: 1 } };
    const { payId } = (await create(gateway, { captureMethod })).body;
    await gateway.send('POST', `/api/v2/payments/${payId}/reversals`);
    await gateway.advance(2 * hour);
    expect(await gateway.payment(payId)).toMatchObject({ status: 'REVERSED', totals: { captured: 0 } });
  });
});

describe('the clock', () => {
  test('says the time and goes forward only', async () => {
    const gateway = await startGateway({ now: () => Date.parse('2026-01-31T12:00:00.000Z') });
    await gateway.advance(hour);
    const { body } = await gateway.send('GET', '/_sandbox/clock');
    expect(body).toEqual({ now: '2026-01-31T13:00:00.000Z', offsetMs: hour });
    for (const wrong of [{ advanceMs: -1 }, { advanceMs: 0.5 }, {}, { advanceMs: 1, by: 2 }]) {
      expect((await gateway.send('POST', '/_sandbox/clock', { body: wrong })).status).toBe(400);
    }
  });

  test('expires tokens and idempotency keys as well', async () => {
    const gateway = await startGateway();
    const raw = 'grant_type=client_credentials&client_id=a&client_secret=b';
    const form = { raw, headers: { 'content-type': 'application/x-www-form-urlencoded' } };
    const token = (await gateway.send('POST', '/authorization/oauth/token', form)).body.access_token;
    const { payId } = (await create(gateway, manual)).body;
    const path = `/api/v2/payments/${payId}/captures`;
    const keyed = { body: { transId: 'K', amount: eur(1) }, headers: { 'idempotency-key': 'k' } };
    const first = await gateway.send('POST', path, keyed);
    await gateway.advance(23 * hour);
    expect((await gateway.send('POST', path, keyed)).text).toBe(first.text);
    const headers = { authorization: `Bearer ${token}` };
    expect((await gateway.send('GET', `/api/v2/payments/getByPayId/${payId}`, { headers })).status).toBe(401);
    await gateway.advance(hour);
    expect((await gateway.send('POST', path, keyed)).text).not.toBe(first.text);
    expect(await gateway.payment(payId)).toMatchObject({ totals: { captured: 2 } });
  });
});

describe('a payment link', () => {
  test('leads to a page where it can be paid', async () => {
    const gateway = await startGateway();
    const body = { transId: 'L-1', amount: eur(2500), order: { description: 'A chair' }, urls };
    const answer = await gateway.send('POST', '/api/v2/payments/links', { body });
    expect(answer).toMatchObject({ status: 200, body: { payId: anyText, transId: 'L-1', status: 'PENDING' } });
    await press(gateway, answer.body._links.redirect.href, { action: 'pay', method: 'PAYPAL' });
    const record = await gateway.payment(answer.body.payId);
    expect(record).toMatchObject({ status: 'CAPTURED', channel: 'PAYBYLINK', paymentMethods: { type: 'PAYPAL' } });
  });

  test('without a transId gets one, and without an amount is refused by name', async () => {
    const gateway = await startGateway();
    const answer = await gateway.send('POST', '/api/v2/payments/links', { body: { amount: eur(1) } });
    expect(answer.body.transId).toMatch(/^LINK-/);
    const nothing = await gateway.send('POST', '/api/v2/payments/links', { body: { language: 'de' } });
    expect([nothing.status, Object.keys(nothing.body.errors)]).toEqual([400, ['amount']]);
  });
});

describe('a payment intent', () => {
  test('has an id for the mobile SDK, and a payment where it names an amount', async () => {
    const gateway = await startGateway();
    const bare = await gateway.send('POST', '/api/v2/payment-intents', { body: {} });
    expect(bare).toMatchObject({ status: 200, body: { paymentIntentId: matching(/^intent-[a-z]{32}$/) } });
    const body = { transId: 'I-1', amount: eur(5) };
    const answer = await gateway.send('POST', '/api/v2/payment-intents', { body });
    expect(answer.body).toMatchObject({ paymentIntentId: anyText, payId: anyText, transId: 'I-1' });
    expect(await gateway.payment(answer.body.payId)).toMatchObject({ channel: 'APP', status: 'PENDING' });
  });
});

describe('an update', () => {
  const update = (gateway: Gateway, payId: string, body: object): Promise<Answered> =>
    gateway.send('PATCH', `/api/v2/payments/${payId}`, { body });

  test('changes what a look-up shows, and nothing else', async () => {
    const gateway = await startGateway();
    const { payId } = (await create(gateway, { ...manual, order: { description: 'old' }, language: 'en' })).body;
    const order = { description: 'new', invoiceId: 'I-9' };
    const answer = await update(gateway, payId, { order, metadata: { seen: true } });
    expect(answer).toMatchObject({ status: 200, body: { payId, status: 'AUTHORIZED' } });
    expect(await gateway.payment(payId)).toMatchObject({
      order,
      metadata: { seen: true },
      language: 'en',
      status: 'AUTHORIZED',
      totals: { authorised: 1000, captured: 0 },
    });
  });

  test('of amount, transId or status is not to be had', async () => {
    const gateway = await startGateway();
    const { payId } = (await create(gateway)).body;
    expect((await update(gateway, payId, { amount: eur(1) })).status).toBe(400);
    expect((await update(gateway, payId, { transId: 'other' })).status).toBe(422);
    expect((await update(gateway, payId, { status: 'REFUNDED' })).status).toBe(400);
    expect((await update(gateway, payId, { totals: { captured: 0 } })).status).toBe(400);
    await update(gateway, payId, { payments: 1 });
    expect(await gateway.payment(payId)).toMatchObject({ status: 'CAPTURED', totals: { captured: 1000 } });
  });

  test('of an unknown payment is declined', async () => {
    const gateway = await startGateway();
    expect((await update(gateway, 'nobody', { language: 'de' })).status).toBe(422);
  });
});

describe('a look-up', () => {
  test('shows the request as it was sent', async () => {
    const gateway = await startGateway();
    const request = {
      amount: { ...eur(1000), taxTotal: 160, netItemTotal: 840 },
      language: 'de',
      order: { merchantReference: 'M', numberOfArticles: 2, items: [{ name: 'Cup', quantity: 2, netPrice: 420 }] },
      billingAddress: { streetName: 'Ring', country: 'DEU' },
      shipping: { type: 'parcel', address: { city: 'Ulm', phone: { countryCode: '49', number: '30' } } },
      statementDescriptor: 'SHOP',
      channel: 'MOTO',
      partialPayment: false,
      metadata: { nested: { list: [1, null, 'x'] } },
      captureMethod: { type: 'MANUAL' },
    };
    const { payId } = (await create(gateway, request)).body;
    expect(await gateway.payment(payId)).toMatchObject(request);
  });
});

describe('a subsequent payment', () => {
  test('names the one before it, which has to exist', async () => {
    const gateway = await startGateway();
    const { payId } = (await create(gateway)).body;
    expect((await create(gateway, { referencePayId: payId })).status).toBe(201);
    expect(await create(gateway, { referencePayId: 'nobody' })).toMatchObject({ status: 422, body: refused });
  });
});
