// Compares our wall clock with the gateway's: the HTTP Date of its answers (RFC 9110, 6.6.1), where they have one. A
// wall clock that was set back while the program was off shows no sign of it; but the gateway's clock is then further
// ahead of it than before. The age of a key is not known then. ADR 19.
import type { Clock } from '../ports/clock.ts';
import type { HeardTime } from '../ports/gateway.ts';

export interface GatewayTimePorts {
  readonly clock: Pick<Clock, 'wallMs'>;
  /** How far the gateway's clock was ahead of the wall clock, ms, when it was last noted; null where it never was. */
  readonly last: number | null;
  /** On the disk when it returns. */
  readonly note: (aheadMs: number) => void;
  /** The wall clock was set back since an earlier run. On the disk when it returns. */
  readonly wentBack: () => void;
}

/** After a slower answer, its Date is too uncertain to compare. */
const longestTripMs = 60_000;
/** More than a trip plus the header's precision of a second; the limit on a key's life has more to spare. */
const leapMs = 120_000;

export class GatewayTime {
  readonly #ports: GatewayTimePorts;
  #lastMs: number | null;

  constructor(ports: GatewayTimePorts) {
    this.#ports = ports;
    this.#lastMs = ports.last;
  }

  /** Throws nothing, so that no answer is lost by it. What could not be written is noted with the next answer. */
  heard({ dateMs, tripMs }: HeardTime): void {
    try {
      if (tripMs <= longestTripMs) this.#weigh(dateMs);
    } catch {
      // The store says itself that the disk fails.
    }
  }

  #weigh(dateMs: number): void {
    const { clock, note, wentBack } = this.#ports;
    const aheadMs = dateMs - clock.wallMs();
    const driftMs = this.#lastMs === null ? Infinity : aheadMs - this.#lastMs;
    // Also within a run, where the clock itself notices it soon: after a crash before that, only the difference noted
    // below would be left, and the next run would see no change.
    if (this.#lastMs !== null && driftMs >= leapMs) wentBack();
    if (Math.abs(driftMs) < leapMs) return;
    note(aheadMs);
    this.#lastMs = aheadMs;
  }
}
