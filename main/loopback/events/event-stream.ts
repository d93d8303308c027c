// One reader of events. It holds a position, no records: the next ones are read from the journal when the connection
// has room. So a slow reader loses nothing and costs no more than a fast one.
import type { ServerResponse } from 'node:http';
import type { Client } from '#contract/programs/client.ts';
import { nextTurn } from '#http/stream.ts';
import type { EventStart } from './event-start.ts';
import { type EventPage, beatText } from './event-text.ts';

export interface EventSupply {
  /** Does the work when the client has its turn among all that read. */
  inTurn<T>(clientId: string, work: () => T): T | Promise<T>;
  /** What follows this record, as this client may see it, or null. */
  pageAfter(seq: number, reader: Client): EventPage | null;
  /** The status as it was last sent. */
  status(): string;
  /** The devices that this reader may see, as they were last sent: an event each, by id. */
  devices(reader: Client): ReadonlyMap<string, string>;
  /** Null where this client may no longer read. */
  reader(clientId: string): Client | null;
}

/** `over`: the stream has ended, or its client may no longer read. */
type Look = EventPage | null | 'over';

/** A connection that takes nothing for so many beats is cut, so that another reader gets its place. */
const patienceBeats = 2;
/** In characters. */
const mostPassing = 256 * 1_024;

export class EventStream {
  readonly clientId: string;
  readonly #outgoing: ServerResponse;
  readonly #supply: EventSupply;
  #start: EventStart | null;
  #seq: number;
  #statusTold = '';
  #devicesTold: ReadonlyMap<string, string> = new Map();
  #deviceNews = '';
  /** Events that are sent once and not kept: scans. */
  #passing = '';
  #beatDue = false;
  /** A piece was handed over and the connection has not asked for the next one yet. */
  #handedOver = false;
  #beatsBlocked = 0;
  #ended = false;
  /** There was news since the last look. */
  #woken = false;
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
      // New records are read once for all readers at once; a reader that catches up takes turns with other reads.
      const look = () => this.#look();
      const page: Look = isBehind ? await this.#supply.inTurn(this.clientId, look) : look();
      if (page === 'over') return;
      isBehind = page?.isFull === true;
      const text = this.#textWith(page);
      if (text !== '') {
        this.#handedOver = true;
        yield text;
        this.#handedOver = false;
        this.#beatsBlocked = 0;
      }
      // A reader that has all waits for news with the others: so all read the same records next, which are written once.
      await (isBehind ? nextTurn() : this.#news());
    }
  }

  #look(): Look {
    this.#woken = false;
    const reader = this.#ended ? null : this.#supply.reader(this.clientId);
    if (reader === null) return 'over';
    const before = this.#devicesTold;
    this.#devicesTold = this.#supply.devices(reader);
    for (const [id, text] of this.#devicesTold) if (before.get(id) !== text) this.#deviceNews += text;
    return this.#supply.pageAfter(this.#seq, reader);
  }

  /** Told once, without a number. A reader that takes nothing for so long that too much waits is cut off. */
  pass(text: string): void {
    if (this.#passing.length > mostPassing) {
      this.#outgoing.destroy();
      return;
    }
    this.#passing += text;
    this.wake();
  }

  /** There may be something new. */
  wake(): void {
    this.#woken = true;
    this.#wake();
  }

  beat(): void {
    if (!this.#handedOver) {
      this.#beatDue = true;
      this.wake();
      return;
    }
    this.#beatsBlocked += 1;
    if (this.#beatsBlocked >= patienceBeats) this.#outgoing.destroy();
  }

  /** Ends the answer; at once, also where the reader has not taken what was handed over. */
  end(): void {
    this.#ended = true;
    if (this.#handedOver) this.#outgoing.destroy();
    this.wake();
  }

  #textWith(page: EventPage | null): string {
    const opening = this.#start?.text ?? '';
    this.#start = null;
    const status = this.#supply.status();
    const news = status === this.#statusTold ? '' : status;
    this.#statusTold = status;
    if (page !== null) this.#seq = page.upTo;
    const text = `${opening}${news}${this.#deviceNews}${this.#passing}${page?.text ?? ''}`;
    this.#deviceNews = '';
    this.#passing = '';
    if (text !== '' || !this.#beatDue) return text;
    this.#beatDue = false;
    return beatText;
  }

  /** Resolves at the next news, or at once where there was some while a piece was handed over. */
  #news(): Promise<void> {
    if (this.#woken) return nextTurn();
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }
}
