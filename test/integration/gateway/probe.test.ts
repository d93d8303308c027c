// Asking whether the gateway is there, without any effect and without showing credentials.
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
