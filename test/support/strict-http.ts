// HTTP as bytes, read as strictly as RFC 9112 allows: a test that sends what no client library would send must also
// notice an answer that no client library could read.
import { type Socket, connect } from 'node:net';

export interface StrictAnswer {
  readonly status: number;
  /** Names in lower case; those given several times are joined by a comma. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Buffer;
  /** The connection ends with this answer. */
  readonly last: boolean;
}

/** An answer that is no well-formed HTTP. */
export class Malformed extends Error {
  override readonly name = 'Malformed';
}

export type HeaderLine = readonly [name: string, value: string];

export interface WireRequest {
  readonly method?: string;
  readonly path: string;
  /** Written as they are, in this order; nothing is added but Host in front and the length behind. */
  readonly headers?: readonly HeaderLine[];
  readonly body?: string | Buffer;
}

/** A request as bytes. Host and Content-Length are added where they are not given. */
export function bytesOf(host: string, { method = 'GET', path, headers = [], body }: WireRequest): Buffer {
  const has = (name: string) => headers.some(([each]) => each.toLowerCase() === name);
  let head = `${method} ${path} HTTP/1.1\r\n`;
  if (!has('host')) head += `Host: ${host}\r\n`;
  for (const [name, value] of headers) head += `${name}: ${value}\r\n`;
  if (body === undefined) return Buffer.from(`${head}\r\n`, 'latin1');
  if (!has('content-length') && !has('transfer-encoding')) head += `Content-Length: ${Buffer.byteLength(body)}\r\n`;
  return Buffer.concat([Buffer.from(`${head}\r\n`, 'latin1'), Buffer.from(body)]);
}

const statusLine = /^HTTP\/1\.1 ([1-5]\d\d) [\t -~]*$/;
const headerLine = /^([!#$%&'*+.^_`|~\dA-Za-z-]+): ?([\t -~]*)$/;
const maxHead = 32_768;

/** What has no end, or a far one. */
const streamed: ReadonlySet<string> = new Set(['text/event-stream', 'application/x-ndjson', 'text/csv']);

export function isStream({ headers }: Pick<StrictAnswer, 'headers'>): boolean {
  return streamed.has((headers.get('content-type') ?? '').split(';', 1)[0] ?? '');
}

/**
 * The first answer in `bytes` and where it ends, or null while it is not whole. Throws Malformed. With `headsOfStreams`
 * a stream is its head, and nothing more can be read on its connection.
 */
function parseAnswer(
  bytes: Buffer,
  method: string,
  headsOfStreams: boolean,
): { answer: StrictAnswer; length: number } | null {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) {
    if (bytes.length > maxHead) throw new Malformed('a head without an end');
    return null;
  }
  const [first = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n');
  const status = Number(statusLine.exec(first)?.[1] ?? Number.NaN);
  if (Number.isNaN(status)) throw new Malformed(`not a status line: ${first.slice(0, 80)}`);
  const headers = new Map<string, string>();
  for (const line of lines) {
    const [, name = '', value = ''] = headerLine.exec(line) ?? [];
    if (name === '') throw new Malformed(`not a header: ${line.slice(0, 80)}`);
    const key = name.toLowerCase();
    const before = headers.get(key);
    headers.set(key, before === undefined ? value : `${before}, ${value}`);
  }
  const start = end + 4;
  const last = headers.get('connection')?.toLowerCase() === 'close';
  if (method === 'HEAD' || status === 204 || status === 304 || status < 200) {
    return { answer: { status, headers, body: Buffer.alloc(0), last }, length: start };
  }
  if (headsOfStreams && isStream({ headers })) {
    return { answer: { status, headers, body: Buffer.alloc(0), last: true }, length: bytes.length };
  }
  const body = bodyOf(bytes, start, headers);
  return body === null ? null : { answer: { status, headers, body: body.bytes, last }, length: body.end };
}

function bodyOf(
  bytes: Buffer,
  start: number,
  headers: ReadonlyMap<string, string>,
): { readonly bytes: Buffer; readonly end: number } | null {
  const length = headers.get('content-length');
  const coding = headers.get('transfer-encoding');
  if (length !== undefined && coding !== undefined) throw new Malformed('a length and a coding');
  if (length !== undefined) {
    if (!/^\d{1,9}$/.test(length)) throw new Malformed(`a length of ${length}`);
    const end = start + Number(length);
    return bytes.length < end ? null : { bytes: bytes.subarray(start, end), end };
  }
  if (coding !== 'chunked') throw new Malformed('an answer whose end cannot be told');
  const parts: Buffer[] = [];
  for (let at = start; ;) {
    const lineEnd = bytes.indexOf('\r\n', at);
    if (lineEnd < 0) return null;
    const size = bytes.toString('latin1', at, lineEnd);
    if (!/^[\da-fA-F]{1,8}$/.test(size)) throw new Malformed(`a chunk of size ${size}`);
    const next = lineEnd + 2 + Number.parseInt(size, 16);
    if (bytes.length < next + 2) return null;
    if (bytes.toString('latin1', next, next + 2) !== '\r\n') throw new Malformed('a chunk that goes on after its end');
    if (next === lineEnd + 2) return { bytes: Buffer.concat(parts), end: next + 2 };
    parts.push(bytes.subarray(lineEnd + 2, next));
    at = next + 2;
  }
}

/** One connection: bytes out as they are, answers in one after the other. */
export class Wire {
  readonly socket: Socket;
  #received: Buffer = Buffer.alloc(0);
  #closed = false;
  #woken: () => void = () => {};

  constructor(port: number, address = '127.0.0.1') {
    this.socket = connect({ port, host: address, noDelay: true });
    const wake = () => this.#woken();
    this.socket.on('data', (chunk: Buffer) => {
      this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk]);
      wake();
    });
    this.socket.on('error', wake);
    this.socket.on('close', () => {
      this.#closed = true;
      wake();
    });
  }

  send(bytes: string | Buffer): void {
    if (this.socket.writable) this.socket.write(bytes);
  }

  get closed(): boolean {
    return this.#closed;
  }

  /** The next answer, or null where the connection has ended without (another) one. Throws Malformed. */
  async answer(method = 'GET', headsOfStreams = false): Promise<StrictAnswer | null> {
    for (;;) {
      const parsed = this.#received.length === 0 ? null : parseAnswer(this.#received, method, headsOfStreams);
      if (parsed !== null) {
        this.#received = this.#received.subarray(parsed.length);
        return parsed.answer;
      }
      if (this.#closed) {
        if (this.#received.length > 0) throw new Malformed(`cut: ${this.#received.toString('latin1', 0, 80)}`);
        return null;
      }
      await this.#more();
    }
  }

  /** Resolves when the other side has closed; throws Malformed where it said anything more before. */
  async ended(): Promise<void> {
    while (!this.#closed) await this.#more();
    if (this.#received.length > 0) throw new Malformed(`said after the end: ${this.#received.toString('latin1')}`);
  }

  close(): void {
    this.socket.destroy();
  }

  async #more(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#woken = resolve;
    });
  }
}
