// Asking whether the gateway is there, without any effect and without showing credentials.
import type { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { answer } from './raw-server.ts';
import { gatewayTo, serve } from './setup.ts';

test.each([200, 204, 302, 401, 404, 429, 500])('status %i: it is there', async (status) => {
  const server = await serve((socket) => void socket.write(answer(status, '')));
  expect(await gatewayTo(server.root).probe()).toBe(true);
});

test.each([502, 503, 504])('status %i: something in front of it answered', async (status) => {
  const server = await serve((socket) => void socket.write(answer(status, '')));
  expect(await gatewayTo(server.root).probe()).toBe(false);
});

test('silence, a reset and a closed port: it is not there', async () => {
  const silent = await serve(() => undefined);
  expect(await gatewayTo(silent.root, { probeTimeoutMs: 50 }).probe()).toBe(false);
  const resetting = await serve((socket) => void socket.resetAndDestroy());
  expect(await gatewayTo(resetting.root).probe()).toBe(false);
  await resetting.close().catch(() => undefined);
  expect(await gatewayTo(resetting.root).probe()).toBe(false);
});

test.each([
  ['is silent', () => undefined],
  ['resets the connection', (socket: Socket) => void socket.resetAndDestroy()],
  ['answers 502', (socket: Socket) => void socket.write(answer(502, ''))],
])(
  'where the bare address alone %s, a look-up tells that it is there, and is asked first from then on',
  async (_, bare) => {
    const server = await serve((socket, { path }) =>
      path.endsWith('/reachable') ? void socket.write(answer(404, '')) : bare(socket),
    );
    const gateway = gatewayTo(server.root, { probeTimeoutMs: 500 });
    expect(await gateway.probe()).toBe(true);
    expect(await gateway.probe()).toBe(true);
    const lookUp = '/api/v2/payments/getByTransId/reachable';
    expect(server.requests.map(({ path }) => path)).toEqual(['/api/v2', lookUp, lookUp]);
  },
);

test('that it is not there is logged once, with the reason, and not where the bridge itself ends', async () => {
  const log: unknown[] = [];
  let status = 503;
  const server = await serve((socket) => (status === 0 ? undefined : void socket.write(answer(status, ''))));
  const gateway = gatewayTo(server.root, { log: (...line) => void log.push(line) });
  await gateway.probe();
  await gateway.probe();
  const told = ['warn', 'gateway-not-reached', { reason: 'status 503' }];
  expect(log).toEqual([told]);
  status = 404;
  await gateway.probe();
  status = 503;
  await gateway.probe();
  expect(log).toEqual([told, told]);
  status = 404;
  await gateway.probe();
  status = 0;
  const last = gateway.probe();
  await server.arrived(6);
  gateway.close();
  expect(await last).toBe(false);
  expect(log).toEqual([told, told]);
});

test('it asks for nothing and shows nothing', async () => {
  const server = await serve((socket) => void socket.write(answer(401, '')));
  await gatewayTo(server.root, { scheme: 'oauth' }).probe();
  expect(server.requests).toHaveLength(1);
  const [request] = server.requests;
  expect(request).toMatchObject({ method: 'GET', path: '/api/v2', body: '' });
  expect([...request!.headers.keys()].toSorted()).toEqual([
    'accept',
    'accept-encoding',
    'connection',
    'host',
    'user-agent',
  ]);
});
