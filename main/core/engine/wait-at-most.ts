// Waiting with a limit. A commit waits as long as another program keeps the database; the person who ends the bridge
// must not wait that long.
import type { Clock } from '../ports/clock.ts';

/** Resolves when `work` has ended, well or badly, or when `ms` are over; it goes on all the same. */
export async function waitAtMost(clock: Pick<Clock, 'after'>, ms: number, work: Promise<unknown>): Promise<void> {
  let timeUp = () => {};
  const over = new Promise<void>((resolve) => {
    timeUp = clock.after(ms, resolve);
  });
  await Promise.race([Promise.allSettled([work]), over]);
  timeUp();
}
