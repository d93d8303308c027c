// A gateway of the test's own: the sandbox as a program, as an integrator would start it.
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';
import { compileCache, startable } from '#support/bundled.ts';

const root = join(import.meta.dirname, '..', '..');

export interface TestGateway {
  readonly url: string;
  readonly merchantId: string;
  readonly apiKey: string;
  stop(): Promise<void>;
}

/** `apiKey` is what the tests look for afterwards where it must not be. */
export async function startGateway(apiKey: string): Promise<TestGateway> {
  const merchantId = 'E2E-MERCHANT';
  // No customer looks for a card; a test that needs a terminal to take its time steers it.
  const args = ['--port', '0', '--merchant-id', merchantId, '--api-key', apiKey, '--terminal-delay-ms', '100'];
  const child = spawn(process.execPath, [startable('main/sandbox/cli.ts'), ...args], {
    cwd: root,
    env: { ...process.env, ...compileCache() },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const stop = () => end(child);
  onTestFinished(stop);
  const line = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout })
      .once('line', resolve)
      .once('close', () => reject(new Error('no gateway')));
  });
  const { url } = JSON.parse(line) as { url: string };
  return { url, merchantId, apiKey, stop };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => {
    child.once('exit', resolve);
  });
  child.kill('SIGKILL');
  await ended;
}
