// Money through the gateway's own addresses: it is done once, however its caller repeats and whatever the line does, and
// the answer is the gateway's, or what is true in its shapes.
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#contract/data/json.ts';
import { type DropInShop, type PairedErp, aDropInShop } from '#support/drop-in-shop.ts';
import { addFaults, ledgerOf } from '#support/erp.ts';
import { type GatewayErp, type GatewayReply, fieldOf } from '#support/gateway-erp.ts';
import { until } from '#support/until.ts';

const eur = (value: number): JsonObject => ({ value, currency: 'EUR' });
const sale = (transId: string, more: JsonObject = {}): JsonObject => ({
  messageType: 'SALE',
  transId,
  posTerminalId: 'T1',
  amount: eur(1000),
  localDateTime: '2026-01-31T18:05:00',
  ...more,
});
const capturesRoute = 'POST /payments/{id}/captures';

/** An authorization to work on. */
async function authorized(api: GatewayErp, transId = 'A-1'): Promise<string> {
  const answer = await api.post('/cloudpos', sale(transId, { messageType: 'AUTHORISATION_OR_RESERVATION' }));
  expect(answer.status).toBe(200);
  return fieldOf(answer, 'payId');
}

async function timesDone({ sandboxUrl }: DropInShop, transId: string): Promise<number> {
  const { executions } = await ledgerOf(sandboxUrl);
  return executions.filter((each) => each.transId === transId).length;
}

function operationOf({ headers }: GatewayReply): string {
  return headers.get('tillbridge-operation') ?? 'none';
}

const capture = (transId: string, value = 400): JsonObject => ({ transId, amount: eur(value), refNr: `R-${transId}` });

describe('a key', () => {
  it('is one operation: while it runs, afterwards, and after a restart; with another body 409', async () => {
    const shop = await aDropInShop();
    const paired = shop.pair();
    const api = paired.erp();
    const payId = await authorized(api);
    await addFaults(shop.sandboxUrl, [{ route: capturesRoute, fault: 'latency', ms: 300, times: 1 }]);
    const ask = (erp: GatewayErp) => erp.post(`/payments/${payId}/captures`, capture('C-1'), { key: 'K-1' });
    const [first, second] = await Promise.all([ask(api), ask(api)]);
    expect(first).toMatchObject({ status: 200, body: { payId, transId: 'C-1', refNr: 'R-C-1', status: 'CAPTURED' } });
    expect(second.text).toBe(first.text);
    expect(operationOf(second)).toBe(operationOf(first));
    expect([first, second].map(({ headers }) => headers.get('idempotency-replayed'))).toEqual([null, 'true']);
    await shop.stop();
    await shop.start();
    expect(await ask(paired.erp())).toMatchObject({ status: 200, text: first.text });
    const other = await paired.erp().post(`/payments/${payId}/captures`, capture('C-2'), { key: 'K-1' });
    expect(other).toMatchObject({ status: 409, body: { status: 409, errors: { request: [expect.any(String)] } } });
    expect(operationOf(other)).toBe(operationOf(first));
    expect(await timesDone(shop, 'C-1')).toBe(1);
  });

  it('means the same on both surfaces', async () => {
    const shop = await aDropInShop();
    const { token, erp } = shop.pair();
    const payId = await authorized(erp());
    const first = await erp().post(`/payments/${payId}/captures`, capture('C-1'), { key: 'K-1' });
    const native = await fetch(`${shop.url}/v1/operations/capture`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': 'K-1' },
      body: JSON.stringify({ payId, ...capture('C-1') }),
    });
    expect(await native.json()).toMatchObject({ id: operationOf(first), state: 'succeeded', answerStatus: 200 });
    expect(await timesDone(shop, 'C-1')).toBe(1);
  });

  it('whose request was certainly not carried out is good for another try', async () => {
    const shop = await aDropInShop();
    const api = shop.pair().erp();
    const route = 'POST /payments';
    const body = { transId: 'W-1', amount: eur(900), paymentMethods: { integrationType: 'DIRECT', type: 'CARD' } };
    await addFaults(shop.sandboxUrl, [{ route, fault: 'status', status: 429, times: 1 }]);
    const busy = await api.post('/payments', body, { key: 'K-1' });
    expect(busy.status).toBe(429);
    expect(busy.headers.get('retry-after')).toBe('1');
    expect(await api.post('/payments', body, { key: 'K-1' })).toMatchObject({ status: 201, body: { transId: 'W-1' } });
    expect(await timesDone(shop, 'W-1')).toBe(1);
  });

  it.each(['K 1', 'K'.repeat(256), 'Ü'])(
    'that is no text of 1 to 255 visible characters is refused (%#)',
    async (key) => {
      const shop = await aDropInShop();
      const answer = await shop.pair().erp().post('/payments/P1/captures', capture('C-1'), { key });
      expect(answer).toMatchObject({ status: 400, body: { errors: { 'Idempotency-Key': [expect.any(String)] } } });
    },
  );
});

describe('without a key that counts', () => {
  it.each([
    ['no key', {}],
    ['keys where the gateway lists none', { key: 'K' }],
  ])('an equal request is answered 409 (%s), also after a restart, and nothing is done', async (_what, call) => {
    const shop = await aDropInShop();
    const paired = shop.pair();
    const first = await paired.erp().post('/cloudpos', sale('S-1'), call);
    expect(first).toMatchObject({ status: 200, body: { transId: 'S-1', traceNr: expect.any(String) } });
    const again = await paired.erp().post('/cloudpos', sale('S-1'), call);
    expect(again.status).toBe(409);
    expect(operationOf(again)).toBe(operationOf(first));
    await shop.stop();
    await shop.start();
    expect((await paired.erp().post('/cloudpos', sale('S-1'), call)).status).toBe(409);
    expect(await timesDone(shop, 'S-1')).toBe(1);
  });

  it('of two at the same moment one is done', async () => {
    const shop = await aDropInShop();
    const api = shop.pair().erp();
    const payId = await authorized(api);
    const ask = () => api.post(`/payments/${payId}/captures`, capture('C-1'));
    const statuses = (await Promise.all([ask(), ask(), ask(), ask()])).map(({ status }) => status);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409]);
    expect(await timesDone(shop, 'C-1')).toBe(1);
  });

  it('another client, or another body, is another request', async () => {
    const shop = await aDropInShop();
    const api = shop.pair().erp();
    const payId = await authorized(api);
    const path = `/payments/${payId}/captures`;
    expect((await api.post(path, capture('C-1', 100))).status).toBe(200);
    expect((await api.post(path, capture('C-2', 100))).status).toBe(200);
    expect((await shop.pair().erp().post(path, capture('C-1', 100))).status).toBe(200);
  });

  it('questions, and changes to given values, may come again', async () => {
    const shop = await aDropInShop();
    const api = shop.pair().erp();
    const payId = await authorized(api);
    for (const _ of [1, 2]) {
      expect((await api.post('/services/dcc/bin-check', { bin: '411111' })).status).toBe(200);
      expect((await api.send(`/payments/${payId}`, '{"metadata":{"note":"1"}}', { method: 'PATCH' })).status).toBe(200);
    }
  });

  it('no body is stored in clear', async () => {
    const shop = await aDropInShop();
    const api = shop.pair().erp();
    await api.post('/cloudpos', sale('S-1', { metadata: { name: 'canary-of-a-person' } }));
    expect(shop.filesHolding('canary-of-a-person')).toEqual([]);
  });
});

describe('an outcome that is not known', () => {
  it('is no failure: 504 with a code that begins with 6; the key repeated is told how it ended, and it ended once', async () => {
    const shop = await aDropInShop();
    const paired = shop.pair();
    const payId = await authorized(paired.erp());
    // Only now: what comes before must not be too slow for so little patience.
    await shop.stop();
    await shop.start({ answerSeconds: 0.2 });
    const api = paired.erp();
    await addFaults(shop.sandboxUrl, [{ route: capturesRoute, fault: 'hang-after', times: 1 }]);
    const ask = () => api.post(`/payments/${payId}/captures`, capture('C-1'), { key: 'K-1' });
    const first = await ask();
    expect(first).toMatchObject({ status: 504, body: { responseCode: '6TB00504' } });
    const operation = await fetch(`${shop.url}/v1/operations/${operationOf(first)}`, {
      headers: { authorization: `Bearer ${paired.token}` },
    });
    expect(await operation.json()).toMatchObject({ kind: 'capture', input: { transId: 'C-1' } });
    const last = await until(async () => {
      const answer = await ask();
      return answer.status === 504 ? null : answer;
    });
    expect(last).toMatchObject({ status: 200, body: { payId } });
    expect(await timesDone(shop, 'C-1')).toBe(1);
  });

  it.each(['reset-after', 'cut-body', 'garbled-body'])('is found out while the caller waits: %s', async (fault) => {
    const shop = await aDropInShop();
    const api = shop.pair().erp();
    await addFaults(shop.sandboxUrl, [{ route: 'POST /cloudpos', fault, times: 1 }]);
    const answer = await api.post('/cloudpos', sale('S-1'));
    expect(answer).toMatchObject({ status: 200, body: { transId: 'S-1', responseCode: '00000000' } });
    expect(await timesDone(shop, 'S-1')).toBe(1);
  });

  it("of a capture is told as the capture's own, and of the sale it holds nothing", async () => {
    const shop = await aDropInShop();
    const api = shop.pair().erp();
    const payId = await authorized(api);
    const undisturbed = await api.post(`/payments/${payId}/captures`, capture('C-1'), { key: 'K-1' });
    await addFaults(shop.sandboxUrl, [{ route: capturesRoute, fault: 'reset-after', times: 1 }]);
    const found = await api.post(`/payments/${payId}/captures`, capture('C-2'), { key: 'K-2' });
    expect(await timesDone(shop, 'C-2')).toBe(1);
    const own = { payId, transId: 'C-2', refNr: 'R-C-2', status: 'CAPTURED', amount: eur(400) };
    expect(found).toMatchObject({ status: 200, body: own });
    const record = await api.get(`/payments/getByPayId/${payId}`);
    const listed = (record.body as { operations: JsonObject[] }).operations;
    expect(fieldOf(found, 'xId')).toBe(listed.find((each) => each['transId'] === 'C-2')?.['xId']);
    expect(fieldOf(undisturbed, 'xId')).toBe(listed.find((each) => each['transId'] === 'C-1')?.['xId']);
    for (const ofThePayment of ['totals', 'operations', 'metadata'])
      expect(found.body).not.toHaveProperty(ofThePayment);
  });

  it('of a status 500 leaves no code of failure behind', async () => {
    const shop = await aDropInShop();
    const api = shop.pair().erp();
    await addFaults(shop.sandboxUrl, [{ route: 'POST /cloudpos', fault: 'status-after', status: 500, times: 1 }]);
    const answer = await api.post('/cloudpos', sale('S-1'));
    expect(answer).toMatchObject({ status: 200, body: { transId: 'S-1', status: 'CAPTURED' } });
    expect(fieldOf(answer, 'responseCode')).toMatch(/^0/);
  });

  it('a caller that leaves ends his own waiting only', async () => {
    const shop = await aDropInShop({ terminalSeconds: 20 });
    const api = shop.pair().erp();
    await api.token();
    const leaving = new AbortController();
    shop.cable.hold('POST /api/v2/cloudpos');
    const asked = api.post('/cloudpos', sale('S-1'), { signal: leaving.signal });
    await until(async () => (shop.bridge.calls.operations({ limit: 1 })?.operations.length === 1 ? true : null));
    leaving.abort();
    await expect(asked).rejects.toThrow('aborted');
    expect(await timesDone(shop, 'S-1')).toBe(0);
    shop.cable.release();
    await until(async () => ((await timesDone(shop, 'S-1')) === 1 ? true : null));
  });

  it('that the gateway itself calls not final is answered at once, as it says', async () => {
    const shop = await aDropInShop();
    const body = {
      transId: 'W-1',
      amount: eur(900),
      simulationMode: '60000000',
      paymentMethods: { integrationType: 'DIRECT', type: 'CARD' },
    };
    const answer = await shop.pair().erp().post('/payments', body, { key: 'K-1' });
    expect(answer).toMatchObject({ status: 201, body: { transId: 'W-1', status: 'PENDING' } });
  });
});

describe('offline', () => {
  const stored = ({ bridge }: DropInShop) => bridge.calls.operations({ limit: 10 })?.operations.length ?? 0;

  async function offline(paired: PairedErp, shop: DropInShop) {
    const payId = await authorized(paired.erp());
    await shop.cable.pullOut();
    return payId;
  }

  it('nothing is stored and 503 says so, also of what could wait', async () => {
    const shop = await aDropInShop({ reversalMayWait: true });
    const paired = shop.pair();
    const payId = await offline(paired, shop);
    const before = stored(shop);
    const answers = [
      await paired.erp().post('/cloudpos', sale('S-1')),
      await paired.erp().post(`/payments/${payId}/captures`, capture('C-1'), { key: 'K-1' }),
      await paired.erp().post(`/payments/${payId}/reversals`, {}),
      await paired.erp().send(`/payments/${payId}`, '{"metadata":{}}', { method: 'PATCH' }),
      await paired.erp().get(`/payments/getByPayId/${payId}`),
    ];
    for (const { status, body, headers } of answers) {
      expect(status).toBe(503);
      expect(body).toEqual({ responseCode: '2TB00503', responseDescription: expect.any(String) });
      expect(headers.get('tillbridge-problem')).toBe('offline');
    }
    expect(stored(shop)).toBe(before);
    await shop.cable.putIn();
    const again = await until(async () => {
      const answer = await paired.erp().post(`/payments/${payId}/captures`, capture('C-1'), { key: 'K-1' });
      return answer.status === 503 ? null : answer;
    });
    expect(again.status).toBe(200);
    expect(await timesDone(shop, 'C-1')).toBe(1);
  });

  it('a client that may gets 202 for what may wait, and it is done once the line is back', async () => {
    const shop = await aDropInShop();
    const paired = shop.pair({ options: { waitsOffline: true } });
    const payId = await offline(paired, shop);
    expect((await paired.erp().post('/cloudpos', sale('S-1'))).status).toBe(503);
    const ask = () => paired.erp().post(`/payments/${payId}/captures`, capture('C-1'), { key: 'K-1' });
    const waiting = await ask();
    expect(waiting).toMatchObject({
      status: 202,
      body: { payId, transId: 'C-1', status: 'PENDING', responseCode: '6TB00202', xId: operationOf(waiting) },
    });
    expect((await ask()).status).toBe(202);
    await shop.cable.putIn();
    const last = await until(async () => {
      const answer = await ask();
      return answer.status === 202 ? null : answer;
    });
    expect(last).toMatchObject({ status: 200, body: { payId, status: 'CAPTURED' } });
    expect(await timesDone(shop, 'C-1')).toBe(1);
  });
});

describe('whether a program may wait offline', () => {
  const refundHere = (shop: DropInShop, { token }: PairedErp, payId: string) =>
    fetch(`${shop.url}/v1/operations/refund`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': 'R-1' },
      body: JSON.stringify({ payId, transId: 'R-1', amount: eur(100) }),
    });

  it.each([
    ['unless set, it waits at the bridge’s own addresses and not at the gateway’s', null, 202, 503],
    ['set, it waits at both', true, 202, 202],
    ['taken away, it waits at neither', false, 503, 503],
  ] as const)('is one rule: %s', async (_rule, waitsOffline, here, there) => {
    const shop = await aDropInShop();
    const paired = shop.pair({ options: { waitsOffline } });
    const { body } = await paired.erp().post('/cloudpos', sale('S-1'));
    const payId = fieldOf({ body }, 'payId');
    await shop.cable.pullOut();
    expect((await refundHere(shop, paired, payId)).status).toBe(here);
    const gatewayLike = await paired.erp().post(`/payments/${payId}/refunds`, { transId: 'R-2', amount: eur(100) });
    expect(gatewayLike.status).toBe(there);
    const kinds = (shop.bridge.calls.operations({ limit: 10 })?.operations ?? []).map(({ kind }) => kind);
    const waiting = [here, there].filter((status) => status === 202).map(() => 'refund');
    expect(kinds).toEqual(['cloud-pos', ...waiting]);
  });
});

describe('what the bridge itself refuses', () => {
  it('more than was captured: 422 with an operation result that says FAILED', async () => {
    const shop = await aDropInShop();
    const api = shop.pair().erp();
    const { body } = await api.post('/cloudpos', sale('S-1'));
    const payId = fieldOf({ body }, 'payId');
    const refund = { transId: 'R-1', amount: eur(1001), refNr: 'N', metadata: { till: 4 } };
    expect(await api.post(`/payments/${payId}/refunds`, refund)).toMatchObject({
      status: 422,
      body: {
        payId,
        merchantId: 'SHOP',
        transId: 'R-1',
        xId: expect.any(String),
        refNr: 'N',
        status: 'FAILED',
        responseCode: '2TB00422',
        responseDescription: expect.stringContaining('10.00'),
        metadata: { till: 4 },
      },
    });
    expect((await api.post('/cloudpos', sale('S-1', { amount: eur(1) }))).status).toBe(422);
  });

  it('wrong fields: 400 with the fields, exactly as documented', async () => {
    const shop = await aDropInShop();
    const api = shop.pair().erp();
    const answer = await api.post('/payments/P1/captures', {
      transId: 'C-1',
      amount: { value: 0.5, currency: 'EUR' },
      no: 1,
    });
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body)).toEqual(['type', 'title', 'status', 'traceId', 'errors']);
    expect(Object.keys(answer.body['errors'] as object).toSorted()).toEqual(['amount.value', 'no']);
    expect(answer.headers.get('content-type')).toBe('application/problem+json');
    const twice = await api.post('/payments/P1/captures', { payId: 'P2', ...capture('C-1') });
    expect(twice).toMatchObject({ status: 400, body: { errors: { payId: [expect.stringContaining('path')] } } });
  });

  it.each([
    ['no JSON', '{', 'application/json', 400],
    ['a form', 'transId=C-1', 'application/x-www-form-urlencoded', 415],
    ['text, as a page could send it', '{}', 'text/plain', 415],
    ['too much', `{"a":"${'x'.repeat(70_000)}"}`, 'application/json', 413],
    ['two of a name', '{"transId":"a","transId":"b"}', 'application/json', 400],
    ['a card number', '{"transId":"C-1","statementDescriptor":"4111111111111111"}', 'application/json', 400],
  ])('%s', async (_what, body, type, status) => {
    const shop = await aDropInShop();
    const call = { headers: { 'content-type': type } };
    const answer = await shop.pair().erp().send('/payments/P1/captures', body, call);
    expect(answer).toMatchObject({ status, body: { status } });
  });

  it('while the bridge’s own credentials are wrong, no caller is told to fetch a new token', async () => {
    const shop = await aDropInShop();
    const api = shop.pair().erp();
    const route = 'POST /payments/sessions';
    await addFaults(shop.sandboxUrl, [{ route, fault: 'status', status: 401, times: 2 }]);
    const urls = {
      return: 'https://shop.example/r',
      cancel: 'https://shop.example/c',
      webhook: 'https://shop.example/w',
    };
    const ask = () => api.post('/payments/sessions', { transId: 'H-1', amount: eur(100), urls }, { key: 'K-1' });
    const refused = await ask();
    expect(refused.status).toBe(503);
    expect(refused.headers.get('tillbridge-problem')).toBe('credentials-refused');
  });
});
