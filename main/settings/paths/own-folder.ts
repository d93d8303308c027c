// Checks that a data folder belongs to the user alone. Its content decides where the API key goes and what each person
// may do, so no other user may own or write it. The same rule holds for the policy file. A user who may write a parent
// folder could replace the data folder, for example with an older copy: on Linux the parents are checked too, as ssh
// does.
import { readdirSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { type Trusted, type WeakPath, weakPath, weakness } from './weak-path.ts';

/** The folder is not safe; the message says what to do. */
export class UnsafeFolder extends Error {
  override readonly name = 'UnsafeFolder';
  /** Whether it may be so where the destination of the API key is named with each start. */
  readonly mayBeMeant: boolean;
  constructor(message: string, mayBeMeant: boolean) {
    super(message);
    this.mayBeMeant = mayBeMeant;
  }
}

const files = ['settings.json', 'tillbridge.db', 'tillbridge.db-wal', 'folder.json', 'key.json'];

/** Null where it is safe, is not there, or where the system has no such rights. `beside`: more places to look at. */
export function unsafeFolder(dataDir: string, beside: readonly string[] = []): UnsafeFolder | null {
  const owner = process.getuid?.();
  if (owner === undefined) return null;
  const trusted = { owners: [owner], platform: process.platform };
  for (const path of [dataDir, ...files.map((name) => join(dataDir, name)), ...beside]) {
    const stat = statSync(path, { throwIfNoEntry: false });
    const weak = stat === undefined ? null : weakness(path, stat, trusted);
    // Other users cannot reach a file in a folder that only its owner may enter.
    const within = path !== dataDir && dirname(path) === dataDir && isClosed(dataDir);
    if (weak?.why === 'writable' && within) continue;
    // A folder that the user just made is made private at the start.
    const harmless = weak?.why === 'writable' && stat?.isDirectory() === true && readdirSync(path).length === 0;
    if (weak !== null && !harmless) return new UnsafeFolder(inWords(weak), weak.why === 'writable');
  }
  // Many systems give each user a group of their own, which may write what the user makes.
  const above = weakAbove(dataDir, { ...trusted, groups: true });
  return above === null ? null : new UnsafeFolder(aboveInWords(above), true);
}

/** A folder above that a group may write, as a sentence for the log; null where there is none. */
export function groupAbove(dataDir: string): string | null {
  const owner = process.getuid?.();
  const weak = owner === undefined ? null : weakAbove(dataDir, { owners: [owner], platform: process.platform });
  return weak === null ? null : aboveInWords(weak);
}

function weakAbove(dataDir: string, trusted: Trusted): WeakPath | null {
  if (trusted.platform !== 'linux') return null;
  try {
    return weakPath(dirname(resolve(dataDir)), trusted);
  } catch (error) {
    // It is made by the start, as its user's own.
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

function aboveInWords({ path, why }: WeakPath): string {
  const what = why === 'owner' ? 'belongs to another user' : 'can be written by others than its owner';
  return (
    `The data folder is not safe: ${path}, which leads to it, ${what}, who could put another folder in its place. ` +
    'Take that right away (chown, chmod go-w) or keep the data folder elsewhere; where that is not possible, name the ' +
    'destination of the API key with each start (--destination).'
  );
}

function isClosed(folder: string): boolean {
  return ((statSync(folder, { throwIfNoEntry: false })?.mode ?? 0o777) & 0o077) === 0;
}

function inWords({ path, why }: WeakPath): string {
  if (why === 'writable') {
    return (
      `The data folder is not safe: ${path} can be written by others than its owner. ` +
      'Look at the settings, take that right away (chmod go-w) and start again; where the volume does not allow that, ' +
      'name the destination of the API key with each start (--destination).'
    );
  }
  return (
    `The data folder is not safe: ${path} belongs to another user. Run the bridge as that user, or look at the ` +
    'settings, make the place belong to the user that runs the bridge (chown) and start again.'
  );
}
