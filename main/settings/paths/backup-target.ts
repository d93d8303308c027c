// Whether backups may be written to a place: not into the folder that they save, and not where another user could put
// another backup in their place. The same rule holds for the place as for the policy file.
import { realpathSync, statSync } from 'node:fs';
import { isAbsolute, relative, sep } from 'node:path';
import { weakPath } from './weak-path.ts';

/** Why not, as a sentence for a person; null where they may. */
export function backupTargetTrouble(to: string, dataDir: string): string | null {
  const stat = statSync(to, { throwIfNoEntry: false });
  if (stat === undefined) return `${to} is not there: plug the disk in, or make the folder.`;
  if (!stat.isDirectory()) return `${to} is no folder.`;
  const [place, folder] = [realpathSync(to), realpathSync(dataDir)];
  if (isWithin(place, folder)) {
    return `${to} lies in the data folder: what takes that away would take the backup away too. Name another place.`;
  }
  const owner = process.getuid?.();
  if (owner === undefined) return null;
  const weak = weakPath(place, { owners: [owner], platform: process.platform });
  if (weak?.why === 'writable') {
    return (
      `${to} is not safe: ${weak.path} can be written by others than its owner, who could put another backup there. ` +
      'Take that right away (chmod go-w), or name another place.'
    );
  }
  if (weak?.why === 'owner') {
    return `${to} is not safe: ${weak.path} belongs to another user, who could put another backup there. Name another place.`;
  }
  return null;
}

function isWithin(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}
