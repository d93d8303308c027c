// One connection of Node's, known by its two ends. An agent with exactly one socket: where that has ended, a request
// fails and does not use another one that was not checked. Node's modules are loaded at run time, so the one build
// works in browsers, which have none.
import type { Outgoing } from './outgoing.ts';

export interface NodeNet {
  readonly http: {
    readonly Agent: new (options: object) => Agent;
    request(options: object, answered: (incoming: Incoming) => void): Request;
  };
  readonly net: { connect(options: object): Socket };
  readonly stream: { readonly Readable: { toWeb(incoming: Incoming): ReadableStream<Uint8Array> } };
}

interface Agent {
  createConnection: (options: object, made: (error: Error) => void) => Socket | undefined;
  destroy(): void;
}

interface Socket {
  readonly localAddress?: string;
  readonly localPort?: number;
  once(event: 'close', listener: () => void): void;
}

interface Request {
  on(event: 'error', listener: (error: Error) => void): void;
  on(event: 'information' | 'upgrade', listener: () => void): void;
  destroy(error?: Error): void;
  end(body?: string): void;
}

interface Incoming {
  readonly statusCode: number;
  readonly rawHeaders: readonly string[];
}

/** This end of a connection, as the system and the bridge see it. */
export interface OwnEnd {
  readonly address: string;
  readonly port: number;
}

/** The error's code when the connection had ended before the request: no part of it was sent. */
export const connectionEnded = 'TILLBRIDGE_CONNECTION_ENDED';

/** More than a bridge says before one answer (100 Continue, 103 Early Hints). Node bounds the bytes of each. */
const mostHints = 16;

interface Modules {
  readonly process?: { readonly getBuiltinModule?: (name: string) => unknown };
}

/** Null in browsers, and in a Node before 20.16. */
export function nodeNet(): NodeNet | null {
  const { process } = globalThis as Modules;
  const module = (name: string) => process?.getBuiltinModule?.(`node:${name}`);
  const [http, net, stream] = [module('http'), module('net'), module('stream')];
  return http === undefined || net === undefined || stream === undefined ? null : ({ http, net, stream } as NodeNet);
}

export class NodeConnection {
  readonly #node: NodeNet;
  readonly #agent: Agent;
  readonly #to: { readonly host: string; readonly port: number };
  #socket: Socket | null = null;
  #isOver = false;

  constructor(node: NodeNet, origin: string) {
    this.#node = node;
    const { hostname, port } = new URL(origin);
    this.#to = { host: hostname.replace(/^\[(.*)\]$/, '$1'), port: port === '' ? 80 : Number(port) };
    this.#agent = new node.http.Agent({ keepAlive: true, maxSockets: 1 });
    this.#agent.createConnection = (_options, made) => this.#connectOnce(made);
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** Null before the first answer. */
  get ownEnd(): OwnEnd | null {
    const { localAddress, localPort } = this.#socket ?? {};
    return localAddress === undefined || localPort === undefined ? null : { address: localAddress, port: localPort };
  }

  /** As far as the head of the answer. One request at a time. */
  send({ method, path, headers = {}, body }: Outgoing, host: string, signal: AbortSignal): Promise<Response> {
    const { http, stream } = this.#node;
    return new Promise((resolve, reject) => {
      const options = { ...this.#to, agent: this.#agent, method, path, headers: { ...headers, host }, signal };
      const request = http.request(options, (incoming) => {
        try {
          resolve(responseOf(incoming, stream.Readable.toWeb(incoming)));
        } catch (error) {
          reject(error instanceof Error ? error : new Error('unreadable answer'));
        }
      });
      request.on('error', reject);
      // Such as 101, which is no answer to what was asked.
      request.on('upgrade', () => {
        request.destroy();
        reject(new Error('The answer leaves HTTP.'));
      });
      let hints = 0;
      request.on('information', () => {
        hints += 1;
        if (hints > mostHints) request.destroy(new Error('too much before an answer'));
      });
      request.end(body);
    });
  }

  end(): void {
    this.#isOver = true;
    this.#agent.destroy();
  }

  #connectOnce(made: (error: Error) => void): Socket | undefined {
    if (this.#socket !== null || this.#isOver) {
      made(Object.assign(new Error('The connection ended before the request.'), { code: connectionEnded }));
      return undefined;
    }
    this.#socket = this.#node.net.connect({ ...this.#to, noDelay: true });
    this.#socket.once('close', () => {
      this.#isOver = true;
    });
    return this.#socket;
  }
}

function responseOf({ statusCode, rawHeaders }: Incoming, body: ReadableStream<Uint8Array>): Response {
  // A redirect is never followed.
  if (statusCode >= 300 && statusCode < 400) throw new Error('The answer sends elsewhere.');
  const headers = new Headers();
  for (let at = 0; at < rawHeaders.length; at += 2) headers.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '');
  return new Response([204, 205].includes(statusCode) ? null : body, { status: statusCode, headers });
}
