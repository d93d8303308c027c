// Remembers over a restart that the wall clock was set back while the program ran. Engine time went on by itself then;
// but once the program ends only the wall clock is left to tell how old something is, and it says too little. ADR 19.
import type { Clock } from '#core/ports/clock.ts';
import type { OpenedStore } from '#store/open.ts';

const noteKey = 'age-unknown-before-ms';
/** Smaller differences are how clocks are kept in step. */
const leapMs = 3_000;
const lookEveryMs = 5_000;

/** Engine time at which the wall clock was last seen being set back; 0 where it never was. */
export function ageUnknownBeforeMs({ meta }: Pick<OpenedStore, 'meta'>): number {
  return Number(meta.get(noteKey) ?? 0);
}

export interface WallClockNote {
  /** Looks, and writes where the wall clock fell behind. Throws nothing: no timer and no close may fail by it. */
  look(): void;
  stop(): void;
}

/** Also remembers what the start itself saw: a wall clock that stands before the last record. */
export function noteWallClock({ meta }: Pick<OpenedStore, 'meta'>, clock: Clock): WallClockNote {
  let behindMs = 0;
  const look = () => {
    const nowBehindMs = clock.nowMs() - clock.wallMs();
    try {
      if (nowBehindMs - behindMs >= leapMs) meta.put(noteKey, String(clock.nowMs()));
    } catch {
      // The store says itself that the disk fails. This is still to be noted, and looked at again.
      return;
    }
    // A drift in small steps adds up to what is told; small steps back and forth do not.
    if (Math.abs(nowBehindMs - behindMs) >= leapMs) behindMs = nowBehindMs;
  };
  let cancel = () => {};
  const again = () => {
    cancel = clock.after(lookEveryMs, () => {
      look();
      again();
    });
  };
  look();
  again();
  return { look, stop: () => cancel() };
}
