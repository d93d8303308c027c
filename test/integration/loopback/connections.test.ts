// Programs that connect and then send nothing, or half of something: they cost a place each, and lock no other
// program out.
import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { type Socket, connect } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { listenOnLoopback } from '#http/listen.ts';
import { template } from './fake-bridge.ts';
import { type Till, jsonType, key, problemCode, refundBody, startTill } from './till.ts';
import { type WireRequest, readAnswer, requestText, send } from './wire.ts';

const wellKnown = '/.well-known/tillbridge';
const path = '/v1/operations/refund';

/** A connection of the running test that has sent `bytes` and no more. */
async function opened(port: number, bytes: string | Buffer = ''): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  socket.write(bytes);
  return socket;
}

/** One more request on a connection that stays. */
async function ask(socket: Socket, port: number, request: WireRequest = { path: wellKnown }): Promise<number> {
  socket.write(requestText(port, request));
  return (await readAnswer(socket)).status;
}

function refund(till: Till, query: string, ...headers: (readonly [string, string])[]): WireRequest {
  const all = [till.erp().authorization, jsonType, key('K-1'), ...headers];
  return { method: 'POST', path: `${path}${query}`, headers: all, body: JSON.stringify(refundBody) };
}

describe('connections without a complete request', () => {
  it('that were never used do not hold up the end', async () => {
    const graceMs = 600_000;
    const listening = await listenOnLoopback(0, () => {});
    const unused = await opened(listening.port);
    const gone = once(unused, 'close');
    await Promise.all([listening.close(graceMs), gone]);
    expect(unused.bytesRead).toBe(0);
  });

  it('may be a thousand, and the bridge still serves', async () => {
    const till = await startTill();
    const halves = [
      '',
      'GET /v1/st',
      `GET ${wellKnown} HTTP/1.1\r\nHost: 127.0.0.1:${till.port}\r\nX-Slow: `,
      requestText(till.port, refund(till, '', ['Content-Length', '1000'])),
    ];
    await Promise.all(Array.from({ length: 1_000 }, (_, index) => opened(till.port, halves[index % 4])));
    expect((await till.erp().get('/v1/status')).status).toBe(200);
    expect((await till.erp().post(path, refundBody, key('K-2'))).status).toBe(202);
  });

  it('give way when all places are taken, the oldest first', async () => {
    const { port } = await startTill({ connections: { max: 3 } });
    const [first, second, third] = [await opened(port), await opened(port, 'GET /'), await opened(port, 'G')];
    const firstGone = once(first, 'close');
    const fourth = await opened(port);
    await firstGone;
    const secondGone = once(second, 'close');
    const fifth = await opened(port);
    await secondGone;
    expect(await ask(fourth, port)).toBe(200);
    expect(await ask(fifth, port)).toBe(200);
    third.write(`ET ${wellKnown} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`);
    expect((await readAnswer(third)).status).toBe(200);
  });

  it('give way before one that waits for its answer', async () => {
    const till = await startTill({ connections: { max: 2 } });
    const waiting = await opened(till.port, requestText(till.port, refund(till, '?wait=120')));
    await till.bridge.waitersAre(1);
    const silent = await opened(till.port);
    const gone = once(silent, 'close');
    await opened(till.port);
    await gone;
    till.bridge.move('op-1', 'succeeded');
    expect((await readAnswer(waiting)).status).toBe(200);
  });

  it('give way before one of a program, however long it has been quiet', async () => {
    const till = await startTill({ connections: { max: 2 } });
    const status = { path: '/v1/status', headers: [till.erp().authorization] };
    const kept = await opened(till.port);
    expect(await ask(kept, till.port, status)).toBe(200);
    const silent = await opened(till.port);
    const gone = once(silent, 'close');
    await opened(till.port);
    await gone;
    expect(await ask(kept, till.port, status)).toBe(200);
  });

  it('of strangers that were answered give way before those that were not', async () => {
    const { port } = await startTill({ connections: { max: 2 } });
    const unanswered = await opened(port);
    const answered = await opened(port);
    expect(await ask(answered, port)).toBe(200);
    const gone = once(answered, 'close');
    await opened(port);
    await gone;
    expect(await ask(unanswered, port)).toBe(200);
  });

  it('give way with those of strangers that wait for an answer: only a known caller keeps its place', async () => {
    const seen: Socket[] = [];
    const handler: RequestListener = ({ url, socket }, outgoing) => {
      seen.push(socket);
      if (url === '/now') outgoing.end();
    };
    const known = new Set<unknown>();
    const wishes = { limits: { max: 3 }, isKnown: (socket: unknown) => known.has(socket) };
    const listening = await listenOnLoopback(0, handler, wishes);
    const { port } = listening;
    onTestFinished(() => listening.close(0));
    const asked = async (count: number) => {
      const socket = await opened(port, requestText(port, { path: '/never' }));
      await expect.poll(() => seen.length).toBe(count);
      return socket;
    };
    const program = await asked(1);
    known.add(seen[0]);
    const [older, younger] = [await asked(2), await asked(3)];
    const gone = once(older, 'close');
    const newcomer = await opened(port);
    await gone;
    expect(await ask(newcomer, port, { path: '/now' })).toBe(200);
    expect([program.closed, younger.closed]).toEqual([false, false]);
  });

  it('are let in no more while everybody in it waits for an answer', async () => {
    const till = await startTill({ connections: { max: 1 } });
    const waiting = await opened(till.port, requestText(till.port, refund(till, '?wait=120')));
    await till.bridge.waitersAre(1);
    await once(await opened(till.port), 'close');
    till.bridge.move('op-1', 'succeeded');
    expect((await readAnswer(waiting)).status).toBe(200);
  });
});

describe('a request that comes too slowly', () => {
  const connections = { headersMs: 100, requestMs: 200, checkMs: 20 };

  it.each(['', 'GET /v1/status HTTP/1.1\r\nHost: 127.0.0.1'])(
    'is ended with a problem after %j of its head',
    async (bytes) => {
      const { port } = await startTill({ connections });
      const socket = await opened(port, bytes);
      const closed = once(socket, 'close');
      const answer = await readAnswer(socket);
      expect([answer.status, problemCode(answer)]).toEqual([408, 'request-timeout']);
      expect(answer.headers['connection']).toBe('close');
      await closed;
    },
  );

  it('is ended with a problem in its body, and has started nothing', async () => {
    const till = await startTill({ connections });
    const socket = await opened(till.port, requestText(till.port, refund(till, '', ['Content-Length', '1000'])));
    const closed = once(socket, 'close');
    const answer = await readAnswer(socket);
    expect([answer.status, problemCode(answer)]).toEqual([408, 'request-timeout']);
    await closed;
    expect(till.bridge.submissions).toEqual([]);
  });

  it('does not end one that waits for its answer', async () => {
    // Long enough for a whole request to come in time on a busy machine.
    const till = await startTill({ connections: { headersMs: 1_000, requestMs: 2_000, checkMs: 20 } });
    const waiting = await opened(till.port, requestText(till.port, refund(till, '?wait=120')));
    await till.bridge.waitersAre(1);
    // Opened later and never whole, this one has been waited for as long when it is ended.
    const later = await opened(till.port, requestText(till.port, refund(till, '', ['Content-Length', '1000'])));
    expect((await readAnswer(later)).status).toBe(408);
    till.bridge.move('op-1', 'succeeded');
    expect((await readAnswer(waiting)).status).toBe(200);
  });
});

describe('an answer that is ready and not taken', () => {
  const connections = { takeMs: 100, checkMs: 20 };

  /** A connection that asks for far more than fits on the way, and takes none of it. */
  async function untaken(till: Till): Promise<Socket> {
    till.bridge.put({ ...template, id: 'big', input: { text: 'x'.repeat(24_000_000) } });
    const socket = await opened(till.port);
    socket.write(requestText(till.port, { path: '/v1/operations/big', headers: [till.erp().authorization] }));
    await once(socket, 'data');
    return socket.pause();
  }

  /** Newcomers are let in only where there is a place. */
  const untilServed = async (till: Till) => {
    const asked = () =>
      send(till.port, { path: wellKnown }).then(
        ({ status }) => status,
        () => 0,
      );
    await expect.poll(asked).toBe(200);
  };

  it('gives its place up', async () => {
    const till = await startTill({ connections: { ...connections, max: 1 } });
    const socket = await untaken(till);
    await untilServed(till);
    socket.resume();
    await expect.poll(() => socket.closed).toBe(true);
  });

  it('because another one comes before it keeps its place', async () => {
    const till = await startTill({ connections: { ...connections, max: 2 } });
    const asked = [refund(till, '?wait=120'), { path: wellKnown }];
    const both = Buffer.concat(asked.map((request) => requestText(till.port, request)));
    const waiting = await opened(till.port, both);
    await till.bridge.waitersAre(1);
    await untaken(till);
    await untilServed(till);
    till.bridge.move('op-1', 'succeeded');
    expect((await readAnswer(waiting)).json['state']).toBe('succeeded');
  });
});
