// Who is connected, and who is owed an answer. Each connection takes one of a limited number of places. When all are
// taken, the one that has kept this server waiting longest gives way, so that programs which only sit there lock
// nobody out; one that is owed an answer never does.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

export interface Exchange {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
}

export class Connections {
  readonly #max: number;
  /** The exchanges of each, oldest first. Connections in front have been waited for longest. */
  readonly #all = new Map<Duplex, readonly Exchange[]>();

  /** When an answer was first seen to be ready and not out. */
  readonly #readySince = new WeakMap<ServerResponse, number>();

  constructor(max: number) {
    this.#max = max;
  }

  /** Gives a new connection a place, another one's where none is left. */
  add(socket: Duplex): void {
    this.#all.set(socket, []);
    socket.once('close', () => this.#all.delete(socket));
    if (this.#all.size <= this.#max) return;
    for (const [longest, exchanges] of this.#all) {
      if (exchanges.some(isOwed)) continue;
      // Its close event comes later, and until then it would be found again.
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
      // From now on it is waited for again.
      this.#all.delete(socket);
      this.#all.set(socket, left);
    });
  }

  /** Those that are not over now: an answer may have been out before the last of its request was in. */
  exchanges(socket: Duplex): readonly Exchange[] {
    return (this.#all.get(socket) ?? []).filter((each) => !isOver(each));
  }

  /** A kept connection would hold the server open after its answer, and so would one that nobody has used yet. */
  keepNone(): void {
    for (const { outgoing } of [...this.#all.values()].flat()) closeAfter(outgoing);
    for (const socket of this.#all.keys()) if (socket instanceof Socket && socket.bytesRead === 0) socket.destroy();
  }

  /**
   * Ends those whose next answer has been ready for `takeMs` and is not taken: what is owed to somebody who does not
   * want it holds no place. `nowMs` is monotonic.
   */
  endUntaken(nowMs: number, takeMs: number): void {
    for (const socket of this.#all.keys()) {
      // Answers behind the first one are held back by it, and not by who reads them.
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

/** The request is here as a whole, its answer is not out yet. */
export function isOwed({ incoming, outgoing }: Exchange): boolean {
  return incoming.complete && !outgoing.writableFinished;
}

/** Lets an answer end its connection. */
export function closeAfter(outgoing: ServerResponse): void {
  if (!outgoing.headersSent) outgoing.setHeader('Connection', 'close');
}

function isOver({ incoming, outgoing }: Exchange): boolean {
  return incoming.complete && outgoing.writableFinished;
}
