// The network cable between bridge and gateway: a TCP proxy that can be pulled out and put in again, and on which a
// request can be held up for as long as a test needs to see what is true meanwhile.
import { type Server, type Socket, connect, createServer } from 'node:net';
import { once } from 'node:events';
import { Transform } from 'node:stream';

export class Cable {
  readonly #target: { readonly host: string; readonly port: number };
  readonly #sockets = new Set<Socket>();
  readonly #heldUp: (() => void)[] = [];
  #holding: string | null = null;
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
      near.pipe(this.#gate()).pipe(far).pipe(near);
    });
    server.listen(this.#port, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (typeof address === 'object' && address !== null) this.#port = address.port;
    this.#server = server;
  }

  /** From now on, requests whose head begins with this (`POST /api/v2/cloudpos `) are on their way and do not arrive. */
  hold(head: string): void {
    this.#holding = head;
  }

  /** How many requests are held up. */
  get heldUp(): number {
    return this.#heldUp.length;
  }

  /** What was held up arrives; nothing is held up any more. */
  release(): void {
    this.#holding = null;
    for (const goOn of this.#heldUp.splice(0)) goOn();
  }

  #gate(): Transform {
    return new Transform({
      transform: (chunk: Buffer, _encoding, done) => {
        const held = this.#holding !== null && chunk.toString('latin1').startsWith(this.#holding);
        if (held) this.#heldUp.push(() => done(null, chunk));
        else done(null, chunk);
      },
    });
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
