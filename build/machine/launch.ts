// Starts Electron and stays out of its way: output goes through, signals are handed on, the exit code is its own.
import { spawn } from 'node:child_process';
import { type ElectronRuntime, runtimeEnvironment } from '../electron/runtime.ts';
import { inWords, missingLibraries } from '../electron/system-libraries.ts';
import { type Installing, install } from './system-packages.ts';

/** What Chromium needs to be told on this machine. */
export function chromiumSwitches(): string[] {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return [];
  process.stderr.write("Running as root: Chromium's sandbox is off, which is for tests only.\n");
  return ['--no-sandbox'];
}

/** Null where Electron can start; else the line that says what is missing. */
export function obstacle(runtime: ElectronRuntime): string | null {
  const missing = missingLibraries(runtime.executable);
  return missing === null ? null : inWords(missing);
}

/** Installs the libraries that Electron lacks here, where that is allowed; then as `obstacle`. */
export async function obstacleLeft(runtime: ElectronRuntime, installing: Installing): Promise<string | null> {
  const missing = missingLibraries(runtime.executable);
  if (missing === null) return null;
  installing.say('The window needs libraries of the system that are missing.');
  return (await install(missing.packages, installing)) ? obstacle(runtime) : 'Without them it cannot open.';
}

/** Runs until it ends, and ends this process with its code. */
export async function runUntilItEnds(
  command: string,
  args: readonly string[],
  runtime: ElectronRuntime,
): Promise<void> {
  const child = spawn(command, args, { stdio: 'inherit', env: runtimeEnvironment(runtime) });
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal));
  process.exitCode = await new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}
