// What exactly goes over the wire.
import { expect, test } from 'vitest';
import { answer } from './raw-server.ts';
import { canaryKey, gatewayTo, get, post, serve } from './setup.ts';

const ok = answer(200, '{}');

test('a request carries the exact body, its length in bytes, the key and the credentials', async () => {
  const server = await serve((socket) => void socket.write(ok));
  const body = '{"text":"Grüße €"}';
  await gatewayTo(`${server.root}/shop/api/v2/`, { version: '1.2.3' }).send(post({ body, key: 'f'.repeat(32) }));
  const [request] = server.requests;
  expect(request).toMatchObject({ method: 'POST', path: '/shop/api/v2/payments/P-1/captures' });
  expect(Buffer.from(request!.body, 'latin1').toString('utf8')).toBe(body);
  expect(Object.fromEntries(request!.headers)).toEqual({
    accept: 'application/json',
    'accept-encoding': 'identity',
    'user-agent': 'Tillbridge/1.2.3',
    authorization: `Basic ${Buffer.from(`shop-1:${canaryKey}`).toString('base64')}`,
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    'idempotency-key': 'f'.repeat(32),
    host: server.root.slice('http://'.length),
    connection: 'keep-alive',
  });
});

test('a request without a body says so, and a GET says nothing of a body', async () => {
  const server = await serve((socket) => void socket.write(ok));
  const gateway = gatewayTo(server.root);
  await gateway.send(post({ body: null }));
  await gateway.send(get());
  expect(server.requests.map((each) => each.headers.get('content-length'))).toEqual(['0', undefined]);
  expect(server.requests.map((each) => each.headers.get('content-type'))).toEqual([undefined, undefined]);
});

test('a key that cannot be a header sends nothing', async () => {
  const server = await serve((socket) => void socket.write(ok));
  const answered = await gatewayTo(server.root).send(post({ key: 'a\r\nX-Other: 1' }));
  expect(answered).toMatchObject({ type: 'unsent' });
  expect(server.sockets).toHaveLength(0);
});

test('without an API key nothing is sent', async () => {
  const server = await serve((socket) => void socket.write(ok));
  for (const scheme of ['basic', 'oauth'] as const) {
    const answered = await gatewayTo(server.root, { scheme, apiKey: () => null }).send(post());
    expect(answered).toEqual({ type: 'credentials-refused', reason: 'no API key is set' });
  }
  expect(server.sockets).toHaveLength(0);
});

test('with Basic there is nothing to renew', async () => {
  expect(await gatewayTo('http://127.0.0.1:1').renew(null)).toBe('same');
});

test('localhost is this machine', async () => {
  const server = await serve((socket) => void socket.write(ok));
  const root = server.root.replace('127.0.0.1', 'localhost');
  expect(await gatewayTo(root).send(post())).toMatchObject({ status: 200 });
});
