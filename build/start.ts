// `npm start`: the app; without a display the headless bridge, which says where it is. Arguments after `--` go to
// whichever of the two it is.
import { buildIfNeeded } from './app-build.ts';
import { electronRuntime } from './electron/runtime.ts';
import { chromiumSwitches, obstacleLeft, runUntilItEnds } from './launch.ts';
import { atTerminal } from './system-packages.ts';

const args = process.argv.slice(2);

function hasDisplay(): boolean {
  if (process.platform !== 'linux') return true;
  return Boolean(process.env['DISPLAY']) || Boolean(process.env['WAYLAND_DISPLAY']);
}

async function startHeadless(): Promise<void> {
  process.stderr.write('There is no display: starting the bridge without a window. Its address is in the next line.\n');
  const { closeProcess } = await import('#host/close-process.ts');
  closeProcess();
  const { createSecretReader } = await import('#commands/read-secret.ts');
  const { runCommand } = await import('#commands/run.ts');
  process.exitCode = await runCommand(['serve', ...args], {
    environment: process.env,
    stdout: (text) => process.stdout.write(text),
    secret: createSecretReader(process.stdin, (text) => process.stderr.write(text)),
    stderr: (text) => process.stderr.write(text),
  });
}

async function startApp(): Promise<void> {
  const runtime = await electronRuntime();
  const problem = await obstacleLeft(runtime, atTerminal);
  if (problem !== null) {
    process.stderr.write(`${problem}\n`);
    process.exitCode = 1;
    return;
  }
  buildIfNeeded();
  await runUntilItEnds(runtime.executable, ['.', ...chromiumSwitches(), ...args], runtime);
}

await (hasDisplay() ? startApp() : startHeadless());
