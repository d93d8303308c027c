// Reads a small file from a place that others may write. Opening a pipe there would wait for ever, in the middle of the
// program's only thread, and a device or a huge file would be read into memory.
import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';

/** Null where it is no ordinary file of at most so many bytes. Throws the system's error where it cannot be opened. */
export function readOrdinary(file: string, mostBytes: number): string | null {
  // Windows has no pipes among its files, and no such flag.
  const handle = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const stat = fstatSync(handle);
    return stat.isFile() && stat.size <= mostBytes ? readFileSync(handle, 'utf8') : null;
  } finally {
    closeSync(handle);
  }
}
