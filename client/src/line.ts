// The line to one bridge: every request with a token goes through here, and the rules of retry.ts are applied here.
import { Aborted, NoAnswer, NotRunning, OutcomeUnknown, Refused } from './errors.ts';
import { Connections } from './connections.ts';
import { deadlineOf } from './deadline.ts';
import {
  type Address,
  type Exchange,
  type Opened,
  type Outgoing,
  objectOf,
  problemIn,
  retryAfterMs,
} from './exchange.ts';
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
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly query?: { readonly [name: string]: string | number | undefined };
  readonly body?: object;
  /** What is sent under a request id may be accepted even when no answer comes. */
  readonly operation?: { readonly requestId: string; readonly kind: string };
  /** How long the bridge is asked to wait; it comes on top of the time-out. */
  readonly waitSeconds?: number;
  /** How long it may wait for a person before it answers at all; on top, too. */
  readonly personMs?: number;
  readonly signal?: AbortSignal;
}

/** For so long a page is taken to be still allowed to read answers. Nobody is believed by it: see connections.ts. */
const readableForMs = 2_000;

export class Line {
  readonly #options: LineOptions;
  readonly #connections: Connections;
  /** When a page could last read an answer; null where that is to be seen anew. */
  #readAt: number | null = null;

  constructor(options: LineOptions) {
    this.#options = options;
    this.#connections = new Connections(options.host, options.to, options.pinned);
  }

  /** Asks who listens there, whatever is known. Null: the signal ended it. Throws what `meet` throws. */
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
    return (await this.#connections.open(this.#authorised(outgoing), signal)) ?? { type: 'ended' };
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
      // It cannot be told whom an earlier sending reached, so it stays open.
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
      // The answer was cut, or is somebody else's: in a page nothing holds a connection to who was asked.
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

  /** A read shows by itself whether it can be read; an operation would have been carried out by then. */
  #mayBeRead({ operation }: Wish): boolean {
    if (operation === undefined || !this.#options.host.inPage) return true;
    return this.#readAt !== null && this.#options.host.now() - this.#readAt < readableForMs;
  }

  /** Before a page sends anything that counts: whether it could read the answer at all. False: the signal ended it. */
  async #isReadable(signal: AbortSignal): Promise<boolean> {
    if (!this.#options.host.inPage) return true;
    const knock = await this.#connections.exchange(this.#authorised({ method: 'GET', path: '/v1/status' }), signal);
    if (knock === null || knock.type === 'ended') return false;
    if (knock.type === 'answered') return true;
    // It may have stopped just now: then this says so.
    if ((await this.#connections.meet(signal)) === null) return false;
    throw hiddenFromPage();
  }

  #outgoing({ method, path, query, body, operation, waitSeconds }: Wish): Outgoing {
    const wait = waitSeconds === undefined || waitSeconds <= 0 ? {} : { wait: waitSeconds };
    return this.#authorised({
      method,
      path: `${path}${queryText({ ...query, ...wait })}`,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(operation === undefined ? {} : { 'idempotency-key': operation.requestId }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }

  #authorised(outgoing: Outgoing): Outgoing {
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

function queryText(query: { readonly [name: string]: string | number | undefined }): string {
  const given = Object.entries(query).filter((entry): entry is [string, string | number] => entry[1] !== undefined);
  const text = new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)])).toString();
  return text === '' ? '' : `?${text}`;
}
