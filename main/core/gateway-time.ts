// The gateway's own clock as a witness of ours: the HTTP Date of its answers (RFC 9110, 6.6.1; asked of nobody, used
// where it is there). A wall clock that was set back while the program was off looks like any other after the last
// record; but the gateway's clock is further ahead of it than it was. How old a key is, nobody knows then. ADR 19.
import type { Clock } from './ports/clock.ts';
import type { HeardTime } from './ports/gateway.ts';

export interface GatewayTimePorts {
  readonly clock: Pick<Clock, 'wallMs'>;
  /** How far the gateway's clock was ahead of the wall clock, ms, when it was last noted; null where it never was. */
  readonly last: number | null;
  /** On the disk when it returns. */
  readonly note: (aheadMs: number) => void;
  /** The wall clock was set back since an earlier run. On the disk when it returns. */
  readonly wentBack: () => void;
}

/** A slower answer says too little of when it was given. */
const longestTripMs = 60_000;
/** More than a trip and how coarse the header is; a key's life has more to spare. */
const leapMs = 120_000;

export class GatewayTime {
  readonly #ports: GatewayTimePorts;
  #lastMs: number | null;

  constructor(ports: GatewayTimePorts) {
    this.#ports = ports;
    this.#lastMs = ports.last;
  }

  /** Throws nothing: no answer may be lost by it. What could not be written is heard again with the next answer. */
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
    // Also within a run, where it is seen by other means soon: a crash may come first, and what is noted below would be
    // all that is left of it, and say that nothing has changed since.
    if (this.#lastMs !== null && driftMs >= leapMs) wentBack();
    if (Math.abs(driftMs) < leapMs) return;
    note(aheadMs);
    this.#lastMs = aheadMs;
  }
}
