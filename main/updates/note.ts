// What a till knows of updates, in a folder beside its data folder: a backup that is put back does not take it back, so
// that an old manifest stays old.
import { existsSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { compareVersions, programVersion } from '#contract/till/program-version.ts';
import { syncFolder, writeDurably } from '#host/files/durable-files.ts';
import { makeFolder } from '#host/files/make-folder.ts';
import { readOrdinary } from '#host/files/read-ordinary.ts';
import { maxManifestBytes } from './manifest.ts';

const version = z.string().regex(programVersion);

const noteSchema = z.object({
  /** The latest manifest that was believed, as the server gave it: who reads the note verifies it again. */
  signed: z.string().max(maxManifestBytes).nullable(),
  /** When it was made. It counts also where its key does not any more. */
  created: z.iso.datetime().nullable(),
  /** When the server gave it last. */
  heardAt: z.iso.datetime().nullable(),
  /** The highest version that ever ran here. */
  highest: version.nullable(),
});

export type UpdateNote = z.output<typeof noteSchema>;

export interface UpdateFolder {
  readonly dir: string;
  /** Where packages are put. */
  readonly packages: string;
  note(): UpdateNote;
  write(note: UpdateNote): void;
  isHeld(): boolean;
  hold(held: boolean): void;
  /** `HH:MM`, or null. */
  moment(): string | null;
  giveMoment(at: string | null): void;
}

const none: UpdateNote = { signed: null, created: null, heardAt: null, highest: null };

/** Changes nothing before something is written. */
export function updateFolderOf(dataDir: string): UpdateFolder {
  const dir = `${resolve(dataDir)}-updates`;
  const file = join(dir, 'note.json');
  const held = join(dir, 'held');
  const moment = join(dir, 'moment');
  return {
    dir,
    packages: join(dir, 'packages'),
    note: () => noteIn(file),
    write(note) {
      makeFolder(dir);
      writeDurably(file, `${JSON.stringify(note)}\n`);
      syncFolder(dir);
    },
    isHeld: () => existsSync(held),
    hold(wanted) {
      makeFolder(dir);
      if (wanted) writeDurably(held, '');
      else rmSync(held, { force: true });
      syncFolder(dir);
    },
    moment: () => momentIn(moment),
    giveMoment(at) {
      makeFolder(dir);
      if (at === null) rmSync(moment, { force: true });
      else writeDurably(moment, `${at}\n`);
      syncFolder(dir);
    },
  };
}

const momentForm = /^(?:[01]\d|2[0-3]):[0-5]\d$/;

/** What cannot be read gives no moment. */
function momentIn(file: string): string | null {
  try {
    const text = readOrdinary(file, 64)?.trim() ?? '';
    return momentForm.test(text) ? text : null;
  } catch {
    return null;
  }
}

/** With the version that runs counted in. */
export function highestOf({ highest }: Pick<UpdateNote, 'highest'>, running: string): string {
  return highest !== null && compareVersions(highest, running) > 0 ? highest : running;
}

/** The manifest as text in JSON, whose characters may be written in six each. */
const mostNoteBytes = 6 * maxManifestBytes + 4_096;

/** A note that cannot be read counts as none: the version that runs is a bound all the same. */
function noteIn(file: string): UpdateNote {
  try {
    return noteSchema.safeParse(JSON.parse(readOrdinary(file, mostNoteBytes) ?? '')).data ?? none;
  } catch (error) {
    if (error instanceof SyntaxError || (error instanceof Error && 'code' in error)) return none;
    throw error;
  }
}
