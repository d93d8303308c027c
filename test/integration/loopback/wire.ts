// HTTP as bytes: what a test sends is what goes over the socket, so that requests no client library would send can
// be sent too.
import { type Socket, connect } from 'node:net';
import type { JsonObject } from '#contract/data/json.ts';

export interface WireAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: { readonly [name: string]: string };
  readonly text: string;
  /** The body as an object; `{}` where there is none, or where it is no JSON. */
  readonly json: JsonObject;
}

export interface WireRequest {
  readonly method?: string;
  readonly path: string;
  /** Without Host, which is the server's own unless it is among them. */
  readonly headers?: readonly (readonly [name: string, value: string])[];
  readonly body?: string | Buffer;
}

export function requestText(port: number, { method = 'GET', path, headers = [], body }: WireRequest): Buffer {
  const named = (name: string) => headers.some(([each]) => each.toLowerCase() === name);
  const all: (readonly [string, string])[] = [...headers];
  if (!named('host')) all.push(['Host', `127.0.0.1:${port}`]);
  if (body !== undefined && !named('content-length') && !named('transfer-encoding')) {
    all.push(['Content-Length', String(Buffer.byteLength(body))]);
  }
  const head = [`${method} ${path} HTTP/1.1`, ...all.map(([name, value]) => `${name}: ${value}`), '', ''].join('\r\n');
  return Buffer.concat([Buffer.from(head, 'latin1'), Buffer.from(body ?? '')]);
}

export async function send(port: number, request: WireRequest, address?: string): Promise<WireAnswer> {
  return sendBytes(port, requestText(port, request), { address, head: request.method === 'HEAD' });
}

/** Sends bytes and reads one answer, then closes the connection. */
export async function sendBytes(
  port: number,
  bytes: string | Buffer,
  { address = '127.0.0.1', head = false }: { address?: string | undefined; head?: boolean } = {},
): Promise<WireAnswer> {
  const socket = connect(port, address);
  socket.write(bytes);
  try {
    return await readAnswer(socket, head);
  } finally {
    socket.destroy();
  }
}

/** The next answer on a connection. */
export async function readAnswer(socket: Socket, head = false): Promise<WireAnswer> {
  return new Promise((resolve, reject) => {
    let received = Buffer.alloc(0);
    const settle = (last: boolean) => {
      const answer = parseAnswer(received, head);
      if (answer !== null) resolve(answer);
      else if (last) reject(new Error(`the connection ended after: ${received.toString('utf8')}`));
      else return;
      socket.off('data', take).off('close', ended).off('error', failed);
    };
    const take = (chunk: Buffer) => {
      received = Buffer.concat([received, chunk]);
      settle(false);
    };
    const ended = () => settle(true);
    const failed = (error: Error) => reject(error);
    socket.on('data', take).on('close', ended).on('error', failed);
  });
}

function parseAnswer(received: Buffer, head: boolean): WireAnswer | null {
  const end = received.indexOf('\r\n\r\n');
  if (end < 0) return null;
  const [statusLine = '', ...lines] = received.subarray(0, end).toString('latin1').split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line): [string, string] => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  const status = Number(statusLine.split(' ')[1]);
  const length = head || status === 204 ? 0 : Number(headers['content-length'] ?? 0);
  const body = received.subarray(end + 4);
  if (body.length < length) return null;
  const text = body.subarray(0, length).toString('utf8');
  const isJson = text !== '' && /[/+]json$/.test(headers['content-type'] ?? '');
  return { status, headers, text, json: isJson ? (JSON.parse(text) as JsonObject) : {} };
}
