// Reads share this process's one thread with money, and money goes first: all reads together hold the thread for about
// a millisecond in each turn of the event loop, so that what a sale waits for comes between any two of them. Programs
// take turns, each has a budget (budget.ts), and what they were answered and have not taken yet is bounded: a read
// begins when there is room for its answer, and when its answer is the next one of its connection. What waits on one
// connection keeps no other one of the same program from reading.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Client } from '#contract/programs/client.ts';
import type { Refusal, Refused } from '#contract/programs/problems.ts';
import { type Answer, emptyAnswer } from '#http/answer.ts';
import type { Rate } from '#http/limits/rate-limit.ts';
import { whenGone } from '#http/when-gone.ts';
import { type Budget, createBudget } from './budget.ts';
import { type GatewaySlotLimits, type GatewaySlots, createGatewaySlots } from './gateway-slots.ts';

export interface ReadLimits {
  /** How long reads hold the thread in one turn of the event loop. */
  readonly sliceMs: number;
  /** Bytes of answers that were not taken yet; above it no other read of the client begins. */
  readonly heldPerClientBytes: number;
  /** An answer that is not taken for so long gives way where another read of its client waits for room. */
  readonly giveWayMs: number;
  /**
   * Reads that wait on one connection; more are refused, so that they use up nothing of what its client may ask at
   * once.
   */
  readonly waitingPerConnection: number;
  /** The same of all clients; above it only those begin a read that hold nothing. */
  readonly heldInAllBytes: number;
  /** The budget of one client's reads, in bytes as `costOf` counts them. */
  readonly budget: Rate;
  /** Look-ups that are at the gateway at one time. */
  readonly atGateway: GatewaySlotLimits;
}

const mebibyte = 1_024 * 1_024;

export const readLimits: ReadLimits = {
  sliceMs: 1,
  heldPerClientBytes: 4 * mebibyte,
  giveWayMs: 5_000,
  waitingPerConnection: 32,
  heldInAllBytes: 16 * mebibyte,
  budget: { perSecond: 8 * mebibyte, burst: 64 * mebibyte },
  atGateway: { perClient: 4, inAll: 12 },
};

/**
 * The cost of a read in addition to its answer's bytes: for the read itself, for each operation read beside its texts,
 * and for a look-up at the gateway.
 */
export const costOf = { readBytes: 2_048, operationBytes: 4_096, gatewayBytes: 64 * 1_024 } as const;

/** One read of one client. */
export interface Reader {
  /** Does the work in one piece, when the client has its turn; at once where no other read waits. */
  slice<T>(work: () => T): T | Promise<T>;
  /**
   * Calls `step` in turns until it gives more than null. It should return when `hasTime` says that its turn is over; no
   * other read of the client begins in between.
   */
  slices<T>(step: (hasTime: () => boolean) => T | null): T | Promise<T>;
  /** Charges bytes that were read for an answer; the answer's own bytes are charged anyway. */
  charge(bytes: number): void;
  /** Asks the gateway when the client has a slot there, unless the caller may not or has left by then. */
  atGateway<T>(caller: Pick<ReadRequest, 'outgoing' | 'barred'>, ask: () => Promise<T>): Promise<T | Refused>;
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
  readonly incoming: Pick<IncomingMessage, 'socket'>;
  readonly outgoing: ServerResponse;
  /** Asks for the client again: others were served meanwhile. */
  barred(): Refusal | null;
}

interface Turn {
  /** A read that has not begun: its answer needs room. */
  readonly begins: ReadRequest | null;
  /** False: it needs another turn. */
  readonly run: () => boolean;
}

interface HeldAnswer {
  readonly bytes: number;
  readonly sinceMs: number;
}

export function createReadScheduler(limits: ReadLimits, nowMs = () => performance.now()): ReadScheduler {
  return new Scheduler(limits, createBudget(limits.budget, nowMs), nowMs);
}

class Scheduler implements ReadScheduler {
  readonly #limits: ReadLimits;
  readonly #budget: Budget;
  readonly #slots: GatewaySlots;
  readonly #nowMs: () => number;
  /** What waits, by client, the next first. The client in front has its turn next. */
  readonly #queues = new Map<string, Turn[]>();
  /** The answers that were not taken yet, by client, the oldest first. */
  readonly #held = new Map<string, Map<ServerResponse, HeldAnswer>>();
  #heldInAll = 0;
  /** How many reads wait on a connection, of those that ever had one wait. */
  readonly #waiting = new WeakMap<Socket, number>();
  #givesWay: NodeJS.Timeout | null = null;
  #isRunning = false;
  #isPlanned = false;
  /** In this turn of the event loop. */
  #usedMs = 0;
  #sliceBeganMs = 0;

  constructor(limits: ReadLimits, budget: Budget, nowMs: () => number) {
    this.#limits = limits;
    this.#budget = budget;
    this.#slots = createGatewaySlots(limits.atGateway);
    this.#nowMs = nowMs;
  }

  read(
    request: ReadRequest,
    begin: () => Answer | Promise<Answer>,
    refused: (refusal: Refusal) => Answer,
  ): Answer | Promise<Answer> {
    const { client, incoming, outgoing } = request;
    const { id: clientId } = client;
    const { socket } = incoming;
    const noted = (answer: Answer): Answer => {
      this.#note(clientId, outgoing, answer);
      return answer;
    };
    const begun = (): Answer | Promise<Answer> => {
      // The client has disconnected.
      if (isLeft(request)) return emptyAnswer(204, {});
      const usedUp = this.#usedUp(clientId);
      if (usedUp !== null) return refused(usedUp);
      const answer = begin();
      return answer instanceof Promise ? answer.then(noted) : noted(answer);
    };
    if (this.#isFree() && isNext(outgoing) && this.#hasRoom(clientId)) return this.#run(begun);
    if (!this.#waitsOn(socket)) return refused(tooManyWait);
    outgoing.once('close', () => this.#plan());
    if (!isNext(outgoing)) outgoing.once('socket', () => this.#plan());
    return new Promise((resolve, reject) => {
      const late = () => {
        this.#waiting.set(socket, (this.#waiting.get(socket) ?? 1) - 1);
        const barred = request.barred();
        return barred === null ? begun() : refused(barred);
      };
      this.#queueOf(clientId).push(asTurn(late, resolve, reject, request));
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
      atGateway: async (caller, ask) => {
        const asked = await this.#slots.run(clientId, whenGone(caller.outgoing), async () => {
          const refusal = caller.barred() ?? this.#usedUp(clientId);
          if (refusal !== null) return { type: 'refused', refusal } as const;
          this.#budget.charge(clientId, costOf.gatewayBytes);
          return ask();
        });
        return asked ?? callerLeft;
      },
    };
  }

  #usedUp(clientId: string): Refusal | null {
    const seconds = this.#budget.secondsUntil(clientId);
    return seconds === null ? null : budgetUsedUp(seconds);
  }

  /** Whether a read may start at once: none waits, and this turn of the event loop has time left. */
  #isFree(): boolean {
    return this.#queues.size === 0 && this.#usedMs < this.#limits.sliceMs;
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
      this.#giveWay();
    });
  }

  /** False where nothing can be done now. */
  #takeTurn(): boolean {
    for (const [clientId, queue] of this.#queues) {
      const at = queue.findIndex((turn) => this.#mayRun(clientId, turn));
      const next = queue[at];
      if (next === undefined) continue;
      // Behind all others.
      this.#queues.delete(clientId);
      queue.splice(at, 1);
      const isOver = this.#run(next.run);
      if (!isOver) queue.unshift(next);
      // The work itself may have put more into its queue.
      const rest = [...(this.#queues.get(clientId) ?? []), ...queue];
      this.#queues.delete(clientId);
      if (rest.length > 0) this.#queues.set(clientId, rest);
      return true;
    }
    return false;
  }

  #mayRun(clientId: string, { begins }: Turn): boolean {
    return begins === null || isLeft(begins) || (isNext(begins.outgoing) && this.#hasRoom(clientId));
  }

  #hasRoom(clientId: string): boolean {
    const own = this.#heldBy(clientId);
    const { heldPerClientBytes, heldInAllBytes } = this.#limits;
    return own === 0 || (own < heldPerClientBytes && this.#heldInAll < heldInAllBytes);
  }

  /** Charges an answer, and holds room for it until it was taken or its reader has left. */
  #note(clientId: string, outgoing: ServerResponse, { body }: Answer): void {
    const bytes = costOf.readBytes + (typeof body === 'string' ? body.length : 0);
    this.#budget.charge(clientId, bytes);
    // What comes in pieces is made as it is taken.
    if (outgoing.destroyed || typeof body !== 'string') return;
    const held = this.#held.get(clientId) ?? new Map<ServerResponse, HeldAnswer>();
    this.#held.set(clientId, held.set(outgoing, { bytes, sinceMs: this.#nowMs() }));
    this.#heldInAll += bytes;
    outgoing.once('close', () => {
      held.delete(outgoing);
      if (held.size === 0 && this.#held.get(clientId) === held) this.#held.delete(clientId);
      this.#heldInAll -= bytes;
      this.#plan();
    });
  }

  #heldBy(clientId: string): number {
    let sum = 0;
    for (const { bytes } of this.#held.get(clientId)?.values() ?? []) sum += bytes;
    return sum;
  }

  /** Ends the connection whose answer has waited longest to be taken, where that keeps its own client from reading. */
  #giveWay(): void {
    if (this.#givesWay !== null) return;
    let soonestMs = Infinity;
    for (const [clientId, queue] of this.#queues) {
      const [oldest] = this.#held.get(clientId) ?? [];
      if (oldest === undefined || !queue.some((turn) => this.#lacksRoom(clientId, turn))) continue;
      const [outgoing, { sinceMs }] = oldest;
      const leftMs = sinceMs + this.#limits.giveWayMs - this.#nowMs();
      if (leftMs > 0) soonestMs = Math.min(soonestMs, leftMs);
      else outgoing.destroy();
    }
    if (soonestMs === Infinity) return;
    this.#givesWay = setTimeout(() => {
      this.#givesWay = null;
      this.#plan();
    }, Math.ceil(soonestMs));
    this.#givesWay.unref();
  }

  #lacksRoom(clientId: string, { begins }: Turn): boolean {
    return begins !== null && !isLeft(begins) && isNext(begins.outgoing) && !this.#hasRoom(clientId);
  }

  /**
   * False where too many wait on this connection already. Those that wait behind another answer hear of its end by it
   * alone.
   */
  #waitsOn(socket: Socket): boolean {
    const before = this.#waiting.get(socket);
    if (before === undefined) socket.once('close', () => this.#plan());
    if ((before ?? 0) >= this.#limits.waitingPerConnection) return false;
    this.#waiting.set(socket, (before ?? 0) + 1);
    return true;
  }

  #queueOf(clientId: string): Turn[] {
    const known = this.#queues.get(clientId);
    if (known !== undefined) return known;
    const queue: Turn[] = [];
    this.#queues.set(clientId, queue);
    return queue;
  }

  #putFirst(clientId: string, turn: Turn): void {
    this.#queueOf(clientId).unshift(turn);
    this.#plan();
  }
}

function asTurn<T>(
  work: () => T | Promise<T>,
  resolve: (value: T | Promise<T>) => void,
  reject: (error: unknown) => void,
  begins: ReadRequest | null,
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

/** The client has disconnected; for an answer behind another one only the connection shows it. */
function isLeft({ incoming, outgoing }: ReadRequest): boolean {
  return outgoing.destroyed || incoming.socket.destroyed;
}

/** Whether all answers before it on its connection are out: Node gives the connection to one after the other. */
export function isNext(outgoing: ServerResponse): boolean {
  return outgoing.socket !== null;
}

const tooManyWait = {
  code: 'too-many-at-once',
  detail: 'Too many requests wait on this connection already. Nothing was read; take the answers first.',
} as const;

/** The answer reaches no client. */
const callerLeft: Refused = {
  type: 'refused',
  refusal: { code: 'too-many-at-once', detail: 'The caller left before the gateway was asked.' },
};

function budgetUsedUp(retryAfterSeconds: number): Refusal {
  const wait = `try again in ${retryAfterSeconds} s`;
  const detail = `The program has read as much as it may. Nothing was read; ${wait}, and ask for less or less often.`;
  return { code: 'too-many-requests', detail, retryAfterSeconds };
}
