// What the bridge makes of each way in which a gateway can answer, half answer, or break off.
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { GatewayAnswer } from '#core/ports/gateway.ts';
import { answer, type Behaviour } from './raw-server.ts';
import { gatewayTo, get, post, serve } from './setup.ts';

async function answerTo(behaviour: Behaviour, answerTimeoutMs = 20_000): Promise<GatewayAnswer> {
  const server = await serve(behaviour);
  const result = await gatewayTo(server.root).send(post({ answerTimeoutMs }));
  expect(server.requests).toHaveLength(1);
  return result;
}

const lost: GatewayAnswer = { type: 'lost', reason: 'reset' };

const says =
  (...parts: (string | Buffer)[]): Behaviour =>
  (socket) => {
    for (const part of parts) socket.write(part);
  };
const saysAndEnds =
  (text: string): Behaviour =>
  (socket) =>
    void socket.end(text);

describe('a complete answer', () => {
  test.each([
    ['an object', '{"status":"OK"}', { type: 'json', value: { status: 'OK' } }],
    ['a scalar', '"OK"', { type: 'json', value: 'OK' }],
    ['null', 'null', { type: 'json', value: null }],
    ['nothing', '', { type: 'empty' }],
    ['a page', '<html>', { type: 'unreadable' }],
    ['white space', ' ', { type: 'unreadable' }],
    ['half an object', '{"status":', { type: 'unreadable', spoilt: true }],
    [
      'nesting that would exhaust the stack',
      '['.repeat(9_000) + ']'.repeat(9_000),
      { type: 'unreadable', spoilt: true },
    ],
  ])('of %s', async (_, body, expected) => {
    expect(await answerTo(says(answer(201, body)))).toEqual({
      type: 'response',
      status: 201,
      retryAfterMs: null,
      body: expected,
      credential: null,
    });
  });

  test('that is not UTF-8 is unreadable', async () => {
    const bytes = Buffer.from('{"a":"\xff"}', 'latin1');
    const head = `HTTP/1.1 200 OK\r\nContent-Length: ${bytes.length}\r\n\r\n`;
    expect(await answerTo(says(head, bytes))).toMatchObject({ status: 200, body: { type: 'unreadable' } });
  });

  test('that is compressed without being asked to is unreadable', async () => {
    const bytes = gzipSync('{"status":"OK"}');
    const head = `HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: ${bytes.length}\r\n\r\n`;
    expect(await answerTo(says(head, bytes))).toMatchObject({ status: 200, body: { type: 'unreadable' } });
  });

  test('with status 204 is empty', async () => {
    expect(await answerTo(says('HTTP/1.1 204 No Content\r\n\r\n'))).toMatchObject({ body: { type: 'empty' } });
  });

  test('in chunks', async () => {
    const chunks = '3\r\n{"a\r\n4\r\n":1}\r\n0\r\n\r\n';
    const text = `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${chunks}`;
    expect(await answerTo(says(text))).toMatchObject({ body: { type: 'json', value: { a: 1 } } });
  });

  test('after informational ones', async () => {
    const early = 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n';
    expect(await answerTo(says(early, answer(200, '{}')))).toMatchObject({ status: 200, body: { type: 'json' } });
  });

  test('stands although garbage follows it', async () => {
    expect(await answerTo(says(`${answer(200, '{}')}garbage\r\n\r\n`))).toMatchObject({ body: { type: 'json' } });
  });

  test('that redirects is not followed', async () => {
    const elsewhere = await serve(says(answer(200, '{}')));
    const server = await serve(says(answer(307, '', [`Location: ${elsewhere.root}/`])));
    expect(await gatewayTo(server.root).send(post())).toMatchObject({ status: 307 });
    expect(await gatewayTo(server.root).send(get())).toMatchObject({ status: 307 });
    expect(elsewhere.requests).toHaveLength(0);
  });

  test.each([
    ['seconds', '7', 7_000],
    ['a date', 'Sat, 31 Jan 2026 18:05:30 GMT', 30_000],
    ['an absurd number', '99999999999', 3_600_000],
  ])('carries Retry-After as %s', async (_, header, retryAfterMs) => {
    const behaviour = says(answer(429, '', [`Retry-After: ${header}`]));
    expect(await answerTo(behaviour)).toMatchObject({ status: 429, retryAfterMs });
  });

  test('of more than one MiB is unreadable, its status known', async () => {
    const head = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n';
    const chunk = `10000\r\n${'9'.repeat(0x10000)}\r\n`;
    expect(await answerTo(says(head, chunk.repeat(17)))).toMatchObject({ status: 200, body: { type: 'unreadable' } });
  });

  test('of exactly one MiB is read', async () => {
    const body = '9'.repeat(1_048_576);
    expect(await answerTo(says(answer(200, JSON.stringify(body.slice(2)))))).toMatchObject({ body: { type: 'json' } });
  });
});

describe('an answer without an announced end', () => {
  test('is taken when it is whole JSON', async () => {
    const behaviour = saysAndEnds('HTTP/1.1 200 OK\r\n\r\n{"status":"OK"}');
    expect(await answerTo(behaviour)).toMatchObject({ body: { type: 'json', value: { status: 'OK' } } });
  });

  test.each(['', '{"status":"O'])('is cut when %j is all that came', async (body) => {
    const behaviour = saysAndEnds(`HTTP/1.1 200 OK\r\n\r\n${body}`);
    expect(await answerTo(behaviour)).toMatchObject({ status: 200, body: { type: 'cut' } });
  });
});

describe('an answer that ends early, at any byte', () => {
  const body = '{"status":"OK","n":[1,2]}';
  const framings = {
    'content-length': answer(200, body),
    chunked: `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n19\r\n${body}\r\n0\r\n\r\n`,
  };
  test.each(Object.entries(framings))('%s: is lost within its head and cut within its body', async (_, whole) => {
    const head = whole.indexOf('\r\n\r\n') + 4;
    let length = 0;
    const server = await serve((socket) => void socket.end(whole.slice(0, length)));
    const gateway = gatewayTo(server.root);
    for (length = 0; length < whole.length; length++) {
      const expected = length < head ? lost : { type: 'response', status: 200, body: { type: 'cut' } };
      expect(await gateway.send(post()), `${length} bytes`).toMatchObject(expected);
    }
    expect(await gateway.send(post())).toMatchObject({ body: { type: 'json' } });
    expect(server.requests).toHaveLength(whole.length + 1);
  });

  test('a reset within the body is cut too', async () => {
    const result = await answerTo((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 40\r\n\r\n{"status"', () => socket.resetAndDestroy());
    });
    // A reset may overtake the head; then nothing is known but that the request was sent.
    const cut = { type: 'response', status: 200, retryAfterMs: null, body: { type: 'cut' }, credential: null };
    expect([cut, lost]).toContainEqual(result);
  });
});

describe('an answer that is none', () => {
  const broken: readonly (readonly [string, Behaviour])[] = [
    ['a reset', (socket) => void socket.resetAndDestroy()],
    ['an end', (socket) => void socket.end()],
    ['garbage', says('\0\x01\x02 not http\r\n\r\n')],
    ['another protocol', says('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n')],
    ['headers without end', says(`HTTP/1.1 200 OK\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`)],
    ['two lengths', says('HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}')],
    ['a length and chunks', says('HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}')],
  ];
  test.each(broken)('%s: lost', async (_, behaviour) => {
    expect(await answerTo(behaviour)).toEqual(lost);
  });

  const silent: readonly (readonly [string, Behaviour])[] = [
    ['silence', () => undefined],
    ['half a head', says('HTTP/1.1 200 OK\r\n')],
    ['informational ones only', says('HTTP/1.1 102 Processing\r\n\r\n')],
    ['half a body', says('HTTP/1.1 200 OK\r\nContent-Length: 40\r\n\r\n{"status"')],
    ['a body that never ends', (socket) => trickle(socket, 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n')],
  ];
  test.each(silent)('%s: lost when the time is up, and the connection is closed', async (_, behaviour) => {
    const server = await serve(behaviour);
    const result = await gatewayTo(server.root).send(post({ answerTimeoutMs: 100 }));
    expect(result).toEqual({ type: 'lost', reason: 'timeout' });
    await expect.poll(() => server.sockets[0]?.destroyed).toBe(true);
    expect(server.requests).toHaveLength(1);
  });
});

/** Always another byte, so that only a limit on the whole answer ends it. */
function trickle(socket: Parameters<Behaviour>[0], text: string): void {
  socket.write(text, (error) => {
    if (error === null || error === undefined) setImmediate(() => trickle(socket, '1\r\n9\r\n'));
  });
}

test('a gateway that does not read is given up as lost', async () => {
  const server = await serve(() => undefined);
  const gateway = gatewayTo(server.root, {});
  const sent = gateway.send(post({ body: JSON.stringify('x'.repeat(40_000_000)), answerTimeoutMs: 300 }));
  await expect.poll(() => server.sockets[0]?.pause().isPaused()).toBe(true);
  expect(await sent).toEqual({ type: 'lost', reason: 'timeout' });
});

test('closing gives up what is under way, and sends nothing afterwards', async () => {
  const server = await serve(() => undefined);
  const gateway = gatewayTo(server.root);
  const sent = gateway.send(post());
  await server.arrived(1);
  gateway.close();
  expect(await sent).toEqual(lost);
  expect(await gateway.send(post())).toMatchObject({ type: 'unsent' });
  expect(server.requests).toHaveLength(1);
});
