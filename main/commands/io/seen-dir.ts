// The folder of the headless bridge's notes about its data folders.
import { homedir } from 'node:os';
import { join } from 'node:path';
import { notesBeside } from '#secrets/notes-beside.ts';
import type { Io } from './usage.ts';

/** It is outside of the data folders, so that a copied data folder does not contain the notes. */
export function seenDirOf(dataDir: string, { environment }: Io): string {
  const named = environment['XDG_STATE_HOME'];
  if (named !== undefined && named !== '') return join(named, 'tillbridge');
  return join(notesBeside(dataDir)?.dir ?? join(homedir(), '.local', 'state'), 'tillbridge');
}
