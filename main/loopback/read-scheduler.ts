// Reads share this process's one thread with money, and money goes first: all reads together hold the thread for about
// a millisecond in each turn of the event loop, so that what a sale waits for comes between any two of them. Programs
// take turns, each has a budget (read-budget.ts), and what they were answered and have not taken yet is bounded: a read
// begins when there is room for its answer.
import type { ServerResponse } from 'node:http';
import type { Client } from '#contract/client.ts';
import type { Refusal } from '#contract/problems.ts';
import { type Answer, emptyAnswer } from '#http/answer.ts';
import type { Rate } from '#http/rate-limit.ts';
import { type ReadBudget, createReadBudget } from './read-budget.ts';

export interface ReadLimits {
  /** How long reads hold the thread in one turn of the event loop. */
  readonly sliceMs: number;
  /** Bytes of answers that were not taken yet; above it no other read of the client begins. */
  readonly heldPerClientBytes: number;
  /** The same of all clients; above it only those begin a read that hold nothing. */
  readonly heldInAllBytes: number;
  /** What one client may read, in bytes as `costOf` counts them. */
  readonly budget: Rate;
}

const mebibyte = 1_024 * 1_024;

export const readLimits: ReadLimits = {
  sliceMs: 1,
  heldPerClientBytes: 4 * mebibyte,
  heldInAllBytes: 16 * mebibyte,
  budget: { perSecond: 8 * mebibyte, burst: 64 * mebibyte },
};

/** What a read costs, its answer's bytes aside: of itself, and for each operation that was read for it beside its texts. */
export const costOf = { readBytes: 2_048, operationBytes: 4_096 } as const;

/** One read of one client. */
export interface Reader {
  /** Does the work in one piece, when the client has its turn; at once where no other read waits. */
  slice<T>(work: () => T): T | Promise<T>;
  /**
   * Calls `step` in turns until it gives more than null. It should return when `hasTime` says that its turn is over; no
   * other read of the client begins in between.
   */
  slices<T>(step: (hasTime: () => boolean) => T | null): T | Promise<T>;
  /** Counts what was read for an answer, in bytes; the answer's own are counted anyway. */
  charge(bytes: number): void;
}

export interface ReadScheduler {
  /**
   * A read from its beginning to its answer. `begin` is called when the client has its turn and there is room for its
   * answer. `refused`: the refusal in the surface's own words.
   */
  read(
    request: ReadRequest,
    begin: () => Answer | Promise<Answer>,
    refused: (refusal: Refusal) => Answer,
  ): Answer | Promise<Answer>;
  reader(clientId: string): Reader;
}

export interface ReadRequest {
  readonly client: Pick<Client, 'id'>;
  readonly outgoing: ServerResponse;
  /** Asks for the client again: others were served meanwhile. */
  barred(): Refusal | null;
}

interface Turn {
  /** Of a read that has not begun: whose answer needs room. */
  readonly begins: ServerResponse | null;
  /** False: it needs another turn. */
  readonly run: () => boolean;
}

export function createReadScheduler(limits: ReadLimits, nowMs = () => performance.now()): ReadScheduler {
  return new Scheduler(limits, createReadBudget(limits.budget, nowMs), nowMs);
}

class Scheduler implements ReadScheduler {
  readonly #limits: ReadLimits;
  readonly #budget: ReadBudget;
  readonly #nowMs: () => number;
  /** Of each client what waits, the next first. The client in front has its turn next. */
  readonly #lines = new Map<string, Turn[]>();
  readonly #held = new Map<string, number>();
  #heldInAll = 0;
  #isRunning = false;
  #isPlanned = false;
  /** In this turn of the event loop. */
  #usedMs = 0;
  #sliceBeganMs = 0;

  constructor(limits: ReadLimits, budget: ReadBudget, nowMs: () => number) {
    this.#limits = limits;
    this.#budget = budget;
    this.#nowMs = nowMs;
  }

  read(
    request: ReadRequest,
    begin: () => Answer | Promise<Answer>,
    refused: (refusal: Refusal) => Answer,
  ): Answer | Promise<Answer> {
    const { client, outgoing } = request;
    const { id: clientId } = client;
    const noted = (answer: Answer): Answer => {
      this.#note(clientId, outgoing, answer);
      return answer;
    };
    const begun = (): Answer | Promise<Answer> => {
      // Nobody is left to read it.
      if (outgoing.destroyed) return emptyAnswer(204, {});
      const seconds = this.#budget.secondsUntil(clientId);
      if (seconds !== null) return refused(budgetUsedUp(seconds));
      const answer = begin();
      return answer instanceof Promise ? answer.then(noted) : noted(answer);
    };
    if (this.#isFree() && this.#hasRoom(clientId)) return this.#run(begun);
    outgoing.once('close', () => this.#plan());
    return new Promise((resolve, reject) => {
      const late = () => {
        const barred = request.barred();
        return barred === null ? begun() : refused(barred);
      };
      this.#lineOf(clientId).push(asTurn(late, resolve, reject, outgoing));
      this.#plan();
    });
  }

  reader(clientId: string): Reader {
    return {
      slice: (work) => {
        if (this.#isRunning) return work();
        if (this.#isFree()) return this.#run(work);
        return new Promise((resolve, reject) => {
          this.#putFirst(clientId, asTurn(work, resolve, reject, null));
        });
      },
      slices: <T>(step: (hasTime: () => boolean) => T | null) => {
        const hasTime = () => this.#nowMs() - this.#sliceBeganMs < this.#limits.sliceMs;
        const take = () => step(hasTime);
        const first = this.#isRunning ? take() : this.#isFree() ? this.#run(take) : null;
        if (first !== null) return first;
        const { promise, resolve, reject } = Promise.withResolvers<T>();
        const run = (): boolean => {
          try {
            const done = take();
            if (done === null) return false;
            resolve(done);
          } catch (error) {
            reject(error);
          }
          return true;
        };
        this.#putFirst(clientId, { begins: null, run });
        return promise;
      },
      charge: (bytes) => this.#budget.charge(clientId, bytes),
    };
  }

  /** Whether a read may go at once: nobody waits, and this turn of the event loop has time left. */
  #isFree(): boolean {
    return this.#lines.size === 0 && this.#usedMs < this.#limits.sliceMs;
  }

  #run<T>(work: () => T): T {
    this.#isRunning = true;
    this.#sliceBeganMs = this.#nowMs();
    try {
      return work();
    } finally {
      this.#isRunning = false;
      this.#usedMs += this.#nowMs() - this.#sliceBeganMs;
      this.#plan();
    }
  }

  /** Goes on in the next turn of the event loop: what else is to be done in this one comes first. */
  #plan(): void {
    if (this.#isPlanned) return;
    this.#isPlanned = true;
    setImmediate(() => {
      this.#isPlanned = false;
      this.#usedMs = 0;
      while (this.#usedMs < this.#limits.sliceMs && this.#takeTurn());
    });
  }

  /** False where nothing can be done now. */
  #takeTurn(): boolean {
    for (const [clientId, line] of this.#lines) {
      const [next] = line;
      if (next === undefined || !this.#mayRun(clientId, next)) continue;
      // Behind all others.
      this.#lines.delete(clientId);
      line.shift();
      const isOver = this.#run(next.run);
      if (!isOver) line.unshift(next);
      // The work itself may have put more into its line.
      const rest = [...(this.#lines.get(clientId) ?? []), ...line];
      this.#lines.delete(clientId);
      if (rest.length > 0) this.#lines.set(clientId, rest);
      return true;
    }
    return false;
  }

  #mayRun(clientId: string, { begins }: Turn): boolean {
    return begins === null || begins.destroyed || this.#hasRoom(clientId);
  }

  #hasRoom(clientId: string): boolean {
    const own = this.#held.get(clientId) ?? 0;
    const { heldPerClientBytes, heldInAllBytes } = this.#limits;
    return own === 0 || (own < heldPerClientBytes && this.#heldInAll < heldInAllBytes);
  }

  /** Charges an answer, and holds room for it until it was taken or its reader has left. */
  #note(clientId: string, outgoing: ServerResponse, { body }: Answer): void {
    const bytes = costOf.readBytes + (typeof body === 'string' ? body.length : 0);
    this.#budget.charge(clientId, bytes);
    // What comes in pieces is made as it is taken.
    if (outgoing.destroyed || typeof body !== 'string') return;
    this.#hold(clientId, bytes);
    outgoing.once('close', () => {
      this.#hold(clientId, -bytes);
      this.#plan();
    });
  }

  #hold(clientId: string, bytes: number): void {
    const own = (this.#held.get(clientId) ?? 0) + bytes;
    if (own > 0) this.#held.set(clientId, own);
    else this.#held.delete(clientId);
    this.#heldInAll += bytes;
  }

  #lineOf(clientId: string): Turn[] {
    const known = this.#lines.get(clientId);
    if (known !== undefined) return known;
    const line: Turn[] = [];
    this.#lines.set(clientId, line);
    return line;
  }

  #putFirst(clientId: string, turn: Turn): void {
    this.#lineOf(clientId).unshift(turn);
    this.#plan();
  }
}

function asTurn<T>(
  work: () => T | Promise<T>,
  resolve: (value: T | Promise<T>) => void,
  reject: (error: unknown) => void,
  begins: ServerResponse | null,
): Turn {
  const run = () => {
    try {
      resolve(work());
    } catch (error) {
      reject(error);
    }
    return true;
  };
  return { begins, run };
}

function budgetUsedUp(retryAfterSeconds: number): Refusal {
  const wait = `try again in ${retryAfterSeconds} s`;
  const detail = `The program has read as much as it may. Nothing was read; ${wait}, and ask for less or less often.`;
  return { code: 'too-many-requests', detail, retryAfterSeconds };
}
