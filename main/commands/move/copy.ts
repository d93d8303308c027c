// Puts a whole, verified copy of a data folder in the place of another one, for `folder move`.
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  rmSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { syncFile, syncFolder } from '#host/files/durable-files.ts';
import { type Owner, asOwner } from '#host/files/as-owner.ts';
import { makeBackup } from '#store/backup/backup.ts';
import { restoreBackup } from '#store/backup/restore.ts';
import { StartProblem } from '../io/problems.ts';

export interface Copy {
  readonly from: string;
  readonly to: string;
  readonly owners: { readonly from: Owner | null; readonly to: Owner | null };
  readonly version: string;
  readonly nowMs: number;
}

/** What a backup leaves out and a till needs at its new place: practice, the office that it belongs to, support's key. */
const alsoMoved = ['sandbox', 'office', 'support.key'] as const;

const stageOf = (to: string): string => `${to}.moving-copy`;

export function bringCopy({ from, to, owners, version, nowMs }: Copy): void {
  const stage = stageOf(to);
  rmSync(stage, { recursive: true, force: true });
  mkdirSync(stage, { mode: 0o700 });
  own(stage, owners.from);
  const extra = join(stage, 'also');
  const { backup } = asOwner(owners.from, () => {
    const made = makeBackup({ dataDir: from, to: stage, keep: 1, version, nowMs });
    mkdirSync(extra, { mode: 0o700 });
    for (const name of alsoMoved) {
      if (existsSync(join(from, name))) cpSync(join(from, name), join(extra, name), { recursive: true });
    }
    return made;
  });
  // From here on its former owner cannot exchange anything in it.
  if (owners.from !== null) chownSync(stage, 0, 0);
  takeOver(stage, owners.from === null ? null : { uid: 0, gid: 0 });
  restoreBackup({ from: backup, dataDir: to, evenOverNewer: true, nowMs });
  for (const name of readdirSync(extra)) {
    rmSync(join(to, name), { recursive: true, force: true });
    cpSync(join(extra, name), join(to, name), { recursive: true });
  }
  takeOver(to, owners.to);
  own(to, owners.to);
  syncFolder(to);
}

/** Remains of a move that was interrupted. */
export function removeRemains(to: string): void {
  const parts = readdirSync(dirname(to)).filter((name) => name.startsWith(`${basename(to)}.restoring-`));
  for (const name of parts) rmSync(join(dirname(to), name), { recursive: true, force: true });
  rmSync(stageOf(to), { recursive: true, force: true });
}

function own(path: string, owner: Owner | null): void {
  if (owner !== null) lchownSync(path, owner.uid, owner.gid);
}

/** Gives away all that lies in a folder, and syncs it. Throws StartProblem where something else than files lies there. */
function takeOver(dir: string, owner: Owner | null): void {
  for (const name of readdirSync(dir)) {
    const path = join(dir, name);
    const found = lstatSync(path);
    if (found.isDirectory()) {
      own(path, owner);
      takeOver(path, owner);
      continue;
    }
    if (!found.isFile() || found.nlink > 1) {
      throw new StartProblem(`${path} is no ordinary file: remove it from the data folder, and move the till again.`);
    }
    own(path, owner);
    chmodSync(path, 0o600);
    syncFile(path);
  }
  syncFolder(dir);
}
