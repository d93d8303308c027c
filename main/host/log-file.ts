// The app's log: the same lines as on stderr, in a file for support. Three files of 5 MB at most.
import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';

const largestBytes = 5 * 1024 * 1024;
const olderFiles = 2;

/** A writer of whole lines. It never throws: a disk that cannot be written loses the line only. */
export function openLogFile(folder: string): (line: string) => void {
  const file = join(folder, 'tillbridge.log');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  let size = sizeOf(file);
  return (line) => {
    try {
      if (size > largestBytes) {
        turnOver(file);
        size = 0;
      }
      appendFileSync(file, line, { mode: 0o600 });
      size += Buffer.byteLength(line);
    } catch {
      // The line is on stderr anyway.
    }
  };
}

function turnOver(file: string): void {
  for (let number = olderFiles; number >= 1; number -= 1) {
    const from = number === 1 ? file : `${file}.${number - 1}`;
    if (sizeOf(from) > 0) renameSync(from, `${file}.${number}`);
  }
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
