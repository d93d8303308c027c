// A gateway whose answers are meant to hurt: without an end, drop by drop, larger than anything, cut, redirected in a
// circle. It answers commands to terminals, other operations, look-ups and the question whether it is there like that.
// What it was sent stays "not known" and goes out once; the till beside it sells on, and its memory stays what it was.
import { readFileSync, writeFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type JsonObject, textAt } from '#contract/data/json.ts';
import { Erp } from '#support/erp.ts';
import { type Program, Workbench } from '#support/processes.ts';
import { apiKey, merchantId, sale } from '#support/shop.ts';
import { until } from '#support/until.ts';
import { type RawRequest, type RawServer, answer, startRawServer } from '../integration/gateway/raw-server.ts';
import { gatewayTo, post } from '../integration/gateway/setup.ts';

/** As fast as the other side takes it, until it closes. */
function flood(socket: Socket, head: string, text: string): void {
  const piece = Buffer.from(text.repeat(Math.ceil(65_536 / text.length)));
  const more = () => {
    while (socket.writable && socket.write(piece));
  };
  socket.write(head);
  socket.on('drain', more);
  more();
}

/** A byte now and then, for as long as the other side waits. */
function drip(socket: Socket, head: string, text: string): void {
  socket.write(head);
  const timer = setInterval(() => socket.write(text), 150);
  socket.once('close', () => clearInterval(timer));
}

const chunked = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n';
const chunk = `4000\r\n${' '.repeat(0x4000)}\r\n`;
const bomb = gzipSync(Buffer.alloc(64 * 1_048_576, ' '), { level: 9 });

/** `good`: an answer that would be a success, as text. */
type Attack = (socket: Socket, good: string) => void;

const attacks: { readonly [name: string]: Attack } = {
  'a body without end': (socket, good) => flood(socket, `HTTP/1.1 200 OK\r\n\r\n${good}`, ' '),
  'a body without end, in chunks': (socket, good) =>
    flood(socket, `${chunked}${good.length.toString(16)}\r\n${good}\r\n`, chunk),
  'a body of terabytes, announced': (socket, good) =>
    flood(socket, `HTTP/1.1 200 OK\r\nContent-Length: 9000000000000\r\n\r\n${good}`, ' '),
  'a body drop by drop': (socket, good) => drip(socket, `HTTP/1.1 200 OK\r\n\r\n${good}`, ' '),
  'chunks drop by drop': (socket, good) =>
    drip(socket, `${chunked}${good.length.toString(16)}\r\n${good}\r\n`, '1\r\n \r\n'),
  'headers without end': (socket) => flood(socket, 'HTTP/1.1 200 OK\r\n', 'X-More: more\r\n'),
  'headers drop by drop': (socket) => drip(socket, 'HTTP/1.1 200 OK\r\n', 'X-More: more\r\n'),
  '10,000 headers': (socket, good) => {
    socket.write(`HTTP/1.1 200 OK\r\n${'a:b\r\n'.repeat(10_000)}Content-Length: ${good.length}\r\n\r\n${good}`);
  },
  'a header of a megabyte': (socket, good) => {
    socket.write(answer(200, good, [`X-Large: ${'x'.repeat(1_048_576)}`]));
  },
  'a circle of redirects': (socket) => {
    socket.write(answer(307, '', ['Location: /api/v2/cloudpos']));
  },
  'an end without the last chunk': (socket, good) => {
    socket.end(`${chunked}${good.length.toString(16)}\r\n${good}\r\n`);
  },
  'trailers without end': (socket, good) =>
    flood(socket, `${chunked}${good.length.toString(16)}\r\n${good}\r\n0\r\n`, 'X-More: more\r\n'),
  'a chunk whose extension has no end': (socket) => flood(socket, `${chunked}5;`, 'name=value;'),
  'less than is announced': (socket, good) => {
    socket.end(`HTTP/1.1 200 OK\r\nContent-Length: ${good.length + 40}\r\n\r\n${good}`);
  },
  'more than is announced': (socket, good) => {
    socket.end(`HTTP/1.1 200 OK\r\nContent-Length: ${good.length - 1}\r\n\r\n${good}`);
  },
  'a small body that is large when it is unpacked': (socket) => {
    socket.write(`HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: ${bomb.length}\r\n\r\n`);
    socket.write(bomb);
  },
  'an end within the headers': (socket) => {
    socket.end('HTTP/1.1 200 OK\r\nContent-Le');
  },
  'a reset within the headers': (socket) => {
    socket.write('HTTP/1.1 200 OK\r\nContent-Le', () => socket.resetAndDestroy());
  },
  'a refusal without end': (socket) =>
    flood(socket, 'HTTP/1.1 422 Unprocessable Entity\r\nContent-Type: application/json\r\n\r\n{', ' '),
  'a refusal of 400 without end': (socket) => flood(socket, 'HTTP/1.1 400 Bad Request\r\n\r\n{"status":"OK",', ' '),
  'a refusal that is cut': (socket) => {
    socket.end('HTTP/1.1 422 Unprocessable Entity\r\nContent-Length: 400\r\n\r\n{"payId":');
  },
  'refused credentials without end': (socket) => flood(socket, 'HTTP/1.1 403 Forbidden\r\n\r\n{', ' '),
};
const names = Object.keys(attacks);

const token = JSON.stringify({ access_token: 'a.b.c', token_type: 'Bearer', expires_in: 3600 });
const bench = new Workbench();
let gateway: RawServer;
let bridge: Program;
let erp: Erp;
let restKiB = 0;

/** The attack that a request is answered with: its transId says so; null: none. */
function attackOf({ path, body }: RawRequest): Attack | null {
  const at = /hostile-(\d+)/.exec(path)?.[1] ?? /"transId":"hostile-(\d+)/.exec(body)?.[1];
  return at === undefined ? null : (attacks[names[Number(at)] ?? ''] ?? null);
}

function goodAnswer(request: RawRequest): string {
  const sent = (request.body.startsWith('{') ? JSON.parse(request.body) : {}) as JsonObject;
  const { refNr, amount, posTerminalId } = sent;
  const transId = textAt(sent, 'transId') ?? decodeURIComponent(request.path.split('/').at(-1) ?? '');
  const ids = { payId: `pay-${transId}`, transId, refNr, posTerminalId, xId: `x-${transId}` };
  const number = String(gateway.requests.length).padStart(6, '0');
  const said = { status: 'OK', responseCode: '00000000', traceNr: number, approvalCode: `A${number}` };
  return JSON.stringify({ ...ids, ...said, amount });
}

function respond(socket: Socket, request: RawRequest): void {
  const attack = attackOf(request);
  if (request.path.endsWith('/oauth/token')) socket.write(answer(200, token));
  else if (attack !== null) attack(socket, goodAnswer(request));
  else if (request.method === 'GET') socket.write(answer(404, '{}', ['Content-Type: application/json']));
  else socket.write(answer(200, goodAnswer(request), ['Content-Type: application/json']));
}

function rssKiB(): number {
  const status = readFileSync(`/proc/${bridge.child.pid ?? 0}/status`, 'utf8');
  return Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1] ?? Number.NaN);
}

const sentFor = (transId: string) =>
  gateway.requests.filter(({ method, body }) => method === 'POST' && body.includes(`"transId":"${transId}"`));
const lookedUp = (transId: string) =>
  gateway.requests.filter(({ method, path }) => method === 'GET' && path.endsWith(`/${transId}`));

beforeAll(async () => {
  gateway = await startRawServer(respond);
  bench.onClose(() => gateway.close());
  const dataDir = bench.folder();
  const settings = { timeouts: { terminalSeconds: 4, answerSeconds: 4 } };
  writeFileSync(join(dataDir, 'settings.json'), JSON.stringify(settings), { mode: 0o600 });
  const place = ['--data-dir', dataDir, '--port', '0', '--gateway', gateway.root];
  const rest = ['--merchant-id', merchantId, '--processing-seconds', '1'];
  bridge = bench.start('main/cli.ts', ['serve', ...place, ...rest], { TILLBRIDGE_API_KEY: apiKey });
  const { url } = await bridge.ready();
  const scopes = ['--scopes', 'status,sale,capture,refund,refund-unreferenced,customers'];
  const making = bench.start('main/cli.ts', ['token', 'create', '--data-dir', dataDir, '--name', 'ERP', ...scopes]);
  await making.exited();
  erp = new Erp(url, making.stdoutLines.join('\n'));
  const first = await erp.operate('cloud-pos', sale('first', 100), 'first');
  if (first.state !== 'succeeded') throw new Error(`the first sale is ${first.state}`);
  restKiB = rssKiB();
});
afterAll(() => bench.close());

const wasLookedUp = (mark: string) =>
  gateway.requests.some(({ method, path }) => method === 'GET' && path.includes(mark));

/** What a sale beside all of it came to, and what the till says of itself. */
async function served(id: string) {
  const { state } = await erp.operate('cloud-pos', sale(id, 100), id);
  const { status } = await erp.get('/v1/status');
  return { state, status, exitCode: bridge.child.exitCode };
}

const serving = { state: 'succeeded', status: 200, exitCode: null };

describe('an answer to a sale that is', () => {
  const ids = new Map<string, string>();

  it('any of these holds up no sale at another terminal', async () => {
    for (const [at, name] of names.entries()) {
      const input = sale(`hostile-${at}`, 100, { posTerminalId: `H-${at}` });
      const reply = await erp.post('/v1/operations/cloud-pos', input, `hostile-${at}`);
      ids.set(name, textAt(reply.body, 'id') ?? '');
    }
    for (const round of [1, 2, 3, 4, 5]) expect(await served(`beside-${round}`)).toEqual(serving);
    // What comes drop by drop is still waited for.
    const dripping = await erp.operation(ids.get('a body drop by drop') ?? '');
    expect(dripping.state).toBe('sending');
  });

  it.each(names)('%s: it is not known, looked up, and was sent once', async (name) => {
    const transId = `hostile-${names.indexOf(name)}`;
    // The look-up's answer hurts like the first one; it is asked for again and again.
    await until(async () => (lookedUp(transId).length >= 2 ? true : null));
    const { state } = await erp.operation(ids.get(name) ?? '');
    expect(['unknown', 'needs-person']).toContain(state);
    expect(sentFor(transId)).toHaveLength(1);
  });

  it('the till sells on', async () => {
    expect(await served('after-sales')).toEqual(serving);
  });
});

const refundInput = {
  customerInfo: { email: 'guest@shop.example' },
  paymentMethods: {
    card: { number: '4111111111111111', cardholderName: 'A. Guest', expiryDate: '203012', brand: 'visa' },
  },
};
const operations = {
  reverse: (payId: string) => ({ payId }),
  capture: (payId: string) => ({ payId, transId: payId, amount: { value: 100, currency: 'EUR' } }),
  'refund-unreferenced': (transId: string) => ({ transId, amount: { value: 100, currency: 'EUR' }, ...refundInput }),
  'create-link': (transId: string) => ({ transId, amount: { value: 100, currency: 'EUR' } }),
} as const;

describe.each(Object.entries(operations))('an answer to %s that is', (kind, inputOf) => {
  const ids = new Map<string, string>();
  const markOf = (name: string) => `hostile-${names.indexOf(name)}-${kind}`;

  it('any of these holds up no sale', async () => {
    const asking = names.map(async (name) => {
      const mark = markOf(name);
      const reply = await erp.post(`/v1/operations/${kind}`, inputOf(mark), mark);
      ids.set(name, textAt(reply.body, 'id') ?? '');
    });
    expect(await served(`beside-${kind}`)).toEqual(serving);
    await Promise.all(asking);
  });

  it.each(names)('%s: it is not known, and was sent once, or as the same again', async (name) => {
    const mark = markOf(name);
    await until(async () => {
      const { state } = await erp.operation(ids.get(name) ?? '');
      return state === 'sending' || state === 'accepted' ? null : state;
    });
    // What a link came to is not looked up anywhere.
    await until(async () => (kind === 'create-link' || wasLookedUp(mark) ? true : null));
    const { state } = await erp.operation(ids.get(name) ?? '');
    expect(['unknown', 'needs-person', 'sending']).toContain(state);
    const sent = gateway.requests.filter(
      ({ method, path, body }) => method === 'POST' && (path.includes(`/${mark}/`) || body.includes(`"${mark}"`)),
    );
    if (kind !== 'capture') expect(sent).toHaveLength(1);
    expect(new Set(sent.map(({ body, headers }) => `${headers.get('idempotency-key')} ${body}`)).size).toBe(1);
  });

  it('the till sells on', async () => {
    expect(await served(`after-${kind}`)).toEqual(serving);
  });
});

describe('an answer that a program reads and that is', () => {
  it.each(names)('%s: an error in time', { concurrent: true }, async (name) => {
    const { status } = await erp.get(`/v1/payments?transId=hostile-${names.indexOf(name)}-read`);
    expect([502, 503, 504]).toContain(status);
  });

  it('the till sells on', async () => {
    expect(await served('after-reads')).toEqual(serving);
  });
});

describe('a gateway asked for its token or whether it is there, that answers with', () => {
  it.each(names)('%s: nothing of the operation was sent', { concurrent: true }, async (name) => {
    const server = await startRawServer((socket, request) => attacks[name]!(socket, goodAnswer(request)));
    onTestFinished(() => server.close());
    const limits = { probeTimeoutMs: 2_000, connectTimeoutMs: 2_000, tokenTimeoutMs: 2_000 };
    const its = gatewayTo(server.root, { scheme: 'oauth', ...limits });
    const [there, sent] = await Promise.all([its.probe(), its.send(post({ answerTimeoutMs: 4_000 }))]);
    expect(typeof there).toBe('boolean');
    expect(sent.type).not.toBe('response');
    expect(server.requests.filter(({ path }) => path.endsWith('/captures'))).toEqual([]);
  });
});

it.skipIf(process.platform !== 'linux')('never was much of it in memory', () => {
  expect(rssKiB() - restKiB).toBeLessThan(128 * 1_024);
});
