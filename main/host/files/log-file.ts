// The log as files for support: the same lines as on stderr, three files of 5 MB at most.
import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** The size of one log file, without its last line. */
export const largestLogBytes = 5 * 1024 * 1024;
const olderFiles = 2;

/**
 * A writer of whole lines. It never throws, since a till sells without a log: what cannot be written is on stderr only.
 * `failed` is told why, once.
 */
export function openLogFile(folder: string, failed: (reason: string) => void): (line: string) => void {
  const file = join(folder, 'tillbridge.log');
  let size: number | null = null;
  let hasFailed = false;
  return (line) => {
    try {
      if (size === null) {
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        size = sizeOf(file);
      }
      if (size > largestLogBytes) {
        turnOver(file);
        size = 0;
      }
      appendFileSync(file, line, { mode: 0o600 });
      size += Buffer.byteLength(line);
    } catch (error) {
      if (hasFailed) return;
      hasFailed = true;
      failed(error instanceof Error ? error.message : 'unknown');
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
