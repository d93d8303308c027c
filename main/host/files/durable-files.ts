// Files that are whole or not there, also where the power goes: written under another name, synced, and renamed.
import { closeSync, fchmodSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';

/**
 * Writes a file whole or not at all. Its name is durable once its folder was synced, too. `mode`: other users read it.
 * Throws the system's error; then the file is as it was.
 */
export function writeDurably(file: string, content: string | Uint8Array, mode = 0o600): void {
  const temporary = `${file}.${process.pid}.tmp`;
  // Never through what lies there: a link would have another file written, and a pipe would wait for a reader.
  rmSync(temporary, { force: true });
  writeNew(temporary, content, mode);
  renameSync(temporary, file);
}

/** Writes a file whole where there is none. Throws the system's error; then there is none. */
export function writeNew(file: string, content: string | Uint8Array, mode = 0o600): void {
  const handle = openSync(file, 'wx', 0o600);
  try {
    // Not by `openSync`, whose mode the process's mask narrows.
    if (mode !== 0o600) fchmodSync(handle, mode);
    // Not `writeSync`, which writes a part where the disk is nearly full, and says so by its result alone.
    writeFileSync(handle, content);
    fsyncSync(handle);
  } catch (error) {
    rmSync(file, { force: true });
    throw error;
  } finally {
    closeSync(handle);
  }
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
