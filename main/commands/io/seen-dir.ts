// The folder of the headless bridge's notes about its data folders.
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Io } from './usage.ts';

/** It is outside of the data folders, so that a copied data folder does not contain the notes. */
export function seenDirOf({ environment }: Io): string {
  const base = environment['XDG_STATE_HOME'];
  return join(base === undefined || base === '' ? join(homedir(), '.local', 'state') : base, 'tillbridge');
}
