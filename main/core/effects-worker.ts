// Carries out what follows an outcome, at least once: a row is done only when its device said so. A printer that is
// jammed holds up neither other devices nor the outcome; its row is tried again, ever more rarely, and shown.
import { backoffMs } from './effects-backoff.ts';
import type { Clock } from './ports/clock.ts';
import type { EffectRow, EffectRows, Effects } from './ports/effects.ts';
import type { EngineEvents } from './ports/engine.ts';

interface Ports {
  readonly rows: EffectRows;
  readonly effects: Effects;
  readonly clock: Pick<Clock, 'nowMs' | 'after'>;
  readonly log: EngineEvents['log'];
}

const batch = 32;

export class EffectsWorker {
  readonly #ports: Ports;
  #round: Promise<void> | null = null;
  #again = false;
  #stopped = false;
  #cancelTimer: (() => void) | null = null;

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  /** Something may be due: after a start, and after each outcome. */
  kick(): void {
    this.#again = true;
    this.#round ??= this.#rounds();
  }

  /** Takes no more; resolves when what is under way has ended. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#cancelTimer?.();
    await this.#round;
  }

  async #rounds(): Promise<void> {
    const { rows, effects, clock, log } = this.#ports;
    try {
      while (this.#again && !this.#stopped) {
        this.#again = false;
        // One device after the other in order of its rows; different devices beside each other.
        const full = await Promise.all(
          effects.kinds.map(async (kind) => {
            const due = rows.due(kind, clock.nowMs(), batch);
            await this.#inOrder(due);
            return due.length === batch;
          }),
        );
        if (full.includes(true)) this.#again = true;
      }
    } catch (error) {
      log('error', 'effects-broken', { error: error instanceof Error ? error.message : 'unknown' });
    }
    this.#round = null;
    this.#arm();
  }

  /** A device that fails once in a round is left alone until the next: its other rows would fail the same way. */
  async #inOrder(mine: readonly EffectRow[]): Promise<void> {
    for (const row of mine) if (this.#stopped || !(await this.#perform(row))) return;
  }

  async #perform(row: EffectRow): Promise<boolean> {
    const { rows, effects, clock, log } = this.#ports;
    try {
      await effects.perform(row);
    } catch (error) {
      const trouble = error instanceof Error ? error.message : 'unknown';
      const nowMs = clock.nowMs();
      await rows.failed(row.seq, trouble, nowMs + backoffMs(row.attempts), nowMs);
      log('warn', 'effect-failed', { effect: row.kind, operation: row.operationId, attempts: row.attempts + 1 });
      return false;
    }
    await rows.done(row.seq, clock.nowMs());
    return true;
  }

  #arm(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = null;
    if (this.#stopped) return;
    const { rows, effects, clock } = this.#ports;
    const dues = effects.kinds.flatMap((kind) => rows.nextDueMs(kind) ?? []);
    if (dues.length === 0) return;
    const waitMs = Math.max(1, Math.min(...dues) - clock.nowMs());
    this.#cancelTimer = clock.after(waitMs, () => this.kick());
  }
}
