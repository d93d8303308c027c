// A generic server of updates on this machine, as a test wants it: it knows ranges, and can break off, send more, or send
// something else.
import { createHash, generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { textOf } from '#updates/keys.ts';
import { type Manifest, signManifest } from '#updates/manifest.ts';

type Answer = (request: IncomingMessage, response: ServerResponse, body: Buffer) => void;

export interface UpdateServer {
  readonly url: string;
  /** The public key of its lists. */
  readonly key: string;
  /** Paths that were asked for, with the range. */
  readonly asked: string[];
  readonly files: Map<string, Buffer>;
  /** How the next answer is given; null: as a server should. */
  answer: Answer | null;
  /** Signs a list of one package, and gives out both. */
  offer(change?: Partial<Manifest>, body?: Buffer): Manifest;
}

export const platform = 'linux-x64';

export async function anUpdateServer(nowMs: () => number): Promise<UpdateServer> {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const files = new Map<string, Buffer>();
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const { range } = request.headers;
    asked.push(range === undefined ? (request.url ?? '') : `${request.url} ${range}`);
    const body = files.get(request.url ?? '');
    const { answer } = made;
    made.answer = null;
    if (body === undefined) response.writeHead(404).end();
    else (answer ?? asItShould)(request, response, body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const made: UpdateServer = {
    url: `http://127.0.0.1:${port}/stable/update.json`,
    key: textOf(publicKey),
    asked,
    files,
    answer: null,
    offer(change = {}, body = Buffer.alloc(300_000, 'package')) {
      const name = `tillbridge-${change.version ?? '9.0.0'}-linux-amd64.deb`;
      const sha256 = createHash('sha256').update(body).digest('hex');
      const at = (days: number) => new Date(nowMs() + days * 86_400_000).toISOString();
      const manifest: Manifest = {
        product: 'Tillbridge',
        form: 1,
        version: '9.0.0',
        least: '0.0.1',
        channel: 'stable',
        created: at(0),
        expires: at(30),
        schema: 1_000,
        shares: [{ from: at(0), percent: 100 }],
        files: [{ platform, kind: 'deb', name, url: name, bytes: body.length, sha256 }],
        ...change,
      };
      files.set(
        '/stable/update.json',
        Buffer.from(signManifest(manifest, [{ secret: privateKey, public: publicKey }])),
      );
      files.set(`/stable/${name}`, body);
      return manifest;
    },
  };
  return made;
}

const asItShould: Answer = ({ headers }, response, body) => {
  const [, from] = /^bytes=(\d+)-$/.exec(headers.range ?? '') ?? [];
  if (from === undefined) {
    response.writeHead(200, { 'content-length': body.length }).end(body);
    return;
  }
  const range = `bytes ${from}-${body.length - 1}/${body.length}`;
  response.writeHead(206, { 'content-range': range }).end(body.subarray(Number(from)));
};
