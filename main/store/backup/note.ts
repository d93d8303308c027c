// When a data folder was last backed up. The note lies in the folder, written by whichever program made the backup: a
// command, or a bridge by its schedule.
import { join } from 'node:path';
import { z } from 'zod';
import { fileTroubleInWords } from '../database/errors.ts';
import { writeDurably } from '#host/files/durable-files.ts';
import { readOrdinary } from '#host/files/read-ordinary.ts';
import { type BackupMade, type BackupWish, makeBackup } from './backup.ts';

const noteSchema = z.object({
  last: z.object({ at: z.iso.datetime(), backup: z.string() }).nullable(),
  /** The last try, where it failed. */
  failed: z.object({ at: z.iso.datetime(), why: z.string() }).nullable(),
});

export type BackupNote = z.output<typeof noteSchema>;

/** Two times, a path and words. */
const mostBytes = 65_536;

const none: BackupNote = { last: null, failed: null };

/** A note that cannot be read counts as none: the next backup writes it anew. */
export function backupNote(dataDir: string): BackupNote {
  try {
    const parsed = noteSchema.safeParse(JSON.parse(readOrdinary(noteFile(dataDir), mostBytes) ?? ''));
    return parsed.success ? parsed.data : none;
  } catch (error) {
    if (error instanceof SyntaxError || fileTroubleInWords(error) !== null) return none;
    throw error;
  }
}

/** Makes a backup and notes it. Throws as makeBackup does. */
export function backUp(wish: BackupWish): BackupMade {
  const { dataDir } = wish;
  try {
    const made = makeBackup(wish);
    write(dataDir, { last: { at: made.madeAt, backup: made.backup }, failed: null });
    return made;
  } catch (error) {
    noteFailure(dataDir, wish.nowMs, error instanceof Error ? error.message : 'unknown');
    throw error;
  }
}

export function noteFailure(dataDir: string, atMs: number, why: string): void {
  write(dataDir, { ...backupNote(dataDir), failed: { at: new Date(atMs).toISOString(), why } });
}

function write(dataDir: string, note: BackupNote): void {
  writeDurably(noteFile(dataDir), `${JSON.stringify(note)}\n`);
}

function noteFile(dataDir: string): string {
  return join(dataDir, 'backups.json');
}
