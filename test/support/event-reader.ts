// A reader of /v1/events, as a program writes one: it takes the stream apart itself, remembers the last id, and can lose
// its line or stop reading at any moment.
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import type { JsonObject } from '#contract/data/json.ts';

export interface ReceivedEvent {
  readonly name: string;
  readonly id: string | null;
  readonly data: JsonObject;
}

export interface ReaderWish {
  readonly lastEventId?: string;
  readonly query?: string;
  readonly headers?: { readonly [name: string]: string };
}

export class EventReader {
  readonly events: ReceivedEvent[] = [];
  comments = 0;
  #text = '';
  #ended = false;
  readonly #waiting = new Set<() => void>();
  readonly #request: ClientRequest;
  readonly #answer: IncomingMessage;

  /** Connects; throws with the problem's code where the stream is refused. */
  static async open(url: string, token: string, wish: ReaderWish = {}): Promise<EventReader> {
    const { lastEventId, query = '', headers = {} } = wish;
    const resume = lastEventId === undefined ? {} : { 'last-event-id': lastEventId };
    const outgoing = request(`${url}/v1/events${query}`, {
      agent: false,
      headers: { authorization: `Bearer ${token}`, ...resume, ...headers },
    });
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      outgoing.once('response', resolve).once('error', reject).end();
    });
    if (answer.statusCode === 200) return new EventReader(outgoing, answer);
    let text = '';
    for await (const chunk of answer.setEncoding('utf8')) text += String(chunk);
    throw new Error((JSON.parse(text) as { readonly code: string }).code);
  }

  private constructor(outgoing: ClientRequest, answer: IncomingMessage) {
    this.#request = outgoing;
    this.#answer = answer;
    const ended = () => {
      this.#ended = true;
      this.#tell();
    };
    // A line that is cut is what many of these tests are about.
    outgoing.on('error', ended);
    answer
      .setEncoding('utf8')
      .on('data', (chunk: string) => this.#take(chunk))
      .on('close', ended)
      .on('error', ended);
  }

  get headers(): IncomingMessage['headers'] {
    return this.#answer.headers;
  }

  /** Whether the answer came to its proper end. */
  get complete(): boolean {
    return this.#answer.complete;
  }

  /** The last id that came, for resuming. */
  get lastEventId(): string {
    return this.events.findLast(({ id }) => id !== null)?.id ?? '';
  }

  named(name: string): ReceivedEvent[] {
    return this.events.filter((each) => each.name === name);
  }

  /** The numbers of the operations' events, in the order they came. */
  numbers(): number[] {
    return this.named('operation').map(({ id }) => Number(id));
  }

  /** Resolves once it is so; rejects where the line ends before. */
  async until(isSo: (reader: EventReader) => boolean): Promise<void> {
    while (!isSo(this)) {
      if (this.#ended) throw new Error(`the stream ended after ${this.events.length} events`);
      await this.#change();
    }
  }

  async ended(): Promise<void> {
    while (!this.#ended) await this.#change();
  }

  pause(): void {
    this.#answer.pause();
    // As a program that hangs: it does not even take from its socket.
    this.#answer.socket.pause();
  }

  resume(): void {
    this.#answer.resume();
    this.#answer.socket.resume();
  }

  /** Loses the line, whatever is under way on it. */
  drop(): void {
    this.#request.destroy();
  }

  #take(chunk: string): void {
    this.#text += chunk;
    for (;;) {
      const end = this.#text.indexOf('\n\n');
      if (end < 0) break;
      this.#event(this.#text.slice(0, end));
      this.#text = this.#text.slice(end + 2);
    }
    this.#tell();
  }

  #event(text: string): void {
    const fields = new Map<string, string>();
    for (const line of text.split('\n')) {
      if (line.startsWith(':')) this.comments += 1;
      else fields.set(line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2));
    }
    const name = fields.get('event');
    if (name === undefined) return;
    this.events.push({ name, id: fields.get('id') ?? null, data: JSON.parse(fields.get('data') ?? '') as JsonObject });
  }

  #change(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.add(resolve);
    });
  }

  #tell(): void {
    for (const wake of this.#waiting) wake();
    this.#waiting.clear();
  }
}
