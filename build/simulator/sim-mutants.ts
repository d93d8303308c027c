// `npm run -s sim:mutants [-- --sample N] [--only a,b]`: breaks a copy of the engine in one known way after the other
// and runs the simulator on it until it notices. A fault that it does not notice, and a patch that no longer fits, fail
// the gate. The product has no switch for any of this: each fault is a patch file under test/sim/mutants. The seed that
// showed a fault last time stands in seeds.json beside them and is tried first; `--remember` writes what a run found.
// `--afresh N` looks for N of them from another seed on, whatever the file says.
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { failuresVariable, tellFailures } from '../../test/support/failures.ts';

const known = {
  sample: { type: 'string' },
  /** Which ones, by name. */
  only: { type: 'string' },
  /** A fault counts as unnoticed after so many seeds. */
  seeds: { type: 'string', default: '2000' },
  /** Chooses the sample, so that over many runs each has its turn. */
  turn: { type: 'string', default: String(Math.floor(Date.now() / 86_400_000)) },
  without: { type: 'string', default: '' },
  /** So many, chosen by the turn, are not tried by their known seed. */
  afresh: { type: 'string', default: '0' },
  remember: { type: 'boolean', default: false },
} as const satisfies ParseArgsConfig['options'];
const values = readOptions();

const folder = join('test', 'sim', 'mutants');
const copied = ['main', join('build', 'simulator'), join('test', 'sim'), join('test', 'support'), 'package.json'];
/** Copies of the engine and its simulator, one for each run at a time, and what Node made of their files. */
const workplace = mkdtempSync(join(tmpdir(), 'tillbridge-mutants-'));
process.once('exit', () => rmSync(workplace, { recursive: true, force: true }));
const copies = Array.from({ length: availableParallelism() }, (_, at) => makeCopy(join(workplace, String(at))));

const seedsFile = join(folder, 'seeds.json');

interface Seen {
  readonly seed: number;
  readonly character: string;
}

interface Verdict {
  readonly caught: boolean;
  readonly said: string;
  /** The run that showed it. */
  readonly seen?: Seen;
}

const all = readdirSync(folder)
  .filter((name) => name.endsWith('.patch'))
  .map((name) => name.slice(0, -'.patch'.length))
  .toSorted();
const chosen = chooseFrom(all);
let failed = 0;
const tell = (name: string, { caught, said }: Verdict) => {
  if (!caught) {
    failed += 1;
    const again = `npm run -s sim:mutants -- --only ${name}`;
    tellFailures([{ what: `the mutant ${name}`, where: join(folder, `${name}.patch`), why: said, kept: [], again }]);
  }
  process.stdout.write(`${caught ? 'caught' : 'FAILED'}  ${name}: ${said}\n`);
};
const knownSeeds = readSeeds();
const afresh = new Set(Number(values.afresh) > 0 ? turnOf(chosen, Number(values.afresh)) : []);
const slow = await tryKnownSeeds(chosen.filter((name) => knownSeeds.has(name) && !afresh.has(name)));
const untried = chosen.filter((name) => !knownSeeds.has(name) || afresh.has(name));
let skipped = 0;
for (const name of [...slow, ...untried]) {
  // Counted, so that a rule without a seed stays in sight; named with --only, it is sought.
  if (values.only === undefined && isUnshown(name)) {
    skipped += 1;
    process.stdout.write(`skipped ${name}: no seed is known any more that shows it\n`);
    continue;
  }
  const found = await tryOne(name, search(name));
  // A rare one may not show in so many other seeds.
  const verdict = found.caught || !afresh.has(name) ? found : await tryOne(name, knownRun(name));
  if (verdict.seen !== undefined) knownSeeds.set(name, verdict.seen);
  tell(name, verdict);
}
if (values.remember) writeSeeds();
const passed = chosen.length - failed - skipped;
process.stdout.write(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`);
process.exitCode = failed > 0 ? 1 : 0;

function readOptions() {
  try {
    return parseArgs({ options: known }).values;
  } catch (error) {
    const names = Object.keys(known).map((name) => `--${name}`);
    return exitWith(`${error instanceof Error ? error.message : 'unknown'}\nOptions: ${names.join(', ')}.`);
  }
}

/** Reports wrong arguments: nothing was tried. */
function exitWith(why: string): never {
  process.stderr.write(`${why}\n`);
  process.exit(2);
}

function chooseFrom(names: readonly string[]): readonly string[] {
  if (values.only !== undefined) {
    const wanted = values.only.split(',');
    const unknown = wanted.filter((each) => !names.includes(each));
    if (unknown.length > 0) exitWith(`There is no mutant named ${unknown.join(', ')} in ${folder}.`);
    return wanted;
  }
  return values.sample === undefined ? names : turnOf(names, Number(values.sample));
}

function turnOf(names: readonly string[], most: number): readonly string[] {
  const first = Number(values.turn) * most;
  const count = Math.min(most, names.length);
  return Array.from({ length: count }, (_, index) => names[(first + index) % names.length] ?? '');
}

function readSeeds(): Map<string, Seen> {
  return new Map(Object.entries(JSON.parse(readFileSync(seedsFile, 'utf8')) as Record<string, Seen>));
}

function writeSeeds(): void {
  const kept = [...knownSeeds].filter(([name]) => all.includes(name)).toSorted(([a], [b]) => a.localeCompare(b));
  writeFileSync(seedsFile, `${JSON.stringify(Object.fromEntries(kept), null, 2)}\n`);
}

/** One run each, as many beside each other as there are processors; the names that their seed no longer shows. */
async function tryKnownSeeds(names: readonly string[]): Promise<readonly string[]> {
  const waiting = [...names];
  const missed: string[] = [];
  const work = async () => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
      const verdict = await tryOne(name, knownRun(name));
      if (verdict.caught) tell(name, verdict);
      else missed.push(name);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return missed;
}

function knownRun(name: string): readonly string[] {
  const seen = knownSeeds.get(name);
  return seen === undefined
    ? search(name)
    : ['--seeds', '1', '--first', String(seen.seed), '--character', seen.character];
}

/** Some faults show only with one sort of gateway; naming it in the patch saves most of the time. */
function search(name: string): readonly string[] {
  const character = /^character: (\S+)$/.exec(readFileSync(patchOf(name), 'utf8').split('\n')[1] ?? '')?.[1];
  const first = afresh.has(name) ? String(1 + ((Number(values.turn) * 7_919) % 1_000_000) * 1_000) : '1';
  const from = ['--seeds', values.seeds, '--first', first];
  return character === undefined ? from : [...from, '--character', character];
}

async function tryOne(name: string, runs: readonly string[]): Promise<Verdict> {
  const copy = copies.pop();
  if (copy === undefined) throw new Error('more runs at a time than copies');
  const patch = readFileSync(patchOf(name), 'utf8');
  try {
    const said = apply(copy, name);
    return said === null ? await judge(copy, patch.split('\n')[0] ?? '', runs) : { caught: false, said };
  } finally {
    for (const [, file = ''] of patch.matchAll(/^\+\+\+ b\/(.+)$/gm)) cpSync(file, join(copy, file));
    copies.push(copy);
  }
}

/** Its patch says that the seed which showed it does so no more, and that 2,000 others do not either. */
function isUnshown(name: string): boolean {
  return readFileSync(patchOf(name), 'utf8').split('\n')[2] === 'seed: sought';
}

function patchOf(name: string): string {
  return resolve(folder, `${name}.patch`);
}

/** Null where the patch fits. */
function apply(copy: string, name: string): string | null {
  // Away from any repository, so that the patch is applied to the copy and to nothing else.
  const env = { ...process.env, GIT_CEILING_DIRECTORIES: workplace };
  const { status, stderr } = spawnSync('git', ['apply', '-C1', patchOf(name)], { cwd: copy, encoding: 'utf8', env });
  return status === 0 ? null : `the patch no longer fits: ${stderr.trim()}`;
}

/** Its path stays from mutant to mutant, so that Node compiles only what a patch changes. */
function makeCopy(copy: string): string {
  for (const path of copied) cpSync(path, join(copy, path), { recursive: true });
  symlinkSync(resolve('node_modules'), join(copy, 'node_modules'));
  return copy;
}

async function judge(copy: string, head: string, runs: readonly string[]): Promise<Verdict> {
  const args = [
    join('build', 'simulator', 'sim.ts'),
    ...runs,
    '--stop-at',
    '1',
    '--without',
    values.without,
    '--no-traces',
  ];
  // A failure in the copy is no failure of the surrounding run.
  const { [failuresVariable]: _, ...others } = process.env;
  const env = { ...others, NODE_COMPILE_CACHE: join(workplace, 'compiled') };
  const child = spawn(process.execPath, args, { cwd: copy, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  let errors = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
  await new Promise((done) => {
    child.once('close', done);
  });
  const broke = /^seed (\d+) \(([^)]+)\) broke invariant (\d+): (.*)$/m.exec(output);
  const seeds = /^(\d+) seeds in/m.exec(output)?.[1];
  if (seeds === undefined) return { caught: false, said: `the simulator did not run: ${errors.trim().slice(-400)}` };
  if (broke === null) return { caught: false, said: `not noticed in ${seeds} seeds. ${head}` };
  return {
    caught: true,
    seen: { seed: Number(broke[1]), character: broke[2] ?? '' },
    said: `at seed ${broke[1]}, invariant ${broke[3]} with ${broke[2]}: ${broke[4]?.slice(0, 110)}`,
  };
}
