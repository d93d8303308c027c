// How late it surely is, for what is kept for a period. Engine time never goes back: one start with the clock in 2099 puts
// it there for good, and what was sold today would count as decades old. Erasing and archiving go by the earlier clock.
import type { Clock } from '#core/ports/clock.ts';

export function surelyPassed(clock: Pick<Clock, 'nowMs' | 'wallMs'>): number {
  return Math.min(clock.nowMs(), clock.wallMs());
}
