// The till's events, as they happen. Every event of an operation has its record's number in the journal; a broken line
// is opened again after the last number that the caller got, so no event is lost and none comes twice.
import {
  BlockedByBrowser,
  IdentityChanged,
  IdentityUncheckable,
  NoAnswer,
  NotRunning,
  Refused,
  type TillbridgeError,
  VersionUnsupported,
} from '../line/errors.ts';
import { objectOf, problemIn, readWhole, retryAfterMs } from '../line/exchange.ts';
import { longestRetryAfterMs } from '../line/retry.ts';
import type { Host } from '../line/host.ts';
import type { Line } from '../line/line.ts';
import { type ServerEvent, EventParser } from '../api/sse.ts';
import type { DeviceList, PrintJob, State, Status } from '../api/generated.ts';
import type { Operation } from '../api/types.ts';

/** A reader's position. Store the last one together with what you made of its event, and begin again after it. */
export interface Position {
  readonly seq: number;
  /** Ties the number to its journal, so that a restored copy that has grown past it is recognized. */
  readonly hash: string | null;
  readonly journal: string | null;
}

/** Before the first event of a bridge: a stream after it tells all that ever happened there. */
export const beginning: Position = { seq: 0, hash: null, journal: null };

export type BridgeEvent =
  /** A record of the journal that concerns an operation. */
  | {
      readonly type: 'operation';
      readonly position: Position;
      /** What was recorded (accepted, intent, outcome...): an open list. Act on `operation`. */
      readonly record: string;
      readonly at: string;
      /** At the moment of the record; null where it changed neither. */
      readonly state: State | null;
      readonly revision: number | null;
      /** The operation when this was sent, which may be later than the record. Null: it cannot be found any more. */
      readonly operation: Operation | null;
    }
  /** A record of the journal that concerns a print job, with the scope `print`. */
  | {
      readonly type: 'print-job';
      readonly position: Position;
      readonly record: string;
      readonly at: string;
      /** At the moment of the record; null where it did not change. */
      readonly state: PrintJob['state'] | null;
      /** The job when this was sent, which may be later than the record. Null: it cannot be found any more. */
      readonly printJob: PrintJob | null;
    }
  | { readonly type: 'status'; readonly status: Status }
  /** How a device is: each one at the beginning, then whenever it changes. With a scope of devices. */
  | { readonly type: 'device'; readonly device: DeviceList['devices'][number] }
  /** What a scanner read that is not for the till itself. With the scope `scan`; told once, to those that listen. */
  | { readonly type: 'scan'; readonly scan: Scan }
  /** The line is open. Everything up to `head` follows at once; what comes after it is new. */
  | { readonly type: 'open'; readonly position: Position; readonly head: number }
  /** The position is not of this journal: read everything again from `operations.list`, then go on from here. */
  | { readonly type: 'reset'; readonly position: Position; readonly reason: string };

export interface Scan {
  /** The scanner's id; null: one that types like a keyboard into the till's window. */
  readonly scanner: string | null;
  readonly code: string;
  /** The code where it is a trade item number (GTIN) with a right check digit; else null. */
  readonly gtin: string | null;
  /** The sort of code, where the scanner says it: `ean`, `qr`, ... */
  readonly symbology: string | null;
  readonly at: string;
}

export interface StreamOptions {
  /** Begins after it (`beginning`: with the first event there is); without it, with what happens from now on. */
  readonly after?: Position | null;
  /** Ends the stream, which then returns without an error. */
  readonly signal?: AbortSignal;
  /** Called when the line is lost and tried again; the next `open` event says that it is back. */
  readonly onLost?: (error: TillbridgeError | null, retryInMs: number) => void;
}

/** The bridge sends something at least every 15 s. */
const deadAfterMs = 45_000;
const firstPauseMs = 1_000;
const longestPauseMs = 30_000;

export class Events {
  readonly #line: Line;
  readonly #host: Host;

  constructor(line: Line, host: Host) {
    this.#line = line;
    this.#host = host;
  }

  /** Ends with an error only where going on is pointless: refused, blocked by the browser, another identity, another version. */
  async *stream({ after = null, signal, onLost }: StreamOptions = {}): AsyncGenerator<BridgeEvent, void, undefined> {
    const ended = signal ?? new AbortController().signal;
    let position = after;
    let failures = 0;
    while (!ended.aborted) {
      let pause: number | null = null;
      let lost: TillbridgeError | null = null;
      try {
        for await (const event of this.#connection(position, ended)) {
          failures = 0;
          if ('position' in event) position = event.position;
          yield event;
        }
      } catch (error) {
        if (isHopeless(error)) throw error;
        lost = error instanceof NotRunning || error instanceof Refused ? error : new NoAnswer(error);
        pause = error instanceof Refused ? Math.min(error.retryAfterMs ?? 0, longestRetryAfterMs) : null;
      }
      if (ended.aborted) return;
      const full = Math.min(longestPauseMs, firstPauseMs * 2 ** failures);
      const retryInMs = Math.max(pause ?? 0, full * (0.5 + this.#host.chance() / 2));
      failures += 1;
      onLost?.(lost, retryInMs);
      await this.#host.sleep(retryInMs, ended);
    }
  }

  /** One line, from its opening to its end. */
  async *#connection(after: Position | null, ended: AbortSignal): AsyncGenerator<BridgeEvent, void, undefined> {
    const line = new AbortController();
    const cut = () => line.abort();
    ended.addEventListener('abort', cut);
    try {
      const body = await this.#open(after, line.signal);
      if (body === null) return;
      const reading = new Reading(after);
      for await (const event of serverEvents(body, cut)) {
        const read = reading.read(event);
        if (read !== null) yield read;
      }
    } finally {
      ended.removeEventListener('abort', cut);
      cut();
    }
  }

  async #open(after: Position | null, signal: AbortSignal): Promise<ReadableStream<Uint8Array> | null> {
    const hash = after?.hash ?? null;
    const path = hash === null ? '/v1/events' : `/v1/events?lastHash=${hash}`;
    const headers = { accept: 'text/event-stream', ...(after === null ? {} : { 'last-event-id': String(after.seq) }) };
    const opened = await this.#line.stream({ method: 'GET', path, headers }, signal);
    if (opened.type === 'ended') return null;
    if (opened.type !== 'open') throw new NotRunning('no-connection', 'unsupported', opened.error);
    const { response } = opened;
    if (response.ok) return response.body;
    const answer = await readWhole(response, signal);
    const problem = answer.type === 'answered' ? problemIn(answer) : null;
    if (problem === null) throw new NoAnswer();
    throw new Refused(problem, retryAfterMs(response.headers));
  }
}

const passing: readonly string[] = [
  'too-many-streams',
  'too-many-at-once',
  'too-many-requests',
  'stopping',
  'sealed',
  'internal-error',
];

function isHopeless(error: unknown): boolean {
  if (error instanceof Refused) return !passing.includes(error.code);
  const hopeless = [BlockedByBrowser, IdentityChanged, IdentityUncheckable, VersionUnsupported];
  return hopeless.some((each) => error instanceof each);
}

async function* serverEvents(
  body: ReadableStream<Uint8Array>,
  cut: () => void,
): AsyncGenerator<ServerEvent, void, undefined> {
  const reader = body.getReader();
  const parser = new EventParser();
  const decoder = new TextDecoder();
  try {
    for (;;) {
      const timer = setTimeout(cut, deadAfterMs);
      const { done, value } = await reader.read().finally(() => clearTimeout(timer));
      if (done) return;
      yield* parser.push(decoder.decode(value, { stream: true }));
    }
  } finally {
    // A caller who stops reading ends the connection.
    await reader.cancel().catch(() => {});
  }
}

/** Turns server-sent events into this package's events, each number once. */
class Reading {
  #position: Position | null;
  readonly #journalBefore: string | null;

  constructor(after: Position | null) {
    this.#position = after;
    this.#journalBefore = after?.journal ?? null;
  }

  read({ event, id, data }: ServerEvent): BridgeEvent | null {
    const value = objectOf(data);
    if (value === null) return null;
    switch (event) {
      case 'status':
        return { type: 'status', status: value as unknown as Status };
      case 'device':
        return { type: 'device', device: value as unknown as DeviceList['devices'][number] };
      case 'scan':
        return { type: 'scan', scan: value as unknown as Scan };
      case 'hello':
      case 'reset':
        return this.#begin(event, value);
      case 'operation':
        return this.#operation(Number(id), value);
      case 'print-job':
        return this.#printJob(Number(id), value);
      default:
        return null;
    }
  }

  #begin(event: 'hello' | 'reset', value: { readonly [name: string]: unknown }): BridgeEvent {
    const journal = textOf(value['journal']);
    const position = { seq: Number(value['seq']), hash: textOf(value['hash']), journal };
    this.#position = position;
    if (event === 'reset') return { type: 'reset', position, reason: textOf(value['reason']) ?? 'ahead' };
    const other = this.#journalBefore !== null && journal !== null && journal !== this.#journalBefore;
    if (other) return { type: 'reset', position, reason: 'other-journal' };
    return { type: 'open', position, head: Number(value['head']) };
  }

  /** Where the reader stands after a record; null where it had this one. */
  #after(seq: number, value: { readonly [name: string]: unknown }): Position | null {
    const before = this.#position;
    if (!Number.isSafeInteger(seq) || (before !== null && seq <= before.seq)) return null;
    this.#position = { seq, hash: textOf(value['hash']), journal: before?.journal ?? null };
    return this.#position;
  }

  #printJob(seq: number, value: { readonly [name: string]: unknown }): BridgeEvent | null {
    const position = this.#after(seq, value);
    if (position === null) return null;
    return {
      type: 'print-job',
      position,
      record: textOf(value['type']) ?? '',
      at: textOf(value['at']) ?? '',
      state: (value['state'] ?? null) as PrintJob['state'] | null,
      printJob: (value['printJob'] ?? null) as PrintJob | null,
    };
  }

  #operation(seq: number, value: { readonly [name: string]: unknown }): BridgeEvent | null {
    const position = this.#after(seq, value);
    if (position === null) return null;
    return {
      type: 'operation',
      position,
      record: textOf(value['type']) ?? '',
      at: textOf(value['at']) ?? '',
      state: (value['state'] ?? null) as State | null,
      revision: typeof value['revision'] === 'number' ? value['revision'] : null,
      operation: (value['operation'] ?? null) as Operation | null,
    };
  }
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);
