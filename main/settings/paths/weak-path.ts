// Finds who could replace a file: users who own or may write it, a folder on its path, or a folder that holds a
// symbolic link on its path. All of them must belong to an administrator, or the file's own rights mean nothing.
import { type Stats, lstatSync, readlinkSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';

export interface WeakPath {
  readonly path: string;
  readonly why: 'writable' | 'owner';
}

export interface Trusted {
  /** User ids, beside root's. */
  readonly owners: readonly number[];
  readonly platform: NodeJS.Platform;
  /** True: what a group may do is no weakness. */
  readonly groups?: boolean;
}

/** As many as systems follow. */
const mostLinks = 40;

/** macOS lets its administrators write `/Library/Application Support`; they may become root anyway. */
const macAdminGroup = 80;

/** The first weak place on the way to an absolute path, from the root on; null where there is none. Throws what `lstat` throws. */
export function weakPath(path: string, trusted: Trusted): WeakPath | null {
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
      if (!isTrusted(stat, trusted)) return { path: place, why: 'owner' };
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
export function weakness(place: string, stat: Stats, trusted: Trusted): WeakPath | null {
  if (!isTrusted(stat, trusted)) return { path: place, why: 'owner' };
  // In a sticky folder users can replace only their own files.
  const sticky = stat.isDirectory() && (stat.mode & 0o1000) !== 0;
  const byAdmins = trusted.platform === 'darwin' && stat.isDirectory() && stat.gid === macAdminGroup;
  const others = stat.mode & (byAdmins || trusted.groups === true ? 0o002 : 0o022);
  return others !== 0 && !sticky ? { path: place, why: 'writable' } : null;
}

function namesOf(path: string): string[] {
  return path.split(sep).filter((name) => name !== '');
}
