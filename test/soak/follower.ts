// A program that follows the events through a month: its line is cut now and then, and it goes on behind the last event
// that it had. It keeps numbers and ids only, since it hears of everything.
import { type ClientRequest, type IncomingMessage, request } from 'node:http';

const ends = /"operation":\{"id":"(op_[0-9a-f]+)".*?"state":"(succeeded|failed|cancelled|expired)"/s;

export class Follower {
  readonly #name: string;
  readonly #url: string;
  readonly #token: string;
  /** Operations of whose end it was told. */
  readonly #ended = new Set<string>();
  readonly #differences: string[] = [];
  #last: number | null = null;
  #line: ClientRequest | null = null;

  constructor(name: string, url: string, token: string) {
    this.#name = name;
    this.#url = url;
    this.#token = token;
  }

  async connect(): Promise<void> {
    const from = this.#last === null ? {} : { 'last-event-id': String(this.#last) };
    const line = request(`${this.#url}/v1/events`, {
      agent: false,
      headers: { authorization: `Bearer ${this.#token}`, ...from },
    });
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      line.once('response', resolve).once('error', reject).end();
    });
    if (answer.statusCode !== 200) throw new Error(`${this.#name}: ${answer.statusCode}`);
    line.on('error', () => undefined);
    let text = '';
    answer
      .setEncoding('utf8')
      .on('error', () => undefined)
      .on('data', (chunk: string) => {
        if (this.#line !== line) return;
        const events = (text + chunk).split('\n\n');
        text = events.pop() ?? '';
        for (const event of events) this.#take(event);
      });
    this.#line = line;
  }

  /** Its line is lost, and it connects again. */
  async comeBack(): Promise<void> {
    this.drop();
    await this.connect();
  }

  drop(): void {
    this.#line?.destroy();
    this.#line = null;
  }

  missing(ids: ReadonlySet<string>): number {
    return [...ids].filter((id) => !this.#ended.has(id)).length;
  }

  differences(ids: ReadonlySet<string>): string[] {
    const missing = this.missing(ids);
    return missing === 0 ? this.#differences : [...this.#differences, `${this.#name} was not told of ${missing} ends`];
  }

  #take(event: string): void {
    const id = /^id: (\d+)$/m.exec(event)?.[1];
    if (id === undefined) return;
    const isFirst = /^event: (hello|reset)$/m.exec(event)?.[1];
    const number = Number(id);
    if (isFirst === 'reset') this.#differences.push(`${this.#name} was told to begin anew at ${number}`);
    else if (isFirst === undefined && number <= (this.#last ?? 0)) {
      this.#differences.push(`${this.#name} had ${number} behind ${this.#last}`);
    }
    this.#last = number;
    const ended = ends.exec(event)?.[1];
    if (ended !== undefined) this.#ended.add(ended);
  }
}
