// Keeps the list of open connections, up to a limit. When the limit is reached, one is closed, so that neither idle
// programs nor strangers lock a program out: one of a caller that is not known, whatever it waits for, of those that were
// answered before those that were not, so that a new caller gets its first answer; else the one that the server has waited
// for longest. A connection of a known caller whose request waits for its answer is never closed for that. Where callers
// cannot be told apart, all count as known.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

export interface Exchange {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
}

export class Connections {
  readonly #max: number;
  readonly #isKnown: (socket: Duplex) => boolean;
  /** The exchanges of each connection, oldest first. The server has waited longest for the connections in front. */
  readonly #all = new Map<Duplex, readonly Exchange[]>();
  /** Of callers that are not known, or were not when this was last looked at: in the order of their last answers. */
  readonly #answered = new Set<Duplex>();
  /** The same without any answer, oldest first. */
  readonly #unanswered = new Set<Duplex>();

  /** When the server first saw that an answer was ready and not taken. */
  readonly #readySince = new WeakMap<ServerResponse, number>();

  constructor(max: number, isKnown: ((socket: Duplex) => boolean) | null) {
    this.#max = max;
    this.#isKnown = isKnown ?? (() => true);
  }

  /** Adds a new connection; where the limit is reached, it closes another one. */
  add(socket: Duplex): void {
    const isFull = this.#all.size >= this.#max;
    const givesWay = isFull ? (this.#stranger() ?? this.#longestWaitedFor() ?? socket) : null;
    this.#all.set(socket, []);
    this.#unanswered.add(socket);
    socket.once('close', () => this.#forget(socket));
    if (givesWay === null) return;
    // Its close event comes later; until then it would be found again.
    this.#forget(givesWay);
    givesWay.destroy();
  }

  #forget(socket: Duplex): void {
    for (const each of [this.#all, this.#answered, this.#unanswered]) each.delete(socket);
  }

  #stranger(): Duplex | undefined {
    for (const strangers of [this.#answered, this.#unanswered]) {
      for (const socket of strangers) {
        if (!this.#isKnown(socket)) return socket;
        strangers.delete(socket);
      }
    }
    return undefined;
  }

  #longestWaitedFor(): Duplex | undefined {
    for (const [socket, exchanges] of this.#all) if (!exchanges.some(awaitsAnswer)) return socket;
    return undefined;
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
      this.#unanswered.delete(socket);
      this.#answered.delete(socket);
      if (!this.#isKnown(socket)) this.#answered.add(socket);
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
