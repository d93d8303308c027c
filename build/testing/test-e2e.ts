// `npm run test:e2e [-- vitest arguments]`: builds the app, packages it as users get it, and runs the end-to-end tests
// on a copy that can be driven, under a virtual display and a throw-away keyring where there are none. Where
// TILLBRIDGE_E2E_APP says that this was done already, they run on what is there.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { buildApp } from '../bundling/app-build.ts';
import { electronRuntime, runtimeEnvironment } from '../electron/runtime.ts';
import { obstacle } from '../machine/launch.ts';
import { copyWithOpenFuses } from '../packaging/open-fuses.ts';
import { packageApp } from '../packaging/package-app.ts';

const driven = join('release', 'e2e');
const fused = join('release', 'e2e-fused');
const runtime = await electronRuntime();
const problem = obstacle(runtime);
if (problem !== null) {
  process.stderr.write(`${problem}\n`);
  process.exit(1);
}
if (process.env['TILLBRIDGE_E2E_APP'] === undefined) {
  buildApp();
  await packageApp({ runtime, targets: ['dir'], output: fused, fused: true });
  await copyWithOpenFuses({ from: fused, to: driven, executable: executableIn(driven), runtime: runtime.executable });
}

const vitest = [
  join('node_modules', 'vitest', 'vitest.mjs'),
  'run',
  '--config',
  join('test', 'e2e', 'vitest.config.ts'),
];
const command = [process.execPath, ...vitest, ...process.argv.slice(2)];
const onLinux = process.platform === 'linux';
// Without `-noreset` the server begins anew whenever its last client is gone, and one that comes just then finds none.
const display = onLinux && !process.env['DISPLAY'] ? ['xvfb-run', '-a', '-s', '-screen 0 1280x1024x24 -noreset'] : [];
const keyring =
  onLinux && existsSync('/usr/bin/gnome-keyring-daemon') ? ['sh', join('build', 'testing', 'with-keyring.sh')] : [];
const [first = '', ...rest] = [...keyring, ...display, ...command];
const { status } = spawnSync(first, rest, {
  stdio: 'inherit',
  env: {
    ...runtimeEnvironment(runtime),
    TILLBRIDGE_E2E_APP: executableIn(driven),
    TILLBRIDGE_E2E_FUSED: executableIn(fused),
    TILLBRIDGE_E2E_ELECTRON: runtime.executable,
    TILLBRIDGE_E2E_PROJECT: process.cwd(),
  },
});
// At once: where the event loop runs dry, a library of electron-builder's ends this process with 0, whatever code was set.
process.exit(status ?? 1);

function executableIn(output: string): string {
  if (process.platform === 'win32') return resolve(output, 'win-unpacked', 'Tillbridge.exe');
  if (process.platform === 'darwin') return resolve(output, 'mac', 'Tillbridge.app', 'Contents', 'MacOS', 'Tillbridge');
  return resolve(output, 'linux-unpacked', 'tillbridge');
}
