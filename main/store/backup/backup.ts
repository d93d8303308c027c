// Makes a backup of a data folder, also beside a running bridge: a whole copy of one moment, under another name until it
// was read again and found right (ADR 55). It takes no lock, needs no key and changes nothing in the data folder.
import {
  chmodSync,
  constants,
  copyFileSync,
  existsSync,
  linkSync,
  lstatSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pauseSentences } from '#contract/people/pause.ts';
import {
  FolderProblem,
  NoDatabase,
  StorageFailed,
  isBusy,
  isStorageTrouble,
  troubleInWords,
} from '../database/errors.ts';
import { databaseBytesIn, freeBytesAt } from '../disk-room.ts';
import { archivesName } from '../journal/archive-file.ts';
import { closeReader } from '../folder/connect.ts';
import { folderPaths, readMarker, sizeOf, touchPrivate } from '../folder/folder.ts';
import { syncFile, syncFolder, writeDurably } from '#host/files/durable-files.ts';
import { digestOfFile } from '#host/files/file-digest.ts';
import { makeFolder } from '#host/files/make-folder.ts';
import { readOrdinaryBytes } from '#host/files/read-ordinary.ts';
import { connectToJournal } from '../integrity/open-journal.ts';
import { verifyDatabase } from '../integrity/verify.ts';
import type { Head } from '../journal/chain.ts';
import { pausedKey } from '../journal/meta.ts';
import {
  type Manifest,
  archivesIn,
  backupNameOf,
  backupsIn,
  databaseName,
  describeFile,
  manifestIn,
  manifestPath,
  prefixOf,
  smallFiles,
} from './manifest.ts';

export interface BackupWish {
  readonly dataDir: string;
  /** A folder that is there. */
  readonly to: string;
  /** How many backups of this data folder stay there, this one counted. */
  readonly keep: number;
  readonly version: string;
  readonly nowMs: number;
  /** Bytes that are free there; left out: as the system says. */
  readonly free?: (to: string) => number;
}

export interface BackupMade {
  readonly backup: string;
  readonly madeAt: string;
  readonly head: Head;
  readonly bytes: number;
  /** Names of older backups that were removed. */
  readonly removed: readonly string[];
}

/** Room for the small files and the copy's last pages. */
const spareBytes = 16 * 1024 * 1024;

/** Throws NoDatabase, DamagedDatabase, StorageFailed or FolderProblem; then no backup of this name is there. */
export function makeBackup({ dataDir, to, keep, version, nowMs, free = freeBytesAt }: BackupWish): BackupMade {
  const paths = folderPaths(dataDir);
  const marker = readMarker(paths.marker);
  if (marker === null) throw new NoDatabase(dataDir);
  if (marker === 'unreadable') throw new FolderProblem(`${paths.marker} cannot be read. No backup was made.`);
  const { folderId } = marker;
  removeLeftOvers(to, folderId);
  const part = join(to, `.${prefixOf(folderId)}${process.pid}.part`);
  rmSync(part, { recursive: true, force: true });
  makeFolder(part);
  try {
    const shared = shareArchives(dataDir, part, lastIn(to, folderId));
    const own = archivesIn(dataDir).filter((name) => !shared.has(name));
    assertSpace(to, free(to), databaseBytesIn(dataDir) + bytesOf(dataDir, own));
    copyDatabase(dataDir, join(part, databaseName), nowMs);
    const present = smallFiles.filter((name) => existsSync(join(dataDir, name)));
    for (const name of present) copySmall(join(dataDir, name), join(part, name));
    // After the database: each archive that the copy names is there.
    const archives = archivesIn(dataDir);
    for (const name of archives) if (!shared.has(name)) copyArchive(dataDir, part, name);
    const names = [databaseName, ...present, ...archives];
    for (const name of names) syncFile(join(part, name));
    if (archives.length > 0) syncFolder(join(part, archivesName));
    const head = verified(part, nowMs);
    const files = names.map((name) => describeFile(part, name));
    const madeAt = new Date(nowMs).toISOString();
    const manifest: Manifest = { product: 'Tillbridge', form: 1, version, folderId, madeAt, head, files };
    writeDurably(manifestPath(part), `${JSON.stringify(manifest)}\n`);
    syncFolder(part);
    const backup = join(to, backupNameOf(manifest));
    renameSync(part, backup);
    syncFolder(to);
    const bytes = files.reduce((sum, each) => sum + each.bytes, 0);
    return { backup, madeAt, head, bytes, removed: removeOlder(to, folderId, basename(backup), keep) };
  } catch (error) {
    rmSync(part, { recursive: true, force: true });
    if (!isStorageTrouble(error) && !isBusy(error)) throw error;
    throw new StorageFailed(`No backup was made to ${to}: ${troubleInWords(error)}.`, { cause: error });
  }
}

/** They are a few thousand bytes at most. */
const mostSmallBytes = 1_000_000;

function copySmall(from: string, to: string): void {
  const bytes = readOrdinaryBytes(from, mostSmallBytes);
  if (bytes === null) throw new FolderProblem(`${from} is no ordinary file of at most 1 MB. No backup was made.`);
  writeFileSync(to, bytes, { mode: 0o600, flag: 'wx' });
}

/**
 * An archive does not change, so it lies in a place once: a backup has the file of the one before, under a name of its own.
 * Returns the names of those; what that backup does not have as it is here is left to be copied.
 */
function shareArchives(dataDir: string, part: string, before: string | null): ReadonlySet<string> {
  const names = before === null ? [] : archivesIn(dataDir);
  if (names.length > 0) makeFolder(join(part, archivesName));
  return new Set(names.filter((name) => isLinked(join(before ?? '', name), join(part, name), join(dataDir, name))));
}

/** False where `there` is not the file that `original` is, or the place (a stick with FAT) knows one name for a file. */
function isLinked(there: string, link: string, original: string): boolean {
  try {
    if (!lstatSync(there).isFile() || sizeOf(there) !== sizeOf(original)) return false;
    if (digestOfFile(there) !== digestOfFile(original)) return false;
    linkSync(there, link);
    return true;
  } catch {
    return false;
  }
}

function lastIn(to: string, folderId: string): string | null {
  const last = backupsIn(to, folderId).at(-1);
  return last === undefined ? null : join(to, last);
}

function bytesOf(dataDir: string, names: readonly string[]): number {
  return names.reduce((sum, name) => sum + (sizeOf(join(dataDir, name)) ?? 0), 0);
}

/** Verified with the copy, by the digest that the journal has of it. */
function copyArchive(dataDir: string, part: string, name: string): void {
  makeFolder(join(part, archivesName));
  copyFileSync(join(dataDir, name), join(part, name), constants.COPYFILE_EXCL);
  chmodSync(join(part, name), 0o600);
}

function assertSpace(to: string, free: number, bytes: number): void {
  const needed = bytes + spareBytes;
  if (free >= needed) return;
  throw new FolderProblem(
    `${to} has no room for a backup: it takes ${inMegabytes(needed)}, and ${inMegabytes(free)} are free. No backup was ` +
      'made. Make room there, keep fewer backups, or name another place.',
  );
}

function inMegabytes(bytes: number): string {
  return `${Math.ceil(bytes / 1_000_000)} MB`;
}

/**
 * One moment of the database, while a live bridge goes on writing. VACUUM INTO reads rows, not pages: it takes nothing of
 * the file's free space along, and fails where a page cannot be read.
 */
function copyDatabase(dataDir: string, copy: string, nowMs: number): void {
  const paths = folderPaths(dataDir);
  touchPrivate(copy);
  const source = connectToJournal(paths, () => nowMs);
  try {
    source.prepare('VACUUM INTO ?').run(copy);
  } finally {
    closeReader(source, paths.database);
  }
  const db = new DatabaseSync(copy);
  try {
    // However it is put back, a bridge on it starts paused: what was sent since is not in it.
    const put = db.prepare('INSERT INTO meta VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value');
    put.run(pausedKey, pauseSentences.restored);
  } finally {
    db.close();
  }
}

/** The journal's last record in the copy. Throws FolderProblem where the copy is not right. */
function verified(part: string, nowMs: number): Head {
  const { ok, head, problem } = verifyDatabase(part, null, () => nowMs);
  if (ok) return head;
  throw new FolderProblem(
    `The copy does not verify: ${problem?.what ?? 'unknown'}. No backup was made; earlier ones were left as they are. ` +
      'Run journal verify on the data folder: where that finds the same, put a backup back.',
  );
}

/** Removes what backups that were killed left behind. */
function removeLeftOvers(to: string, folderId: string): void {
  const prefix = `.${prefixOf(folderId)}`;
  for (const name of readdirSync(to)) {
    if (!name.startsWith(prefix) || !name.endsWith('.part')) continue;
    const pid = Number(name.slice(prefix.length, -'.part'.length));
    if (!runs(pid)) rmSync(join(to, name), { recursive: true, force: true });
  }
}

function runs(pid: number): boolean {
  try {
    return Number.isInteger(pid) && process.kill(pid, 0);
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH');
  }
}

/**
 * The new one stays. What is dated after it was made by a clock that was ahead, or this one is behind: the journal alone
 * says which of those is the oldest, and they go first, so that one wrong clock does not keep its backups for years.
 */
function removeOlder(to: string, folderId: string, made: string, keep: number): readonly string[] {
  const others = backupsIn(to, folderId).filter((name) => name !== made);
  const place = (name: string) => manifestIn(join(to, name))?.head.seq ?? 0;
  const ahead = others.filter((name) => name > made).toSorted((one, other) => place(one) - place(other));
  const inOrder = [...ahead, ...others.filter((name) => name < made)];
  const removed = inOrder.slice(0, Math.max(0, others.length - (keep - 1)));
  for (const name of removed) {
    // Without its list it is no whole backup any more, also where the rest cannot be removed.
    rmSync(manifestPath(join(to, name)), { force: true });
    rmSync(join(to, name), { recursive: true, force: true });
  }
  return removed;
}
