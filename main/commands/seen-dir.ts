// Where the headless bridge keeps what it saw of its data folders.
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Io } from './usage.ts';

/** Not in the data folder: what is noted here must not travel with a copy of it. */
export function seenDirOf({ environment }: Io): string {
  const base = environment['XDG_STATE_HOME'];
  return join(base === undefined || base === '' ? join(homedir(), '.local', 'state') : base, 'tillbridge');
}
