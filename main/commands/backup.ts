// `bridge folder backup`: saves the data folder, also beside a running bridge, which it neither asks nor disturbs.
// `bridge folder restore`: puts a backup in the folder's place while no bridge runs.
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { FolderNotMade, makeFolder } from '#host/files/make-folder.ts';
import { backupTargetTrouble } from '#settings/paths/backup-target.ts';
import { backUp, noteFailure } from '#store/backup/note.ts';
import { restoreBackup } from '#store/backup/restore.ts';
import { settingsIn } from './folder-access/calls-here.ts';
import { assertDataFolder } from './folder-access/open-with-key.ts';
import { printJson } from './io/print-json.ts';
import { StartProblem } from './io/problems.ts';
import { type Io, UsageError, dataDirOf, readOptions, required, wholeNumber } from './io/usage.ts';

const mostKept = 1_000;

/** Without `--to` and `--keep`: as the settings say. */
export function backup(args: readonly string[], io: Io): number {
  const options = readOptions(args, {
    'data-dir': { type: 'string' },
    to: { type: 'string' },
    keep: { type: 'string' },
  });
  const dataDir = dataDirOf(options['data-dir']);
  const keep = wholeNumber(options.keep, '--keep', mostKept);
  if (keep === 0) throw new UsageError(`--keep must be a whole number from 1 to ${mostKept}`);
  assertDataFolder(dataDir);
  assertOwner(dataDir);
  // Damaged settings stop no backup that needs none of them.
  const settings = () => settingsIn({ dataDir, environment: io.environment }).backup;
  const to = resolve(required(options.to ?? settings().to ?? undefined, '--to'));
  if (options.to !== undefined) makePlace(to);
  const nowMs = Date.now();
  const trouble = backupTargetTrouble(to, dataDir);
  if (trouble !== null) {
    noteFailure(dataDir, nowMs, trouble);
    throw new StartProblem(`${trouble} No backup was made.`);
  }
  const made = backUp({ dataDir, to, keep: keep ?? settings().keep, version: io.version, nowMs });
  printJson(io, made);
  io.stderr(`The backup was made and read again: ${made.backup}\n`);
  return 0;
}

export function restore(args: readonly string[], io: Io): number {
  const options = readOptions(args, {
    'data-dir': { type: 'string' },
    from: { type: 'string' },
    'even-over-newer': { type: 'boolean' },
  });
  const dataDir = dataDirOf(options['data-dir']);
  const from = resolve(required(options.from, '--from'));
  const evenOverNewer = options['even-over-newer'] === true;
  const { manifest, movedTo } = restoreBackup({ from, dataDir, evenOverNewer, nowMs: Date.now() });
  printJson(io, { restored: dataDir, madeAt: manifest.madeAt, head: manifest.head, movedTo });
  const before = movedTo === null ? '' : ` The folder that was there lies in ${movedTo} now.`;
  io.stderr(
    `The backup of ${manifest.madeAt} is in place.${before} A bridge on it starts paused: it looks up what was open, and ` +
      'sends nothing until a person says that no other copy is in use (folder resume, or at the window).\n',
  );
  return 0;
}

/** Another user, an administrator too, would leave files that the folder's owner cannot use. */
function assertOwner(dataDir: string): void {
  const self = process.getuid?.();
  if (self === undefined || statSync(dataDir).uid === self) return;
  throw new StartProblem(`${dataDir} belongs to another user: run this as that user. No backup was made.`);
}

/** Throws StartProblem. A place that only the settings name is not made: its disk may not be plugged in. */
function makePlace(to: string): void {
  try {
    makeFolder(to);
  } catch (error) {
    if (error instanceof FolderNotMade) throw new StartProblem(`${error.message}.`, { cause: error });
    throw error;
  }
}
