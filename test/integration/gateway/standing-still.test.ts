// The computer stands still for longer than the gateway is waited for: a disk that hangs, a lid that was closed. What
// came meanwhile counts as heard; only silence while the bridge could listen means that nobody answers.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import { openConnection } from '#gateway/connect.ts';
import { targetOf } from '#gateway/root-address.ts';
import { gatewayTo, get, post, serve } from './setup.ts';

const patienceMs = 400;
const stillMs = 3 * patienceMs;
const limits = { probeTimeoutMs: patienceMs, connectTimeoutMs: patienceMs };

test('a gateway that is asked for right before', async () => {
  const gateway = gatewayTo(await elsewhere(), limits);
  const probed = gateway.probe();
  standStill();
  expect(await probed).toBe(true);
});

test('a gateway whose answer comes meanwhile', async () => {
  const gateway = gatewayTo(await elsewhere(), limits);
  const probed = gateway.probe();
  setImmediate(standStill);
  expect(await probed).toBe(true);
});

test.each([get(), post(), post({ key: 'k' })])('an operation whose answer comes meanwhile', async (request) => {
  const gateway = gatewayTo(await elsewhere(), limits);
  const mayBegin = () => {
    setImmediate(standStill);
    return true;
  };
  const answer = await gateway.send({ ...request, answerTimeoutMs: patienceMs, mayBegin });
  expect(answer).toMatchObject({ type: 'response', status: 200 });
});

test('a connection that is made meanwhile', async () => {
  const target = targetOf(await elsewhere());
  const made = new Promise<Error | null>((resolve) => {
    openConnection(target, { timeoutMs: patienceMs, caPem: undefined }, (error, socket) => {
      socket?.destroy();
      resolve(error);
    });
  });
  standStill();
  expect(await made).toBeNull();
});

test('a gateway that says nothing, before, meanwhile, or after', async () => {
  const silent = await serve(() => undefined);
  const gateway = gatewayTo(silent.root, limits);
  const asked = [gateway.probe(), gateway.send(get({ answerTimeoutMs: patienceMs }))];
  await silent.arrived(2);
  standStill();
  expect(await Promise.all(asked)).toEqual([false, { type: 'lost', reason: 'timeout' }]);
});

test('a computer that stands still again and again waits for an end all the same', async () => {
  const silent = await serve(() => undefined);
  const stumbling = setInterval(standStill, 1, patienceMs * 0.3);
  onTestFinished(() => clearInterval(stumbling));
  expect(await gatewayTo(silent.root, limits).probe()).toBe(false);
});

function standStill(ms = stillMs): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

/** The root of a gateway that goes on while this thread stands still. */
async function elsewhere(): Promise<string> {
  const code = `
    const { parentPort } = require('node:worker_threads');
    const server = require('node:http').createServer((_, response) => response.end('{}'));
    server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));`;
  const worker = new Worker(code, { eval: true });
  onTestFinished(async () => void (await worker.terminate()));
  const [port] = (await once(worker, 'message')) as [number];
  return `http://127.0.0.1:${port}`;
}
