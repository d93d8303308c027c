// The folder package: versions side by side in `versions`, and two links beside it, `current` and `previous`. A version is
// put in place by one rename of a link. No rights of an administrator are needed.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readlinkSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { syncFolder } from '#host/files/durable-files.ts';
import { makeFolder } from '#host/files/make-folder.ts';
import { type Installer, NotInstalled, type Program } from './ports.ts';

/** Below a version's folder. */
const bridge = join('resources', 'bridge', 'tillbridge');

/** The folder that holds `versions` and `current`, where this program lies in one of the versions; else null. */
export function slotsHome(program: string): string | null {
  const app = resolve(dirname(program), '..', '..');
  const home = resolve(app, '..', '..');
  return basename(dirname(app)) === 'versions' && existsSync(join(home, 'current')) ? home : null;
}

export function slots(home: string, packages: string): Installer {
  const versions = join(home, 'versions');
  const programOf = (version: string): Program => [join(versions, version, bridge)];
  return {
    program: [join(home, 'current', bridge)],
    // It lies in a version that stays.
    keepProgram: () => undefined,
    async keep({ from }) {
      if (linked(home, 'current') !== from) {
        throw new NotInstalled(`${join(home, 'current')} does not lead to versions/${from}. Nothing was installed.`);
      }
      link(home, 'previous', from);
    },
    async unpack({ to, file }) {
      const part = join(versions, `.${to}.part`);
      for (const each of [part, join(versions, to)]) rmSync(each, { recursive: true, force: true });
      makeFolder(part);
      const { status, error } = spawnSync('unzip', ['-q', join(packages, file), '-d', part], { stdio: 'inherit' });
      if (status !== 0) {
        rmSync(part, { recursive: true, force: true });
        throw new NotInstalled(`${file} was not unpacked: unzip ${error?.message ?? `ended with ${status}`}.`);
      }
      // The link to it is durable at once; its files must be before.
      if (spawnSync('sync', ['-f', part]).status !== 0) {
        rmSync(part, { recursive: true, force: true });
        throw new NotInstalled(`${part} could not be brought to the disk (sync). Nothing was installed.`);
      }
      renameSync(part, join(versions, to));
      syncFolder(versions);
      return programOf(to);
    },
    ready: async () => undefined,
    put: async ({ to }) => link(home, 'current', to),
    putBack: async ({ from }) => link(home, 'current', from),
    tidy(kept) {
      const stay = new Set([...kept, linked(home, 'current')]);
      const others = readdirSync(versions).filter((each) => !stay.has(each));
      if (!stay.has(linked(home, 'previous'))) rmSync(join(home, 'previous'), { force: true });
      for (const each of others) rmSync(join(versions, each), { recursive: true, force: true });
      syncFolder(home);
    },
  };
}

/** The version that a link leads to; null where there is none. */
function linked(home: string, name: 'current' | 'previous'): string | null {
  try {
    return basename(readlinkSync(join(home, name)));
  } catch {
    return null;
  }
}

/** One rename: the link leads to the version before or to this one, at every moment. */
function link(home: string, name: 'current' | 'previous', version: string): void {
  const made = join(home, `.${name}.${process.pid}`);
  rmSync(made, { force: true });
  symlinkSync(join('versions', version), made);
  renameSync(made, join(home, name));
  syncFolder(home);
}
