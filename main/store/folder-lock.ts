// One bridge on a data folder at a time. The lock itself is `main/host/file-lock.ts`; here stand its files and what a
// person is told.
import { setTimeout } from 'node:timers/promises';
import { type Taken, takeLock } from '#host/file-lock.ts';
import { FolderProblem, troubleInWords } from './errors.ts';
import { folderPaths, prepareFolder } from './folder.ts';

export class FolderInUse extends Error {
  override readonly name = 'FolderInUse';
  /** The holder's process id, or null where it could not be read. */
  readonly pid: number | null;
  /** It is a command's, for a moment. */
  readonly passing: boolean;
  constructor(dir: string, pid: number | null, passing: boolean) {
    const what = passing ? 'command' : 'bridge';
    const holder = pid === null ? 'another bridge' : `the ${what} with process id ${pid}`;
    super(`${dir} is in use by ${holder}. Stop that one first, or take another data folder.`);
    this.pid = pid;
    this.passing = passing;
  }
}

export interface FolderLock {
  release(): void;
}

/**
 * Throws FolderInUse or FolderProblem. Commands that only read need no lock. `passing`: for the moment of one command; a
 * bridge that starts meanwhile waits for its end.
 */
export function lockFolder(dir: string, passing = false): FolderLock {
  prepareFolder(dir);
  const lock = take(dir, passing);
  if (!lock.taken) throw new FolderInUse(dir, lock.pid, lock.passing);
  return lock;
}

/** A command hashes a PIN or adds up a shift meanwhile. */
const passingMs = 30_000;
const pauseMs = 50;

/** For a bridge: waits for a command that has the lock. Rejects as `lockFolder` throws, and with the reason of `ending`. */
export async function lockFolderForBridge(dir: string, ending?: AbortSignal): Promise<FolderLock> {
  for (const deadline = performance.now() + passingMs; ;) {
    try {
      return lockFolder(dir);
    } catch (error) {
      const waits = error instanceof FolderInUse && error.passing && performance.now() < deadline;
      if (!waits) throw error;
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
    const message = `${paths.lock}: ${troubleInWords(error)}. It holds no data: delete it.`;
    throw new FolderProblem(message, { cause: error });
  }
}
