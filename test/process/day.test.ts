// A shop's day over the fixed interfaces: a real bridge, a real sandbox as the gateway, and a network cable between
// them that is pulled out and put in again, with a power cut in between.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ledgerOf } from '#support/erp.ts';
import { filesHolding, openToOthers } from '#support/files.ts';
import { Shop, apiKey, sale } from '#support/shop.ts';

const cardNumber = '4111111111111111';
const shop = new Shop({ throughNpm: true });
let payId = '';
let authorized = '';
const logs: string[] = [];

beforeAll(async () => {
  await shop.open();
});

afterAll(async () => {
  await shop.close();
});

describe("a shop's day", () => {
  it('begins with a sale at the terminal', async () => {
    const operation = await shop.erp.operate('cloud-pos', sale('day-1', 1234), 'sale-1');
    expect(operation).toMatchObject({ state: 'succeeded', kind: 'cloud-pos', attempts: 1 });
    expect(operation.result).toMatchObject({ traceNr: expect.any(String), approvalCode: expect.any(String) });
    ({ payId } = operation.result as { payId: string });
  });

  it('a refund of part of it', async () => {
    const body = { payId, transId: 'R-1', amount: { value: 500, currency: 'EUR' } };
    expect(await shop.erp.operate('refund', body, 'refund-1')).toMatchObject({ state: 'succeeded' });
  });

  it('the same request id is the same operation, with another body it is refused', async () => {
    const again = await shop.erp.operate('cloud-pos', sale('day-1', 1234), 'sale-1');
    expect(again).toMatchObject({ state: 'succeeded', attempts: 1 });
    const other = await shop.erp.post('/v1/operations/cloud-pos', sale('day-1', 9999), 'sale-1');
    expect(other).toMatchObject({ status: 409, body: { code: 'request-id-reused' } });
  });

  it('more than what is left cannot be refunded', async () => {
    const body = { payId, transId: 'R-2', amount: { value: 800, currency: 'EUR' } };
    const reply = await shop.erp.post('/v1/operations/refund', body, 'refund-too-much');
    expect(reply).toMatchObject({ status: 422, body: { code: 'refund-exceeds-captured' } });
  });

  it('a manual refund to a card, whose number is kept nowhere', async () => {
    const card = {
      number: cardNumber,
      cardholderName: 'Sample',
      expiryDate: '203012',
      brand: 'visa',
      securityCode: '123',
    };
    const body = { transId: 'M-1', amount: { value: 300, currency: 'EUR' }, paymentMethods: { card } };
    const operation = await shop.erp.operate('refund-unreferenced', body, 'manual-1');
    expect(operation.state).toBe('succeeded');
    expect(operation.input).not.toHaveProperty('paymentMethods.card.number');
    expect(operation.input).not.toHaveProperty('paymentMethods.card.securityCode');
  });

  it('a quote in the currency of the card', async () => {
    const body = { bin: '400000', amount: { value: 1000, currency: 'EUR' } };
    expect(await shop.erp.operate('dcc-quote', body, 'quote-1')).toMatchObject({
      state: 'succeeded',
      result: { dccInfo: { status: expect.any(String) } },
    });
  });

  it('an authorization', async () => {
    const body = sale('day-2', 5000, { messageType: 'AUTHORISATION_OR_RESERVATION' });
    const operation = await shop.erp.operate('cloud-pos', body, 'auth-1');
    expect(operation.state).toBe('succeeded');
    ({ payId: authorized } = operation.result as { payId: string });
  });

  it('while the cable is out, a sale is refused at once and nothing is stored', async () => {
    await shop.cable.pullOut();
    const reply = await shop.erp.post('/v1/operations/cloud-pos', sale('day-3', 100), 'sale-offline');
    expect(reply).toMatchObject({ status: 503, body: { code: 'offline' } });
    const list = await shop.erp.get('/v1/operations');
    expect(JSON.stringify(list.body)).not.toContain('day-3');
  });

  it('while the cable is out, a capture and a refund are accepted and wait', async () => {
    const capture = { payId: authorized, transId: 'C-1', amount: { value: 4000, currency: 'EUR' } };
    const refund = { payId, transId: 'R-3', amount: { value: 234, currency: 'EUR' } };
    const replies = [
      await shop.erp.post('/v1/operations/capture', capture, 'capture-1'),
      await shop.erp.post('/v1/operations/refund', refund, 'refund-2'),
    ];
    for (const reply of replies) {
      expect(reply.status).toBe(202);
      expect(reply.headers.get('location')).toBe(`/v1/operations/${reply.body['id'] as string}`);
    }
  });

  it('the power goes out right after the 202, and everything accepted is there again', async () => {
    logs.push(shop.program.stderrText);
    await shop.killBridge();
    await shop.startBridge();
    const list = await shop.erp.get('/v1/operations?state=accepted');
    expect(list.body['operations']).toHaveLength(2);
  });

  it('the same request id still gives the same operation after the restart', async () => {
    const capture = { payId: authorized, transId: 'C-1', amount: { value: 4000, currency: 'EUR' } };
    const reply = await shop.erp.post('/v1/operations/capture', capture, 'capture-1');
    expect(reply).toMatchObject({ status: 202, body: { kind: 'capture', attempts: expect.any(Number) } });
  });

  it('with the cable in again, what waited is carried out', async () => {
    await shop.cable.putIn();
    const list = await shop.erp.get('/v1/operations?state=accepted');
    const waiting = list.body['operations'] as { id: string }[];
    for (const { id } of waiting) {
      expect(await shop.erp.operation(id, 60)).toMatchObject({ id, state: 'succeeded' });
    }
  });

  it('the ledger and the journal agree: each thing happened once, to the cent', async () => {
    const { payments, executions } = await ledgerOf(shop.sandboxUrl);
    expect(payments.find((payment) => payment.payId === payId)).toMatchObject({ captured: 1234, refunded: 734 });
    expect(payments.find((payment) => payment.payId === authorized)).toMatchObject({
      authorised: 5000,
      captured: 4000,
    });
    const exported = await shop.run(['journal', 'export', '--data-dir', shop.dataDir, '--format', 'ndjson']);
    const records = exported.split('\n').map((line) => JSON.parse(line) as { data: { state?: string; kind?: string } });
    const succeeded = records.filter(({ data }) => data.state === 'succeeded' && data.kind !== 'dcc-quote');
    expect(executions).toHaveLength(succeeded.length);
    expect(new Set(executions.map(({ transId }) => transId)).size).toBe(executions.length);
  });

  it('the journal verifies, also while the bridge runs', async () => {
    const verdict = await shop.run(['journal', 'verify', '--data-dir', shop.dataDir]);
    expect(JSON.parse(verdict)).toMatchObject({ ok: true });
  });

  it('the payment can be read, by payId and by transId', async () => {
    const byPayId = await shop.erp.get(`/v1/payments/${payId}`);
    const byTransId = await shop.erp.get('/v1/payments?transId=day-1');
    expect(byPayId).toMatchObject({ status: 200, body: { payId, transId: 'day-1' } });
    expect(byTransId.body).toMatchObject({ payId });
    const amount = (value: number) => ({ value, currency: 'EUR' });
    const sums = { authorized: amount(1_234), captured: amount(1_234), refunded: amount(734) };
    for (const { body } of [byPayId, byTransId]) expect(body['sums']).toEqual(sums);
  });

  it('ends with SIGTERM to the npm process, cleanly', async () => {
    const status = await shop.erp.get('/v1/status');
    expect(status.body).toMatchObject({ waiting: 0, inDoubt: 0, needsPerson: 0, mode: 'test' });
    expect(await shop.program.kill('SIGTERM')).toBe(0);
    logs.push(shop.program.stderrText);
  });

  it.each([
    ['card number', cardNumber],
    ['API key', apiKey],
  ])('no %s in any file or log line', (_name, canary) => {
    expect(filesHolding(shop.dataDir, canary)).toEqual([]);
    expect(logs.join('\n')).not.toContain(canary);
  });

  it('no file and no folder is open to other users of the machine', () => {
    const { XDG_CONFIG_HOME: keys = '' } = shop.bench.environment();
    expect([shop.dataDir, shop.sandboxDir, keys].flatMap(openToOthers)).toEqual([]);
  });

  it('no token in any file or log line', () => {
    expect(shop.token).toMatch(/^\S{40,}$/);
    expect(filesHolding(shop.dataDir, shop.token)).toEqual([]);
    expect(logs.join('\n')).not.toContain(shop.token);
  });

  it('personal data is sealed on disk', () => {
    expect(filesHolding(shop.dataDir, 'Sample')).toEqual([]);
  });
});
