// Failures that prove that nothing was sent, so that the engine may simply try again.
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import { InsecureAddress } from '#gateway/root-address.ts';
import { ownPort } from '#support/port.ts';
import { canaryKey, gatewayTo, get, post } from './setup.ts';

async function unsentReason(root: string, connectTimeoutMs?: number): Promise<string> {
  const log: string[] = [];
  const gateway = gatewayTo(root, { connectTimeoutMs, log: (...line) => void log.push(JSON.stringify(line)) });
  const reasons = new Set<string>();
  for (const request of [get(), post(), post({ key: 'k' }), get({ freshConnection: true })]) {
    const answer = await gateway.send(request);
    if (answer.type !== 'unsent') throw new Error(`not unsent: ${JSON.stringify(answer)}`);
    reasons.add(answer.reason);
  }
  expect(log).toHaveLength(4);
  expect(log.join()).not.toContain(canaryKey);
  expect(reasons.size).toBe(1);
  return [...reasons].join();
}

test('a refused connection', async () => {
  expect(await unsentReason(`http://127.0.0.1:${await ownPort()}`)).toBe(
    'the gateway refused the connection (ECONNREFUSED)',
  );
});

test('a name that does not exist', async () => {
  // A label that is too long can be no name, so that no name server, and no want of one, has a say.
  expect(await unsentReason(`https://${'gateway'.repeat(10)}.invalid`)).toMatch(
    /^the name of the gateway .* \((ENOTFOUND|EAI_AGAIN)\)$/,
  );
});

test('a connection that is never accepted', async () => {
  expect(await unsentReason(`http://127.0.0.1:${await fullBacklog()}`, 100)).toBe(
    'connecting took too long (ETIMEDOUT)',
  );
});

test('a TLS handshake that is never answered', async () => {
  const server = createServer((socket) => void socket.resume()).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  expect(await unsentReason(`https://127.0.0.1:${port}`, 100)).toBe('connecting took too long (ETIMEDOUT)');
});

test('a probe gives up in its own time, however long connecting may take', async () => {
  const patient = { connectTimeoutMs: 600_000, probeTimeoutMs: 50 };
  expect(await gatewayTo(`http://127.0.0.1:${await fullBacklog()}`, patient).probe()).toBe(false);
});

test('a connection that is given up while it is made is closed', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const accepted = once(server, 'connection') as Promise<[Socket]>;
  const gateway = gatewayTo(`https://127.0.0.1:${port}`, { connectTimeoutMs: 600_000, probeTimeoutMs: 50 });
  const probed = gateway.probe();
  const [socket] = await accepted;
  const closed = once(socket.resume(), 'close');
  expect(await probed).toBe(false);
  await closed;
});

test('a gateway that was closed while it connected', async () => {
  const gateway = gatewayTo(`http://127.0.0.1:${await fullBacklog()}`, { connectTimeoutMs: 600_000 });
  const sent = [gateway.send(get()), gateway.send(post())];
  setImmediate(() => gateway.close());
  for (const answer of await Promise.all(sent)) expect(answer).toMatchObject({ type: 'unsent' });
});

test('plain http beyond this machine is refused when the gateway is created', () => {
  expect(() => gatewayTo('http://gateway.example')).toThrow(InsecureAddress);
  expect(() => gatewayTo('https://gateway.example', { authRoot: 'http://10.0.0.1' })).toThrow(InsecureAddress);
});

/** A port where connections queue up and nobody takes them: a listener whose thread stands still. */
async function fullBacklog(): Promise<number> {
  const code = `
    const { parentPort } = require('node:worker_threads');
    const server = require('node:net').createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
      parentPort.postMessage(server.address().port);
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    });`;
  const worker = new Worker(code, { eval: true });
  const [port] = (await once(worker, 'message')) as [number];
  const waiting = Array.from({ length: 8 }, () => connect(port, '127.0.0.1').on('error', () => undefined));
  onTestFinished(async () => {
    for (const socket of waiting) socket.destroy();
    await worker.terminate();
  });
  // Linux lets one more in than the backlog says; once these two are in, the queue is full.
  await Promise.all([once(waiting[0]!, 'connect'), once(waiting[1]!, 'connect')]);
  return port;
}
