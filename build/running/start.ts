// `npm start`: the app; without a display the headless bridge, which prints its address. Arguments after `--` go to the
// one that is started.
import { resolve } from 'node:path';
import { buildIfNeeded } from '../bundling/app-build.ts';
import { electronRuntime } from '../electron/runtime.ts';
import { chromiumSwitches, obstacleLeft, runUntilItEnds } from '../machine/launch.ts';
import { atTerminal } from '../machine/system-packages.ts';

const args = process.argv.slice(2);

function hasDisplay(): boolean {
  if (process.platform !== 'linux') return true;
  return Boolean(process.env['DISPLAY']) || Boolean(process.env['WAYLAND_DISPLAY']);
}

async function startHeadless(): Promise<void> {
  process.stderr.write('There is no display: starting the bridge without a window. Its address is in the next line.\n');
  const { closeProcess, takeEnvironment } = await import('#host/close-process.ts');
  closeProcess();
  const { createSecretReader } = await import('#commands/io/read-secret.ts');
  const { runCommand } = await import('#commands/run.ts');
  const { startedAs } = await import('#host/started-as.ts');
  const { readVersion } = await import('#host/version.ts');
  const { workerSource } = await import('#host/worker-source.ts');
  const { execPath } = process;
  const environment = takeEnvironment(process.env);
  process.exitCode = await runCommand(['serve', ...args], {
    environment,
    program: startedAs({ entry: resolve('main/cli.ts'), execPath, environment }),
    version: readVersion(),
    worker: workerSource(),
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
