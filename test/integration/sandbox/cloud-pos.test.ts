// CloudPos: the eight commands, what a terminal answers, and that it runs one command at a time.
import { describe, expect, test } from 'vitest';
import {
  anyText,
  authorize,
  command,
  eur,
  holding,
  matching,
  refused,
  sell,
  startGateway,
  until,
  type Answered,
  type Fate,
  type Gateway,
  type Sending,
} from './gateway.ts';

async function pos(gateway: Gateway, messageType: string, fields: { [name: string]: unknown } = {}): Promise<Answered> {
  return gateway.send('POST', '/api/v2/cloudpos', command(messageType, fields));
}

describe('an approved command', () => {
  test('answers with trace number, approval code, receipt lines and a masked card', async () => {
    const gateway = await startGateway();
    const { status, body } = await pos(gateway, 'SALE', { amount: eur(1234), refNr: 'R-9', transId: 'S-1' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      payId: anyText,
      merchantId: 'SHOP',
      transId: 'S-1',
      xId: anyText,
      refNr: 'R-9',
      status: 'CAPTURED',
      responseCode: '00000000',
      traceNr: '000001',
      approvalCode: matching(/^[1-9]\d{5}$/),
    });
    for (const copy of [body.receipt.merchant, body.receipt.customer]) {
      expect(copy).toEqual(expect.arrayContaining([holding('12.34 EUR')]));
      expect(copy).toEqual(expect.arrayContaining([matching(/\d{6}\*{6}\d{4}/)]));
    }
  });

  test('numbers the traces of each terminal on their own', async () => {
    const gateway = await startGateway();
    const traceOf = async (posTerminalId: string): Promise<unknown> =>
      (await pos(gateway, 'SALE', { amount: eur(1), posTerminalId })).body.traceNr;
    expect([await traceOf('a'), await traceOf('a'), await traceOf('b')]).toEqual(['000001', '000002', '000001']);
  });

  test.each([
    ['SALE', { authorised: 900, captured: 900, refunded: 0, reversed: 0, status: 'CAPTURED' }],
    ['AUTHORISATION_OR_RESERVATION', { authorised: 900, captured: 0, refunded: 0, reversed: 0, status: 'AUTHORIZED' }],
    ['CREDIT', { authorised: 0, captured: 0, refunded: 900, reversed: 0, status: 'REFUNDED' }],
  ])('%s makes a payment', async (messageType, expected) => {
    const gateway = await startGateway();
    const { body } = await pos(gateway, messageType, { amount: eur(900), transId: 'S-2' });
    const { payments, executions } = await gateway.ledger();
    expect(payments).toEqual([{ payId: body.payId, transId: 'S-2', currency: 'EUR', ...expected }]);
    const at = matching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    expect(executions).toEqual([
      { seq: 1, route: 'POST /cloudpos', payId: body.payId, transId: 'S-2', key: null, value: 900, at },
    ]);
    expect(body.status).toBe(expected.status);
  });

  test.each(['CARD_READ', 'DIAGNOSE', 'TERMINAL_STARTUP'])('%s moves no money', async (messageType) => {
    const gateway = await startGateway();
    const { status, body } = await pos(gateway, messageType, { amount: eur(0) });
    expect([status, body.status]).toEqual([200, 'OK']);
    const { payments, executions } = await gateway.ledger();
    expect(payments).toEqual([]);
    expect(executions).toMatchObject([{ route: 'POST /cloudpos', payId: null, value: 0 }]);
  });

  test('CARD_READ shows the BIN of the card that the panel presents', async () => {
    const gateway = await startGateway();
    await gateway.send('POST', '/_sandbox/terminals/17', { body: { bin: '40000826' } });
    const { body } = await pos(gateway, 'CARD_READ');
    expect(body.paymentMethods.card).toMatchObject({ bin: '400008', last4Digits: '1111', country: 'GBR' });
  });
});

describe('a capture at the terminal', () => {
  test('takes trace number and approval code of the authorization, as text or number', async () => {
    const gateway = await startGateway();
    const { payId, traceNr, approvalCode } = await authorize(gateway, 1000);
    const first = await pos(gateway, 'CAPTURE', { amount: eur(400), traceNr, approvalCode });
    expect(first).toMatchObject({
      status: 200,
      body: { payId, status: 'CAPTURED', approvalCode, originalTraceNr: traceNr },
    });
    const numbers = { traceNr: Number(traceNr), approvalCode: Number(approvalCode) };
    expect((await pos(gateway, 'CAPTURE', { amount: eur(600), ...numbers })).status).toBe(200);
    expect((await pos(gateway, 'CAPTURE', { amount: eur(1), traceNr, approvalCode })).status).toBe(422);
  });

  test.each([
    ['another approval code', { approvalCode: '000000' }],
    ['an unknown trace number', { traceNr: '999999' }],
    ['another terminal', { posTerminalId: '18' }],
    ['another currency', { amount: { value: 400, currency: 'USD' } }],
  ])('with %s is declined', async (_, fields) => {
    const gateway = await startGateway();
    const { traceNr, approvalCode } = await authorize(gateway, 1000);
    const answer = await pos(gateway, 'CAPTURE', { amount: eur(400), traceNr, approvalCode, ...fields });
    expect(answer).toMatchObject({ status: 422, body: refused });
    expect((await gateway.ledger()).executions).toHaveLength(1);
  });
});

describe('a terminal that is told to', () => {
  async function told(steering: { [name: string]: unknown }): Promise<Gateway> {
    const gateway = await startGateway();
    await gateway.send('POST', '/_sandbox/terminals/17', { body: steering });
    return gateway;
  }

  test.each([
    [{ approveMinor: 400 }, 400, { approvedAmount: eur(400) }],
    [{ tipMinor: 150 }, 1150, { approvedAmount: eur(1150), tipAmount: eur(150) }],
    [{ approveMinor: 900, tipMinor: 100 }, 1000, { approvedAmount: eur(1000), tipAmount: eur(100) }],
  ])('approve another amount %j moves that amount, once', async (steering, value, shown) => {
    const gateway = await told(steering);
    const { body } = await pos(gateway, 'SALE', { amount: eur(1000), transId: 'S-1' });
    expect(body).toMatchObject({ status: 'CAPTURED', ...shown });
    const next = await pos(gateway, 'SALE', { amount: eur(1000), transId: 'S-2' });
    expect(next.body).not.toHaveProperty('approvedAmount');
    const { payments } = await gateway.ledger();
    expect(payments).toMatchObject([{ captured: value }, { captured: 1000 }]);
  });

  test('repeat itself answers with the command before and does nothing', async () => {
    const gateway = await startGateway();
    const { body } = await pos(gateway, 'SALE', { amount: eur(1000), transId: 'S-1' });
    await gateway.send('POST', '/_sandbox/terminals/17', { body: { next: 'previous' } });
    expect((await pos(gateway, 'SALE', { amount: eur(500), transId: 'S-2' })).body).toEqual(body);
    expect((await gateway.ledger()).executions).toHaveLength(1);
    expect((await pos(gateway, 'SALE', { amount: eur(500), transId: 'S-3' })).body.transId).toBe('S-3');
  });

  test('repeat itself before its first answer approves', async () => {
    const gateway = await told({ next: 'previous' });
    expect((await pos(gateway, 'SALE', { amount: eur(500), transId: 'S-1' })).body.status).toBe('CAPTURED');
  });

  test('be offline refuses every command until it is back', async () => {
    const gateway = await told({ offline: true });
    expect(await pos(gateway, 'SALE', { amount: eur(500) })).toMatchObject({ status: 422, body: refused });
    expect((await pos(gateway, 'DIAGNOSE')).status).toBe(422);
    await gateway.send('POST', '/_sandbox/terminals/17', { body: { offline: false } });
    expect((await pos(gateway, 'DIAGNOSE')).status).toBe(200);
  });

  test('use other words carries out what it answers so', async () => {
    const gateway = await told({ words: { status: 'TENTATIVE', responseCode: '05' } });
    const { body } = await pos(gateway, 'SALE', { amount: eur(500), transId: 'S-1' });
    expect(body).toMatchObject({ status: 'TENTATIVE', responseCode: '05' });
    expect((await gateway.ledger()).payments).toMatchObject([{ captured: 500 }]);
    await gateway.send('POST', '/_sandbox/terminals/17', { body: { words: null } });
    expect((await pos(gateway, 'SALE', { amount: eur(500), transId: 'S-2' })).body.status).toBe('CAPTURED');
  });

  test.each([[{ approveMinor: 0 }], [{ tipMinor: -1 }], [{ words: { text: 'no' } }], [{ offline: 'yes' }]])(
    'do %j is refused as wrong',
    async (steering) => {
      const gateway = await startGateway();
      const { status } = await gateway.send('POST', '/_sandbox/terminals/17', { body: steering });
      expect(status).toBe(400);
    },
  );
});

describe('a test amount, which needs no panel,', () => {
  const sells = async (value: number) => {
    const gateway = await startGateway();
    const before = await pos(gateway, 'SALE', { amount: eur(1), transId: 'S-0' });
    const answer = await pos(gateway, 'SALE', { amount: eur(value), transId: 'S-1' });
    const { payments, executions } = await gateway.ledger();
    return { gateway, before, answer, payments, executions };
  };

  test.each([
    [99_900_010, 49_950_005, { approvedAmount: eur(49_950_005) }],
    [99_900_011, 109_890_012, { approvedAmount: eur(109_890_012), tipAmount: eur(9_990_001) }],
  ])('of %i is approved for another: %i', async (asked, value, shown) => {
    const { gateway, answer, payments } = await sells(asked);
    expect(answer).toMatchObject({ status: 200, body: { status: 'CAPTURED', ...shown } });
    expect(payments).toMatchObject([{ captured: 1 }, { captured: value }]);
    const next = await pos(gateway, 'SALE', { amount: eur(2), transId: 'S-2' });
    expect(next.body).not.toHaveProperty('approvedAmount');
  });

  test('of 99900012 gets the answer to the command before, and nothing is done', async () => {
    const { before, answer, executions } = await sells(99_900_012);
    expect(answer.body).toEqual(before.body);
    expect(executions).toHaveLength(1);
  });

  test('of 99900013 finds the terminal offline, this once', async () => {
    const { gateway, answer, executions } = await sells(99_900_013);
    expect(answer).toMatchObject({ status: 422, body: refused });
    expect(executions).toHaveLength(1);
    expect((await pos(gateway, 'SALE', { amount: eur(2), transId: 'S-2' })).status).toBe(200);
  });

  test('of 99900014 is carried out and answered with a word that no list knows', async () => {
    const { gateway, answer, payments } = await sells(99_900_014);
    expect(answer.body).toMatchObject({ status: 'TENTATIVE', transId: 'S-1' });
    expect(payments).toMatchObject([{ captured: 1 }, { captured: 99_900_014 }]);
    expect((await pos(gateway, 'SALE', { amount: eur(2), transId: 'S-2' })).body.status).toBe('CAPTURED');
  });

  test('changes no CREDIT', async () => {
    const gateway = await startGateway();
    const { status } = await pos(gateway, 'CREDIT', { amount: eur(99_900_013), transId: 'C-1' });
    expect(status).toBe(200);
    expect((await gateway.ledger()).payments).toMatchObject([{ refunded: 99_900_013 }]);
  });
});

describe('a reversal at the terminal', () => {
  test('takes back an authorization, once', async () => {
    const gateway = await startGateway();
    const { payId, traceNr } = await authorize(gateway, 1000);
    const answer = await pos(gateway, 'REVERSE', { amount: eur(1000), traceNr });
    expect(answer).toMatchObject({ status: 200, body: { payId, status: 'REVERSED' } });
    expect(await pos(gateway, 'REVERSE', { amount: eur(1000), traceNr })).toMatchObject({ status: 422, body: refused });
  });

  test('takes back a sale of which nothing was refunded', async () => {
    const gateway = await startGateway();
    const { payId, traceNr } = await sell(gateway, 1000);
    expect((await pos(gateway, 'REVERSE', { amount: eur(1000), traceNr })).status).toBe(200);
    const { payments } = await gateway.ledger();
    expect(payments).toMatchObject([{ payId, captured: 0, reversed: 1000, status: 'REVERSED' }]);
  });

  test('of a sale that was refunded in part is declined', async () => {
    const gateway = await startGateway();
    const { payId, traceNr } = await sell(gateway, 1000);
    await gateway.send('POST', `/api/v2/payments/${payId}/refunds`, { body: { transId: 'r', amount: eur(1) } });
    expect((await pos(gateway, 'REVERSE', { amount: eur(1000), traceNr })).status).toBe(422);
  });

  test('of a captured authorization is declined', async () => {
    const gateway = await startGateway();
    const { payId, traceNr } = await authorize(gateway, 1000);
    await gateway.send('POST', `/api/v2/payments/${payId}/captures`, { body: { transId: 'c', amount: eur(1000) } });
    expect((await pos(gateway, 'REVERSE', { amount: eur(1000), traceNr })).status).toBe(422);
  });
});

describe('a declined sale', () => {
  test('may be asked for by its amount, before anybody is asked for a card', async () => {
    const gateway = await startGateway({ terminalDelayMs: 3_600_000 });
    const answer = await pos(gateway, 'SALE', { amount: eur(99_900_005) });
    expect(answer).toMatchObject({ status: 422, body: refused });
  });

  test.each(['decline', 'timeout'])('(%s at the terminal) is a failed payment without money', async (next) => {
    const gateway = await startGateway();
    await gateway.send('POST', '/_sandbox/terminals/17', { body: { next } });
    expect(await pos(gateway, 'SALE', { amount: eur(500), transId: 'D-1' })).toMatchObject({
      status: 422,
      body: refused,
    });
    const found = await gateway.send('GET', '/api/v2/payments/getByTransId/D-1');
    expect(found.body).toMatchObject({
      transId: 'D-1',
      ...refused,
      amount: eur(500),
      totals: { authorised: 0, captured: 0, refunded: 0, reversed: 0 },
    });
    expect((await gateway.ledger()).executions).toEqual([]);
  });

  test('leaves its transId free; a sale that was made uses it up', async () => {
    const gateway = await startGateway();
    await gateway.send('POST', '/_sandbox/terminals/17', { body: { next: 'decline' } });
    const sale = { amount: eur(500), transId: 'D-2' };
    expect((await pos(gateway, 'SALE', sale)).status).toBe(422);
    const made = await pos(gateway, 'SALE', sale);
    expect(made.status).toBe(200);
    expect((await pos(gateway, 'SALE', sale)).status).toBe(422);
    const found = await gateway.send('GET', '/api/v2/payments/getByTransId/D-2');
    expect(found.body).toMatchObject({ payId: made.body.payId, status: 'CAPTURED' });
  });
});

/** Sends a sale that stays at its terminal for `delayMs`; resolves when it has arrived there. */
async function startSale(gateway: Gateway, delayMs: number, sending: Sending): Promise<{ fate: Promise<Fate> }> {
  await gateway.send('POST', '/_sandbox/terminals/17', { body: { delayMs } });
  // A fault that does nothing shows by its disappearance that the request is there.
  await gateway.fault({ route: 'POST /cloudpos', fault: 'latency', ms: 0, times: 1 });
  const fate = gateway.fate('POST', '/api/v2/cloudpos', sending);
  await until(
    () => gateway.send('GET', '/_sandbox/faults'),
    ({ body }) => body.faults.length === 0,
  );
  return { fate };
}

const forever = 3_600_000;

describe('a busy terminal', () => {
  test('declines a second command, while another terminal works', async () => {
    const gateway = await startGateway();
    await startSale(gateway, forever, command('SALE', { amount: eur(1) }));
    expect(await pos(gateway, 'SALE', { amount: eur(2), transId: 'B-2' })).toMatchObject({
      status: 422,
      body: refused,
    });
    expect((await pos(gateway, 'DIAGNOSE')).status).toBe(422);
    expect((await pos(gateway, 'SALE', { amount: eur(3), posTerminalId: '18' })).status).toBe(200);
    expect((await gateway.send('GET', '/api/v2/payments/getByTransId/B-2')).body.status).toBe('FAILED');
  });

  test('declines the same transId anywhere, without calling the running sale failed', async () => {
    const gateway = await startGateway();
    await startSale(gateway, forever, command('SALE', { amount: eur(1), transId: 'B-3' }));
    for (const posTerminalId of ['17', '18']) {
      expect((await pos(gateway, 'SALE', { amount: eur(1), transId: 'B-3', posTerminalId })).status).toBe(422);
    }
    expect(await gateway.ledger()).toEqual({ payments: [], executions: [] });
  });

  test('takes its time, then is free again', async () => {
    const gateway = await startGateway();
    const started = performance.now();
    const { fate } = await startSale(gateway, 120, command('SALE', { amount: eur(1) }));
    expect(await fate).toMatchObject({ type: 'whole', status: 200 });
    expect(performance.now() - started).toBeGreaterThanOrEqual(119);
    expect((await pos(gateway, 'DIAGNOSE')).status).toBe(200);
  });

  test('goes on when the client goes away', async () => {
    const gateway = await startGateway();
    const leaving = new AbortController();
    const sale = command('SALE', { amount: eur(77), transId: 'B-4' });
    const { fate } = await startSale(gateway, 500, { ...sale, signal: leaving.signal });
    leaving.abort();
    expect(await fate).toMatchObject({ type: 'broken' });
    const { payments } = await until(
      () => gateway.ledger(),
      (ledger) => ledger.payments.length > 0,
    );
    expect(payments).toMatchObject([{ transId: 'B-4', captured: 77 }]);
  });

  test('is dropped with its command when the sandbox ends: nothing was executed', async () => {
    const gateway = await startGateway();
    const { fate } = await startSale(gateway, forever, command('SALE', { amount: eur(1) }));
    await gateway.close();
    expect(await fate).toMatchObject({ type: 'broken' });
  });
});
