// The network cable between bridge and gateway: a TCP proxy that can be pulled out and put in again.
import { type Server, type Socket, connect, createServer } from 'node:net';
import { once } from 'node:events';

export class Cable {
  readonly #target: { readonly host: string; readonly port: number };
  readonly #sockets = new Set<Socket>();
  #server: Server | null = null;
  #port = 0;

  constructor(targetUrl: string) {
    const { hostname, port } = new URL(targetUrl);
    this.#target = { host: hostname, port: Number(port) };
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  async putIn(): Promise<void> {
    const server = createServer((near) => {
      const far = connect(this.#target);
      for (const [socket, other] of [
        [near, far],
        [far, near],
      ] as const) {
        this.#sockets.add(socket);
        socket.on('error', () => other.destroy());
        socket.on('close', () => {
          this.#sockets.delete(socket);
          other.destroy();
        });
      }
      near.pipe(far).pipe(near);
    });
    server.listen(this.#port, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (typeof address === 'object' && address !== null) this.#port = address.port;
    this.#server = server;
  }

  /** Every connection breaks, new ones are refused. */
  async pullOut(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    if (server === null) return;
    const closed = once(server, 'close');
    server.close();
    for (const socket of this.#sockets) socket.resetAndDestroy();
    await closed;
  }
}
