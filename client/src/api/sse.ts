// Reads server-sent events from a body, in the format of the HTML standard. A browser's EventSource cannot send an
// Authorization header, so this package has its own reader.
export interface ServerEvent {
  readonly event: string;
  /** The last id that was given, in this event or an earlier one; empty where there was none. */
  readonly id: string;
  readonly data: string;
}

/** Of one event; an operation with the gateway's longest answer has less. */
const mostEventLength = 8 * 1_024 * 1_024;

/** Takes text as it comes, in pieces of any size. Throws where an event never ends. */
export class EventParser {
  #rest = '';
  #event = '';
  #data: string[] = [];
  #dataLength = 0;
  #id = '';
  #first = true;

  push(text: string): ServerEvent[] {
    let waiting = this.#rest + text;
    if (this.#first && waiting !== '') {
      this.#first = false;
      if (waiting.startsWith('\uFEFF')) waiting = waiting.slice(1);
    }
    const lines = waiting.split(/\r\n|\n|\r(?!$)/);
    this.#rest = lines.pop() ?? '';
    const events = lines.flatMap((line) => this.#line(line) ?? []);
    if (this.#rest.length + this.#dataLength > mostEventLength) throw new Error('The event is too long.');
    return events;
  }

  #line(line: string): ServerEvent | null {
    if (line === '') return this.#dispatch();
    const colon = line.indexOf(':');
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'event') this.#event = value;
    else if (field === 'data') {
      this.#data.push(value);
      // An empty line takes room too.
      this.#dataLength += value.length + 1;
    } else if (field === 'id' && !value.includes('\0')) this.#id = value;
    return null;
  }

  #dispatch(): ServerEvent | null {
    const data = this.#data;
    const event = this.#event === '' ? 'message' : this.#event;
    this.#data = [];
    this.#event = '';
    this.#dataLength = 0;
    return data.length === 0 ? null : { event, id: this.#id, data: data.join('\n') };
  }
}
