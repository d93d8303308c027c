// Every address of the gateway is there, by the registry, and nothing else is: no trick with a path or a method gets
// anywhere, and what cannot be understood is not carried out.
import { describe, expect, it } from 'vitest';
import { findAddress } from '#loopback/drop-in/addresses.ts';
import { pathFields } from '#operations/define.ts';
import { commands, queries } from '#operations/index.ts';
import { aDropInShop } from '#support/drop-in-shop.ts';
import { send } from '../loopback/wire.ts';

const registry = [
  ...commands.map((command) => ({ name: command.kind, ...command, target: { type: 'command', command } })),
  ...Object.values(queries).map((query) => ({ ...query, target: { type: 'query', query } })),
];

describe('an address', () => {
  it.each(registry)('of $name is found, its ids decoded once', ({ method, path, target }) => {
    const names = pathFields(path);
    const filled = names.reduce((text, name) => text.replace(`{${name}}`, `${name}%2520%C3%A9`), path);
    const fields = Object.fromEntries(names.map((name) => [name, `${name}%20é`]));
    expect(findAddress(method, `/api/v2${filled}`)).toEqual({ type: 'found', target, fields });
  });

  it('with a fixed name is never a payment of that name', () => {
    expect(findAddress('POST', '/api/v2/payments/refunds')).toMatchObject({
      target: { command: { kind: 'refund-unreferenced' } },
    });
    expect(findAddress('GET', '/api/v2/payments/refunds')).toEqual({ type: 'no-method', allow: 'POST, PATCH' });
  });

  it('for reading takes HEAD, too', () => {
    expect(findAddress('HEAD', '/api/v2/customers')).toMatchObject({ type: 'found' });
    expect(findAddress('POST', '/api/v2/customers')).toEqual({ type: 'no-method', allow: 'GET, HEAD' });
  });
});

describe('over the wire', () => {
  it.each([
    ['nothing', '/api/v2', 404],
    ['an unknown address', '/api/v2/nothing', 404],
    ['another version', '/api/v1/customers', 404],
    ['a slash at the end', '/api/v2/customers/', 404],
    ['two slashes', '/api/v2//customers', 404],
    ['another case', '/api/v2/Customers', 404],
    ['an encoded prefix', '/%61pi/v2/customers', 404],
    ['an encoded slash', '/api/v2/payments%2FgetByPayId%2FP1', 404],
    ['a dot segment', '/api/v2/payments/../customers', 400],
    ['an encoded dot segment', '/api/v2/payments/%2e%2e/customers', 400],
    ['an id with a slash in it', '/api/v2/payments/getByPayId/a%2Fb', 400],
    ['an id with a query in it', '/api/v2/payments/getByPayId/a%3Fb=c', 400],
    ['bad encoding', '/api/v2/payments/getByPayId/%ff', 400],
    ['an unknown parameter', '/api/v2/customers?nothing=1', 400],
    ['a parameter given twice', '/api/v2/customers?page=1&page=2', 400],
    ['a parameter of the wrong form', '/api/v2/customers?page=one', 400],
    ['an empty parameter', '/api/v2/customers?email=', 200],
  ])('%s', async (_what, path, status) => {
    const shop = await aDropInShop();
    const { erp } = shop.pair();
    const { port } = new URL(shop.url);
    const answer = await send(Number(port), { path, headers: [['Authorization', erp().basic]] });
    // Outside of the surface the native API answers, which knows no such credentials.
    expect([status, status === 404 ? 401 : status]).toContain(answer.status);
    expect(answer.json['status'] ?? answer.status).toBe(answer.status);
  });

  it('HEAD answers without a body, another method says what is taken', async () => {
    const shop = await aDropInShop();
    const api = shop.pair().erp();
    const authorization = api.basic;
    const head = await fetch(`${shop.url}/api/v2/customers`, { method: 'HEAD', headers: { authorization } });
    expect(head.status).toBe(200);
    expect(await head.text()).toBe('');
    const put = await api.send('/payments/P1/captures', '{}', { method: 'PUT' });
    expect(put).toMatchObject({ status: 405, body: { status: 405 } });
    expect(put.headers.get('allow')).toBe('POST');
  });

  it('a command with a parameter is not carried out', async () => {
    const shop = await aDropInShop();
    const answer = await shop.pair().erp().post('/payment-intents?dryRun=true', { transId: 'I-1' });
    expect(answer).toMatchObject({ status: 400, body: { errors: { dryRun: [expect.any(String)] } } });
    expect(shop.bridge.calls.operations({ limit: 1 })?.operations).toEqual([]);
  });

  it('a transId may hold what a path could not', async () => {
    const shop = await aDropInShop();
    const api = shop.pair().erp();
    const transId = 'order 7/8 %41 ü?';
    const amount = { value: 100, currency: 'EUR' };
    const body = { transId, amount, paymentMethods: { integrationType: 'DIRECT', type: 'CARD' } };
    expect((await api.post('/payments', body)).status).toBe(201);
    const read = await api.get(`/payments/getByTransId/${encodeURIComponent(transId)}`);
    expect(read).toMatchObject({ status: 200, body: { transId } });
  });
});
