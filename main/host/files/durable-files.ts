// Files that are whole or not there, also where the power goes: written under another name, synced, and renamed.
import { closeSync, fchmodSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';

/** Writes a file whole or not at all. Its name is durable once its folder was synced, too. `mode`: other users read it. */
export function writeDurably(file: string, text: string, mode = 0o600): void {
  const temporary = `${file}.${process.pid}.tmp`;
  // Never through what lies there: a link would have another file written, and a pipe would wait for a reader.
  rmSync(temporary, { force: true });
  const handle = openSync(temporary, 'wx', 0o600);
  try {
    // Not by `openSync`, whose mode the process's mask narrows.
    if (mode !== 0o600) fchmodSync(handle, mode);
    writeSync(handle, text);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  renameSync(temporary, file);
}

/** Syncs a file that was written by others. */
export function syncFile(file: string): void {
  const handle = openSync(file, 'r+');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Syncs a folder: a file's name is durable only then. Windows has no such call and needs none. */
export function syncFolder(dir: string): void {
  if (process.platform === 'win32') return;
  const handle = openSync(dir, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
