// Makes a folder for a program's data. Not mkdir with `recursive`: where a place exists that takes no folders
// (`/proc`), Node retries for ever, and the program would hang at its start without a message.
import { mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** The folder cannot be made; the message says why, for a person. */
export class FolderNotMade extends Error {
  override readonly name = 'FolderNotMade';
}

/** Makes it and its parents, private to their owner, unless they are there. Throws FolderNotMade or a system error. */
export function makeFolder(path: string): void {
  make(resolve(path));
}

// One try a folder.
function make(dir: string): void {
  const found = statSync(dir, { throwIfNoEntry: false });
  if (found?.isDirectory() === true) return;
  if (found !== undefined) throw new FolderNotMade(`${dir} is a file; a data folder is needed`);
  const parent = dirname(dir);
  if (parent !== dir) make(parent);
  try {
    mkdirSync(dir, { mode: 0o700 });
  } catch (error) {
    if (hasCode(error, 'ENOENT')) {
      throw new FolderNotMade(`${dir} cannot be made: ${parent} takes no new folders`, { cause: error });
    }
    // Two programs may open a new folder at the same time.
    if (!hasCode(error, 'EEXIST') || !statSync(dir).isDirectory()) throw error;
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
