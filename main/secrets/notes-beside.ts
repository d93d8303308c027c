// The notes beside a data folder, where the machine's service keeps the folder's key and what it has seen of the folder
// (build/linux/tillbridge.service). Commands find them there without being told.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

interface NotesBeside {
  readonly dir: string;
  readonly keyFile: string;
}

/** Null where there are none, or this user may not read them. */
export function notesBeside(dataDir: string): NotesBeside | null {
  const dir = `${resolve(dataDir)}-notes`;
  const keyFile = join(dir, 'data.key');
  return existsSync(keyFile) ? { dir, keyFile } : null;
}
