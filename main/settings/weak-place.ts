// Who could put another file in a file's place: whoever owns or may write it, a folder that leads to it, or a folder
// that holds a symbolic link on the way. All of them have to be an administrator's, or the file's own rights say nothing.
import { type Stats, lstatSync, readlinkSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';

export interface WeakPlace {
  readonly place: string;
  readonly why: 'writable' | 'owner';
}

interface Trusted {
  /** User ids, beside root's. */
  readonly owners: readonly number[];
  readonly platform: NodeJS.Platform;
}

/** As many as systems follow. */
const mostLinks = 40;

/** macOS lets its administrators write `/Library/Application Support`; they may become root anyway. */
const macAdminGroup = 80;

/** The first weak place on the way to an absolute path, from the root on; null where there is none. Throws what `lstat` throws. */
export function weakPlace(path: string, trusted: Trusted): WeakPlace | null {
  let at: string = sep;
  let rest = namesOf(path);
  let links = 0;
  const root = weakness(at, lstatSync(at), trusted);
  if (root !== null) return root;
  for (let name = rest.shift(); name !== undefined; name = rest.shift()) {
    const place = join(at, name);
    const stat = lstatSync(place);
    if (stat.isSymbolicLink()) {
      links += 1;
      if (links > mostLinks) throw new Error(`there are too many symbolic links on the way to ${path}`);
      // In a sticky folder a link is its owner's.
      if (!isTrusted(stat, trusted)) return { place, why: 'owner' };
      rest = [...namesOf(resolve(at, readlinkSync(place))), ...rest];
      at = sep;
      continue;
    }
    const weak = weakness(place, stat, trusted);
    if (weak !== null) return weak;
    at = place;
  }
  return null;
}

function isTrusted({ uid }: Stats, { owners }: Trusted): boolean {
  return uid === 0 || owners.includes(uid);
}

/** What is wrong with this place alone, or null. */
export function weakness(place: string, stat: Stats, trusted: Trusted): WeakPlace | null {
  if (!isTrusted(stat, trusted)) return { place, why: 'owner' };
  // In a sticky folder nobody replaces what is not theirs.
  const sticky = stat.isDirectory() && (stat.mode & 0o1000) !== 0;
  const byAdmins = trusted.platform === 'darwin' && stat.isDirectory() && stat.gid === macAdminGroup;
  const others = stat.mode & (byAdmins ? 0o002 : 0o022);
  return others !== 0 && !sticky ? { place, why: 'writable' } : null;
}

function namesOf(path: string): string[] {
  return path.split(sep).filter((name) => name !== '');
}
