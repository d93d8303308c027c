// `npm run bench:start [-- --pairs N]`: how much longer the till takes to a usable Sale screen than an empty Electron
// window takes to appear, and how much more memory, on the same runtime. The two take turns, so that whatever else
// the machine does meets both. Linux only: the memory comes from /proc.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Start, type Subject, measureStart } from './launch.ts';
import { prepareSubjects } from './subjects.ts';

const goal = 1.5;
const { values } = parseArgs({ options: { pairs: { type: 'string', default: '15' } } });

if (process.env['DISPLAY'] === undefined) {
  const again = [process.execPath, ...process.argv.slice(1)];
  process.exit(spawnSync('xvfb-run', ['-a', ...again], { stdio: 'inherit' }).status ?? 1);
}

const home = mkdtempSync(join(tmpdir(), 'tillbridge-bench-'));
try {
  const { till, empty, runtime } = await prepareSubjects(home);
  await warmUp(till, empty);
  const pairs: (readonly [till: Start, empty: Start])[] = [];
  for (let pair = 1; pair <= Number(values.pairs); pair += 1) {
    // The one that comes first is not always the same.
    const emptyFirst = pair % 2 === 0 ? await measureStart(empty) : undefined;
    const ofTill = await measureStart(till);
    const ofEmpty = emptyFirst ?? (await measureStart(empty));
    pairs.push([ofTill, ofEmpty]);
    process.stderr.write(`${pair}: ${Math.round(ofTill.usableMs)} ms, ${Math.round(ofEmpty.usableMs)} ms\n`);
  }
  report(runtime, pairs);
} finally {
  rmSync(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}

/** The first start makes the database and the caches, and is not what a shop sees each morning. */
async function warmUp(till: Subject, empty: Subject): Promise<void> {
  const guided = `tillbridge.preferences({}).then((now) => tillbridge.savePreferences({ ...now, guided: true }))`;
  await measureStart(till, guided);
  for (const subject of [till, empty, till, empty]) await measureStart(subject);
}

function report(runtime: string, pairs: readonly (readonly [till: Start, empty: Start])[]): void {
  const rows = (
    [
      ['page begins to load (ms)', 'pageMs'],
      ['usable (ms)', 'usableMs'],
      ['memory, sum of PSS (MiB)', 'memoryMiB'],
    ] as const
  ).map(([name, field]) => {
    const till = median(pairs.map(([each]) => each[field]));
    const empty = median(pairs.map(([, each]) => each[field]));
    return { name, till, empty, ratio: till / empty, judged: field !== 'pageMs' };
  });
  process.stdout.write(`${runtime}, ${pairs.length} pairs, medians\n\n`);
  process.stdout.write('|                          |  till | empty | ratio |\n');
  process.stdout.write('| ------------------------ | ----: | ----: | ----: |\n');
  for (const { name, till, empty, ratio } of rows) {
    process.stdout.write(
      `| ${name.padEnd(24)} | ${till.toFixed(0).padStart(5)} | ${empty.toFixed(0).padStart(5)} | ${ratio.toFixed(2).padStart(5)} |\n`,
    );
  }
  const missed = rows.filter(({ judged, ratio }) => judged && ratio > goal).map(({ name }) => name);
  if (missed.length === 0) return;
  process.stdout.write(`\nMore than ${goal} times: ${missed.join(', ')}\n`);
  process.exitCode = 1;
}

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}
