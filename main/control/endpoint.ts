// Where the control socket of a data folder is. A file in the folder, which only its owner can read, names the address
// and holds a key that both sides prove to know. So a user who can read the folder can command its bridge, and no other
// program can take over an address that the bridge left behind.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { lstatSync, mkdtempSync, rmSync, rmdirSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { writeDurably } from '#host/files/durable-files.ts';
import { readOrdinary } from '#host/files/read-ordinary.ts';

const fileSchema = z.strictObject({
  /** A name in the data folder, or the whole address where the folder's own path is too long for a socket. */
  address: z.string().min(1).max(1024),
  key: z.string().regex(/^[0-9a-f]{64}$/),
});

export interface ControlEndpoint {
  /** What `listen` and `connect` take. */
  readonly address: string;
  /** 64 hexadecimal digits, new with each start. */
  readonly key: string;
}

/** A candidate for an address, and how it is named in the file. */
export interface Candidate extends ControlEndpoint {
  readonly named: string;
  /** Removes what was made for it beside the socket itself. */
  discard(): void;
}

const socketName = 'bridge.sock';
const runtimePrefix = 'tillbridge-';

/** `sun_path` without its closing zero (unix(7); 104 bytes on macOS and the BSDs). A longer path is cut, silently. */
const longestPath = process.platform === 'linux' ? 107 : 103;

function controlFile(dataDir: string): string {
  return join(dataDir, 'bridge.control.json');
}

/**
 * In order of preference; each is made only when it is its turn. Only the holder of the folder's lock may ask.
 * `runtimeDir`: where short paths are, if the system has such a place.
 */
export function* candidates(dataDir: string, runtimeDir: string | null): Generator<Candidate> {
  const key = randomBytes(32).toString('hex');
  const nothing = () => undefined;
  if (process.platform === 'win32') {
    const named = `\\\\.\\pipe\\${runtimePrefix}${randomBytes(16).toString('hex')}`;
    yield { named, address: named, key, discard: nothing };
    return;
  }
  const inFolder = join(dataDir, socketName);
  if (Buffer.byteLength(inFolder) <= longestPath) {
    // Left by a bridge that was killed, or made by another program: the folder's lock shows that no bridge runs.
    if (isGone(inFolder)) yield { named: socketName, address: inFolder, key, discard: nothing };
  }
  for (const base of runtimeDir === null ? [tmpdir()] : [runtimeDir, tmpdir()]) {
    const dir = privateFolder(base);
    if (dir === null) continue;
    const address = join(dir, socketName);
    yield { named: address, address, key, discard: () => rmdirSync(dir) };
  }
}

/** Only the name goes: what a link leads to stays. False where it cannot go, as a folder cannot. */
function isGone(file: string): boolean {
  try {
    rmSync(file, { force: true });
    return true;
  } catch {
    return false;
  }
}

/** Private from its first moment; null where the place takes none. */
function privateFolder(base: string): string | null {
  try {
    return mkdtempSync(join(base, runtimePrefix));
  } catch {
    return null;
  }
}

/** Written once the socket listens, whole or not at all: a program that reads the file may connect. */
export function announce(dataDir: string, { named, key }: Candidate): void {
  writeDurably(controlFile(dataDir), `${JSON.stringify({ address: named, key })}\n`);
}

export function withdraw(dataDir: string): void {
  rmSync(controlFile(dataDir), { force: true });
}

/** Removes what a killed bridge left outside of the folder: only a folder that was made for it, and only if empty. */
export function removeStale(dataDir: string): void {
  const stale = readEndpoint(dataDir);
  if (stale === null || process.platform === 'win32') return;
  const dir = dirname(stale.address);
  if (dir === dataDir || !basename(dir).startsWith(runtimePrefix) || basename(stale.address) !== socketName) return;
  try {
    rmSync(stale.address, { force: true });
    rmdirSync(dir);
  } catch {
    // It is not ours any more, or not there any more.
  }
}

/** An address and a key come to a few hundred. */
const mostFileBytes = 65_536;

/** Null where no bridge has announced itself, or in a way that this program does not know. */
export function readEndpoint(dataDir: string): ControlEndpoint | null {
  let text: string | null;
  try {
    text = readOrdinary(controlFile(dataDir), mostFileBytes);
  } catch {
    return null;
  }
  const parsed = fileSchema.safeParse(jsonOrNull(text ?? ''));
  if (!parsed.success) return null;
  const { address, key } = parsed.data;
  return { key, address: address === socketName ? join(dataDir, address) : address };
}

/**
 * Whether another user than the folder's owner, this user or the administrator can say where the bridge is. In a folder
 * that others may write, they could, and would be sent PINs.
 */
export function isForeign(dataDir: string): boolean {
  const self = process.getuid?.();
  const file = lstatSync(controlFile(dataDir), { throwIfNoEntry: false });
  if (self === undefined || file === undefined) return false;
  return ![self, 0, statSync(dataDir).uid].includes(file.uid);
}

/** Which folder it is, whatever path leads there: a copy of the folder has another one. */
export function folderIdentity(dataDir: string): string {
  const { dev, ino } = statSync(dataDir, { bigint: true });
  return `${dev}:${ino}`;
}

/** What shows that the bridge knows the key, of this folder and version, without showing the key. */
export function proofOf(key: string, nonce: string, folder: string, version: string): string {
  return createHmac('sha256', Buffer.from(key, 'hex')).update(`${nonce}\n${folder}\n${version}`).digest('hex');
}

export function isSame(given: string, wanted: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(wanted)];
  return one.length === other.length && timingSafeEqual(one, other);
}

function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
