// A disk that is full when the bridge ends, and was not noticed before: nothing was written. The bridge ends, says why,
// and leaves the folder to the next one.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { afterAll, expect, it } from 'vitest';
import { Workbench } from '#support/processes.ts';
import { startGateway } from './gateway.ts';
import { KilledTill, hasStrace } from './till.ts';

if (!hasStrace) process.stdout.write('SKIPPED: a disk that is full at the end. It needs strace.\n');

const bench = new Workbench();
afterAll(() => bench.close());

/** From here on the process can write nothing more into a database. */
async function fillDisk(pid: number): Promise<void> {
  const writes = ['-e', 'trace=pwrite64', '-e', 'inject=pwrite64:error=ENOSPC'];
  const strace = spawn('strace', ['-f', '-o', '/dev/null', ...writes, '-p', String(pid)], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  bench.onClose(() => void strace.kill('SIGKILL'));
  await once(createInterface({ input: strace.stderr }), 'line');
}

it.skipIf(!hasStrace)('the bridge ends with an error, and the next one starts on the folder', async () => {
  const gateway = await startGateway(bench);
  const till = new KilledTill(bench, bench.folder(), gateway.url);
  const bridge = till.launch();
  const { pid } = await bridge.ready();
  // Each is a record of the journal, which the end signs.
  await till.makeTokens();
  await fillDisk(pid);
  process.kill(pid, 'SIGTERM');
  expect(await bridge.exited()).toBe(1);
  expect(bridge.stderrText).toMatch(/^bridge: .*tillbridge\.db: the disk is full/m);

  await till.start();
  expect(await till.stop()).toBe(0);
  expect((await till.journal()).map(({ type }) => type).at(-1)).toBe('head-signed');
});
