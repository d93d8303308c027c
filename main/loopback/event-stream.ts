// One reader of events. It holds a number, never records: what comes next is read from the journal when the connection
// has room. So a reader may be as slow or as far behind as it likes, loses nothing, and costs the same.
import type { ServerResponse } from 'node:http';
import type { Client } from '#contract/client.ts';
import { nextTurn } from '#http/stream.ts';
import type { EventStart } from './event-start.ts';
import { type EventPage, beatText } from './event-text.ts';

export interface EventSupply {
  /** Does the work when the client has its turn among all that read. */
  inTurn<T>(clientId: string, work: () => T): T | Promise<T>;
  /** What follows this record, as this client may see it, or null. */
  pageAfter(seq: number, reader: Client): EventPage | null;
  /** The status as it was last told. */
  status(): string;
  /** Null where this client may no longer read. */
  reader(clientId: string): Client | null;
}

/** `over`: the stream has ended, or its client may no longer read. */
type Look = EventPage | null | 'over';

/** A connection that takes nothing for so many beats is cut: it holds a place that another reader may need. */
const patienceBeats = 2;

export class EventStream {
  readonly clientId: string;
  readonly #outgoing: ServerResponse;
  readonly #supply: EventSupply;
  #start: EventStart | null;
  #seq: number;
  #statusTold = '';
  #beatDue = false;
  /** A piece was handed over and the connection has not asked for the next one yet. */
  #handedOver = false;
  #beatsBlocked = 0;
  #ended = false;
  #wake = () => {};

  constructor(clientId: string, outgoing: ServerResponse, start: EventStart, supply: EventSupply) {
    this.clientId = clientId;
    this.#outgoing = outgoing;
    this.#supply = supply;
    this.#start = start;
    this.#seq = start.seq;
  }

  /** Each piece is made when it is asked for. */
  async *pieces(): AsyncGenerator<string> {
    // There may be much behind the number that the reader came with.
    let isBehind = true;
    for (;;) {
      // News are read once for all who wait for them, and at once; who catches up takes turns with all other reads.
      const look = () => this.#look();
      const page: Look = isBehind ? await this.#supply.inTurn(this.clientId, look) : look();
      if (page === 'over') return;
      isBehind = page !== null;
      const text = this.#textWith(page);
      if (text !== '') {
        this.#handedOver = true;
        yield text;
        this.#handedOver = false;
        this.#beatsBlocked = 0;
      }
      await (page === null && text === '' ? this.#news() : nextTurn());
    }
  }

  #look(): Look {
    const reader = this.#ended ? null : this.#supply.reader(this.clientId);
    return reader === null ? 'over' : this.#supply.pageAfter(this.#seq, reader);
  }

  /** There may be something new. */
  wake(): void {
    this.#wake();
  }

  beat(): void {
    if (!this.#handedOver) {
      this.#beatDue = true;
      this.#wake();
      return;
    }
    this.#beatsBlocked += 1;
    if (this.#beatsBlocked >= patienceBeats) this.#outgoing.destroy();
  }

  /** Ends the answer; at once, also where the reader has not taken what was handed over. */
  end(): void {
    this.#ended = true;
    if (this.#handedOver) this.#outgoing.destroy();
    this.#wake();
  }

  #textWith(page: EventPage | null): string {
    const opening = this.#start?.text ?? '';
    this.#start = null;
    const status = this.#supply.status();
    const news = status === this.#statusTold ? '' : status;
    this.#statusTold = status;
    if (page !== null) this.#seq = page.upTo;
    const text = `${opening}${news}${page?.text ?? ''}`;
    if (text !== '' || !this.#beatDue) return text;
    this.#beatDue = false;
    return beatText;
  }

  #news(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }
}
