// The machine's sleep. Node's monotonic clock stands still meanwhile, on most systems, but the world goes on: keys at
// the gateway age, times that people read move on. So the time slept is added to the bridge's clock on waking.
import type { PowerMonitor } from 'electron';
import type { Clock } from '#core/ports.ts';
import { createClock } from '#host/clock.ts';

/** Two clocks of the machine, in ms: the one on the wall, and the one that never jumps and may stand still. */
interface Times {
  readonly wallMs: number;
  readonly steadyMs: number;
}

type Monitor = Pick<PowerMonitor, 'on'>;

const timesNow = (): Times => ({ wallMs: Date.now(), steadyMs: performance.now() });

export class Sleep {
  readonly #times: () => Times;
  #fellAsleep: Times | null = null;
  #sleptMs = 0;

  /** `onWake` gets the ms slept since the last time. */
  constructor(monitor: Monitor, onWake: (sleptMs: number) => void, times = timesNow) {
    this.#times = times;
    monitor.on('suspend', () => {
      this.#fellAsleep = times();
    });
    monitor.on('resume', () => onWake(this.#wake()));
  }

  /** A clock for a bridge (core/ports.ts) that knows of the time slept. */
  readonly createClock = (anchorMs: number): Clock => {
    const clock = createClock(anchorMs);
    const before = this.#sleptMs;
    return { ...clock, nowMs: () => clock.nowMs() + this.#sleptMs - before };
  };

  #wake(): number {
    const asleep = this.#fellAsleep;
    this.#fellAsleep = null;
    if (asleep === null) return 0;
    const { wallMs, steadyMs } = this.#times();
    // Never backwards, should somebody have set the clock meanwhile.
    const sleptMs = Math.max(0, Math.round(wallMs - asleep.wallMs - (steadyMs - asleep.steadyMs)));
    this.#sleptMs += sleptMs;
    return sleptMs;
  }
}
