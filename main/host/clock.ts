// The host's clock. Engine time never jumps within a run; the till's local time is for the gateway and for people.
import type { Clock } from '#core/ports.ts';

/**
 * Engine time: `anchorMs` plus the monotonic time since now. The anchor is the wall clock, or the latest stored
 * time where the wall clock was set back, so that time never runs backwards over a restart.
 */
export function createClock(anchorMs: number): Clock {
  const startedAt = performance.now();
  const nowMs = () => Math.floor(anchorMs + (performance.now() - startedAt));
  const aheadMs = createLeaps(Date.now, () => performance.now());
  return {
    nowMs,
    lateMs: () => nowMs() + aheadMs(),
    wentBack: Date.now() < anchorMs,
    iso: (ms) => new Date(ms).toISOString(),
    localDateTime: () => localDateTime(new Date()),
    after: (ms, work) => {
      // Node's timers end at 2^31 ms; whoever waits longer is woken early and asks again.
      const timer = setTimeout(work, Math.min(ms, 2_000_000_000));
      return () => clearTimeout(timer);
    },
  };
}

/** Smaller differences are how clocks are kept in step; adding each of them up would make time run. */
const leapMs = 1_000;

/**
 * How far the wall clock has leapt ahead of the monotonic one since now, all leaps added up: sleep, and steps forward.
 * A step back takes nothing away, since it does not say that less time has passed.
 */
export function createLeaps(wallMs: () => number, monotonicMs: () => number): () => number {
  let wall = wallMs();
  let monotonic = monotonicMs();
  let totalMs = 0;
  return () => {
    const drift = wallMs() - wall - (monotonicMs() - monotonic);
    if (Math.abs(drift) >= leapMs) {
      totalMs += Math.max(0, Math.floor(drift));
      wall = wallMs();
      monotonic = monotonicMs();
    }
    return totalMs;
  };
}

function localDateTime(date: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
}
