// The key of a data folder for a bridge without a window: from the environment, from a passphrase, or from a key file
// outside the folder. It seals personal data on disk and keys the digests; without it sealed rows cannot be read.
import { createHmac, hkdfSync, randomBytes, scryptSync, timingSafeEqual } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { z } from 'zod';
import { makeFolder } from '#host/files/make-folder.ts';
import { readOrdinary } from '#host/files/read-ordinary.ts';
import { notesBeside } from './notes-beside.ts';

export type DataKey =
  | { readonly type: 'open'; readonly key: Buffer; readonly source: string }
  /** The folder has a key that is not at hand, or another key was given. */
  | { readonly type: 'sealed'; readonly reason: string };

export type KeyTrouble =
  | 'key-malformed'
  | 'key-file-inside-folder'
  | 'key-file-readable'
  | 'key-file-not-made'
  | 'key-mark-damaged';

export class KeyProblem extends Error {
  override readonly name = 'KeyProblem';
  readonly code: KeyTrouble;
  constructor(code: KeyTrouble, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

interface Sources {
  readonly dataDir: string;
  readonly environment: { readonly [name: string]: string | undefined };
}

/**
 * The folder's facts about its key: the name of its key file, the salt for a passphrase, and a check value from which
 * the key cannot be derived.
 */
const markSchema = z.object({ id: z.string().regex(/^[0-9a-f]+$/), salt: z.string(), check: z.string() });
const markName = 'key.json';

/** Whether the folder has a key, at hand or not. */
export function hasDataKey(dataDir: string): boolean {
  return existsSync(join(dataDir, markName));
}

/**
 * Opens the folder's key. For a folder without one it makes the key, which cannot be changed later: the caller must
 * hold the folder's lock. Throws KeyProblem.
 */
export function openDataKey(sources: Sources): DataKey {
  const mark = readMark(sources.dataDir);
  const id = mark?.id ?? randomBytes(8).toString('hex');
  const salt = mark === null ? randomBytes(16) : Buffer.from(mark.salt, 'hex');
  const keyFile = mark === null ? keyFilePath(sources, id) : keyFileAtHand(sources, id);
  const found = findKey(sources, salt, keyFile, mark === null);
  if (found === null) {
    const reason =
      'The key of this data folder is not at hand. Start again with the key file, TILLBRIDGE_DATA_KEY or ' +
      `TILLBRIDGE_PASSPHRASE it was made with (expected key file: ${keyFile}).`;
    return { type: 'sealed', reason };
  }
  const check = checkOf(found.key);
  if (mark === null) {
    const text = `${JSON.stringify({ id, salt: salt.toString('hex'), check })}\n`;
    return writeOnce(join(sources.dataDir, markName), text) ? { type: 'open', ...found } : openDataKey(sources);
  }
  if (!timingSafeEqual(Buffer.from(mark.check, 'hex'), Buffer.from(check, 'hex'))) {
    found.key.fill(0);
    return { type: 'sealed', reason: `The key from ${found.source} is not the key of this data folder.` };
  }
  return { type: 'open', ...found };
}

/** Derives a key for one purpose from the folder's key; wiped once `use` has copied it. */
export function withSubKey<T>(
  key: Buffer,
  purpose: 'seal' | 'digest' | 'pins' | 'webhooks',
  use: (subKey: Buffer) => T,
): T {
  const made = Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), `tillbridge ${purpose}`, 32));
  try {
    return use(made);
  } finally {
    made.fill(0);
  }
}

type FoundKey = { readonly key: Buffer; readonly source: string };

function findKey(sources: Sources, salt: Buffer, keyFile: string, mayCreate: boolean): FoundKey | null {
  const { TILLBRIDGE_DATA_KEY: direct, TILLBRIDGE_PASSPHRASE: passphrase } = sources.environment;
  if (direct !== undefined && direct !== '') {
    if (!/^[0-9a-f]{64}$/i.test(direct))
      throw new KeyProblem('key-malformed', 'TILLBRIDGE_DATA_KEY must be 64 hexadecimal digits.');
    return { key: Buffer.from(direct, 'hex'), source: 'TILLBRIDGE_DATA_KEY' };
  }
  if (passphrase !== undefined && passphrase !== '') {
    const key = scryptSync(passphrase, salt, 32, { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 });
    return { key, source: 'TILLBRIDGE_PASSPHRASE' };
  }
  return fromKeyFile(sources.dataDir, keyFile, mayCreate);
}

function fromKeyFile(dataDir: string, file: string, mayCreate: boolean): FoundKey | null {
  const inside = relative(resolve(dataDir), resolve(file));
  if (!inside.startsWith('..') && !isAbsolute(inside)) {
    throw new KeyProblem(
      'key-file-inside-folder',
      `The key file ${file} must lie outside the data folder: a copy of the folder would hold it.`,
    );
  }
  if (!existsSync(file)) {
    if (!mayCreate) return null;
    makeKeyFile(file);
  }
  const mode = statSync(file).mode & 0o777;
  if (process.platform !== 'win32' && (mode & 0o077) !== 0) {
    throw new KeyProblem(
      'key-file-readable',
      `The key file ${file} can be read by others (mode ${mode.toString(8)}). Set it to 600.`,
    );
  }
  const text = readOrdinary(file, mostMarkBytes)?.trim();
  if (text === undefined || !/^[0-9a-f]{64}$/i.test(text))
    throw new KeyProblem('key-malformed', `The key file ${file} does not hold 64 hexadecimal digits.`);
  return { key: Buffer.from(text, 'hex'), source: `the key file ${file}` };
}

function makeKeyFile(file: string): void {
  try {
    makeFolder(dirname(file));
    // Another process may have made the file meanwhile, for a folder with the same key file: then that one is read.
    writeOnce(file, `${randomBytes(32).toString('hex')}\n`);
    chmodSync(file, 0o600);
  } catch (error) {
    // A service's user may have no home folder.
    const why = error instanceof Error ? error.message : 'it cannot be written';
    throw new KeyProblem(
      'key-file-not-made',
      `The key file ${file} cannot be made: ${why}. Name a place where this user may write, outside the data folder, in ` +
        'TILLBRIDGE_KEY_FILE, or give the key itself in TILLBRIDGE_DATA_KEY or TILLBRIDGE_PASSPHRASE.',
      { cause: error },
    );
  }
}

/**
 * Writes the file whole or not at all, even where the process is killed or the power fails. False where the file
 * exists, which stays as it is. Either way the file is on the disk when it returns.
 */
function writeOnce(file: string, text: string): boolean {
  const temporary = `${file}.${process.pid}.new`;
  let written = true;
  try {
    writeFileSync(temporary, text, { mode: 0o600, flush: true });
    putInPlace(temporary, file, text);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
    written = false;
  } finally {
    rmSync(temporary, { force: true });
  }
  if (process.platform === 'win32') return written;
  const folder = openSync(dirname(file), 'r');
  fsyncSync(folder);
  closeSync(folder);
  return written;
}

/**
 * Links the finished file to its name in one step; where the file system has no links (FAT), writes it there directly.
 */
function putInPlace(temporary: string, file: string, text: string): void {
  try {
    linkSync(temporary, file);
  } catch (error) {
    const code = codeOf(error);
    if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'ENOSYS') throw error;
    writeFileSync(file, text, { mode: 0o600, flag: 'wx', flush: true });
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : null;
}

function keyFilePath({ environment }: Sources, id: string): string {
  const named = environment['TILLBRIDGE_KEY_FILE'];
  if (named !== undefined && named !== '') return resolve(named);
  const config = environment['XDG_CONFIG_HOME'] ?? join(homedir(), '.config');
  return join(config, 'tillbridge', 'keys', `${id}.key`);
}

/** Of a folder that has a key: also where the machine's service keeps it, for commands that were not told. */
function keyFileAtHand(sources: Sources, id: string): string {
  const named = sources.environment['TILLBRIDGE_KEY_FILE'];
  const usual = keyFilePath(sources, id);
  if ((named !== undefined && named !== '') || existsSync(usual)) return usual;
  return notesBeside(sources.dataDir)?.keyFile ?? usual;
}

function checkOf(key: Buffer): string {
  return createHmac('sha256', key).update('tillbridge data folder key check').digest('hex').slice(0, 32);
}

/** The key file that a bridge on this folder reads, where its environment gives it no key. Null without a key. */
export function keyFileOf(dataDir: string, environment: Sources['environment']): string | null {
  const mark = readMark(dataDir);
  return mark === null ? null : keyFilePath({ dataDir, environment }, mark.id);
}

/** It is about a hundred. */
const mostMarkBytes = 65_536;

function readMark(dataDir: string): z.output<typeof markSchema> | null {
  if (!hasDataKey(dataDir)) return null;
  const file = join(dataDir, markName);
  try {
    return markSchema.parse(JSON.parse(readOrdinary(file, mostMarkBytes) ?? ''), { jitless: true });
  } catch {
    throw new KeyProblem(
      'key-mark-damaged',
      `The file ${file} is damaged. Put it back from a backup; without it nothing can be unsealed.`,
    );
  }
}
