// As which package this program was installed: updates of a deb are debs.
import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** `program`: the bridge without a window, in its package. `dpkg`: where dpkg keeps the list of the package's files. */
export function packageKindOf(program: string, dpkg = '/var/lib/dpkg/info/tillbridge.list'): string {
  if (process.platform === 'win32') return 'nsis';
  if (process.platform === 'darwin') return 'dmg';
  const app = resolve(dirname(program), '..', '..');
  return app === '/opt/Tillbridge' && existsSync(dpkg) ? 'deb' : 'zip';
}
