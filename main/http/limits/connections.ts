// Keeps the list of open connections, up to a limit. When the limit is reached, the connection that the server has
// waited for longest is closed, so that idle programs lock no other program out. A connection whose request waits for
// its answer is never closed for that.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

export interface Exchange {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
}

export class Connections {
  readonly #max: number;
  /** The exchanges of each connection, oldest first. The server has waited longest for the connections in front. */
  readonly #all = new Map<Duplex, readonly Exchange[]>();

  /** When the server first saw that an answer was ready and not taken. */
  readonly #readySince = new WeakMap<ServerResponse, number>();

  constructor(max: number) {
    this.#max = max;
  }

  /** Adds a new connection; where the limit is reached, it closes the one that was waited for longest. */
  add(socket: Duplex): void {
    this.#all.set(socket, []);
    socket.once('close', () => this.#all.delete(socket));
    if (this.#all.size <= this.#max) return;
    for (const [longest, exchanges] of this.#all) {
      if (exchanges.some(awaitsAnswer)) continue;
      // Its close event comes later; until then it would be found again.
      this.#all.delete(longest);
      longest.destroy();
      return;
    }
  }

  /** The head of a request has come in. */
  begin(exchange: Exchange): void {
    const { socket } = exchange.incoming;
    this.#all.set(socket, [...this.exchanges(socket), exchange]);
    exchange.outgoing.once('close', () => {
      if (!this.#all.has(socket)) return;
      const left = this.exchanges(socket);
      // The server waits for this connection again.
      this.#all.delete(socket);
      this.#all.set(socket, left);
    });
  }

  /** Exchanges that are not over: an answer may be out before the last byte of its request is in. */
  exchanges(socket: Duplex): readonly Exchange[] {
    return (this.#all.get(socket) ?? []).filter((each) => !isOver(each));
  }

  /** A kept-alive connection, or one without a request yet, would hold the server open after its answer. */
  keepNone(): void {
    for (const { outgoing } of [...this.#all.values()].flat()) closeAfter(outgoing);
    for (const socket of this.#all.keys()) if (socket instanceof Socket && socket.bytesRead === 0) socket.destroy();
  }

  /** Closes clients that do not read their response within `takeMs`. `nowMs` is monotonic. */
  endUntaken(nowMs: number, takeMs: number): void {
    for (const socket of this.#all.keys()) {
      // Later answers wait for the first one; their time does not count yet.
      const next = this.exchanges(socket)[0]?.outgoing;
      if (next?.writableEnded !== true || next.writableFinished) continue;
      const since = this.#readySince.get(next) ?? nowMs;
      this.#readySince.set(next, since);
      if (nowMs - since >= takeMs) socket.destroy();
    }
  }

  destroyAll(): void {
    for (const socket of this.#all.keys()) socket.destroy();
  }
}

/** The whole request was received, and its answer is not sent yet. */
export function awaitsAnswer({ incoming, outgoing }: Exchange): boolean {
  return incoming.complete && !outgoing.writableFinished;
}

/** Lets an answer end its connection. */
export function closeAfter(outgoing: ServerResponse): void {
  if (!outgoing.headersSent) outgoing.setHeader('Connection', 'close');
}

function isOver({ incoming, outgoing }: Exchange): boolean {
  return incoming.complete && outgoing.writableFinished;
}
