// Remembers over a restart that the wall clock was set back while the program ran. Engine time went on by itself then;
// but once the program ends only the wall clock is left to tell how old something is, and it says too little. Where it
// was set back while the program was off, the gateway's clock tells (core/gateway-time.ts). ADR 19.
import { GatewayTime } from '#core/gateway-time.ts';
import type { Clock } from '#core/ports/clock.ts';
import type { EngineEvents } from '#core/ports/engine.ts';
import type { OpenedStore } from '#store/open.ts';

const noteKey = 'age-unknown-before-ms';
const aheadKey = (environmentId: string) => `gateway-ahead-ms ${environmentId}`;
/** Smaller differences are how clocks are kept in step. */
const leapMs = 3_000;
const lookEveryMs = 5_000;

interface Notes {
  readonly meta: Pick<OpenedStore['meta'], 'get' | 'put'>;
}

/** Engine time at which the wall clock was last seen being set back; 0 where it never was. */
export function ageUnknownBeforeMs({ meta }: Notes): number {
  return Number(meta.get(noteKey) ?? 0);
}

/** Told what time it is at the gateway of this environment; notes it, and calls where the wall clock was set back. */
export function noteGatewayTime(
  { meta }: Notes,
  clock: Clock,
  environmentId: string,
  log: EngineEvents['log'],
  wentBack: (beforeMs: number) => void,
): GatewayTime {
  const last = meta.get(aheadKey(environmentId));
  return new GatewayTime({
    clock,
    last: last === null ? null : Number(last),
    note: (aheadMs) => meta.put(aheadKey(environmentId), String(aheadMs)),
    wentBack: () => {
      const beforeMs = clock.nowMs();
      wentBack(beforeMs);
      log('warn', 'wall-clock-set-back', {});
      meta.put(noteKey, String(beforeMs));
    },
  });
}

export interface WallClockNote {
  /** Looks, and writes where the wall clock fell behind. Throws nothing: no timer and no close may fail by it. */
  look(): void;
  stop(): void;
}

/** Also remembers what the start itself saw: a wall clock that stands before the last record. */
export function noteWallClock({ meta }: Notes, clock: Clock): WallClockNote {
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
