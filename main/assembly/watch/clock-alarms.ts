// A clock on the wall that stands before engine time: it was set back, or it was ahead at an earlier start, and engine
// time, which never goes back, stays there.
import type { Alarm } from '#contract/till/alarms.ts';
import type { Clock } from '#core/ports/clock.ts';

/** Far more than the two drift apart while a bridge runs for months. */
const slackMs = 15 * 60_000;

export function clockAlarms(clock: Pick<Clock, 'nowMs' | 'wallMs' | 'iso'>): Alarm[] {
  const [nowMs, wallMs] = [clock.nowMs(), clock.wallMs()];
  if (nowMs - wallMs <= slackMs) return [];
  const message =
    `The clock of the computer says ${clock.iso(wallMs)}, and the till has already recorded ${clock.iso(nowMs)}. ` +
    'Set the clock. Where it is right, it was ahead once: docs/service.md, "The clock was ahead", says what to do.';
  return [{ code: 'clock-behind', message }];
}
