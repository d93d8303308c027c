// A proxy in the environment is for browsers; what carries money goes straight to the gateway.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { answer } from './raw-server.ts';
import { serve } from './setup.ts';

const program = `
import { createGateway } from '#gateway/gateway.ts';
const gateway = createGateway({
  root: process.argv[1], merchantId: 'm', apiKey: () => 'k', scheme: 'basic', clock: { nowMs: () => 0 },
});
const request = { method: 'GET', path: '/x', body: null, key: null, freshConnection: false, answerTimeoutMs: 9000, mayBegin: () => true };
const kept = await gateway.send(request);
const fresh = await gateway.send({ ...request, freshConnection: true });
console.log([kept.status, fresh.status].join());
gateway.close();
`;

test('a proxy in the environment is not used', async () => {
  const proxy = await serve((socket) => void socket.write(answer(500, '')));
  const server = await serve((socket) => void socket.write(answer(200, '{}')));
  const env = {
    ...process.env,
    NODE_USE_ENV_PROXY: '1',
    HTTP_PROXY: proxy.root,
    http_proxy: proxy.root,
    ALL_PROXY: proxy.root,
    NO_PROXY: '',
    no_proxy: '',
  };
  const child = spawn(process.execPath, ['--input-type=module', '-e', program, server.root], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  child.stdout.on('data', (chunk) => (printed += String(chunk)));
  await once(child, 'close');
  expect(printed.trim()).toBe('200,200');
  expect(proxy.sockets).toHaveLength(0);
  expect(server.requests).toHaveLength(2);
});
