// Backups of the data folder: whether they are made, and when the last one was.
import { existsSync } from 'node:fs';
import { backupTargetTrouble } from '#settings/paths/backup-target.ts';
import type { Settings } from '#settings/settings.ts';
import { backupNote } from '#store/backup/note.ts';
import { type Finding, note, warning } from './finding.ts';

interface BackupCheckInput {
  readonly dataDir: string;
  readonly settings: Settings['backup'];
  /** Real money moves here. */
  readonly isLive: boolean;
  readonly program: string;
  readonly nowMs: number;
}

const dayMs = 86_400_000;

export function backupFindings({ dataDir, settings, isLive, program, nowMs }: BackupCheckInput): Finding[] {
  if (!existsSync(dataDir)) return [];
  const { to, alarmDays } = settings;
  const { last, failed } = backupNote(dataDir);
  const byHand = `${program} folder backup --data-dir ${dataDir} --to FOLDER`;
  if (to === null && last === null) {
    if (!isLive) return [];
    const mend = `Name a folder on another disk in the setting backup.to, or run each day: ${byHand}`;
    return [warning('backup-none', { what: 'No backup of this folder is made.', where: dataDir, mend })];
  }
  const trouble = to === null ? null : backupTargetTrouble(to, dataDir);
  const unusable =
    trouble === null || to === null
      ? []
      : [
          warning('backup-place-unusable', {
            what: trouble,
            where: to,
            mend: 'Mend that, or name another place in backup.to.',
          }),
        ];
  const days = last === null ? null : Math.floor((nowMs - Date.parse(last.at)) / dayMs);
  if (days !== null && days < alarmDays) {
    const mend = 'Nothing has to be done.';
    return [
      ...unusable,
      note('backup-made', { what: `The last backup is of ${last?.at ?? ''}.`, where: last?.backup ?? dataDir, mend }),
    ];
  }
  const what = days === null ? 'No backup was made yet.' : `The last backup is ${days} days old.`;
  const why = failed === null ? '' : ` The last try failed: ${failed.why}`;
  const mend = `Mend what failed, and run: ${byHand}`;
  return [...unusable, warning('backup-old', { what: `${what}${why}`, where: to ?? dataDir, mend })];
}
