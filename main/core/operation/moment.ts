// The present moment as the rules read it: they ask no clock, so that a test or a simulator can say what time it is.
import type { Clock } from '../ports/clock.ts';
import type { Policy } from '../ports/policy.ts';

/** One instant by all clocks. */
export interface Instant {
  /** Engine time. */
  readonly nowMs: number;
  /** The latest that it can be now: deadlines and the age of keys go by it. */
  readonly lateMs: number;
  /** The wall clock. */
  readonly wallMs: number;
}

export interface Moment extends Instant {
  /** The wall clock was set back before this run: attempts from before this engine time have no known age. */
  readonly ageUnknownBeforeMs: number;
  /** Nothing is sent again while the folder may be a copy. */
  readonly paused: boolean;
  /** When this engine began, or its pause was lifted; earlier attempts get the whole processing time again. */
  readonly startedAtMs: number;
  readonly policy: Policy;
  /** Chance from 0 to 1, for the jitter. */
  readonly fraction: number;
}

export function instantOf(clock: Pick<Clock, 'nowMs' | 'lateMs' | 'wallMs'>): Instant {
  return { nowMs: clock.nowMs(), lateMs: clock.lateMs(), wallMs: clock.wallMs() };
}
