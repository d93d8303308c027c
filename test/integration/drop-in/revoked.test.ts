// A token that a command revokes, beside the running bridge, while a request of its program is under way: on both
// surfaces, over a real database, and with the gateway's own books as the witness.
import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { JsonObject } from '#contract/data/json.ts';
import { newToken } from '#loopback/access/tokens.ts';
import { type Scope, scopes as allScopes } from '#contract/programs/scopes.ts';
import { type DropInShop, aDropInShop } from '#support/drop-in-shop.ts';
import { addFaults, ledgerOf } from '#support/erp.ts';
import { fieldOf } from '#support/gateway-erp.ts';
import { until } from '#support/until.ts';

const sale: JsonObject = {
  messageType: 'SALE',
  transId: 'S-1',
  posTerminalId: 'T1',
  amount: { value: 1000, currency: 'EUR' },
  localDateTime: '2026-01-31T18:05:00',
};

/** The answer's first line and body, to a request whose body comes when `between` is done. */
async function inTwoPieces(shop: DropInShop, path: string, authorization: string, between: () => void) {
  const { port } = new URL(shop.url);
  const body = JSON.stringify(sale);
  const socket = connect(Number(port), '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  let text = '';
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString('utf8');
  });
  const head = [
    `POST ${path} HTTP/1.1`,
    `Host: 127.0.0.1:${port}`,
    `Authorization: ${authorization}`,
    'Content-Type: application/json',
    'Idempotency-Key: K-1',
    `Content-Length: ${body.length}`,
    'Connection: close',
  ].join('\r\n');
  socket.write(`${head}\r\n\r\n{`);
  await once(socket, 'connect');
  // Somebody else's question is answered: the head was read before it.
  for (let count = 0; count < 3; count += 1) await fetch(`${shop.url}/.well-known/tillbridge`);
  between();
  socket.write(body.slice(1));
  await once(socket, 'close');
  return text;
}

async function timesDone({ sandboxUrl }: DropInShop): Promise<number> {
  const { executions } = await ledgerOf(sandboxUrl);
  return executions.filter(({ transId }) => transId === 'S-1').length;
}

const surfaces = [
  ['native', '/v1/operations/cloud-pos?wait=20'],
  ['drop-in', '/api/v2/cloudpos'],
] as const;

async function aProgram(shop: DropInShop, surface: (typeof surfaces)[number][0], scopes: readonly Scope[] = allScopes) {
  const { id, token, erp } = shop.pair({ scopes });
  const access = surface === 'native' ? token : fieldOf(await erp().token(), 'access_token');
  return { id, authorization: `Bearer ${access}` };
}

describe.each(surfaces)('a token of the %s surface that a command renews', (surface, path) => {
  it('moves no money with a body that comes afterwards, and the new one finds what the program asked for', async () => {
    const shop = await aDropInShop();
    const { id, authorization } = await aProgram(shop, surface);
    const { token, hash } = newToken();
    const first = await shop.bridge.calls.submit({ kind: 'cloud-pos', input: sale, requestId: 'K-0', clientId: id });
    const answer = await inTwoPieces(shop, path, authorization, () => shop.renew(id, hash));
    expect(answer).toMatch(/^HTTP\/1\.1 401 /);
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': 'K-0' };
    const body = JSON.stringify(sale);
    const again = await fetch(`${shop.url}/v1/operations/cloud-pos?wait=20`, { method: 'POST', headers, body });
    const found = (await again.json()) as { readonly id: string };
    expect([first.type === 'accepted' ? first.operation.id : null, await timesDone(shop)]).toEqual([found.id, 1]);
  });
});

describe.each(surfaces)('a token of the %s surface that a command revokes', (surface, path) => {
  it('moves no money with a body that comes afterwards', async () => {
    const shop = await aDropInShop();
    const { id, authorization } = await aProgram(shop, surface);
    const answer = await inTwoPieces(shop, path, authorization, () => shop.revoke(id));
    expect(answer).toMatch(/^HTTP\/1\.1 401 /);
    expect(shop.bridge.calls.operations({ limit: 1 })?.operations).toEqual([]);
    expect(await timesDone(shop)).toBe(0);
  });

  it('gets no result that comes afterwards, of a sale that is carried out once', async () => {
    const shop = await aDropInShop();
    const { id, authorization } = await aProgram(shop, surface);
    await addFaults(shop.sandboxUrl, [{ route: 'POST /cloudpos', fault: 'latency', ms: 500, times: 1 }]);
    const headers = { authorization, 'content-type': 'application/json', 'idempotency-key': 'K-1' };
    const answering = fetch(`${shop.url}${path}`, { method: 'POST', headers, body: JSON.stringify(sale) });
    await until(async () => (shop.bridge.calls.operations({ limit: 1 })?.operations.length === 1 ? true : null));
    shop.revoke(id);
    const answer = await answering;
    const text = await answer.text();
    expect([answer.status, text.includes('traceNr'), text.includes('payId')]).toEqual([401, false, false]);
    expect(shop.bridge.calls.operations({ limit: 2 })?.operations.map(({ state }) => state)).toEqual(['succeeded']);
    expect(await timesDone(shop)).toBe(1);
  });
});

interface Told {
  readonly status: number;
  readonly code: string;
  readonly text: string;
}

/** A sale that is asked for, and is being accepted: the gateway was asked whether it is there, and has yet to answer. */
async function whileProbing(shop: DropInShop, path: string, authorization: string): Promise<() => Promise<Told>> {
  shop.cable.hold('GET /api/v2 ');
  const headers = { authorization, 'content-type': 'application/json', 'idempotency-key': 'K-1' };
  const answering = fetch(`${shop.url}${path}`, { method: 'POST', headers, body: JSON.stringify(sale) });
  await until(async () => (shop.cable.heldUp > 0 ? true : null));
  return async () => {
    const answer = await answering;
    const text = await answer.text();
    const { code } = JSON.parse(text) as { readonly code?: string };
    return { status: answer.status, code: code ?? answer.headers.get('tillbridge-problem') ?? '', text };
  };
}

describe.each(surfaces)('a program of the %s surface that asks for a sale', (surface, path) => {
  it.each<[string, (shop: DropInShop, id: string) => void, number, string]>([
    ['is shut out', (shop, id) => shop.revoke(id), 401, 'token-unknown'],
    ['loses the scope', (shop, id) => shop.change(id, { scopes: ['status', 'refund'] }), 403, 'scope-missing'],
  ])('and %s while the gateway is probed starts nothing', async (_what, takeAway, status, code) => {
    const shop = await aDropInShop();
    const { id, authorization } = await aProgram(shop, surface);
    const answer = await whileProbing(shop, path, authorization);
    takeAway(shop, id);
    shop.cable.release();
    const told = await answer();
    expect(told).toMatchObject({ status, code });
    expect(told.text).toContain('Nothing was stored.');
    expect(shop.bridge.calls.operations({ limit: 1 })?.operations).toEqual([]);
    expect(await timesDone(shop)).toBe(0);
  });

  it('and is shut out before it turns out that the gateway is away is not told of anything accepted', async () => {
    const shop = await aDropInShop();
    const { id, authorization } = await aProgram(shop, surface);
    const answer = await whileProbing(shop, path, authorization);
    shop.revoke(id);
    await shop.cable.pullOut();
    expect(await answer()).toMatchObject({ status: 401, code: 'token-unknown' });
    expect(shop.bridge.calls.operations({ limit: 1 })?.operations).toEqual([]);
  });
});

const lookUps = [
  ['native', (payId: string) => `/v1/payments/${payId}`],
  ['drop-in', (payId: string) => `/api/v2/payments/getByPayId/${payId}`],
] as const;

describe.each(lookUps)('a look-up of the %s surface', (surface, addressOf) => {
  it.each<[string, readonly Scope[]]>([
    ['customers', ['status', 'customers']],
    ['sale', ['status', 'sale']],
  ])('shows what its program may see when the answer comes, without %s', async (_lost, scopes) => {
    const shop = await aDropInShop();
    const payId = fieldOf(await shop.pair().erp().post('/cloudpos', sale, { key: 'K-0' }), 'payId');
    const { id, authorization } = await aProgram(shop, surface, scopes);
    shop.cable.hold('GET /api/v2/payments/getByPayId/');
    const answering = fetch(`${shop.url}${addressOf(payId)}`, { headers: { authorization } });
    await until(async () => (shop.cable.heldUp > 0 ? true : null));
    shop.change(id, { scopes: ['status'] });
    shop.cable.release();
    expect(await (await answering).json()).toMatchObject({ payId, withheld: true });
  });
});
