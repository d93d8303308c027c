// The engine's rounds: asks the store what is due, sets it going, and sleeps until the next thing falls due or
// somebody kicks. It remembers nothing of what it saw: after a crash the store says the same again.
import { type Context, logBroken } from './context.ts';
import type { Steps } from './steps.ts';
import { type UnderWay, brokenPauseMs } from './under-way.ts';

/** How many a round handles of each sort; the next round takes the rest. */
const batch = 64;
const restMs = 60_000;

export class Rounds {
  readonly #context: Context;
  readonly #underWay: UnderWay;
  readonly #steps: Steps;
  #stopping = false;
  #running: Promise<void> | null = null;
  #wanted = false;
  #cancelTimer: (() => void) | null = null;

  constructor(context: Context, underWay: UnderWay, steps: Steps) {
    this.#context = context;
    this.#underWay = underWay;
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
    const underWay = this.#underWay;
    const nowMs = clock.nowMs();
    const overdue = store.overdue(environment.id, clock.lateMs(), batch).filter((each) => !underWay.has(each.id));
    await Promise.all(overdue.map((record) => this.#steps.expire(record)));
    const ended = store.terminalEnded(environment.id, nowMs, batch).filter((each) => !underWay.has(each.id));
    await Promise.all(ended.map((record) => this.#steps.endTerminal(record)));
    if (overdue.length === batch || ended.length === batch) this.#wanted = true;
    // These commits may have waited for another program, and the stop was not waiting for them any more.
    if (this.#stopping || !connection.maySend()) return;
    // Doubts first, with half of the places at most: a long queue must not keep a cashier waiting for an answer, nor
    // a slow look-up the queue.
    for (const record of store.doubtful(environment.id, nowMs, Math.ceil(policy.concurrency / 2))) {
      if (!underWay.hasRoom()) break;
      underWay.run(record.id, () => this.#steps.resolve(record));
    }
    if (pause.reason() !== null) return;
    for (const record of store.runnable(environment.id, nowMs, policy.concurrency)) {
      if (!underWay.hasRoom()) break;
      underWay.run(record.id, () => this.#steps.claim(record));
    }
  }

  #armTimer(leastMs: number): void {
    this.#cancelTimer?.();
    this.#cancelTimer = null;
    const { ports, connection } = this.#context;
    const { store, clock, environment, pause } = ports;
    if (this.#stopping || store.failure() !== null) return;
    const due = store.nextDue(environment.id, connection.maySend() && this.#underWay.hasRoom());
    const waits = [
      ...(due.workMs === null ? [] : [due.workMs - clock.nowMs()]),
      ...(due.deadlineMs === null ? [] : [due.deadlineMs - clock.lateMs()]),
    ];
    // The pause may be lifted beside the running bridge: that is seen within a minute.
    if (pause.reason() !== null) waits.push(restMs);
    if (waits.length === 0) return;
    // What is under way stays due until its outcome is committed; its end kicks, so the timer need not run hot.
    const soonestMs = Math.max(leastMs, this.#underWay.size > 0 ? 250 : 1);
    this.#cancelTimer = clock.after(Math.max(soonestMs, Math.min(...waits)), () => this.kick());
  }
}
