// Time. The core reads only the clock that it is given here, real or simulated.

export interface Clock {
  /**
   * Engine time in ms: the wall clock at start plus the time since, sleep included. It cannot be set within a run, so
   * durations may be computed from it; it is stored as such and read again after a restart.
   */
  nowMs(): number;
  /**
   * The latest that it can be: counts every step forward of the wall clock besides (engine time may have stood still in
   * a sleep that nothing else saw), and never goes back. Waiting uses `nowMs` (at least so much time has passed),
   * expiry uses this (perhaps so much has).
   */
  lateMs(): number;
  /** The wall clock, ms since 1970. It can be set, so it tells an age only together with the other two. */
  wallMs(): number;
  /**
   * What an earlier run did before this engine time has no known age: the wall clock, which alone tells how long the
   * program was off, was set back since. 0 where it never was. The gateway's own clock may show it only later.
   */
  ageUnknownBeforeMs(): number;
  /** ISO 8601 in UTC. */
  iso(ms: number): string;
  /** The till's local time as `2026-01-31T18:05:00`. */
  localDateTime(): string;
  /** The till's calendar day at this engine time, as `2026-01-31`. */
  localDay(ms: number): string;
  /** Runs `work` once after `ms`; the function returned takes it back. */
  after(ms: number, work: () => void): () => void;
}
