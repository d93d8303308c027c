// Idempotency keys: the same request under the same key is executed once and answered alike; another is declined.
import { describe, expect, test } from 'vitest';
import { authorize, eur, holding, startGateway, type Execution, type Gateway } from './gateway.ts';

const key = '0123456789abcdef0123456789abcdef';
const headers = { 'idempotency-key': key };
const body = { transId: 'C-1', amount: eur(100) };

async function captureRoute(gateway: Gateway): Promise<string> {
  const { payId } = await authorize(gateway, 1000);
  return `/api/v2/payments/${payId}/captures`;
}

async function captures(gateway: Gateway): Promise<Execution[]> {
  return (await gateway.ledger()).executions.filter(({ route }) => route === 'POST /payments/{id}/captures');
}

describe('a keyed request', () => {
  test('sent again replays its answer byte for byte', async () => {
    const gateway = await startGateway();
    const route = await captureRoute(gateway);
    const first = await gateway.send('POST', route, { body, headers });
    const laidOutAnew = JSON.stringify({ amount: eur(100), transId: 'C-1' }, null, 2);
    expect((await gateway.send('POST', route, { body, headers })).text).toBe(first.text);
    expect((await gateway.send('POST', route, { raw: laidOutAnew, headers })).text).toBe(first.text);
    expect(await captures(gateway)).toMatchObject([{ key, value: 100 }]);
  });

  test('sent twenty times at once is executed once', async () => {
    const gateway = await startGateway();
    const route = await captureRoute(gateway);
    const answers = await Promise.all(Array.from({ length: 20 }, () => gateway.send('POST', route, { body, headers })));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(await captures(gateway)).toHaveLength(1);
  });

  test('with another body, or for another payment, is declined', async () => {
    const gateway = await startGateway();
    const route = await captureRoute(gateway);
    await gateway.send('POST', route, { body, headers });
    const changed = await gateway.send('POST', route, { body: { ...body, amount: eur(101) }, headers });
    const elsewhere = await gateway.send('POST', await captureRoute(gateway), { body, headers });
    for (const answer of [changed, elsewhere]) {
      expect(answer.status).toBe(422);
      expect(answer.body).toMatchObject({
        status: 'FAILED',
        responseDescription: holding('Idempotency-Key'),
      });
    }
    expect(await captures(gateway)).toHaveLength(1);
  });

  test('that was declined stays declined', async () => {
    const gateway = await startGateway();
    const route = await captureRoute(gateway);
    const tooMuch = { ...body, amount: eur(1001) };
    const first = await gateway.send('POST', route, { body: tooMuch, headers });
    expect(first.status).toBe(422);
    expect((await gateway.send('POST', route, { body: tooMuch, headers })).text).toBe(first.text);
  });

  test('that a fault declined is decided anew', async () => {
    const gateway = await startGateway();
    const route = await captureRoute(gateway);
    await gateway.fault({ route: 'POST /payments/{id}/captures', fault: 'refuse', times: 1 });
    expect((await gateway.send('POST', route, { body, headers })).status).toBe(422);
    expect((await gateway.send('POST', route, { body, headers })).status).toBe(200);
  });

  test.each(['reset-after', 'cut-body', 'garbled-body'])('whose answer was lost (%s) replays', async (fault) => {
    const gateway = await startGateway();
    const route = await captureRoute(gateway);
    await gateway.fault({ route: 'POST /payments/{id}/captures', fault, times: 1 });
    await gateway.fate('POST', route, { body, headers });
    const again = await gateway.send('POST', route, { body, headers });
    expect(again).toMatchObject({ status: 200, body: { status: 'CAPTURED', transId: 'C-1' } });
    expect((await gateway.send('POST', route, { body, headers })).text).toBe(again.text);
    expect(await captures(gateway)).toHaveLength(1);
  });
});

describe('an operation that lists no key', () => {
  test('is executed each time', async () => {
    const gateway = await startGateway();
    const diagnose = { transId: 'D', messageType: 'DIAGNOSE', posTerminalId: '1' };
    await gateway.send('POST', '/api/v2/cloudpos', { body: diagnose, headers });
    await gateway.send('POST', '/api/v2/cloudpos', { body: diagnose, headers });
    expect((await gateway.ledger()).executions).toHaveLength(2);
  });
});
