// Puts a backup in a data folder's place. It is verified first, what was there is moved aside whole, and a bridge on the
// restored folder starts paused (ADR 18).
import {
  accessSync,
  chmodSync,
  constants,
  copyFileSync,
  existsSync,
  readdirSync,
  renameSync,
  rmSync,
  rmdirSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { syncFile, syncFolder } from '#host/files/durable-files.ts';
import { makeFolder } from '#host/files/make-folder.ts';
import { archivesName } from '../journal/archive-file.ts';
import { DamagedDatabase, FolderProblem, OlderDatabase, StorageFailed } from '../database/errors.ts';
import { type FolderLock, lockFolder } from '../folder/folder-lock.ts';
import { folderPaths, readMarker } from '../folder/folder.ts';
import { openJournal } from '../integrity/open-journal.ts';
import { verifyDatabase } from '../integrity/verify.ts';
import { type Manifest, assertFiles, manifestIn } from './manifest.ts';

export interface RestoreWish {
  readonly from: string;
  readonly dataDir: string;
  /** A person has said that records which the backup lacks may go. */
  readonly evenOverNewer: boolean;
  readonly nowMs: number;
  /** The folder itself stays and its files are exchanged; left out: where this user may not rename it. */
  readonly inPlace?: boolean;
}

export interface Restored {
  readonly manifest: Manifest;
  /** Where the folder lies that was there before; null where there was none. */
  readonly movedTo: string | null;
}

/** Throws FolderProblem, FolderInUse or StorageFailed; then the data folder is as it was. */
export function restoreBackup({ from, dataDir, evenOverNewer, nowMs, inPlace }: RestoreWish): Restored {
  const manifest = manifestIn(from);
  if (manifest === null) {
    throw new FolderProblem(`${from} is no whole backup that this program knows. Nothing was changed.`);
  }
  assertFiles(from, manifest);
  const dir = resolve(dataDir);
  const lock = lockExisting(dir);
  // The service's user may not rename what lies in /var/lib.
  const isWithin = lock !== null && (inPlace ?? !mayWrite(dirname(dir)));
  const staging = isWithin ? join(dir, 'restoring') : `${dir}.restoring-${process.pid}`;
  const stamp = new Date(nowMs).toISOString().replaceAll(/[-:.]/g, '');
  try {
    if (lock !== null && !evenOverNewer) assertNotNewer(from, dir, manifest, nowMs);
    rmSync(staging, { recursive: true, force: true });
    stage(from, staging, manifest, nowMs);
    if (isWithin) return { manifest, movedTo: exchange(dir, staging, join(dir, `before-restore-${stamp}`)) };
    // Windows moves no folder in which a file is open.
    if (process.platform === 'win32') lock?.release();
    const movedTo = lock === null ? null : `${dir}.before-restore-${stamp}`;
    if (movedTo !== null) renameSync(dir, movedTo);
    else if (existsSync(dir)) rmdirSync(dir);
    renameSync(staging, dir);
    syncFolder(dirname(dir));
    return { manifest, movedTo };
  } catch (error) {
    rmSync(staging, { recursive: true, force: true });
    throw error;
  } finally {
    lock?.release();
  }
}

function mayWrite(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Moves the files of the folder aside and those of `staging` in, one by one. Where that breaks off, the marker says that
 * a database belongs here, so that no bridge makes a new one; the next run begins anew.
 */
function exchange(dir: string, staging: string, aside: string): string {
  const { marker, lock, pid } = folderPaths(dir);
  makeFolder(aside);
  copyFileSync(marker, join(aside, basename(marker)));
  const stay = new Set([marker, lock, pid, staging, aside].map((path) => basename(path)));
  const isEarlier = (name: string) => name.startsWith('before-restore-') || name.startsWith(basename(lock));
  for (const name of readdirSync(dir).filter((each) => !stay.has(each) && !isEarlier(each))) {
    renameSync(join(dir, name), join(aside, name));
  }
  for (const each of [aside, dir]) syncFolder(each);
  for (const name of readdirSync(staging)) renameSync(join(staging, name), join(dir, name));
  syncFolder(dir);
  rmdirSync(staging);
  return aside;
}

/** Null where there is no data folder. Throws FolderInUse, and FolderProblem where something else lies there. */
function lockExisting(dir: string): FolderLock | null {
  const { database, marker } = folderPaths(dir);
  if (existsSync(database) || existsSync(marker)) return lockFolder(dir, true);
  if (existsSync(dir) && readdirSync(dir).length > 0) {
    throw new FolderProblem(`${dir} is no data folder, and is not empty. Name another one. Nothing was changed.`);
  }
  return null;
}

/** Throws FolderProblem where the folder holds records that the backup at `from` lacks, or may do so. */
function assertNotNewer(from: string, dir: string, manifest: Manifest, nowMs: number): void {
  const { madeAt, folderId } = manifest;
  const marker = readMarker(folderPaths(dir).marker);
  const isAnothers = marker !== null && marker !== 'unreadable' && marker.folderId !== folderId;
  const more = isAnothers ? null : recordsBeyond(from, dir, manifest.head, nowMs);
  if (more === 0) return;
  const what = isAnothers
    ? `The backup of ${madeAt} is of another till than ${dir}`
    : more === null
      ? `What ${dir} holds cannot be compared with the backup of ${madeAt}, which may lack records of it`
      : `${dir} holds ${more} records that the backup of ${madeAt} lacks`;
  throw new FolderProblem(
    `${what}. Nothing was changed. What was sent since the backup is forgotten by it: restore it only where this folder ` +
      'cannot be used any more, with --even-over-newer. The folder is moved aside, not removed.',
  );
}

/** Null where the database cannot be read, or is not the one that was saved. */
function recordsBeyond(from: string, dir: string, saved: Manifest['head'], nowMs: number): number | null {
  try {
    const here = headOf(dir, saved.seq, nowMs);
    // One that went another way after an older backup holds fewer records, and not the same.
    const there = here.seq < saved.seq ? hashIn(from, here.seq, nowMs) : saved.hash;
    return here.seq === 0 || here.at === there ? Math.max(0, here.seq - saved.seq) : null;
  } catch (error) {
    if (error instanceof DamagedDatabase || error instanceof StorageFailed) return null;
    throw error;
  }
}

/** Of the record of a backup with this number; undefined where it is of an older program. */
function hashIn(from: string, seq: number, nowMs: number): string | undefined {
  try {
    return headOf(from, seq, nowMs).at;
  } catch (error) {
    if (error instanceof OlderDatabase) return undefined;
    throw error;
  }
}

/** The number of the last record, and the hash of the one with that number or, where there is none yet, of the last. */
function headOf(dir: string, seq: number, nowMs: number): { readonly seq: number; readonly at: string | undefined } {
  const opened = openJournal(dir, () => nowMs);
  try {
    const last = opened.journal.head().seq;
    return { seq: last, at: opened.journal.after(Math.min(last, seq) - 1, 1)[0]?.hash };
  } finally {
    opened.close();
  }
}

/** Throws FolderProblem where the copy does not verify. */
function stage(from: string, staging: string, { files, head }: Manifest, nowMs: number): void {
  makeFolder(staging);
  for (const { name } of files) {
    makeFolder(dirname(join(staging, name)));
    copyFileSync(join(from, name), join(staging, name));
    // On a stick or a share it may be anybody's to read.
    chmodSync(join(staging, name), 0o600);
    syncFile(join(staging, name));
  }
  if (existsSync(join(staging, archivesName))) syncFolder(join(staging, archivesName));
  const verdict = verifyDatabase(staging, null, () => nowMs);
  const isSame = verdict.head.seq === head.seq && verdict.head.hash === head.hash;
  if (verdict.ok && isSame) return syncFolder(staging);
  const why = verdict.problem?.what ?? 'its journal ends elsewhere than its list says';
  throw new FolderProblem(`${from} does not verify: ${why}. Take another backup. Nothing was changed.`);
}
