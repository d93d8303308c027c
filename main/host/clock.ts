// The host's clock. Engine time never jumps within a run; the till's local time is for the gateway and for people.
import { uptime } from 'node:os';
import type { Clock } from '#core/ports/clock.ts';

/**
 * Engine time: `anchorMs` plus the time since now, sleep included. The anchor is the wall clock, or the latest stored
 * time where the wall clock was set back, so that time never runs backwards over a restart. `ageUnknownBeforeMs`:
 * when the wall clock was last known to have been set back, as far as others than this clock know it.
 */
export function createClock(anchorMs: number, ageUnknownBeforeMs: () => number = () => 0): Clock {
  const startedAt = performance.now();
  // Read anew each time, so that a clock that is replaced after this is noticed at once.
  const wallMs = () => Date.now();
  // Node's monotonic clock stands still while the machine sleeps; the time since it was booted goes on.
  const steadyMs = () => performance.now();
  const bootedMs = askSparingly(() => uptime() * 1_000, wallMs, steadyMs);
  const sleptMs = createLeaps(bootedMs, steadyMs);
  const awakeMs = () => performance.now() + sleptMs();
  const nowMs = () => Math.floor(anchorMs + awakeMs() - startedAt);
  const aheadMs = createLeaps(wallMs, awakeMs);
  const behindAtStartMs = Date.now() < anchorMs ? anchorMs : 0;
  return {
    nowMs,
    lateMs: () => nowMs() + aheadMs(),
    wallMs,
    ageUnknownBeforeMs: () => Math.max(behindAtStartMs, ageUnknownBeforeMs()),
    iso: (ms) => new Date(ms).toISOString(),
    localDateTime: () => localDateTime(new Date()),
    localDay: (ms) => localDateTime(new Date(ms)).slice(0, 10),
    after: (ms, work) => {
      // Node's timers end at 2^31 ms; a longer wait is woken early and starts again.
      const timer = setTimeout(work, Math.min(ms, 2_000_000_000));
      return () => clearTimeout(timer);
    },
  };
}

/**
 * Smaller differences are how clocks are kept in step, and how coarse they are (whole seconds, some); adding each of
 * them up would make time run.
 */
const leapMs = 3_000;

/**
 * How far one clock has leapt ahead of another since now, all leaps added up. A step back takes nothing away: it does
 * not say that less time has passed.
 */
export function createLeaps(leapingMs: () => number, steadyMs: () => number): () => number {
  let leaping = leapingMs();
  let steady = steadyMs();
  let totalMs = 0;
  return () => {
    const drift = leapingMs() - leaping - (steadyMs() - steady);
    if (Math.abs(drift) >= leapMs) {
      totalMs += Math.max(0, Math.floor(drift));
      leaping = leapingMs();
      steady = steadyMs();
    }
    return totalMs;
  };
}

const askEveryMs = 100;
/** Further than this the wall clock and the steady one do not drift apart in that time by themselves. */
const suspectMs = 50;

/**
 * A clock that costs something to ask, taken to go on steadily in between: the time since boot is read from a file. It
 * is asked at most ten times a second, and at once where the wall clock leapt, as it does when a machine wakes up.
 */
export function askSparingly(dearMs: () => number, wallMs: () => number, steadyMs: () => number): () => number {
  let asked = { dear: dearMs(), wall: wallMs(), steady: steadyMs() };
  return () => {
    const passed = steadyMs() - asked.steady;
    const isSuspect = Math.abs(wallMs() - asked.wall - passed) >= suspectMs;
    if (passed < askEveryMs && !isSuspect) return asked.dear + passed;
    asked = { dear: dearMs(), wall: wallMs(), steady: steadyMs() };
    return asked.dear;
  };
}

function localDateTime(date: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
}
