// `npm run test:mutants [-- --sample N] [--seed S] [--minutes M] [--least P] [--only main/core/a.ts,main/gateway]
// [--again]`: breaks the product in one small way after the other and asks the tests whether they notice. A mutant that
// no test notices is a failure, unless it has its row in test/mutants/equivalent.jsonl. Unit tests judge first, then a
// share of the simulator, then the integration tests, then the compiler. `--again` tries what survived the last run.
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { type Vitest, createVitest } from 'vitest/node';
import { Log, type Plan } from '../../test/mutants/log.ts';
import { equivalents, sameAs } from './mutants/equivalent.ts';
import { type Mutant, makeMutants } from './mutants/make.ts';
import { distances } from './mutants/related.ts';
import { refused } from './mutants/types.ts';

const known = {
  sample: { type: 'string' },
  seed: { type: 'string' },
  /** No test file is begun after these minutes; open mutants are skipped. A sample has five, other runs no limit. */
  minutes: { type: 'string' },
  only: { type: 'string' },
  again: { type: 'boolean', default: false },
  /** Per cent that must be noticed: the run is one test then, which chance alone does not fail. Without it each survivor is a failure. */
  least: { type: 'string' },
  /** Also asks tests that are not likely to notice. */
  thorough: { type: 'boolean', default: false },
  /** `--no-types`: the compiler is not asked. */
  types: { type: 'boolean', default: true },
  /** Which tests, by parts of their paths. */
  tests: { type: 'string' },
  work: { type: 'string', default: join('test-results', 'mutants') },
} as const satisfies ParseArgsConfig['options'];
const { values } = parseArgs({ options: known, allowNegative: true });

const wholeRun = ['main/core', 'main/operations', 'main/gateway'];
const sampled = [...wholeRun, 'main/store', 'main/loopback'];
/** First what is cheap to ask, for all; then the rest. */
const rounds = [300, 3_000, 600_000];
/** A test file counts half as much with each step of its handicap: those that take long go behind those that do not. */
const places = [
  { pattern: 'test/unit/properties/*.test.ts', handicap: 20 },
  { pattern: 'test/unit/store/{backup,erase,large-folder,lost-pages,rescue,signatures}.test.ts', handicap: 3 },
  { pattern: 'test/unit/renderer/*.test.ts', handicap: 3 },
  { pattern: 'test/unit/**/*.test.ts', handicap: 0 },
  { pattern: 'test/mutants/*.test.ts', handicap: 2 },
  { pattern: 'test/integration/**/*.test.ts', handicap: 2 },
];

const minutes = values.minutes ?? (values.sample === undefined ? null : '5');
const untilMs = minutes === null ? null : Date.now() + Number(minutes) * 60_000;
const timeIsOver = () => untilMs !== null && Date.now() > untilMs;

const work = resolve(values.work);
const reportPath = join(work, 'report.json');

interface Verdict extends Mutant {
  /** `open`: the time was over before all tests had run. */
  readonly verdict: 'killed' | 'survived' | 'equivalent' | 'open';
  readonly by?: string;
}

const before = values.again ? (JSON.parse(readFileSync(reportPath, 'utf8')) as Verdict[]) : null;
rmSync(work, { recursive: true, force: true });
mkdirSync(work, { recursive: true });
const chosen = await choose();
process.env['TILLBRIDGE_MUTANTS'] = work;
const log = new Log(work);
await tryTests();
await finish();

async function choose(): Promise<readonly Mutant[]> {
  const from = values.only?.split(',') ?? (values.sample === undefined ? wholeRun : sampled);
  const files = from.flatMap((place) => (place.endsWith('.ts') ? [place] : globSync(`${place}/**/*.ts`))).toSorted();
  const all = await makeMutants(files, join(work, 'switched'));
  if (before !== null) {
    const open = new Set(before.filter(({ verdict }) => verdict === 'survived').map(keyOf));
    return all.filter((mutant) => open.has(keyOf(mutant)));
  }
  if (values.sample === undefined) return all;
  const seed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000));
  process.stdout.write(`mutants: --sample ${values.sample} --seed ${seed}\n`);
  const drawn = draw(all, Number(values.sample), seed);
  // Only the mutants' files need switches; other files are loaded unchanged.
  const wanted = new Set(drawn.map(({ file }) => file));
  for (const file of files) if (!wanted.has(file)) rmSync(join(work, 'switched', file));
  return drawn;
}

function keyOf({ file, line, column, was, becomes }: Mutant): string {
  return [file, line, column, was, becomes].join('\n');
}

/** A different few for each seed (mulberry32). */
function draw<T>(all: readonly T[], wanted: number, seed: number): T[] {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const left = [...all];
  const count = Math.min(wanted, all.length);
  return Array.from({ length: count }, () => left.splice(Math.floor(next() * left.length), 1)).flat();
}

async function tryTests(): Promise<void> {
  const vitest = await createVitest('test', { config: join('test', 'mutants', 'vitest.config.ts'), watch: false });
  const { thorough } = values;
  for (const costliestMs of thorough ? rounds : rounds.slice(0, 2)) {
    const tried = chosen.map(({ id, file }) => ({ id, file }));
    const plan: Plan = { mutants: tried, thorough, costliestMs, untilMs };
    writeFileSync(join(work, 'plan.json'), JSON.stringify(plan));
    await tryRound(vitest);
  }
  await vitest.close();
}

/** Each test file that imports what is still to be judged: first what is nearest to most of it. */
async function tryRound(vitest: Vitest): Promise<void> {
  const fileOf = new Map(chosen.map(({ id, file }) => [id, file]));
  const near = new Map<string, (files: readonly string[]) => number>();
  for (const { pattern, handicap } of places) {
    for (const path of globSync(pattern)) {
      if (
        near.has(path) ||
        (values.tests !== undefined && !values.tests.split(',').some((part) => path.includes(part)))
      )
        continue;
      const steps = distances(path);
      near.set(path, (files) => files.reduce((sum, file) => sum + 2 ** -(handicap + (steps.get(file) ?? Infinity)), 0));
    }
  }
  while (near.size > 0 && !timeIsOver()) {
    const alive = log.alive();
    const files = [...alive].map((id) => fileOf.get(id) ?? '');
    const sorted = [...near].map(([path, nearness]) => ({ path, nearness: nearness(files) }));
    const next = sorted.toSorted((a, b) => b.nearness - a.nearness)[0];
    if (next === undefined || next.nearness === 0) break;
    near.delete(next.path);
    const startedMs = Date.now();
    await tryFile(vitest, resolve(next.path));
    const killed = String(alive.size - log.alive().size).padStart(6);
    process.stdout.write(
      `${killed} of ${alive.size}  ${((Date.now() - startedMs) / 1000).toFixed(1)} s  ${next.path}\n`,
    );
  }
}

async function tryFile(vitest: Vitest, path: string): Promise<void> {
  const project = vitest.getRootProject();
  const done = log.rounds(path);
  // Each run leaves at least one mutant behind, so the loop ends.
  for (let times = 0; times < 200; times += 1) {
    await vitest.runTestSpecifications([project.createSpecification(path)]);
    if (log.rounds(path) > done) return;
    log.write({ lost: path });
  }
}

async function finish(): Promise<void> {
  const isOver = timeIsOver();
  const kills = log.kills();
  const alive = chosen.filter(({ id }) => !kills.has(id));
  for (const [id, said] of values.types ? await refused(alive) : []) kills.set(id, `the compiler: ${said}`);
  const rows = equivalents();
  const verdicts = chosen.map((mutant): Verdict => {
    const by = kills.get(mutant.id);
    if (by !== undefined) return { ...mutant, verdict: 'killed', by };
    return { ...mutant, verdict: rows.some(sameAs(mutant)) ? 'equivalent' : isOver ? 'open' : 'survived' };
  });
  writeFileSync(reportPath, `${JSON.stringify(verdicts, null, 1)}\n`);
  const survivors = verdicts.filter(({ verdict }) => verdict === 'survived');
  for (const { file, line, column, was, becomes } of survivors) {
    process.stdout.write(`survived  ${file}:${line}:${column}  ${short(was)}  ->  ${short(becomes)}\n`);
  }
  const open = verdicts.filter(({ verdict }) => verdict === 'open').length;
  if (values.least !== undefined) {
    reportShare({ tried: verdicts.length, open, survivors: survivors.length, least: Number(values.least) });
    return;
  }
  const skipped = open === 0 ? '' : `, ${open} skipped`;
  process.stdout.write(`${verdicts.length - survivors.length - open} passed, ${survivors.length} failed${skipped}\n`);
  process.exitCode = survivors.length > 0 ? 1 : 0;
}

interface Share {
  readonly tried: number;
  /** Not judged: the time was over. */
  readonly open: number;
  readonly survivors: number;
  readonly least: number;
}

function reportShare({ tried, open, survivors, least }: Share): void {
  const noticed = tried - open - survivors;
  process.stdout.write(`mutants: ${noticed} of ${tried} noticed, ${survivors} not, ${open} not judged in time\n`);
  // What was not judged may still be noticed: only what it could not change any more is said.
  const isEnough = 100 * noticed >= least * tried;
  const isTooFew = 100 * (noticed + open) < least * tried;
  process.stdout.write(
    `${isEnough ? 1 : 0} passed, ${isTooFew ? 1 : 0} failed${isEnough || isTooFew ? '' : ', 1 skipped'}\n`,
  );
  process.exitCode = isTooFew ? 1 : 0;
}

function short(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length > 90 ? `${line.slice(0, 90)}…` : line;
}
