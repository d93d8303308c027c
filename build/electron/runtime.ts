// Which Electron runs here: the one that the environment names, else the official one, else (closed Linux machines
// only) an old one from an npm package. The last is for tests and for a look at the product, never for a shop.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fallbackDist, fallbackVersion } from './fallback.ts';

export interface ElectronRuntime {
  /** The folder of a complete Electron distribution. */
  readonly dist: string;
  readonly executable: string;
  readonly version: string;
  /** True for the old runtime that must never reach a shop. */
  readonly fallback: boolean;
}

const packageDir = dirname(createRequire(import.meta.url).resolve('electron/package.json'));
const downloadTimeoutMs = 300_000;

/**
 * The runtime to use. Says on stderr when it is the fallback. Throws where there is none at all.
 * `ELECTRON_OVERRIDE_DIST_PATH` names a distribution; `TILLBRIDGE_ELECTRON=fallback` skips the download.
 */
export async function electronRuntime(): Promise<ElectronRuntime> {
  const named = process.env['ELECTRON_OVERRIDE_DIST_PATH'];
  if (named !== undefined && named !== '') return runtimeAt(named, existsSync(join(named, 'resources', 'old-runtime')));
  if (process.env['TILLBRIDGE_ELECTRON'] !== 'fallback' && downloaded()) {
    return runtimeAt(join(packageDir, 'dist'), false);
  }
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error('Electron could not be downloaded. Connect to the internet and start again.');
  }
  process.stderr.write(
    `Electron ${wantedVersion()} could not be downloaded. Using Electron ${fallbackVersion} out of an npm package ` +
      'instead: for tests and demonstration only. It is out of support and must not take payments.\n',
  );
  return runtimeAt(await fallbackDist(), true);
}

/** The environment that makes Electron's own tools use this runtime. */
export function runtimeEnvironment(runtime: ElectronRuntime): NodeJS.ProcessEnv {
  return {
    ...process.env,
    ELECTRON_OVERRIDE_DIST_PATH: runtime.dist,
    ELECTRON_EXEC_PATH: runtime.executable,
  };
}

function runtimeAt(dist: string, fallback: boolean): ElectronRuntime {
  const version = readFileSync(join(dist, 'version'), 'utf8').trim().replace(/^v/, '');
  return { dist, executable: join(dist, executableName()), version, fallback };
}

function executableName(): string {
  if (process.platform === 'win32') return 'electron.exe';
  if (process.platform === 'darwin') return join('Electron.app', 'Contents', 'MacOS', 'Electron');
  return 'electron';
}

/** Electron's own installer does nothing where the distribution is there already. */
function downloaded(): boolean {
  const installer = join(packageDir, 'install.js');
  return spawnSync(process.execPath, [installer], { stdio: 'ignore', timeout: downloadTimeoutMs }).status === 0;
}

function wantedVersion(): string {
  const { version } = JSON.parse(readFileSync(join(packageDir, 'package.json'), 'utf8')) as { version: string };
  return version;
}
