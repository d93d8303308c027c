// A server that behaves as a test scripts it: a bridge as far as the client can tell, or something else that listens at
// its port. What is not scripted is answered as the bridge answers what it does not know.
import { generateKeyPairSync, sign } from 'node:crypto';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface Seen {
  readonly method: string;
  readonly path: string;
  readonly key: string | undefined;
  readonly authorization: string | undefined;
  readonly body: string;
}

type Answering = (seen: Seen, response: ServerResponse, incoming: IncomingMessage) => void;

export interface Stranger {
  readonly url: string;
  readonly seen: Seen[];
  /** Those that carried anything of the client's: not the question who is there. */
  readonly told: () => Seen[];
}

export const about = { product: 'Tillbridge', version: '0.1.0', apiVersions: ['v1'] };

export async function stranger(answering: { readonly [route: string]: Answering }): Promise<Stranger> {
  const seen: Seen[] = [];
  const server = createServer((incoming, response) => {
    void bodyOf(incoming).then((body) => {
      const { authorization, 'idempotency-key': key } = incoming.headers;
      const one = {
        method: incoming.method ?? '',
        path: incoming.url ?? '',
        key: Array.isArray(key) ? key[0] : key,
        authorization,
        body,
      };
      seen.push(one);
      const path = one.path.split('?')[0] ?? '';
      const act = answering[`${one.method} ${path}`] ?? answering[path] ?? (path === wellKnown ? plainly : nothing);
      act(one, response, incoming);
    });
  }).listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, seen, told: () => seen.filter(({ path }) => !path.startsWith(wellKnown)) };
}

export const wellKnown = '/.well-known/tillbridge';

export function json(response: ServerResponse, status: number, value: object, headers: object = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(value));
}

export function refuse(response: ServerResponse, status: number, code: string, headers: object = {}): void {
  json(response, status, { type: `urn:tillbridge:problem:${code}`, title: code, status, code, detail: '' }, headers);
}

const plainly: Answering = (_, response) => json(response, 200, about);
const nothing: Answering = (_, response) => refuse(response, 404, 'not-found');

/** A key and how its holder answers the question who is there, as the bridge does. */
export function keyHolder(): { readonly publicKey: string; readonly answer: Answering } {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const pem = String(publicKey.export({ type: 'spki', format: 'pem' }));
  return {
    publicKey: pem,
    answer: ({ path }, response, { headers, socket }) => {
      const nonce = new URL(path, 'http://x').searchParams.get('nonce') ?? '';
      const signed = (text: string) => sign(null, Buffer.from(text), privateKey).toString('base64');
      const asked = `${nonce}\n${headers.host ?? ''}`;
      const signature = signed(`tillbridge-identity:1\n${asked}`);
      const end = `${socket.remoteAddress ?? ''}\n${socket.remotePort ?? 0}`;
      const connectionSignature = signed(`tillbridge-connection:1\n${asked}\n${end}`);
      json(response, 200, { ...about, keyId: 'k', publicKey: pem, signature, connectionSignature });
    },
  };
}

async function bodyOf(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
