// Allows one bridge on a data folder at a time. The lock itself is `main/host/files/file-lock.ts`; this file has the lock's
// files and the words of the errors.
import { setTimeout } from 'node:timers/promises';
import { type Holder, type Taken, takeLock } from '#host/files/file-lock.ts';
import { FolderProblem, troubleInWords } from '../database/errors.ts';
import { folderPaths, prepareFolder } from './folder.ts';
import { assertNotMoved } from './moved.ts';

export class FolderInUse extends Error {
  override readonly name = 'FolderInUse';
  /** The holder's process id, or null where it could not be read. */
  readonly pid: number | null;
  readonly who: Holder['who'];
  constructor(dir: string, { pid, who }: Holder) {
    super(`${dir} is in use by ${holderWords(pid, who)}`);
    this.pid = pid;
    this.who = who;
  }
}

function holderWords(pid: number | null, who: Holder['who']): string {
  const one = 'One bridge works on a data folder at a time, so that nothing is sent twice. Nothing was changed.';
  if (pid === null) {
    return `another bridge. ${one} Find where it runs, also on other machines that share the folder, and stop it there, or take another data folder.`;
  }
  if (who === 'passing')
    return `the command with process id ${pid}. Nothing was changed. Run this again when it has ended.`;
  return `the bridge with process id ${pid}. ${one} Stop that one first, or take another data folder.`;
}

export interface FolderLock {
  release(): void;
}

/**
 * Throws FolderInUse or FolderProblem. Commands that only read need no lock. `passing`: for the moment of one command;
 * a bridge that starts meanwhile waits for its end.
 */
export function lockFolder(dir: string, passing = false): FolderLock {
  prepareFolder(dir);
  const lock = take(dir, passing);
  if (!lock.taken) throw new FolderInUse(dir, lock);
  return lock;
}

/** A command hashes a PIN or adds up a shift meanwhile, and others may stand before it. */
const waitMs = { passing: 120_000, unnamed: 3_000, staying: 0 } as const;
const pauseMs = 50;

/**
 * For a bridge: waits for a command that has the lock. Rejects as `lockFolder` throws, with FolderMoved, and with the
 * reason of `ending`.
 */
export async function lockFolderForBridge(dir: string, ending?: AbortSignal): Promise<FolderLock> {
  for (const begunMs = performance.now(); ;) {
    try {
      // Before and behind the lock: the till may be moved while this waits for it.
      assertNotMoved(dir);
      const lock = lockFolder(dir);
      try {
        assertNotMoved(dir);
        return lock;
      } catch (error) {
        lock.release();
        throw error;
      }
    } catch (error) {
      if (!(error instanceof FolderInUse) || performance.now() - begunMs >= waitMs[error.who]) throw error;
      ending?.throwIfAborted();
      await setTimeout(pauseMs);
    }
  }
}

function take(dir: string, passing: boolean): Taken {
  const paths = folderPaths(dir);
  try {
    return takeLock({ lock: paths.lock, pid: paths.pid, guarded: paths.database, passing });
  } catch (error) {
    const message =
      `${paths.lock}: ${troubleInWords(error)}. The data folder is locked with this file, so nothing was done. Look whether ` +
      'the disk is full or damaged, and whether the user that runs this may read and write the file; then start again.';
    throw new FolderProblem(message, { cause: error });
  }
}
