// The line to one bridge: sends every request with a token, and applies the rules of retry.ts.
import { Aborted, NoAnswer, NotRunning, OutcomeUnknown, Refused } from './errors.ts';
import { Connections } from './connections.ts';
import { deadlineOf } from './deadline.ts';
import { type Address, type Exchange, type Opened, objectOf, problemIn, retryAfterMs } from './exchange.ts';
import type { Outgoing } from './outgoing.ts';
import type { Host } from './host.ts';
import { type Met, type Pinned, hiddenFromPage } from './introduction.ts';
import { isConclusive, longestRetryAfterMs, meaningOf, pauseMs } from './retry.ts';

export interface LineOptions {
  readonly host: Host;
  readonly to: Address;
  readonly token: string;
  readonly pinned: Pinned | null;
  readonly timeoutMs: number;
  readonly maxRetries: number;
}

export interface Wish {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly query?: Query;
  readonly body?: object;
  /** An operation, sent under a request id: it may be accepted even when no answer comes. */
  readonly operation?: { readonly requestId: string; readonly kind: string };
  /** How long the bridge is asked to wait; added to the time-out. */
  readonly waitSeconds?: number;
  /** How long the bridge may wait for a person before it answers; added to the time-out, too. */
  readonly personMs?: number;
  readonly signal?: AbortSignal;
}

/** How long a page counts as still allowed to read answers. It proves no identity: see connections.ts. */
const readableForMs = 2_000;

export class Line {
  readonly #options: LineOptions;
  readonly #connections: Connections;
  /** When a page could last read an answer; null where that must be tried anew. */
  #readAt: number | null = null;

  constructor(options: LineOptions) {
    this.#options = options;
    this.#connections = new Connections(options.host, options.to, options.pinned);
  }

  /** Asks which program listens, even if that is known. Null: the signal ended it. Throws what `meet` throws. */
  async introduce(signal: AbortSignal): Promise<Met | null> {
    const met = await this.#connections.meet(signal);
    return met !== null && (await this.#isReadable(signal)) ? met : null;
  }

  /** The body of the answer, a JSON object. Throws the errors of errors.ts. */
  async call(wish: Wish): Promise<unknown> {
    const { timeoutMs, maxRetries, host } = this.#options;
    const deadline = deadlineOf(timeoutMs + (wish.waitSeconds ?? 0) * 1_000 + (wish.personMs ?? 0), wish.signal);
    const course: Course = { maybeSent: false, last: undefined };
    try {
      for (let attempt = 0; ; attempt += 1) {
        const step = await this.#attempt(wish, course, deadline.signal);
        if (step.type === 'done') return step.value;
        if (step.type === 'ended' || deadline.signal.aborted) throw endOf(wish, course, deadline.byCaller());
        course.last = step.error;
        if (attempt >= maxRetries) throw outcomeOf(wish, course);
        await host.sleep(pauseMs(attempt, host.chance(), step.floorMs), deadline.signal);
      }
    } finally {
      deadline.done();
    }
  }

  /** The head of a streamed answer; never sent again from here. Throws what `meet` throws. */
  async stream(outgoing: Outgoing, signal: AbortSignal): Promise<Opened> {
    if (!(await this.#isReadable(signal))) return { type: 'ended' };
    return (await this.#connections.open(this.#authorized(outgoing), signal)) ?? { type: 'ended' };
  }

  async #attempt(wish: Wish, course: Course, signal: AbortSignal): Promise<Step> {
    let answer: Exchange | null;
    try {
      if (!this.#mayBeRead(wish) && !(await this.#isReadable(signal))) return { type: 'ended' };
      answer = await this.#connections.exchange(this.#outgoing(wish), signal);
    } catch (error) {
      if (error instanceof NotRunning) return { type: 'again', error, floorMs: null };
      if (error instanceof Refused && meaningOf(error.problem) === 'nothing-done') {
        return { type: 'again', error, floorMs: error.retryAfterMs };
      }
      // An earlier sending may have reached another program, so it stays open.
      if (course.maybeSent && wish.operation !== undefined) throw unknownOf(wish.operation, error);
      throw error;
    }
    if (answer === null) return { type: 'ended' };
    this.#readAt = answer.type === 'answered' ? this.#options.host.now() : null;
    return this.#read(answer, wish, course);
  }

  #read(answer: Exchange, wish: Wish, course: Course): Step {
    switch (answer.type) {
      case 'ended':
        course.maybeSent = true;
        return { type: 'ended' };
      case 'unsent':
        return { type: 'again', error: new NotRunning('no-connection', 'unsupported', answer.error), floorMs: null };
      case 'lost':
        course.maybeSent = true;
        return { type: 'again', error: answer.error, floorMs: null };
      case 'answered':
        return this.#readAnswer(answer, wish, course);
    }
  }

  #readAnswer(answer: Exchange & { type: 'answered' }, wish: Wish, course: Course): Step {
    const value = objectOf(answer.text);
    if (answer.status >= 200 && answer.status < 300 && value !== null) return { type: 'done', value };
    const problem = problemIn(answer);
    if (problem === null) {
      // The answer was cut, or is another program's: a page cannot tie a connection to the program that was asked.
      this.#readAt = null;
      course.maybeSent = true;
      return { type: 'again', error: undefined, floorMs: null };
    }
    const floorMs = retryAfterMs(answer.headers);
    const refused = new Refused(problem, floorMs);
    const meaning = meaningOf(problem);
    if (meaning === 'left-open') course.maybeSent = true;
    const patient = floorMs === null || floorMs <= longestRetryAfterMs;
    if (meaning !== 'refused' && patient) return { type: 'again', error: refused, floorMs };
    throw outcomeOf(wish, { ...course, last: refused });
  }

  /** False: a page must first try whether it can read answers, because an operation is carried out either way. */
  #mayBeRead({ operation }: Wish): boolean {
    if (operation === undefined || !this.#options.host.inPage) return true;
    return this.#readAt !== null && this.#options.host.now() - this.#readAt < readableForMs;
  }

  /** Before a page sends an operation: whether it could read the answer at all. False: the signal ended it. */
  async #isReadable(signal: AbortSignal): Promise<boolean> {
    if (!this.#options.host.inPage) return true;
    const probe = await this.#connections.exchange(this.#authorized({ method: 'GET', path: '/v1/status' }), signal);
    if (probe === null || probe.type === 'ended') return false;
    if (probe.type === 'answered') return true;
    // Earlier reads do not count any more, for an operation either.
    this.#readAt = null;
    // The bridge may have stopped just now: then this throws.
    if ((await this.#connections.meet(signal)) === null) return false;
    throw hiddenFromPage();
  }

  #outgoing({ method, path, query, body, operation, waitSeconds }: Wish): Outgoing {
    const wait = waitSeconds === undefined || waitSeconds <= 0 ? {} : { wait: waitSeconds };
    return this.#authorized({
      method,
      path: `${path}${queryText({ ...query, ...wait })}`,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(operation === undefined ? {} : { 'idempotency-key': operation.requestId }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }

  #authorized(outgoing: Outgoing): Outgoing {
    return { ...outgoing, headers: { ...outgoing.headers, authorization: `Bearer ${this.#options.token}` } };
  }
}

/** What is known of a call over all its attempts. */
interface Course {
  maybeSent: boolean;
  last: unknown;
}

type Step =
  | { readonly type: 'done'; readonly value: unknown }
  | { readonly type: 'again'; readonly error: unknown; readonly floorMs: number | null }
  | { readonly type: 'ended' };

/** After the last attempt. */
function outcomeOf({ operation }: Wish, { maybeSent, last }: Course): Error {
  if (operation !== undefined && maybeSent) {
    return last instanceof Refused && isConclusive(last.problem) ? last : unknownOf(operation, last);
  }
  return last instanceof Refused || last instanceof NotRunning ? last : new NoAnswer(last);
}

function endOf({ operation }: Wish, { maybeSent, last }: Course, byCaller: boolean): Error {
  const unsettled = operation !== undefined && maybeSent;
  if (byCaller) return new Aborted(operation?.requestId ?? null, unsettled);
  if (operation !== undefined && unsettled) return unknownOf(operation, last);
  return last instanceof Refused || last instanceof NotRunning ? last : new NoAnswer(last);
}

function unknownOf({ requestId, kind }: { readonly requestId: string; readonly kind: string }, cause: unknown): Error {
  return new OutcomeUnknown(requestId, kind, cause);
}

export interface Query {
  readonly [name: string]: string | number | Date | readonly string[] | undefined;
}

function queryText(query: Query): string {
  const given = Object.entries(query).flatMap(([name, value]): [string, string][] => {
    if (value === undefined) return [];
    return [
      [name, value instanceof Date ? value.toISOString() : Array.isArray(value) ? value.join(',') : String(value)],
    ];
  });
  const text = new URLSearchParams(given).toString();
  return text === '' ? '' : `?${text}`;
}
