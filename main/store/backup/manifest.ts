// What a backup is: a folder with a copy of the database, the small files of the data folder, and this list of them with
// their digests. The list is written last, under a name that is given only to a whole backup.
import { existsSync, lstatSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { archiveFileName, archivesName } from '../journal/archive-file.ts';
import { readOrdinary } from '#host/files/read-ordinary.ts';
import { FolderProblem, fileTroubleInWords } from '../database/errors.ts';
import { digestOfFile } from '#host/files/file-digest.ts';

/**
 * Beside the database. None of them holds a key: `key.json` tells whether a key is the right one, and nothing can be
 * derived from it.
 */
export const smallFiles = ['folder.json', 'key.json', 'settings.json', 'journal-public-key.pem'] as const;
export const databaseName = 'tillbridge.db';
/** The archives of closed shifts, by their names within the folder. */
const archived = z.string().regex(/^archives\/shift-\d{6,12}\.ndjson\.gz$/);
const manifestName = 'backup.json';
/** Under 2 kB, and 150 bytes for each archive. */
const mostManifestBytes = 8_000_000;

const manifestSchema = z.object({
  product: z.literal('Tillbridge'),
  /** Raised where an older program could not restore it. */
  form: z.literal(1),
  version: z.string().max(64),
  folderId: z.string().min(1).max(64),
  /** ISO 8601, UTC. */
  madeAt: z.iso.datetime(),
  /** The journal's last record. */
  head: z.object({ seq: z.int().min(0), hash: z.string() }),
  files: z.array(
    z.object({
      name: z.union([z.enum([databaseName, ...smallFiles]), archived]),
      bytes: z.int().min(0),
      sha256: z.string().length(64),
    }),
  ),
});

export type Manifest = z.output<typeof manifestSchema>;
export type BackupFile = Manifest['files'][number];

/** Colons are no letters of a file's name on every system. */
export function backupNameOf({ folderId, madeAt }: Pick<Manifest, 'folderId' | 'madeAt'>): string {
  return `${prefixOf(folderId)}${madeAt.replaceAll(/[-:.]/g, '')}`;
}

/** With these letters the names of all backups of a folder begin. */
export function prefixOf(folderId: string): string {
  return `tillbridge-${folderId.slice(0, 8)}-`;
}

export function manifestPath(dir: string): string {
  return join(dir, manifestName);
}

/** Null where the folder is no whole backup. */
export function manifestIn(dir: string): Manifest | null {
  try {
    const parsed = manifestSchema.safeParse(JSON.parse(readOrdinary(manifestPath(dir), mostManifestBytes) ?? ''));
    return parsed.success ? parsed.data : null;
  } catch (error) {
    if (error instanceof SyntaxError || fileTroubleInWords(error) !== null) return null;
    throw error;
  }
}

/** The whole backups of a data folder in a place, oldest first. A link is none: what is removed lies in the place. */
export function backupsIn(place: string, folderId: string): readonly string[] {
  return readdirSync(place)
    .filter((name) => name.startsWith(prefixOf(folderId)))
    .filter((name) => lstatSync(join(place, name), { throwIfNoEntry: false })?.isDirectory() === true)
    .filter((name) => manifestIn(join(place, name))?.folderId === folderId)
    .toSorted();
}

/** The archives in a data folder or a backup, oldest first. */
export function archivesIn(dir: string): readonly string[] {
  const folder = join(dir, archivesName);
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).filter((name) => archiveFileName.test(name));
  return names.toSorted().map((name) => `${archivesName}/${name}`);
}

export function describeFile(dir: string, name: BackupFile['name']): BackupFile {
  const file = join(dir, name);
  return { name, bytes: statSync(file).size, sha256: digestOfFile(file) };
}

/** Throws FolderProblem where a file is not the one that the list names. */
export function assertFiles(dir: string, { files }: Manifest): void {
  for (const { name, bytes, sha256 } of files) {
    // A pipe or a device under this name would be read without an end.
    const found = lstatSync(join(dir, name), { throwIfNoEntry: false });
    if (found?.isFile() === true && found.size === bytes && digestOfFile(join(dir, name)) === sha256) continue;
    const what = found === undefined ? 'is missing' : 'is not the one that was saved';
    throw new FolderProblem(`${dir} is no whole backup: ${name} ${what}. Take another backup. Nothing was changed.`);
  }
}
