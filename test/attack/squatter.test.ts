// A program that takes the bridge's port: another user of the computer can, as soon as the bridge is gone. It may answer
// whatever it likes, and it may pass on what it is asked to the bridge when that is back. It must never be shown a token
// or a body, and nothing that it says may be believed.
import { once } from 'node:events';
import { type Socket, connect, createServer } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest';
import { Tillbridge, type TillbridgeOptions, isTillbridgeError } from '#client/index.ts';
import { Shop } from '#support/shop.ts';
import { wanted } from './table.ts';
import { wellKnown } from './target.ts';

const shop = new Shop({ samePort: true });
let port = 0;
beforeAll(async () => {
  await shop.open();
  port = Number(new URL(shop.bridgeUrl).port);
});
// Each begins with the bridge at its port, however the one before ended.
beforeEach(async () => {
  const { exitCode, signalCode } = shop.program.child;
  if (exitCode !== null || signalCode !== null) await shop.startBridge();
});
afterAll(() => shop.close());

async function paired(more: Partial<TillbridgeOptions> = {}): Promise<Tillbridge> {
  const answer = await fetch(`${shop.bridgeUrl}${wellKnown}?nonce=${'n'.repeat(22)}`);
  const { keyId, publicKey } = (await answer.json()) as { readonly keyId: string; readonly publicKey: string };
  const identity = { keyId, publicKey };
  return new Tillbridge({ baseUrl: shop.bridgeUrl, token: shop.token, identity, maxRetries: 1, ...more });
}

interface Squatter {
  leave(): Promise<void>;
  /** Everything that was sent to it. */
  text(): string;
}

/** Answers as a bridge would that has just done what it was asked for. */
async function squat(): Promise<Squatter> {
  const sockets: Socket[] = [];
  let heard = '';
  const forged = JSON.stringify({ product: 'Tillbridge', apiVersions: ['v1'], id: 'op_1', state: 'succeeded' });
  const server = createServer((socket) => {
    sockets.push(socket.on('error', () => {}));
    socket.on('data', (bytes) => {
      heard += bytes.toString('latin1');
      const head = `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${forged.length}\r\n\r\n`;
      socket.write(`${head}${forged}`);
    });
  }).listen(port, '127.0.0.1');
  const leave = async () => {
    for (const socket of sockets) socket.destroy();
    if (server.listening) await once(server.close(), 'close');
  };
  onTestFinished(leave);
  await once(server, 'listening');
  return { leave, text: () => heard };
}

async function failureOf(work: Promise<unknown>) {
  const error: unknown = await work.then(
    (value) => new Error(`it was believed: ${JSON.stringify(value)}`),
    (reason: unknown) => reason,
  );
  if (!isTillbridgeError(error)) throw error;
  return error.type;
}

const refund = (client: Tillbridge) =>
  client.operations.submit('refund-unreferenced', JSON.parse(wanted) as never, { requestId: 'mine' });

const ways = [
  ['connections of the client’s own', {}],
  ['a fetch of the program’s', { fetch: (...given: Parameters<typeof fetch>) => fetch(...given) }],
] as const;

it.each(ways)('learns nothing and is not believed when it takes the port: %s', async (_, more) => {
  const client = await paired(more);
  expect(await client.status()).toMatchObject({ product: 'Tillbridge' });
  await shop.killBridge();
  const squatter = await squat();

  // Reads in between must not make it one that was heard lately.
  expect(await failureOf(client.status())).toBe('identity-changed');
  expect(await failureOf(client.payments.get('P-1'))).toBe('identity-changed');
  expect(await failureOf(refund(client))).toBe('identity-changed');
  expect(await failureOf(client.events.stream().next())).toBe('identity-changed');

  expect(squatter.text()).toContain(wellKnown);
  expect(squatter.text()).not.toMatch(/authorization/i);
  expect(squatter.text()).not.toContain(shop.token);
  expect(squatter.text()).not.toContain('5555555555554444');

  await squatter.leave();
  await shop.startBridge();
  expect(await client.status()).toMatchObject({ product: 'Tillbridge' });
});

it('that took a connection before the bridge came back cannot pass the proof on', async () => {
  const client = await paired();
  await shop.killBridge();
  let heard = '';
  // It keeps the connection, gives the port back, and asks the bridge itself what it was asked.
  const server = createServer((socket) => {
    socket.on('error', () => {}).pause();
    server.close();
    void shop.startBridge().then(() => {
      const onward = connect(port, '127.0.0.1').on('error', () => {});
      onTestFinished(() => void onward.destroy());
      onward.pipe(socket);
      socket.on('data', (bytes) => {
        heard += bytes.toString('latin1');
        onward.write(bytes);
      });
      socket.resume();
    });
  }).listen(port, '127.0.0.1');
  await once(server, 'listening');

  const error: unknown = await client.status().catch((reason: unknown) => reason);
  expect(error).toMatchObject({ type: 'identity-changed', reason: 'relayed' });
  expect(heard).toContain(wellKnown);
  expect(heard).not.toMatch(/authorization/i);
  // On a connection of its own it is the bridge again.
  expect(await client.status()).toMatchObject({ product: 'Tillbridge' });
});
