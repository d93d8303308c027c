// Gives Node's HTTP client connections that are already made and verified. One agent of it keeps idle connections for
// requests that may meet a dead one; another, made for a single request, never reuses anything.
import { Agent, type ClientRequestArgs } from 'node:http';
import type { Duplex } from 'node:stream';
import { type ConnectOptions, openConnection } from './connect.ts';
import type { Target } from './root-address.ts';

// Below the idle time-outs of common servers (5 s and more), so that they seldom close one as it is being reused.
const idleMs = 4_000;
// As many as may be in use at once: fewer, and a burst of look-ups would close and make connections all the time.
const idleConnections = 16;

type Created = (error: Error | null, socket: Duplex) => void;

export class ConnectionAgent extends Agent {
  readonly #target: Target;
  readonly #options: ConnectOptions;
  readonly #connecting = new Set<() => void>();

  constructor(target: Target, options: ConnectOptions, keep: boolean) {
    super(keep ? { keepAlive: true, timeout: idleMs, maxFreeSockets: idleConnections } : { keepAlive: false });
    this.#target = target;
    this.#options = options;
  }

  override createConnection(_: ClientRequestArgs, created?: Created): null {
    const cancel = openConnection(this.#target, this.#options, (error, socket) => {
      this.#connecting.delete(cancel);
      // On an error the second argument is not used, though its type demands one.
      created?.(error, socket as unknown as Duplex);
    });
    this.#connecting.add(cancel);
    return null;
  }

  /** Ends connections that are being made or idle, and those in use. */
  override destroy(): void {
    for (const cancel of this.#connecting) cancel();
    super.destroy();
  }
}
