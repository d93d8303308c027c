// Peers that never stop sending before they have answered anything: a printer's place in the network, the receiver of a
// program's events, a gateway. Each used to keep the only thread busy that payments need for as long as its answer was
// awaited, and again at each new try.
import type { Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { post as deliver } from '#loopback/push/post.ts';
import { createTcpLine } from '#peripherals/lines/tcp-line.ts';
import { until } from '#support/until.ts';
import { type Behaviour, startRawServer } from '../integration/gateway/raw-server.ts';
import { gatewayTo, post, serve } from '../integration/gateway/setup.ts';

/** As fast as the other side takes it, until it closes. */
function flood(socket: Socket, text: string): void {
  const piece = Buffer.from(text.repeat(Math.ceil(65_536 / text.length)));
  const more = () => {
    while (socket.writable && socket.write(piece));
  };
  socket.on('drain', more);
  more();
}

const floods =
  (text: string, head = ''): Behaviour =>
  (socket) => {
    socket.write(head);
    flood(socket, text);
  };

const hints = [
  ['early hints', 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'],
  ['words to go on', 'HTTP/1.1 100 Continue\r\n\r\n'],
] as const;

describe('a printer that never stops', () => {
  it('loses its connection, and what it said is not read', async () => {
    const server = await startRawServer(() => undefined);
    onTestFinished(() => server.close());
    const port = Number(new URL(server.root).port);
    const connection = await createTcpLine({ type: 'tcp', host: '127.0.0.1', port }).open(5_000);
    onTestFinished(() => connection.close());
    let heard = 0;
    const lost = new Promise<void>((resolve) => {
      connection.onLost(resolve);
    });
    connection.onBytes((bytes) => {
      heard += bytes.length;
    });
    await until(async () => server.sockets.length > 0 || null);
    for (const socket of server.sockets) flood(socket, '\u0012');
    await lost;
    expect(heard).toBeLessThanOrEqual(32_768);
    await expect(connection.write(Uint8Array.of(1))).rejects.toThrow('The line is closed.');
  }, 20_000);
});

describe('a receiver of events that never answers, but goes on with', () => {
  const send = (root: string) =>
    deliver(
      {
        url: `${root}/events`,
        name: 'operation',
        seq: 1,
        webhookId: 'w',
        body: '{}',
        secret: 'not-a-secret',
        atMs: Date.UTC(2026, 0, 31),
      },
      10_000,
      new AbortController().signal,
    );

  it.each(hints)(
    '%s',
    async (_what, text) => {
      const server = await serve(floods(text));
      expect(await send(server.root)).toEqual({ type: 'failed', why: 'too much before an answer' });
    },
    20_000,
  );

  it('a few of them is heard', async () => {
    const server = await serve((socket) => socket.write(`${hints[0][1].repeat(16)}HTTP/1.1 204 No Content\r\n\r\n`));
    expect(await send(server.root)).toEqual({ type: 'taken' });
  });
});

describe('a gateway that never answers, but goes on with', () => {
  const ask = async (behaviour: Behaviour) => {
    const server = await serve(behaviour);
    return gatewayTo(server.root).send(post({ answerTimeoutMs: 10_000 }));
  };

  it.each(hints)(
    '%s: the outcome is not known',
    async (_what, text) => {
      expect(await ask(floods(text))).toEqual({ type: 'lost', reason: 'reset' });
    },
    20_000,
  );

  it('a few of them is heard', async () => {
    const answer = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}';
    expect(await ask((socket) => socket.write(`${hints[0][1].repeat(16)}${answer}`))).toMatchObject({
      status: 200,
      body: { type: 'json', value: {} },
    });
  });

  it('pieces of one byte', async () => {
    const head = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n';
    const whole = `${head}${'1\r\n \r\n'.repeat(100_000)}2\r\n{}\r\n0\r\n\r\n`;
    expect(await ask((socket) => socket.write(whole))).toMatchObject({ status: 200, body: { type: 'unreadable' } });
  });
});
