// An error that nothing caught, in a real bridge: a record without what it said, a clean end, and no end without end.
import { readFileSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { aBench, serve } from './started.ts';

const canary = 'canary-in-a-message-4d1e';

/** A fault in the program that a signal sets off. */
function faulty(folder: string): NodeJS.ProcessEnv {
  const file = join(folder, 'fault.mjs');
  writeFileSync(file, `process.on('SIGUSR2', () => { throw new TypeError(${JSON.stringify(canary)}); });\n`);
  return { NODE_OPTIONS: `--import ${file}` };
}

const recordsIn = (dataDir: string) => readdirSync(join(dataDir, 'crashes')).toSorted();

it('leaves a record without what the error said, and ends cleanly, for a supervisor to start it again', async () => {
  const bench = aBench();
  const dataDir = bench.folder();
  const bridge = serve(bench, dataDir, [], faulty(bench.folder()));
  await bridge.ready();
  expect(await bridge.kill('SIGUSR2')).toBe(70);
  const [name = ''] = recordsIn(dataDir);
  const text = readFileSync(join(dataDir, 'crashes', name), 'utf8');
  expect(JSON.parse(text)).toMatchObject({
    error: 'TypeError',
    stack: expect.arrayContaining([expect.stringMatching(/fault\.mjs/)]),
    underWay: { mode: 'training', accepting: true, operations: { accepted: 0 } },
  });
  expect(text + bridge.stderrText).not.toContain(canary);
  const line = bridge.stderrText.split('\n').find((each) => each.includes('"event":"crashed"')) ?? '{}';
  // The line keeps its time beside the places.
  expect(JSON.parse(line)).toMatchObject({
    at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    error: 'TypeError',
    stack: expect.arrayContaining([expect.stringMatching(/fault\.mjs/)]),
    record: `crashes/${name}`,
  });
  const again = serve(bench, dataDir);
  await again.ready();
  expect(await again.kill('SIGTERM')).toBe(0);
});

it('ends with an error also where it crashes in the middle of its start', async () => {
  const bench = aBench();
  const dataDir = bench.folder();
  const file = join(bench.folder(), 'fault.mjs');
  const fault = `Server.prototype.listen = () => { throw new TypeError(${JSON.stringify(canary)}); };`;
  writeFileSync(file, `import { Server } from 'node:net';\n${fault}\n`);
  const bridge = serve(bench, dataDir, [], { NODE_OPTIONS: `--import ${file}` });
  expect(await bridge.exited()).toBe(70);
  expect(recordsIn(dataDir)).toHaveLength(1);
});

it('is not started a sixth time within ten minutes, and says why, until that time is over', async () => {
  const bench = aBench();
  const dataDir = bench.folder();
  const environment = faulty(bench.folder());
  for (let time = 1; time <= 5; time += 1) {
    const bridge = serve(bench, dataDir, [], environment);
    await bridge.ready();
    expect(await bridge.kill('SIGUSR2')).toBe(70);
  }
  const refused = serve(bench, dataDir);
  expect(await refused.exited()).toBe(78);
  expect(refused.stderrText).toMatch(/crashed 5 times within 10 minutes.*crashes.*Start it again in \d+ min/);
  const folder = join(dataDir, 'crashes');
  const [oldest = ''] = recordsIn(dataDir);
  // As ten minutes later.
  renameSync(join(folder, oldest), join(folder, `2026-01-31T09-15-00-000Z.json`));
  const later = serve(bench, dataDir);
  await later.ready();
  expect(await later.kill('SIGTERM')).toBe(0);
});

it('a log folder that cannot be written keeps no bridge from starting, and is told once', async () => {
  const bench = aBench();
  const file = join(bench.folder(), 'a-file');
  writeFileSync(file, '');
  const bridge = serve(bench, bench.folder(), ['--log-dir', join(file, 'log')]);
  await bridge.ready();
  expect(await bridge.kill('SIGTERM')).toBe(0);
  expect(bridge.stderrText.match(/"event":"log-file-not-written"/g)).toHaveLength(1);
});
