// The engine's rounds: asks the store what is due, sets it going, and sleeps until the next operation is due or `kick`
// is called. It remembers nothing between rounds: after a crash the store answers the same again.
import { type EngineContext, logBroken } from '../gateway/context.ts';
import type { Steps } from './steps.ts';
import { type InFlight, brokenPauseMs } from './in-flight.ts';

/** How many a round handles of each sort; the next round takes the rest. */
const batch = 64;
const restMs = 60_000;

export class Scheduler {
  readonly #context: EngineContext;
  readonly #inFlight: InFlight;
  readonly #steps: Steps;
  #stopping = false;
  #running: Promise<void> | null = null;
  #wanted = false;
  #cancelTimer: (() => void) | null = null;

  constructor(context: EngineContext, inFlight: InFlight, steps: Steps) {
    this.#context = context;
    this.#inFlight = inFlight;
    this.#steps = steps;
  }

  get stopping(): boolean {
    return this.#stopping;
  }

  /** Something may have become possible: looks at once, or right after the round that is running. */
  kick(): void {
    this.#wanted = true;
    this.#running ??= this.#untilQuiet();
  }

  /** No round begins any more; resolves when the running one has ended. */
  async stop(): Promise<void> {
    this.#stopping = true;
    this.#cancelTimer?.();
    await this.#running;
  }

  async #untilQuiet(): Promise<void> {
    const { ports } = this.#context;
    let pauseMs = 0;
    try {
      while (this.#wanted && !this.#stopping && ports.store.failure() === null) {
        this.#wanted = false;
        await this.#round();
      }
    } catch (error) {
      logBroken(ports, 'round', error);
      pauseMs = brokenPauseMs;
    }
    this.#running = null;
    try {
      this.#armTimer(pauseMs);
    } catch (error) {
      logBroken(ports, 'timer', error);
    }
  }

  async #round(): Promise<void> {
    const { ports, connection } = this.#context;
    const { store, clock, environment, policy, pause } = ports;
    const inFlight = this.#inFlight;
    const nowMs = clock.nowMs();
    const overdue = store.overdue(environment.id, clock.lateMs(), batch).filter((each) => !inFlight.has(each.id));
    await Promise.all(overdue.map((record) => this.#steps.expire(record)));
    const ended = store.terminalEnded(environment.id, nowMs, batch).filter((each) => !inFlight.has(each.id));
    await Promise.all(ended.map((record) => this.#steps.endTerminal(record)));
    if (overdue.length === batch || ended.length === batch) this.#wanted = true;
    // The commits above may have waited for another program until `stop` no longer waited for them.
    if (this.#stopping || !connection.maySend()) return;
    // Look-ups first, in half of the slots at most: a long queue must not delay a look-up that a cashier waits for, nor
    // slow look-ups the queue.
    for (const record of store.doubtful(environment.id, nowMs, Math.ceil(policy.concurrency / 2))) {
      if (!inFlight.hasRoom()) break;
      inFlight.run(record.id, () => this.#steps.resolve(record));
    }
    if (pause.reason() !== null) return;
    for (const record of store.runnable(environment.id, nowMs, policy.concurrency)) {
      if (!inFlight.hasRoom()) break;
      inFlight.run(record.id, () => this.#steps.sendInTurn(record));
    }
  }

  #armTimer(leastMs: number): void {
    this.#cancelTimer?.();
    this.#cancelTimer = null;
    const { ports, connection } = this.#context;
    const { store, clock, environment, pause } = ports;
    if (this.#stopping || store.failure() !== null) return;
    const due = store.nextDue(environment.id, connection.maySend() && this.#inFlight.hasRoom());
    const waits = [
      ...(due.workMs === null ? [] : [due.workMs - clock.nowMs()]),
      ...(due.deadlineMs === null ? [] : [due.deadlineMs - clock.lateMs()]),
    ];
    // A command may lift the pause beside the running bridge: look again within a minute.
    if (pause.reason() !== null) waits.push(restMs);
    if (waits.length === 0) return;
    // An operation under way stays due until its outcome is committed. Its end calls `kick`, so the timer need not
    // hurry.
    const soonestMs = Math.max(leastMs, this.#inFlight.size > 0 ? 250 : 1);
    this.#cancelTimer = clock.after(Math.max(soonestMs, Math.min(...waits)), () => this.kick());
  }
}
