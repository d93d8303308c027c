// Makes the daily backup, and says when the last one was made. A till that was off at that time makes it when it is on
// again; where a backup fails, it is tried again after an hour, and an alarm comes when the last one is too old.
import type { Background } from '#background/background.ts';
import type { JsonObject } from '#contract/data/json.ts';
import { backupTargetTrouble } from '#settings/backup-target.ts';
import type { Settings } from '#settings/settings.ts';
import { type BackupNote, backupNote, noteFailure } from '#store/backup/note.ts';
import type { Clock } from '#core/ports/clock.ts';
import type { OpenedStore } from '#store/open.ts';
import type { BridgePorts } from '../base/ports.ts';
import { withAlarms } from './alarms.ts';

export interface BackupWatch {
  /** Makes a backup where one is due, and resolves when it was made or has failed. */
  look(): Promise<void>;
  told(status: JsonObject): JsonObject;
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
      const isDue = note.last === null || Date.parse(note.last.at) < lastTimeOf(at, nowMs);
      if (isDue && nowMs - triedMs >= retryMs) await begin(to);
    },
    told(status) {
      const { last, failed } = note;
      const told = { ...status, backup: { to, lastAt: last?.at ?? null, failed: failed?.why ?? null } };
      const days = Math.floor((clock.nowMs() - Date.parse(last?.at ?? folder.createdAt)) / dayMs);
      if (to === null || days < alarmDays) return told;
      const what = last === null ? 'No backup was made yet' : `The last backup is ${days} days old`;
      const why = failed === null ? '' : ` The last try failed: ${failed.why}`;
      return withAlarms(told, { code: 'backup-old', message: `${what} (to ${to}).${why}` });
    },
  };
}

/** When it was this time of the day last, by the till's clock. */
function lastTimeOf(at: string, nowMs: number): number {
  const [hours = 0, minutes = 0] = at.split(':').map(Number);
  const moment = new Date(nowMs);
  moment.setHours(hours, minutes, 0, 0);
  if (moment.getTime() > nowMs) moment.setDate(moment.getDate() - 1);
  return moment.getTime();
}
