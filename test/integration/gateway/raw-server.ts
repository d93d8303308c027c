// A gateway made of bare sockets, so that a test can say byte for byte what it answers, and when it breaks off.
import { EventEmitter, once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';

export interface RawRequest {
  readonly method: string;
  readonly path: string;
  /** Names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
  /** Counted from 0 over the server's life. */
  readonly connection: number;
}

export type Behaviour = (socket: Socket, request: RawRequest) => void;

export interface RawServer {
  readonly root: string;
  readonly requests: RawRequest[];
  /** Every connection ever accepted. */
  readonly sockets: Socket[];
  /** Resolves once so many requests have arrived in full. */
  arrived(count: number): Promise<void>;
  close(): Promise<void>;
}

/** Sends `text` again and again behind `head`, as fast as the other side takes it, until it closes. */
export function flood(socket: Socket, head: string, text = 'x'): void {
  const piece = Buffer.from(text.repeat(Math.ceil(65_536 / text.length)));
  socket.write(head);
  const more = () => {
    while (socket.writable && socket.write(piece));
  };
  socket.on('drain', more);
  more();
}

/** `server` may be a TLS server; its scheme then is https. */
export async function startRawServer(behaviour: Behaviour, server: Server = createServer()): Promise<RawServer> {
  const events = new EventEmitter();
  const requests: RawRequest[] = [];
  const sockets: Socket[] = [];
  const secure = 'setSecureContext' in server;
  server.on(secure ? 'secureConnection' : 'connection', (socket: Socket) => {
    const connection = sockets.push(socket) - 1;
    let buffered = '';
    socket.on('error', () => undefined);
    socket.setEncoding('latin1').on('data', (chunk) => {
      buffered += String(chunk);
      for (let parsed = parse(buffered, connection); parsed !== null; parsed = parse(buffered, connection)) {
        buffered = buffered.slice(parsed.length);
        requests.push(parsed.request);
        behaviour(socket, parsed.request);
        events.emit('request');
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    root: `${secure ? 'https' : 'http'}://127.0.0.1:${port}`,
    requests,
    sockets,
    arrived: async (count) => {
      while (requests.length < count) await once(events, 'request');
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

function parse(text: string, connection: number): { request: RawRequest; length: number } | null {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return null;
  const [first = '', ...lines] = text.slice(0, end).split('\r\n');
  const [method = '', path = ''] = first.split(' ');
  const headers = new Map(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
  const length = end + 4 + Number(headers.get('content-length') ?? 0);
  if (text.length < length) return null;
  return { request: { method, path, headers, body: text.slice(end + 4, length), connection }, length };
}

/** An answer with its length announced. */
export function answer(status: number, body: string, headers: readonly string[] = []): string {
  const lines = [`HTTP/1.1 ${status} Text`, `Content-Length: ${Buffer.byteLength(body)}`, ...headers];
  return `${lines.join('\r\n')}\r\n\r\n${body}`;
}
