// A clock that stands still until the test moves it. What falls due runs in order, and what it starts is awaited.
import type { Clock } from '#core/ports/clock.ts';

interface Timer {
  readonly atMs: number;
  readonly work: () => void;
}

export class FakeClock implements Clock {
  #nowMs = 1_000_000;
  readonly #timers = new Set<Timer>();

  /** How far the wall clock ran ahead: a machine that slept, or a clock that was put forward. */
  aheadMs = 0;
  ageUnknownMs = 0;

  nowMs(): number {
    return this.#nowMs;
  }

  lateMs(): number {
    return this.#nowMs + this.aheadMs;
  }

  wallMs(): number {
    return this.#nowMs + this.aheadMs;
  }

  ageUnknownBeforeMs(): number {
    return this.ageUnknownMs;
  }

  iso(ms: number): string {
    return new Date(ms).toISOString();
  }

  localDateTime(): string {
    return '2026-01-31T18:05:00';
  }

  /** Its days are UTC's. */
  localDay(ms: number): string {
    return this.iso(ms).slice(0, 10);
  }

  after(ms: number, work: () => void): () => void {
    const timer = { atMs: this.#nowMs + ms, work };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  /** How many wait for their time. */
  get pending(): number {
    return this.#timers.size;
  }

  /** Begins later than another test's clock, as a new run begins later than the one before. */
  static startingAt(ms: number): FakeClock {
    const clock = new FakeClock();
    clock.#nowMs = ms;
    return clock;
  }

  /** Turns of the event loop for a commit and what follows it: the only thing that waits without this clock. */
  async #settle(): Promise<void> {
    for (let turns = 0; turns < 12; turns += 1) {
      await new Promise((turn) => {
        setImmediate(turn);
      });
    }
  }

  async advance(ms: number): Promise<void> {
    const untilMs = this.#nowMs + ms;
    for (;;) {
      await this.#settle();
      const next = [...this.#timers].filter(({ atMs }) => atMs <= untilMs).toSorted((a, b) => a.atMs - b.atMs)[0];
      if (next === undefined) break;
      this.#timers.delete(next);
      this.#nowMs = Math.max(this.#nowMs, next.atMs);
      next.work();
    }
    this.#nowMs = untilMs;
  }
}
