// Checks whether a file that a person chose may be written. Main has the rights of the whole account: the system's
// dialog would let a person overwrite the journal in the data folder.
import { lstatSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { partOfOrdinary } from '#host/files/read-ordinary.ts';
import type { AppPaths } from '../machine/app-paths.ts';

export type SaveProblem =
  /** The file is one of the till's own, or beside them. */
  | 'own'
  /** The path is a folder, a device or a socket. */
  | 'no-file'
  /** The file is a database. */
  | 'database'
  /** The public key written beside it would replace another file. */
  | 'beside';

/** The name of the till's database, and the first characters of databases and of public keys. */
const databaseName = 'tillbridge.db';
const databaseHead = 'SQLite format 3\u0000';
const keyHead = '-----BEGIN PUBLIC KEY-----';

/** `beside`: the end of the name of a public key that is written with it, or null. */
export function saveProblem(file: string, paths: AppPaths, beside: string | null): SaveProblem | null {
  const problem = problemOf(file, paths);
  if (problem !== null || beside === null) return problem;
  const key = `${file}${beside}`;
  if (problemOf(key, paths) !== null) return 'beside';
  const head = headOf(key, keyHead.length);
  return head === null || head === keyHead ? null : 'beside';
}

function problemOf(file: string, paths: AppPaths): SaveProblem | null {
  const { home, dataDir, logDir, seenDir, vault, keyFile } = paths;
  const place = join(realFolder(dirname(file)), basename(file));
  if ([dataDir, logDir, seenDir].some((each) => isBelow(place, each))) return 'own';
  if ([vault, keyFile].some((each) => place === join(realFolder(dirname(each)), basename(each)))) return 'own';
  const stat = lstatSync(file, { throwIfNoEntry: false });
  if (stat === undefined) return null;
  if (isBelow(place, home)) return 'own';
  if (isOwnByAnotherName(file, paths)) return 'own';
  if (!(stat.isSymbolicLink() ? statSync(file, { throwIfNoEntry: false }) : stat)?.isFile()) return 'no-file';
  return headOf(file, databaseHead.length) === databaseHead ? 'database' : null;
}

/** Whether the file is a link or a second name of one of the till's own files, which writing would overwrite. */
function isOwnByAnotherName(file: string, { home, dataDir, logDir, seenDir }: AppPaths): boolean {
  const meant = fileOf(file);
  if (meant === null) return false;
  return [home, dataDir, logDir, seenDir].some((folder) =>
    namesIn(folder).some((name) => name !== databaseName && fileOf(join(folder, name)) === meant),
  );
}

/** Identifies the file independent of its name; null where there is none. */
function fileOf(path: string): string | null {
  const stat = statSync(path, { throwIfNoEntry: false, bigint: true });
  return stat === undefined || !stat.isFile() ? null : `${stat.dev}:${stat.ino}`;
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function isBelow(place: string, folder: string): boolean {
  const way = relative(realFolder(folder), place);
  return way !== '..' && !way.startsWith(`..${sep}`) && !/^(?:[A-Za-z]:)?[\\/]/.test(way);
}

/** The path with all links followed and in the case that the disk has; a path that does not exist stays as given. */
function realFolder(folder: string): string {
  try {
    return realpathSync.native(folder);
  } catch {
    return folder;
  }
}

/** The first characters of a file; null where there is none, or it cannot be read. */
function headOf(file: string, length: number): string | null {
  try {
    return partOfOrdinary(file, 'start', length)?.toString('latin1') ?? null;
  } catch {
    return null;
  }
}
