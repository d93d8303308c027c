// Makes the caches of compiled code for the packaged app: starts the built app once, in a temporary home folder, on the
// runtime that it will be packaged with, and writes V8's compiled code beside it.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { codeCacheOf } from '../../main/shell/machine/code-cache.ts';
import { bundleForOldRuntime } from '../electron/bundle.ts';
import { type ElectronRuntime, runtimeEnvironment } from '../electron/runtime.ts';
import { chromiumSwitches } from '../machine/launch.ts';

const built = join('out', 'main');
/** V8 lays out compiled code by a random number. Of V8's switches this one alone is no part of what a cache must fit. */
export const sameCodeEachTime = '--random-seed=1';
const giveUpMs = 60_000;

/** Throws where the app does not start, or writes no cache: the package would then start slower than documented. */
export async function makeCodeCaches(runtime: ElectronRuntime): Promise<void> {
  for (const name of caches()) rmSync(join(built, name));
  const home = mkdtempSync(join(tmpdir(), 'tillbridge-cache-'));
  try {
    await bundleForOldRuntime('build/electron/code-cache-recorder.ts', home);
    const recorder = join(home, 'code-cache-recorder.cjs');
    const app = [
      '-r',
      recorder,
      '.',
      ...chromiumSwitches(),
      `--js-flags=${sameCodeEachTime}`,
      `--user-data-dir=${join(home, 'app')}`,
    ];
    const [command, args] = onDisplay(runtime.executable, [...app, '--password-store=basic']);
    const { status, stderr, error } = spawnSync(command, args, {
      env: runtimeEnvironment(runtime),
      stdio: ['ignore', 'ignore', 'pipe'],
      encoding: 'utf8',
      timeout: giveUpMs,
    });
    if (status !== 0) {
      const why = error?.message ?? `it ended with ${status}`;
      throw new Error(`The app did not start (${why}; without a display xvfb-run is needed):\n${stderr}`);
    }
    if (caches().length === 0) throw new Error('No code was compiled.');
  } finally {
    rmSync(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}

function caches(): string[] {
  return readdirSync(built).filter((name) => name === codeCacheOf(name.replace(/\.cache$/, '')));
}

function onDisplay(command: string, args: readonly string[]): [string, string[]] {
  const there = process.platform !== 'linux' || process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY'];
  return there ? [command, [...args]] : ['xvfb-run', ['-a', command, ...args]];
}
