// Peers that never stop sending before they have answered anything: a printer's place in the network, the receiver of a
// program's events, a gateway, a server of updates, an office. Each used to keep the only thread busy that payments need
// for as long as its answer was awaited, and again at each new try.
import { existsSync, readdirSync } from 'node:fs';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { createServer as createTlsServer } from 'node:tls';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Tillbridge } from '#client/index.ts';
import { post as deliver } from '#loopback/push/post.ts';
import { agentFor, ask as askOffice } from '#office-link/office-client.ts';
import { createTcpLine } from '#peripherals/lines/tcp-line.ts';
import { share } from '#support/share.ts';
import { aFolder } from '#support/store-folder.ts';
import { until } from '#support/until.ts';
import { anUpdateServer, platform } from '#support/update-server.ts';
import { askWhole } from '#updates/fetch.ts';
import { updateFolderOf } from '#updates/note.ts';
import { createUpdater } from '#updates/updater.ts';
import { createAuthority } from '../integration/gateway/certificates.ts';
import { type Behaviour, flood, startRawServer } from '../integration/gateway/raw-server.ts';
import { gatewayTo, post, serve } from '../integration/gateway/setup.ts';

const mebibyte = 1_024 * 1_024;

const floods =
  (text: string, head = ''): Behaviour =>
  (socket) =>
    flood(socket, head, text);

const allHints = [
  ['early hints', 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'],
  ['words to go on', 'HTTP/1.1 100 Continue\r\n\r\n'],
] as const;
const hints = allHints.slice(0, share({ small: 1, large: 2 }));

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
    for (const socket of server.sockets) flood(socket, '', '\u0012');
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
    const server = await serve((socket) => socket.write(`${allHints[0][1].repeat(16)}HTTP/1.1 204 No Content\r\n\r\n`));
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
    expect(await ask((socket) => socket.write(`${allHints[0][1].repeat(16)}${answer}`))).toMatchObject({
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

describe('what stands in the bridge’s place at a program, and never answers, but goes on with', () => {
  const ask = async (behaviour: Behaviour) => {
    const { root } = await serve(behaviour);
    const identity = { keyId: 'k', publicKey: 'AAAA' };
    return new Tillbridge({ baseUrl: root, token: 'tb_x', identity, maxRetries: 0, timeoutMs: 600_000 }).status();
  };

  it.each(hints)(
    '%s',
    async (_what, text) => {
      await expect(ask(floods(text))).rejects.toMatchObject({ type: 'not-running', reason: 'no-connection' });
    },
    20_000,
  );

  it('a few of them is heard', async () => {
    const answer = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}';
    const asked = ask((socket) => socket.write(`${allHints[0][1].repeat(16)}${answer}`));
    await expect(asked).rejects.toMatchObject({ type: 'not-running', reason: 'not-tillbridge' });
  });

  const endless = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n{"a":"';
  const sentBy = (sockets: readonly Socket[]) => sockets.reduce((sum, { bytesWritten }) => sum + bytesWritten, 0);
  const ways = [
    ['connections of the client’s own', {}],
    ['a fetch of the program’s', { fetch: (...given: Parameters<typeof fetch>) => fetch(...given) }],
  ] as const;

  it.each(ways)(
    'a name without end: %s',
    async (_what, more) => {
      const { root, sockets } = await serve(floods('x', endless));
      const line = new Tillbridge({ baseUrl: root, token: 'tb_x', maxRetries: 0, timeoutMs: 600_000, ...more });
      await expect(line.status()).rejects.toMatchObject({ type: 'not-running', reason: 'no-connection' });
      // What the system holds between the two is in it.
      expect(sentBy(sockets)).toBeLessThan(32 * mebibyte);
    },
    20_000,
  );

  it.each(ways)(
    'an answer without end, after the name: %s',
    async (_what, more) => {
      const name = JSON.stringify({ product: 'Tillbridge', apiVersions: ['v1'] });
      const head = `HTTP/1.1 200 OK\r\nContent-Length: ${name.length}\r\n\r\n`;
      const { root, sockets } = await serve((socket, { path }) => {
        if (path.startsWith('/.well-known')) socket.write(head + name);
        else flood(socket, endless);
      });
      const line = new Tillbridge({ baseUrl: root, token: 'tb_x', maxRetries: 0, timeoutMs: 600_000, ...more });
      await expect(line.status()).rejects.toMatchObject({ type: 'no-answer' });
      expect(sentBy(sockets)).toBeLessThan(96 * mebibyte);
    },
    60_000,
  );

  it('another protocol', async () => {
    const answer = 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n';
    const asked = ask((socket) => socket.write(answer));
    await expect(asked).rejects.toMatchObject({ type: 'not-running', reason: 'no-connection' });
  }, 20_000);

  it('a pause of years before events may be asked for again', async () => {
    const body = '{"code":"stopping","title":"x"}';
    const head = `HTTP/1.1 503 Service Unavailable\r\nRetry-After: 999999999\r\nContent-Length: ${body.length}\r\n\r\n`;
    const { root } = await serve((socket) => socket.write(head + body));
    const line = new Tillbridge({ baseUrl: root, token: 'tb_x', identity: { keyId: 'k', publicKey: 'AAAA' } });
    const stop = new AbortController();
    const pauses: number[] = [];
    const onLost = (_error: unknown, retryInMs: number) => {
      pauses.push(retryInMs);
      stop.abort();
    };
    for await (const event of line.events.stream({ signal: stop.signal, onLost })) expect(event).toBeUndefined();
    expect(pauses).toEqual([60_000]);
  }, 20_000);
});

describe('a server of updates', () => {
  it.each(hints)(
    'that never answers, but goes on with %s',
    async (_what, text) => {
      const server = await serve(floods(text));
      const asked = askWhole(`${server.root}/update.json`, 1_000, new AbortController().signal);
      await expect(asked).rejects.toThrow('the server sends too much before an answer');
    },
    30_000,
  );

  it('that sends a package drop by drop does not keep a newer list from being heard', async () => {
    let nowMs = Date.parse('2026-11-28T10:00:00Z');
    const server = await anUpdateServer(() => nowMs);
    const folder = updateFolderOf(join(aFolder(), 'shop'));
    const updater = createUpdater({
      folder,
      settings: { url: server.url, channel: 'stable', key: server.key },
      version: '1.0.0',
      schema: 7,
      kind: 'deb',
      platform,
      nowMs: () => nowMs,
      free: () => Number.MAX_SAFE_INTEGER,
      changed: () => undefined,
    });
    const { signal } = new AbortController();
    server.offer();
    await updater.look(signal);
    server.answer = (_, response, body) => void response.writeHead(200).write(body.subarray(0, 1));
    const download = updater.fetch(signal);
    await until(async () => (existsSync(folder.packages) && readdirSync(folder.packages).length > 0 ? true : null));
    // Its version is withdrawn meanwhile.
    nowMs += 1_000;
    server.offer({ version: '1.0.0' });
    await updater.look(signal);
    await download;
    expect(updater.found()).toMatchObject({ state: 'current', manifest: null, file: null, problem: null });
    // And one that comes again is downloaded.
    nowMs += 1_000;
    server.offer();
    await updater.look(signal);
    await updater.fetch(signal);
    expect(updater.found()).toMatchObject({ state: 'ready', problem: null });
  }, 30_000);
});

describe('an office that never answers, but goes on with', () => {
  it.each(hints)(
    '%s',
    async (_what, text) => {
      const authority = createAuthority();
      onTestFinished(() => authority.remove());
      const server = await serve(floods(text), createTlsServer(authority.issue('IP:127.0.0.1')));
      const agent = agentFor({ ca: authority.caPem });
      onTestFinished(() => agent.destroy());
      const asked = askOffice(agent, new URL('/v1/place', server.root), { method: 'GET' });
      await expect(asked).rejects.toThrow('the office says too much before an answer');
    },
    30_000,
  );
});
