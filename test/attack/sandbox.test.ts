// The panel of the embedded sandbox needs no credentials: it moves the clock, forges faults and shows the books. A page
// in a browser of the till, and a name that was made to lead to this computer, must not get at it.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Shop } from '#support/shop.ts';
import { Wire, bytesOf } from '#support/strict-http.ts';

const shop = new Shop();
beforeAll(() => shop.open());
afterAll(() => shop.close());

async function told(path: string, headers: readonly (readonly [string, string])[], method = 'GET', body?: string) {
  const { host, port } = new URL(shop.sandboxUrl);
  const wire = new Wire(Number(port));
  try {
    wire.send(bytesOf(host, { method, path, headers, ...(body === undefined ? {} : { body }) }));
    return (await wire.answer(method))?.status ?? 0;
  } finally {
    wire.close();
  }
}

const foreign = ['evil.example', 'localhost.evil.example', '127.0.0.1', '127.0.0.1:1', '127.0.0.2'];

it.each(foreign)('a request to the host %s is refused', async (host) => {
  expect(await told('/_sandbox/ledger', [['Host', host]])).toBe(421);
  expect(await told('/_sandbox/faults', [['Host', host]], 'DELETE')).toBe(421);
});

it.each(['https://evil.example', 'null', 'http://127.0.0.1:1'])('a page of %s is refused', async (origin) => {
  expect(await told('/_sandbox/ledger', [['Origin', origin]])).toBe(403);
  const json = ['Content-Type', 'text/plain'] as const;
  expect(await told('/_sandbox/clock', [['Origin', origin], json], 'POST', '{"advanceMs":86400000}')).toBe(403);
});

it('a program of this computer uses it as before', async () => {
  expect(await told('/_sandbox/ledger', [])).toBe(200);
  expect(await told('/_sandbox/clock', [], 'POST', '{"advanceMs":0}')).toBe(200);
});

/** How many answers there are on a connection for two requests that come in one piece, and the status of the first. */
async function answersTo(first: readonly (readonly [string, string])[], body: string) {
  const { host, port } = new URL(shop.sandboxUrl);
  const wire = new Wire(Number(port));
  try {
    const request = bytesOf(host, { method: 'POST', path: '/authorization/oauth/token', headers: first, body });
    wire.send(Buffer.concat([request, bytesOf(host, { path: '/_sandbox/ledger' })]));
    const answer = await wire.answer();
    if (answer?.last !== true) return { status: answer?.status, next: (await wire.answer())?.status };
    wire.socket.end();
    await wire.ended();
    return { status: answer.status, next: null };
  } finally {
    wire.close();
  }
}

it('an offer of another protocol ends the connection with its answer, so that no client waits for a second one', async () => {
  const offer = [
    ['Connection', 'Upgrade'],
    ['Upgrade', 'h2c'],
  ] as const;
  expect(await answersTo([...offer, ['Content-Type', 'application/json']], '{}')).toEqual({ status: 400, next: null });
});

it('a packed body is refused and not read as if it were none', async () => {
  const packed = [['Transfer-Encoding', 'gzip, chunked']] as const;
  expect(await answersTo(packed, '2\r\n{}\r\n0\r\n\r\n')).toEqual({ status: 400, next: null });
});
