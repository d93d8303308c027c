// Reads a small file from a place that others may write: all small files of the program are read here. Opening a pipe
// would wait for ever, in the middle of the program's only thread, and a device or a huge file would be read into memory.
import { type Stats, closeSync, constants, fstatSync, openSync, readFileSync, readSync } from 'node:fs';

/** Null where it is no ordinary file of at most so many bytes. Throws the system's error where it cannot be opened. */
export function readOrdinary(file: string, mostBytes: number): string | null {
  return readOrdinaryBytes(file, mostBytes)?.toString('utf8') ?? null;
}

/** The same for a file whose bytes count. */
export function readOrdinaryBytes(file: string, mostBytes: number): Buffer | null {
  return withOpened(file, (handle, stat) => (stat.isFile() && stat.size <= mostBytes ? readFileSync(handle) : null));
}

/** Its first bytes, or its last ones; null where it is no ordinary file. Throws as above. */
export function partOfOrdinary(file: string, part: 'start' | 'end', mostBytes: number): Buffer | null {
  return withOpened(file, (handle, stat) => {
    if (!stat.isFile()) return null;
    const bytes = Buffer.alloc(Math.min(mostBytes, stat.size));
    const read = readSync(handle, bytes, 0, bytes.length, part === 'start' ? 0 : stat.size - bytes.length);
    return bytes.subarray(0, read);
  });
}

/** For whatever looks at the opened file before it reads: no other one can take its place in between. */
export function withOpened<T>(file: string, look: (handle: number, stat: Stats) => T): T {
  // Windows has no pipes among its files, and no such flag.
  const handle = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    return look(handle, fstatSync(handle));
  } finally {
    closeSync(handle);
  }
}
