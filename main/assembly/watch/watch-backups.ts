// Makes the daily backup, and says when the last one was made. A till that was off at that time makes it when it is on
// again; where a backup fails, it is tried again after an hour, and an alarm comes when the last one is too old.
import type { Background } from '#background/background.ts';
import type { JsonObject } from '#contract/data/json.ts';
import { backupTargetTrouble } from '#settings/paths/backup-target.ts';
import type { Settings } from '#settings/settings.ts';
import { type BackupNote, backupNote, noteFailure } from '#store/backup/note.ts';
import type { Clock } from '#core/ports/clock.ts';
import type { OpenedStore } from '#store/open.ts';
import type { BridgePorts } from '../base/ports.ts';
import { withAlarms } from './alarms.ts';

export interface BackupWatch {
  /** Makes a backup where one is due, and resolves when it was made or has failed. */
  look(): Promise<void>;
  addTo(status: JsonObject): JsonObject;
}

interface Watched {
  readonly dataDir: string;
  readonly settings: Settings['backup'];
  readonly background: Pick<Background, 'backup'>;
  readonly folder: OpenedStore['folder'];
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly version: string;
  readonly log: BridgePorts['log'];
  readonly changed: () => void;
}

const retryMs = 3_600_000;
const dayMs = 86_400_000;

export function watchBackups({
  dataDir,
  settings,
  background,
  folder,
  clock,
  version,
  log,
  changed,
}: Watched): BackupWatch {
  const { to, keep, at, alarmDays } = settings;
  let note: BackupNote = backupNote(dataDir);
  let running = false;
  let triedMs = Number.NEGATIVE_INFINITY;

  const begin = async (place: string): Promise<void> => {
    running = true;
    triedMs = clock.nowMs();
    try {
      const trouble = backupTargetTrouble(place, dataDir);
      if (trouble !== null) {
        noteFailure(dataDir, triedMs, trouble);
        throw new Error(trouble);
      }
      await background.backup({ dataDir, to: place, keep, version, nowMs: triedMs });
      log('info', 'backed-up', { to: place });
    } catch (error) {
      log('warn', 'not-backed-up', { to: place, error: error instanceof Error ? error.message : 'unknown' });
    } finally {
      running = false;
      note = backupNote(dataDir);
      changed();
    }
  };

  return {
    async look() {
      note = backupNote(dataDir);
      if (to === null || running) return;
      const nowMs = clock.nowMs();
      const lastMs = lastMade(note, nowMs);
      const isDue = lastMs === null || lastMs < lastTimeOf(at, nowMs);
      if (isDue && nowMs - triedMs >= retryMs) await begin(to);
    },
    addTo(status) {
      const { last, failed } = note;
      const shown = { ...status, backup: { to, lastAt: last?.at ?? null, failed: failed?.why ?? null } };
      const nowMs = clock.nowMs();
      const lastMs = lastMade(note, nowMs);
      const days = Math.floor((nowMs - (lastMs ?? Date.parse(folder.createdAt))) / dayMs);
      if (to === null || days < alarmDays) return shown;
      const what = lastMs === null ? undated(note) : `The last backup is ${days} days old`;
      const why = failed === null ? '' : ` The last try failed: ${failed.why}`;
      return withAlarms(shown, { code: 'backup-old', message: `${what} (to ${to}).${why}` });
    },
  };
}

/** Null also where it is dated ahead: the clock was wrong then, and nothing is known of its age. */
function lastMade({ last }: BackupNote, nowMs: number): number | null {
  const madeMs = last === null ? null : Date.parse(last.at);
  return madeMs === null || madeMs > nowMs ? null : madeMs;
}

function undated({ last }: BackupNote): string {
  return last === null ? 'No backup was made yet' : `The last backup was made by a clock that was ahead (${last.at})`;
}

/**
 * When it was this time of the day last, by the till's clock. Each day's is made anew: where the clock goes forward it
 * lies an hour later on that day alone.
 */
function lastTimeOf(at: string, nowMs: number): number {
  const [hours = 0, minutes = 0] = at.split(':').map(Number);
  const now = new Date(nowMs);
  const on = (day: number) => new Date(now.getFullYear(), now.getMonth(), day, hours, minutes).getTime();
  const today = on(now.getDate());
  return today <= nowMs ? today : on(now.getDate() - 1);
}
