// Bridges started by hand on a folder of the test's own, and what a test needs beside them.
import { expect, onTestFinished } from 'vitest';
import { type Program, Workbench } from '#support/processes.ts';

export function aBench(): Workbench {
  const bench = new Workbench();
  onTestFinished(() => bench.close());
  return bench;
}

export function serve(
  bench: Workbench,
  dataDir: string,
  extra: readonly string[] = [],
  environment: NodeJS.ProcessEnv = {},
): Program {
  return bench.start('main/cli.ts', ['serve', '--data-dir', dataDir, '--port', '0', ...extra], environment);
}

/** Of a program that may sell, capture and refund. */
export async function tokenOf(bench: Workbench, dataDir: string, name = 'ERP'): Promise<string> {
  const args = ['token', 'create', '--data-dir', dataDir, '--name', name, '--scopes', 'status,sale,capture,refund'];
  const program = bench.start('main/cli.ts', args);
  expect(await program.exited(), program.stderrText).toBe(0);
  return program.stdoutLines[0] ?? '';
}
