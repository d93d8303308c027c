// Whether a data folder is the user's own. What lies in it decides where the API key goes and who may do what; whoever
// else owns it, or may write it, could have put it there. The same rule as for the policy file, without the folders
// above: who moves the whole folder away cannot make another one that belongs to this user.
import { readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type WeakPlace, weakness } from './weak-place.ts';

/** The folder is not safe; the message says what to do. */
export class UnsafeFolder extends Error {
  override readonly name = 'UnsafeFolder';
  readonly why: WeakPlace['why'];
  constructor(weak: WeakPlace) {
    super(inWords(weak));
    this.why = weak.why;
  }
}

const files = ['settings.json', 'tillbridge.db', 'tillbridge.db-wal', 'folder.json', 'key.json'];

/** Null where it is safe, is not there, or where the system has no such rights. `beside`: more places to look at. */
export function unsafeFolder(dataDir: string, beside: readonly string[] = []): UnsafeFolder | null {
  const owner = process.getuid?.();
  if (owner === undefined) return null;
  const trusted = { owners: [owner], platform: process.platform };
  for (const place of [dataDir, ...files.map((name) => join(dataDir, name)), ...beside]) {
    const stat = statSync(place, { throwIfNoEntry: false });
    const weak = stat === undefined ? null : weakness(place, stat, trusted);
    // Other users cannot reach a file in a folder that only its owner may enter.
    const within = place !== dataDir && dirname(place) === dataDir && isClosed(dataDir);
    if (weak?.why === 'writable' && within) continue;
    // One that was just made by hand is made private by the start.
    const harmless = weak?.why === 'writable' && stat?.isDirectory() === true && readdirSync(place).length === 0;
    if (weak !== null && !harmless) return new UnsafeFolder(weak);
  }
  return null;
}

function isClosed(folder: string): boolean {
  return ((statSync(folder, { throwIfNoEntry: false })?.mode ?? 0o777) & 0o077) === 0;
}

function inWords({ place, why }: WeakPlace): string {
  if (why === 'writable') {
    return (
      `The data folder is not safe: ${place} can be written by others than its owner. ` +
      'Look at the settings, take that right away (chmod go-w) and start again; where the volume does not allow that, ' +
      'name the destination of the API key with each start (--destination).'
    );
  }
  return (
    `The data folder is not safe: ${place} belongs to another user. Run the bridge as that user, or look at the ` +
    'settings, make the place belong to the user that runs the bridge (chown) and start again.'
  );
}
