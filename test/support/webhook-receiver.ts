// Takes the events that a bridge sends, on a real socket: keeps what came, in the order in which it came, and answers as
// it is told to.
import { type IncomingMessage, type RequestListener, type Server, type ServerResponse, createServer } from 'node:http';
import { type Server as TlsServer, createServer as createTlsServer } from 'node:https';
import { onTestFinished } from 'vitest';

export interface Arrived {
  readonly id: number;
  readonly event: string;
  readonly data: {
    readonly type?: string;
    readonly hash?: string;
    readonly operation?: { readonly id: string; readonly kind: string; readonly withheld?: true };
  };
}

export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

export type Reply = (outgoing: ServerResponse, incoming: IncomingMessage) => void;

export const takes: Reply = (outgoing) => void outgoing.writeHead(204).end();

export class Receiver {
  readonly all: (Arrived & { readonly taken: boolean })[] = [];
  readonly heads: IncomingMessage['headers'][] = [];
  readonly bodies: string[] = [];
  reply: Reply = takes;
  readonly #certificate: Certificate | null;
  #server: Server | TlsServer | null = null;
  port = 0;

  /** With a certificate it speaks https. */
  constructor(certificate: Certificate | null = null) {
    this.#certificate = certificate;
  }

  async open(): Promise<void> {
    const listener: RequestListener = (incoming, outgoing) => {
      let body = '';
      incoming.setEncoding('utf8').on('data', (text: string) => (body += text));
      incoming.on('end', () => {
        this.heads.push(incoming.headers);
        this.bodies.push(body);
        this.all.push({ ...(JSON.parse(body) as Arrived), taken: this.reply === takes });
        this.reply(outgoing, incoming);
      });
    };
    const certificate = this.#certificate;
    const server = certificate === null ? createServer(listener) : createTlsServer(certificate, listener);
    this.#server = server;
    await new Promise<void>((resolve) => {
      server.listen(this.port, '127.0.0.1', resolve);
    });
    this.port = (server.address() as { port: number }).port;
  }

  async close(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    server?.closeAllConnections();
    if (server === null) return;
    await new Promise((resolve) => {
      server.close(resolve);
    });
  }

  get url(): string {
    return `${this.#certificate === null ? 'http' : 'https'}://127.0.0.1:${this.port}/tillbridge`;
  }

  get taken(): readonly Arrived[] {
    return this.all.filter(({ taken }) => taken);
  }
}

export async function aReceiver(certificate: Certificate | null = null): Promise<Receiver> {
  const receiver = new Receiver(certificate);
  await receiver.open();
  onTestFinished(() => receiver.close());
  return receiver;
}
