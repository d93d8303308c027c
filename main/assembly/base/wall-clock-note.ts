// Remembers over a restart that the wall clock was set back while the program ran. Engine time is not affected, but
// after a restart only the wall clock says how old an operation is, and it says too little. Where the clock was set
// back while the program was off, the gateway's time shows it (core/gateway/gateway-time.ts). ADR 19.
import { GatewayTime } from '#core/gateway/gateway-time.ts';
import type { Clock } from '#core/ports/clock.ts';
import type { EngineEvents } from '#core/ports/engine.ts';
import type { OpenedStore } from '#store/open.ts';

const noteKey = 'age-unknown-before-ms';
const aheadKey = (environmentId: string) => `gateway-ahead-ms ${environmentId}`;
/** Smaller differences come from time synchronization. */
const leapMs = 3_000;
const lookEveryMs = 5_000;

interface Notes {
  readonly meta: Pick<OpenedStore['meta'], 'get' | 'put'>;
}

/** Engine time at which the wall clock was last seen being set back; 0 where it never was. */
export function ageUnknownBeforeMs({ meta }: Notes): number {
  return Number(meta.get(noteKey) ?? 0);
}

/**
 * Stores the gateway's time of this environment, and calls `wentBack` where it shows that the wall clock was set back.
 */
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
  /** Compares the clocks, and notes where the wall clock fell behind. Never throws: a timer and a close call it. */
  look(): void;
  stop(): void;
}

/** Also notes a wall clock that is before the journal's last record at the start. */
export function noteWallClock({ meta }: Notes, clock: Clock): WallClockNote {
  let behindMs = 0;
  const look = () => {
    const nowBehindMs = clock.nowMs() - clock.wallMs();
    try {
      if (nowBehindMs - behindMs >= leapMs) meta.put(noteKey, String(clock.nowMs()));
    } catch {
      // The store reports a failing disk itself. `behindMs` stays, so that the next look tries to note it again.
      return;
    }
    // `behindMs` changes only by a leap, so that a slow drift adds up to one; small steps back and forth do not.
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
