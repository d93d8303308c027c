// Small files that must be whole or not there: written beside their place and moved in, readable by their owner only.
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs';

export function writeWhole(file: string, text: string | Uint8Array): void {
  const temporary = `${file}.new`;
  // What a crash left; where it is another name of some other file, that one stays whole.
  rmSync(temporary, { force: true });
  const handle = openSync(temporary, 'wx', 0o600);
  try {
    if (typeof text === 'string') writeSync(handle, text);
    else writeSync(handle, text);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  renameSync(temporary, file);
}

/** Null where there is no such file. */
export function readWhole(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
