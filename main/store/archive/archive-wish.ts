// Carries out the command `archive`: in the bridge that runs, or in the command itself where no bridge runs.
import type { ArchiveStep, Asked, ControlInput } from '#contract/programs/control.ts';
import type { Clock } from '#core/ports/clock.ts';
import { surelyPassed } from '../folder/surely-passed.ts';
import type { Archiver } from './archive.ts';

interface Terms {
  readonly archiver: Archiver;
  readonly clock: Pick<Clock, 'nowMs' | 'wallMs'>;
  /** From the shop's settings; null: nothing is archived by itself. */
  readonly archiveMonths: number | null;
}

/** `asked`: the command's request; none where the bridge does it by itself. */
export async function archiveAsked(
  { months, dryRun, after }: ControlInput<'archive'>,
  { archiver, clock, archiveMonths }: Terms,
  asked?: Asked,
): Promise<ArchiveStep> {
  const meant = months ?? archiveMonths;
  if (meant === null) {
    return { type: 'nothing-due', why: 'The setting retention.archiveMonths is not set. Name the months: --months N.' };
  }
  const beforeMs = monthsBefore(surelyPassed(clock), meant);
  const request = asked === undefined ? {} : { request: `${asked.id} archive` };
  return archiver.archiveNext({ beforeMs, atMs: clock.nowMs(), dryRun, after, ...request });
}

/** The same day so many months ago; the last of the month where that one has no such day. */
function monthsBefore(nowMs: number, months: number): number {
  const now = new Date(nowMs);
  const then = new Date(nowMs);
  then.setUTCDate(1);
  then.setUTCMonth(then.getUTCMonth() - months);
  const lastDay = new Date(Date.UTC(then.getUTCFullYear(), then.getUTCMonth() + 1, 0)).getUTCDate();
  return then.setUTCDate(Math.min(now.getUTCDate(), lastDay));
}
