// Asks for a start of the bridge where the office's settings wait for one and nothing is in the way: by the rule of updates,
// at any hour and for every till.
import type { JsonObject } from '#contract/data/json.ts';
import type { Clock } from '#core/ports/clock.ts';
import { mayInstall } from '#core/updates/may-install.ts';
import { workIn } from './work.ts';

interface Watched {
  readonly waits: () => boolean;
  /** Left out: only another start of the program is one. */
  readonly startAnew: (() => void) | undefined;
  readonly clock: Pick<Clock, 'wallMs'>;
  readonly printing: () => number | null;
  readonly touchedMs: () => number | null;
}

export function watchOfficeSettings({ waits, startAnew, clock, printing, touchedMs }: Watched) {
  return {
    look(status: JsonObject): void {
      if (startAnew === undefined || !waits()) return;
      const { type } = mayInstall({
        nowMs: clock.wallMs(),
        minuteOfDay: 0,
        held: false,
        failedHere: false,
        shares: [{ fromMs: 0, percent: 100 }],
        place: 0,
        hours: { from: 0, to: 0 },
        work: workIn(status, printing()),
        paused: status['paused'] !== null,
        touchedMs: touchedMs(),
        onlyPersonSinceMs: null,
        momentGiven: false,
      });
      if (type === 'install') startAnew();
    },
  };
}
