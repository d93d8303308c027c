// A serial line without hardware: socat makes a pseudo terminal at `path` and carries its bytes to the emulated printer's
// port. When the printer breaks the connection the line is gone, as with an adapter that is pulled out; it comes back
// when it is plugged in again.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from './until.ts';

export interface SerialLine {
  /** Where the line is while it is plugged in. */
  readonly path: string;
  /** Resolves once the line is there. */
  readonly plug: () => Promise<void>;
  /** Where it was lost, or has no printer at its end. */
  readonly plugIfGone: () => Promise<void>;
  /** As if the plug was pulled out of the computer. */
  readonly unplug: () => Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** `other`: the other end for socat, for example `TCP:127.0.0.1:9100`, or another pseudo terminal. */
export function serialLine(other: string): SerialLine {
  const folder = mkdtempSync(join(tmpdir(), 'tillbridge-line-'));
  const path = join(folder, 'line');
  let socat: ChildProcess | null = null;

  async function unplug(): Promise<void> {
    const running = socat;
    socat = null;
    if (running === null || running.exitCode !== null || running.signalCode !== null) return;
    const ended = new Promise((resolve) => {
      running.once('exit', resolve);
    });
    running.kill('SIGKILL');
    await ended;
    // Killed, it leaves its link behind.
    rmSync(path, { force: true });
  }

  async function plug(): Promise<void> {
    await unplug();
    rmSync(path, { force: true });
    socat = spawn('socat', [`pty,raw,echo=0,link=${path}`, other], { stdio: 'ignore' });
    await until(() => Promise.resolve(existsSync(path) ? true : null));
  }

  return {
    path,
    plug,
    plugIfGone: async () => {
      if (socat === null || socat.exitCode !== null || socat.signalCode !== null) await plug();
    },
    unplug,
    [Symbol.asyncDispose]: async () => {
      await unplug();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
