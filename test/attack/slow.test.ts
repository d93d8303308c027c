// Callers that cost places and time: heads and bodies that come byte by byte, connections that are opened and left, and
// far more of them than there are places. All of it stops by itself.
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { Wire } from '#support/strict-http.ts';
import { bearer, json, wanted, wantedPath } from './table.ts';
import { Target, serving, toldBy, wellKnown } from './target.ts';

const target = new Target();
beforeAll(() => target.open());
afterAll(() => target.close());

/** More than there are places (main/http/listen.ts: 2,048). */
const tooMany = 2_500;

/** A connection that has sent `bytes` and no more. */
async function opened(bytes: string | Buffer = ''): Promise<Wire> {
  const wire = new Wire(target.port);
  onTestFinished(() => wire.close());
  await once(wire.socket, 'connect');
  wire.send(typeof bytes === 'string' ? target.filled(bytes) : bytes);
  return wire;
}

async function openedTimes(count: number, bytes: (index: number) => string | Buffer): Promise<readonly Wire[]> {
  const wires: Wire[] = [];
  // A few at a time: the queue of connections that wait to be accepted is not what is tried here.
  while (wires.length < count) {
    const next = Math.min(100, count - wires.length);
    const begun = wires.length;
    wires.push(...(await Promise.all(Array.from({ length: next }, (_, index) => opened(bytes(begun + index))))));
  }
  return wires;
}

/** Sends a byte again and again until the other side has had enough. */
function dripping(wire: Wire, byte: string): void {
  const timer = setInterval(() => wire.send(byte), 200);
  wire.socket.once('close', () => clearInterval(timer));
  onTestFinished(() => clearInterval(timer));
}

const request = {
  method: 'POST',
  path: wantedPath,
  headers: [bearer, json, ['Idempotency-Key', 'slow-1'] as const],
  body: wanted,
};
const head = 'GET /v1/status HTTP/1.1\r\nHost: HOST\r\nAuthorization: Bearer TOKEN\r\n';
const postHead = `POST ${wantedPath} HTTP/1.1\r\nHost: HOST\r\nAuthorization: Bearer TOKEN\r\nContent-Type: application/json\r\n`;

describe('a request that comes too slowly', () => {
  it.each([
    ['a head that never begins', '', ''],
    ['a head that stops', 'GET /v1/st', ''],
    ['a head of which a byte comes now and then', `${head}X-Slow: `, 'a'],
    ['a head of which a header comes now and then', head, 'a:b\r\n'],
    ['a body that never begins', `${postHead}Idempotency-Key: slow-2\r\nContent-Length: 500\r\n\r\n`, ''],
    ['a body that stops', `${postHead}Idempotency-Key: slow-3\r\nContent-Length: 500\r\n\r\n{"transId":`, ''],
    [
      'a body of which a byte comes now and then',
      `${postHead}Idempotency-Key: slow-4\r\nContent-Length: 500\r\n\r\n{`,
      ' ',
    ],
    [
      'a chunked body of which a chunk comes now and then',
      `${postHead}Idempotency-Key: slow-5\r\nTransfer-Encoding: chunked\r\n\r\n`,
      '1\r\n \r\n',
    ],
    ['empty lines in front of a head', '', '\r\n'],
  ])('%s is ended with a problem', { concurrent: true }, async (_what, bytes, drip) => {
    const wire = await opened(bytes);
    if (drip !== '') dripping(wire, drip);
    const answer = await wire.answer();
    expect(toldBy(answer ?? undefined)).toEqual({ status: 408, code: 'request-timeout' });
    await wire.ended();
  });

  it('the bridge serves on, and nothing was moved', async () => {
    expect(await target.canary()).toEqual(serving);
  });
});

describe('connections that are opened and left', () => {
  const halves = ['', 'GET /v1/st', `${head}X-Slow: `, `${postHead}Content-Length: 1000\r\n\r\n{`, '\r\n'];
  const half = (index: number) => halves[index % halves.length] ?? '';

  it('1,000 of them lock no other client out', async () => {
    const wires = await openedTimes(1_000, half);
    // Counted before the sale, which may take longer than they are kept.
    expect(wires.filter(({ closed }) => !closed).length).toBeGreaterThan(0);
    expect(await target.canary()).toEqual(serving);
  });

  it('more than there are places lock no other client out', async () => {
    await openedTimes(tooMany, half);
    expect(await target.canary()).toEqual(serving);
  });

  it('nor do those that are reset, one after the other', async () => {
    for (let round = 0; round < 20; round += 1) {
      const wires = await openedTimes(50, () => target.bytes({ path: wellKnown }));
      for (const { socket } of wires) socket.resetAndDestroy();
    }
    expect(await target.canary()).toEqual(serving);
  });

  it('nor those that ask and never read the answers', async () => {
    const asked = Buffer.concat(
      Array.from({ length: 200 }, () => target.bytes({ path: '/v1/status', headers: [bearer] })),
    );
    const wires = await openedTimes(20, () => '');
    for (const { socket } of wires) {
      socket.pause();
      socket.write(asked);
    }
    expect(await target.canary()).toEqual(serving);
  });

  it('nor those that leave in the middle of their body', async () => {
    const whole = target.bytes(request);
    for (let cut = 1; cut < whole.length; cut += 7) {
      const wire = await opened(whole.subarray(0, whole.length - cut));
      wire.socket.end();
      wire.close();
    }
    expect(await target.canary()).toEqual(serving);
  });
});
