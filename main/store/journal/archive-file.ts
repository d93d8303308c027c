// The file of an archived shift: the journal's records as an export has them, one a line, in pieces that are compressed
// each for itself, behind a line that says what the file holds and is signed with the folder's key. `zcat` reads it.
import { createHash, verify } from 'node:crypto';
import { readSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync, gzip } from 'node:zlib';
import { z } from 'zod';
import { canonicalJson } from '#contract/data/json.ts';
import type { JournalRecord, Signer } from '#core/ports/journal.ts';
import { syncFolder, writeDurably } from '#host/files/durable-files.ts';
import { makeFolder } from '#host/files/make-folder.ts';
import { readOrdinaryBytes, withOpened } from '#host/files/read-ordinary.ts';
import { FolderProblem, fileTroubleInWords } from '../database/errors.ts';
import { type Head, breakIn } from './chain.ts';
import { recordOfLine } from './record-line.ts';

export const archivesName = 'archives';
export const archiveFileName = /^shift-\d{6,12}\.ndjson\.gz$/;

/** How many records make a piece: a read opens one in a few milliseconds. */
export const recordsPerPiece = 250;
const mostLineBytes = 65_536;
/** So that a file that was made to swell does not take the memory. */
const mostPieceBytes = 256 * 1024 * 1024;

const head = z.strictObject({ seq: z.int().min(0), hash: z.string().regex(/^[0-9a-f]{64}$/) });

/** What the journal says of an archive, in its record `shift-archived`. */
export const archivedSchema = z.object({
  shift: z.int().min(0),
  file: z.string().regex(archiveFileName),
  /** The file's SHA-256 and length. */
  sha256: z.string(),
  bytes: z.int().min(1),
  /** Number and hash of the record before the first one. */
  after: head,
  /** Number and hash of the last one. */
  last: z.int().min(1),
  hash: z.string(),
  /** Where each piece begins in the file, and the end. */
  pieces: z.array(z.int().min(0)).min(2),
  /** The command's request, where one asked for it. */
  request: z.string().exactOptional(),
});
export type Archived = z.output<typeof archivedSchema>;

const manifestSchema = z.strictObject({
  product: z.literal('Tillbridge'),
  /** Raised where an older program could not read it. */
  archive: z.literal(1),
  folderId: z.string().max(64),
  shift: z.int().min(0),
  after: head,
  last: head,
  /** The SHA-256 of the lines behind this one. */
  lines: z.string().regex(/^[0-9a-f]{64}$/),
  keyId: z.string().max(64),
  signature: z.string().max(256),
});
type Manifest = z.output<typeof manifestSchema>;

const deflated = promisify(gzip);

/** The six lines that are signed, each with its end. */
function archiveStatement({ folderId, shift, after, last, lines }: Omit<Manifest, 'keyId' | 'signature'>): string {
  return `tillbridge journal archive v1\n${folderId}\n${shift}\n${after.seq} ${after.hash}\n${last.seq} ${last.hash}\n${lines}\n`;
}

export interface ArchiveMaker {
  add(lines: readonly string[]): Promise<void>;
  /** Writes the file whole, syncs it, and says what the journal's record must say of it. `last`: the last record. */
  end(file: string, last: Head): Promise<Archived>;
}

export function createArchiveMaker(
  archivesDir: string,
  about: Pick<Manifest, 'folderId' | 'shift' | 'after'>,
  signer: Signer,
): ArchiveMaker {
  const lines = createHash('sha256');
  const parts: Buffer[] = [];
  return {
    async add(more) {
      const text = more.join('');
      lines.update(text, 'utf8');
      parts.push(await deflated(text));
    },
    async end(file, last) {
      const open = {
        product: 'Tillbridge',
        archive: 1,
        ...about,
        last: { seq: last.seq, hash: last.hash },
        lines: lines.digest('hex'),
      } as const;
      const signature = signer.sign(archiveStatement(open));
      const line = canonicalJson({ ...open, keyId: signer.keyId, signature });
      const whole = Buffer.concat([await deflated(`${line}\n`), ...parts]);
      let end = whole.length - parts.reduce((sum, { length }) => sum + length, 0);
      const pieces = [end, ...parts.map(({ length }) => (end += length))];
      makeFolder(archivesDir);
      removeLeftOvers(archivesDir);
      writeDurably(join(archivesDir, file), whole);
      syncFolder(archivesDir);
      const sha256 = createHash('sha256').update(whole).digest('hex');
      const { shift, after } = about;
      return { shift, file, sha256, bytes: whole.length, after, last: last.seq, hash: last.hash, pieces };
    },
  };
}

/** Of runs that were killed. The holder of the folder's lock alone writes here. */
function removeLeftOvers(archivesDir: string): void {
  for (const name of readdirSync(archivesDir)) if (name.endsWith('.tmp')) rmSync(join(archivesDir, name));
}

/** Throws FolderProblem, which says what is wrong with the file and where it can come from. */
function wrong(path: string, what: string, cause?: unknown): FolderProblem {
  const words = `${path} ${what}. It holds records of a closed shift: put the file back from a backup of the data folder.`;
  return new FolderProblem(words, { cause });
}

/** The records of one piece of a file, each checked. Throws FolderProblem. */
export function readPiece(archivesDir: string, { file, pieces }: Archived, piece: number): JournalRecord[] {
  const path = join(archivesDir, file);
  const [from = 0, to = 0] = pieces.slice(piece, piece + 2);
  return recordsIn(path, bytesOf(path, from, to), null);
}

/** What is wrong with the file as far as its length tells, in words; null: nothing. `verify` reads what it holds. */
export function archiveTrouble(archivesDir: string, { file, bytes }: Archived): string | null {
  const path = join(archivesDir, file);
  try {
    return withOpened(path, (_handle, stat) =>
      stat.isFile() && stat.size === bytes ? null : wrong(path, notAsWritten).message,
    );
  } catch (error) {
    const trouble = unreadable(path, error);
    if (trouble instanceof FolderProblem) return trouble.message;
    throw trouble;
  }
}

const notAsWritten = 'was changed: it is not the file that was written';

function bytesOf(path: string, from: number, to: number): Buffer {
  try {
    return withOpened(path, (handle, stat) => {
      if (!stat.isFile() || stat.size < to) throw wrong(path, notAsWritten);
      const bytes = Buffer.alloc(to - from);
      readSync(handle, bytes, 0, bytes.length, from);
      return bytes;
    });
  } catch (error) {
    throw unreadable(path, error);
  }
}

function unreadable(path: string, error: unknown): unknown {
  if (error instanceof FolderProblem) return error;
  const why = fileTroubleInWords(error);
  if (why === null) return error;
  const isGone = error instanceof Error && 'code' in error && error.code === 'ENOENT';
  return wrong(path, isGone ? 'is missing' : `cannot be read (${why})`, error);
}

function inflated(path: string, bytes: Buffer): Buffer {
  try {
    return gunzipSync(bytes, { maxOutputLength: mostPieceBytes });
  } catch (error) {
    throw wrong(path, 'was changed: it does not open', error);
  }
}

/** `before` null: the first record's own word is taken for what it follows. */
function recordsIn(path: string, bytes: Buffer, before: Head | null): JournalRecord[] {
  const records: JournalRecord[] = [];
  const text = inflated(path, bytes);
  for (let start = 0, end = text.indexOf(10); end !== -1; start = end + 1, end = text.indexOf(10, start)) {
    const record = recordOfLine(text.subarray(start, end));
    if (typeof record === 'string') throw wrong(path, `was changed: a line of it ${record}`);
    const follows = records.at(-1) ?? before ?? { seq: record.seq - 1, hash: record.prev };
    const broken = breakIn(follows, record, canonicalJson(record.data));
    if (broken !== null) throw wrong(path, `was changed: ${broken}`);
    records.push(record);
  }
  return records;
}

/**
 * The records of a whole file, piece by piece, once the file was found to be the one that the journal names and its
 * first line to be signed. `publicKeyPem` null: the signature is not checked. Throws FolderProblem.
 */
export function* checkedPieces(
  archivesDir: string,
  archived: Archived,
  publicKeyPem: string | null,
): Generator<readonly JournalRecord[]> {
  const path = join(archivesDir, archived.file);
  const whole = bytesOfFile(path, archived);
  if (whole === null || createHash('sha256').update(whole).digest('hex') !== archived.sha256) {
    throw wrong(path, 'was changed: it is not the file that the journal names');
  }
  const { pieces } = archived;
  const manifest = manifestOf(path, inflated(path, whole.subarray(0, pieces[0])));
  const isSame = canonicalJson(manifest.after) === canonicalJson(archived.after) && manifest.last.seq === archived.last;
  if (!isSame || manifest.shift !== archived.shift) throw wrong(path, 'says that it holds other records');
  if (publicKeyPem !== null && !isSigned(manifest, publicKeyPem))
    throw wrong(path, 'is not signed by the folder’s key');
  let before: Head = archived.after;
  for (const [index, from] of pieces.slice(0, -1).entries()) {
    const records = recordsIn(path, whole.subarray(from, pieces[index + 1]), before);
    before = records.at(-1) ?? before;
    yield records;
  }
  if (before.seq !== archived.last || before.hash !== archived.hash)
    throw wrong(path, 'was changed: records are missing');
}

/** Null where it is longer than the journal says. */
function bytesOfFile(path: string, { bytes }: Archived): Buffer | null {
  try {
    return readOrdinaryBytes(path, bytes);
  } catch (error) {
    throw unreadable(path, error);
  }
}

function manifestOf(path: string, line: Buffer): Manifest {
  try {
    if (line.length > mostLineBytes) throw new SyntaxError('too long');
    return manifestSchema.parse(JSON.parse(line.toString('utf8')));
  } catch (error) {
    throw wrong(path, 'was changed: its first line does not say what it holds', error);
  }
}

function isSigned(manifest: Manifest, publicKeyPem: string): boolean {
  const statement = Buffer.from(archiveStatement(manifest), 'utf8');
  return verify(null, statement, publicKeyPem, Buffer.from(manifest.signature, 'base64'));
}
