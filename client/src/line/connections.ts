// The connections to the bridge. No part of a request is sent before the client knows which program listens:
// - In Node the client asks on each connection first, and uses it only if the bridge passed. With a pinned identity the
//   bridge signs this end of the connection too, so an answer that was fetched over another connection proves nothing.
//   The proof holds as long as the connection, without a time limit.
// - In a page, and with the caller's own `fetch`, this package cannot choose the connection, so it asks before every
//   request.
import { type Address, type Exchange, type Opened, open, readWhole, unanswered } from './exchange.ts';
import type { Outgoing } from './outgoing.ts';
import type { Host } from './host.ts';
import { type Met, type Pinned, type Proof, meet, mostIntroductionBytes } from './introduction.ts';
import { NodeConnection } from './node-connection.ts';

export class Connections {
  readonly #host: Host;
  readonly #to: Address;
  readonly #pinned: Pinned | null;
  /** Connections that passed and carry no request now. */
  readonly #idle: NodeConnection[] = [];
  #proof: Proof | null = null;

  constructor(host: Host, to: Address, pinned: Pinned | null) {
    this.#host = host;
    this.#to = to;
    this.#pinned = pinned;
  }

  /** The result of the last question; null before the first. */
  get proof(): Proof | null {
    return this.#proof;
  }

  /** Asks now, on a new connection. Null: the signal ended it. Throws what `meet` throws. */
  async meet(signal: AbortSignal): Promise<Met | null> {
    if (this.#host.node === null) return this.#meetByFetch(signal);
    const connected = await this.#connect(signal);
    if (connected === null) return null;
    this.#release(connected.connection);
    return connected.met;
  }

  /** Null: ended before any part was sent. Where it throws (what `meet` throws), no part was sent either. */
  async exchange(request: Outgoing, signal: AbortSignal): Promise<Exchange | null> {
    const carried = await this.#open(request, signal);
    if (carried === null) return null;
    const { opened, connection } = carried;
    if (opened.type !== 'open') return opened;
    const answer = await readWhole(opened.response, signal);
    if (connection !== null && answer.type === 'answered') this.#release(connection);
    else connection?.end();
    return answer;
  }

  /** As far as the head of the answer; its connection carries nothing else any more. Otherwise as `exchange`. */
  async open(request: Outgoing, signal: AbortSignal): Promise<Opened | null> {
    return (await this.#open(request, signal))?.opened ?? null;
  }

  async #open(request: Outgoing, signal: AbortSignal): Promise<Carried | null> {
    if (this.#host.node === null) {
      if ((await this.#meetByFetch(signal)) === null || signal.aborted) return null;
      return { opened: await open(this.#host, this.#to, request, signal), connection: null };
    }
    for (;;) {
      const kept = this.#takeIdle();
      const connection = kept ?? (await this.#connect(signal))?.connection;
      if (connection === undefined) return null;
      if (signal.aborted) {
        this.#release(connection);
        return null;
      }
      const opened = await openOn(connection, this.#to, request, signal);
      if (opened.type !== 'open') connection.end();
      // A kept connection may have ended meanwhile.
      if (opened.type !== 'unsent' || kept === undefined) return { opened, connection };
    }
  }

  #takeIdle(): NodeConnection | undefined {
    for (;;) {
      const connection = this.#idle.pop();
      if (connection?.isOver !== true) return connection;
    }
  }

  #release(connection: NodeConnection): void {
    const living = this.#idle.filter((each) => !each.isOver);
    this.#idle.splice(0, this.#idle.length, ...living, ...(connection.isOver ? [] : [connection]));
  }

  async #connect(signal: AbortSignal): Promise<{ readonly connection: NodeConnection; readonly met: Met } | null> {
    const { node } = this.#host;
    if (node === null) return null;
    const connection = new NodeConnection(node, this.#to.origin);
    const send = async (request: Outgoing): Promise<Exchange> => {
      const opened = await openOn(connection, this.#to, request, signal);
      return opened.type === 'open' ? readWhole(opened.response, signal, mostIntroductionBytes) : opened;
    };
    try {
      const met = await meet({ host: this.#host, to: this.#to, send, ownEnd: () => connection.ownEnd }, this.#pinned);
      this.#proof = met?.proof ?? this.#proof;
      if (met !== null) return { connection, met };
    } catch (error) {
      connection.end();
      throw error;
    }
    connection.end();
    return null;
  }

  async #meetByFetch(signal: AbortSignal): Promise<Met | null> {
    const [host, to] = [this.#host, this.#to];
    const send = async (request: Outgoing): Promise<Exchange> => {
      const opened = await open(host, to, request, signal);
      return opened.type === 'open' ? readWhole(opened.response, signal, mostIntroductionBytes) : opened;
    };
    const met = await meet({ host, to, send, ownEnd: null }, this.#pinned);
    this.#proof = met?.proof ?? this.#proof;
    return met;
  }
}

interface Carried {
  readonly opened: Opened;
  /** Null where a browser chose it. */
  readonly connection: NodeConnection | null;
}

async function openOn(
  connection: NodeConnection,
  to: Address,
  request: Outgoing,
  signal: AbortSignal,
): Promise<Opened> {
  try {
    return { type: 'open', response: await connection.send(request, to.host, signal) };
  } catch (error) {
    return unanswered(error, signal);
  }
}
