// Whether a file that a person chose may be written. Main has the rights of the whole account: a name in the data folder
// would end the journal, and no dialog of the system knows that.
import { closeSync, lstatSync, openSync, readSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import type { Places } from './places.ts';

export type PlaceProblem =
  /** The till lives on it, or beside it. */
  | 'own'
  /** A folder, a device, a socket. */
  | 'no-file'
  /** A database. */
  | 'database'
  /** What is written beside it would replace something else. */
  | 'beside';

/** Told by what it holds. */
const databaseName = 'tillbridge.db';
const databaseHead = 'SQLite format 3\u0000';
const keyHead = '-----BEGIN PUBLIC KEY-----';

/** `beside`: the end of the name of a public key that is written with it, or null. */
export function placeProblem(file: string, places: Places, beside: string | null): PlaceProblem | null {
  const problem = problemOf(file, places);
  if (problem !== null || beside === null) return problem;
  const key = `${file}${beside}`;
  if (problemOf(key, places) !== null) return 'beside';
  const head = headOf(key, keyHead.length);
  return head === null || head === keyHead ? null : 'beside';
}

function problemOf(file: string, places: Places): PlaceProblem | null {
  const { home, dataDir, logDir, seenDir, vault, keyFile } = places;
  const place = join(realFolder(dirname(file)), basename(file));
  if ([dataDir, logDir, seenDir].some((each) => isBelow(place, each))) return 'own';
  if ([vault, keyFile].some((each) => place === join(realFolder(dirname(each)), basename(each)))) return 'own';
  const stat = lstatSync(file, { throwIfNoEntry: false });
  if (stat === undefined) return null;
  if (isBelow(place, home)) return 'own';
  if (isOwnByAnotherName(file, places)) return 'own';
  if (!(stat.isSymbolicLink() ? statSync(file, { throwIfNoEntry: false }) : stat)?.isFile()) return 'no-file';
  return headOf(file, databaseHead.length) === databaseHead ? 'database' : null;
}

/** A link, or a second name on the disk: what is written there is written into the till's own file. */
function isOwnByAnotherName(file: string, { home, dataDir, logDir, seenDir }: Places): boolean {
  const meant = fileOf(file);
  if (meant === null) return false;
  return [home, dataDir, logDir, seenDir].some((folder) =>
    namesIn(folder).some((name) => name !== databaseName && fileOf(join(folder, name)) === meant),
  );
}

/** Names the file itself, whatever it is called; null where there is none. */
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

/** With every link followed and in the letters that the disk has it in; one that is not there stays as it is called. */
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
    const handle = openSync(file, 'r');
    try {
      const bytes = Buffer.alloc(length);
      return bytes.toString('latin1', 0, readSync(handle, bytes, 0, length, 0));
    } finally {
      closeSync(handle);
    }
  } catch {
    return null;
  }
}
