// Writes small files whole or not at all: under another name, then renamed, readable by their owner only.
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';

export function writeWhole(file: string, text: string | Uint8Array): void {
  const temporary = `${file}.new`;
  // Removes a file that a crash left. Where it is a link to another file, that file is not written.
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
