// `npm test`: every test there is (Node and the window in a browser; the simulator and a sample of its mutants; then
// the packaged app in Electron), and one plain line at the end that adds them up. A run that could not be made or never
// came to its line counts as a failure, so that the line never says better than the exit code.
import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';

interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

const onNode = ['unit', 'integration', 'process', 'kills', 'attack', 'sim'].flatMap((name) => ['--project', name]);
const vitest = [join('node_modules', 'vitest', 'vitest.mjs'), 'run'];
const systemPackages = join('build', 'system-packages.sh');
/** As many seeds as fit in three minutes, and never fewer than 2,000. */
const simulator = [join('build', 'sim.ts'), '--seeds', '2000', '--seconds', '170'];
/** Three of the deliberate faults; another three on another day. */
const mutants = [join('build', 'sim-mutants.ts'), '--sample', '3'];
const couldNotRun: Counts = { passed: 0, failed: 1, skipped: 0 };

/** Debian's packages that browser and Electron need and that are not there. */
function missingPackages(): string {
  if (process.platform !== 'linux') return '';
  return spawnSync('bash', [systemPackages, '--missing'], { encoding: 'utf8' }).stdout.trim();
}

/** Shows a run's output as it comes, but for its last line, and reads that. */
async function run(args: readonly string[]): Promise<Counts> {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let tail = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    process.stdout.write(text);
    tail = (tail + text).slice(-500);
  });
  const code = await new Promise<number>((resolve) => {
    child.once('close', (status) => resolve(status ?? 1));
  });
  const line = /^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?\s*$/m.exec(tail);
  if (line === null) return couldNotRun;
  const [passed, failed, skipped] = [line[1], line[2], line[3] ?? '0'].map(Number) as [number, number, number];
  return { passed, failed: code !== 0 && failed === 0 ? 1 : failed, skipped };
}

async function runAll(): Promise<Counts[]> {
  const missing = missingPackages();
  const first = await run(missing === '' ? vitest : [...vitest, ...onNode]);
  const counts = [first, await run(simulator), await run(mutants)];
  if (missing === '') return [...counts, await run([join('build', 'test-e2e.ts')])];
  process.stderr.write(
    `The tests of the window and of the app were left out. They need: sudo apt-get install -y ${missing}\n`,
  );
  return [...counts, couldNotRun];
}

const all = await runAll();
const sum = (field: keyof Counts) => all.reduce((total, each) => total + each[field], 0);
const skipped = sum('skipped');
process.stdout.write(
  `\n${sum('passed')} passed, ${sum('failed')} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`,
);
process.exitCode = sum('failed') > 0 ? 1 : 0;
