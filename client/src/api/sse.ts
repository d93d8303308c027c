// Reads server-sent events from a body, in the format of the HTML standard. A browser's EventSource cannot send an
// Authorization header, so this package has its own reader.
export interface ServerEvent {
  readonly event: string;
  /** The last id that was given, in this event or an earlier one; empty where there was none. */
  readonly id: string;
  readonly data: string;
}

/** Takes text as it comes, in pieces of any size. */
export class EventParser {
  #rest = '';
  #event = '';
  #data: string[] = [];
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
    return lines.flatMap((line) => this.#line(line) ?? []);
  }

  #line(line: string): ServerEvent | null {
    if (line === '') return this.#dispatch();
    const colon = line.indexOf(':');
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'event') this.#event = value;
    else if (field === 'data') this.#data.push(value);
    else if (field === 'id' && !value.includes('\0')) this.#id = value;
    return null;
  }

  #dispatch(): ServerEvent | null {
    const data = this.#data;
    const event = this.#event === '' ? 'message' : this.#event;
    this.#data = [];
    this.#event = '';
    return data.length === 0 ? null : { event, id: this.#id, data: data.join('\n') };
  }
}
