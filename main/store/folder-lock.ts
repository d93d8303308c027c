// One bridge on a data folder at a time. The lock itself is `main/host/file-lock.ts`; here stand its files and what a
// person is told.
import { type Taken, takeLock } from '#host/file-lock.ts';
import { FolderProblem, troubleInWords } from './errors.ts';
import { folderPaths, prepareFolder } from './folder.ts';

export class FolderInUse extends Error {
  override readonly name = 'FolderInUse';
  /** The holder's process id, or null where it could not be read. */
  readonly pid: number | null;
  constructor(dir: string, pid: number | null) {
    const holder = pid === null ? 'another bridge' : `the bridge with process id ${pid}`;
    super(`${dir} is in use by ${holder}. Stop that one first, or take another data folder.`);
    this.pid = pid;
  }
}

export interface FolderLock {
  release(): void;
}

/** Throws FolderInUse or FolderProblem. Commands that only manage tokens or read the journal need no lock. */
export function lockFolder(dir: string): FolderLock {
  prepareFolder(dir);
  const lock = take(dir);
  if (!lock.taken) throw new FolderInUse(dir, lock.pid);
  return lock;
}

function take(dir: string): Taken {
  const paths = folderPaths(dir);
  try {
    return takeLock({ lock: paths.lock, pid: paths.pid, guarded: paths.database });
  } catch (error) {
    const message = `${paths.lock}: ${troubleInWords(error)}. It holds no data: delete it.`;
    throw new FolderProblem(message, { cause: error });
  }
}
