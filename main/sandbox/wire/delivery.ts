// The sockets. node:http directly, because a fault has to tear a connection down, keep it silent or cut a body short,
// and a fetch-style server hides all three. A client that goes away stops nothing: its request was received.
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Refusal } from '#contract/programs/problems.ts';
import { refuseOutright } from '#http/answer.ts';
import { codingRefusal, headRefusal, offersUpgrade } from '#http/request-head.ts';
import { problem } from '../exchange/answers.ts';
import type { App } from './app.ts';
import type { SandboxAnswer, Call, Delivery } from '../exchange/exchange.ts';

const maxBodyBytes = 1024 * 1024;

export function createGatewayServer(app: App): Server {
  /** Their connection ends with an answer; what else was sent on it is not carried out. */
  const ending = new WeakSet<Duplex>();
  const server = createServer(
    { keepAliveTimeout: 60_000, requestTimeout: 60_000, noDelay: true },
    (request, response) => {
      // A connection that breaks while it is read or written ends its request; nothing else depends on it.
      request.on('error', () => request.destroy());
      response.on('error', () => response.destroy());
      if (ending.has(request.socket)) return;
      const refusal = codingRefusal(request) ?? panelRefusal(request);
      if (refusal !== null || offersUpgrade(request)) ending.add(request.socket);
      if (refusal !== null) return refuseOutright(response, refusal);
      if (offersUpgrade(request)) response.setHeader('connection', 'close');
      receive(request, (body) => {
        if (body === 'too-large') {
          send(response, { ...problem(413), headers: { connection: 'close' } });
          return;
        }
        app(callOf(request, body)).then(
          (delivery) => deliver(response, delivery),
          () => response.destroy(),
        );
      });
    },
  );
  server.on('clientError', (_error, socket) => {
    if (socket.writable) socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
    else socket.destroy();
  });
  return server;
}

/**
 * The panel needs no credentials, so only programs of this computer may use it: requests of web pages (Origin) and with
 * foreign host names are refused, as by the loopback API.
 */
function panelRefusal(request: IncomingMessage): Refusal | null {
  if (request.url?.startsWith('/_sandbox') !== true) return null;
  const refusal = headRefusal(request, 'own');
  if (refusal !== null || request.headers.origin === undefined) return refusal;
  return { code: 'origin-refused', detail: 'Pages may not use the panel of the sandbox.' };
}

/** Calls `whole` once with the whole body; never for a request that the client gave up. */
function receive(request: IncomingMessage, whole: (body: Buffer | 'too-large') => void): void {
  const chunks: Buffer[] = [];
  let bytes = 0;
  request.on('data', (chunk: Buffer) => {
    const fitted = bytes <= maxBodyBytes;
    bytes += chunk.length;
    if (bytes <= maxBodyBytes) chunks.push(chunk);
    else if (fitted) whole('too-large');
  });
  request.on('end', () => {
    if (bytes <= maxBodyBytes) whole(Buffer.concat(chunks, bytes));
  });
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function callOf({ method = 'GET', url = '/', headers }: IncomingMessage, bytes: Buffer): Call {
  const query = url.indexOf('?');
  const target = query === -1 ? { path: url, query: '' } : { path: url.slice(0, query), query: url.slice(query + 1) };
  try {
    return { method, ...target, headers, body: utf8.decode(bytes) };
  } catch {
    return { method, ...target, headers, body: null };
  }
}

function deliver(response: ServerResponse, delivery: Delivery): void {
  if (response.destroyed) return;
  try {
    handOver(response, delivery);
  } catch {
    // A head that cannot be written, for example; the client sees a broken connection.
    response.destroy();
  }
}

function handOver(response: ServerResponse, delivery: Delivery): void {
  switch (delivery.type) {
    case 'answer':
      send(response, delivery.answer);
      return;
    case 'reset':
      response.socket?.resetAndDestroy();
      return;
    case 'hang':
      hang(response, delivery.ms);
      return;
    case 'cut':
      cut(response, delivery.answer);
  }
}

function headOf({ body, headers }: SandboxAnswer): { [name: string]: string | number } {
  return {
    ...(body === '' ? {} : { 'content-type': 'application/json; charset=utf-8' }),
    'content-length': Buffer.byteLength(body),
    ...headers,
  };
}

function send(response: ServerResponse, answer: SandboxAnswer): void {
  const { 'content-length': length, ...head } = headOf(answer);
  // RFC 9110: these two carry no Content-Length.
  const bodiless = answer.status === 204 || answer.status === 304;
  response.writeHead(answer.status, bodiless ? head : { ...head, 'content-length': length ?? 0 });
  response.end(answer.body);
}

function cut(response: ServerResponse, answer: SandboxAnswer): void {
  const bytes = Buffer.from(answer.body);
  response.writeHead(answer.status, headOf(answer));
  response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => response.destroy());
}

function hang(response: ServerResponse, ms: number | null): void {
  if (ms === null) return;
  const timer = setTimeout(() => response.socket?.resetAndDestroy(), ms);
  response.on('close', () => clearTimeout(timer));
}
