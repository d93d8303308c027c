// Rescues a damaged database: the original stays where it is, a copy is kept, readable rows are saved as text, and the
// program says so and stops. Starting over with an empty database would forget accepted operations.
import { constants, copyFileSync, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DamagedDatabase, type Rescued } from '../database/errors.ts';
import { digestOfFile } from '#host/files/file-digest.ts';
import { type FolderPaths, sizeOf } from '../folder/folder.ts';
import { countRecovered, recoverRows } from './recover-rows.ts';

const sides = ['', '-wal', '-shm'] as const;
const copyName = /^tillbridge\.db\.damaged-([0-9TZ-]+)$/;

/** `keep`: whether to make copies; a command beside a live bridge only reports the damage. */
export function damaged(paths: FolderPaths, why: string, nowMs: number, keep: boolean): DamagedDatabase {
  if (!keep) {
    const message = `${paths.database} ${why}. Start the bridge on this folder: it keeps a copy, saves what can be read and says what to do.`;
    return new DamagedDatabase(message, nothingOf(paths.database));
  }
  const rescued = rescue(paths, nowMs);
  return new DamagedDatabase(inWords(why, rescued), rescued);
}

function rescue(paths: FolderPaths, nowMs: number): Rescued {
  const file = paths.database;
  const present = sides.filter((side) => (sizeOf(file + side) ?? 0) > 0);
  if (present.length === 0) return nothingOf(file);
  // A service manager restarts a failing program again and again, so one copy of the same damage is kept.
  const before = earlierCopy(paths);
  if (before !== null) {
    const recovered = recoveredFile(paths, before.stamp);
    if (existsSync(recovered)) return { file, copy: before.copy, recovered, ...countRecovered(recovered) };
  }
  const stamp = before?.stamp ?? new Date(nowMs).toISOString().replaceAll(/[:.]/g, '-');
  const copy = before?.copy ?? `${file}.damaged-${stamp}`;
  if (before === null) {
    for (const side of sides) {
      if (existsSync(file + side)) copyFileSync(file + side, copy + side, constants.COPYFILE_EXCL);
    }
  }
  const recovered = recoveredFile(paths, stamp);
  return { file, copy, recovered, ...recoverRows(copy, recovered) };
}

function recoveredFile(paths: FolderPaths, stamp: string): string {
  return join(paths.dir, `recovered-${stamp}.ndjson`);
}

function nothingOf(file: string): Rescued {
  return { file, copy: null, recovered: null, operations: 0, journalRecords: 0 };
}

function earlierCopy(paths: FolderPaths): { readonly copy: string; readonly stamp: string } | null {
  const digest = digestOf(paths.database);
  const walDigest = digestOf(`${paths.database}-wal`);
  for (const name of readdirSync(paths.dir).toSorted()) {
    const stamp = copyName.exec(name)?.[1];
    if (stamp === undefined) continue;
    const copy = join(paths.dir, name);
    if (digestOf(copy) === digest && digestOf(`${copy}-wal`) === walDigest) return { copy, stamp };
  }
  return null;
}

function digestOf(file: string): string | null {
  // A reader leaves an empty log beside a copy, which counts as no log.
  if ((sizeOf(file) ?? 0) === 0) return null;
  return digestOfFile(file);
}

function inWords(why: string, { file, copy, recovered, operations, journalRecords }: Rescued): string {
  const kept =
    copy === null
      ? 'There was nothing left of it to copy or to read.'
      : `A copy was kept: ${copy}. ${operations} operations and ${journalRecords} journal records that could still be read were saved in ${recovered} (personal data stays sealed).`;
  return (
    `${file} ${why}. ${kept} Nothing was changed and nothing was started over. What to do: ` +
    'put back a backup of the whole data folder; or, after comparing the payments with the gateway, start with an ' +
    'empty data folder. Until then do not repeat a payment whose outcome you do not know.'
  );
}
