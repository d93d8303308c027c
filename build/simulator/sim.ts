// `npm run -s sim -- --seeds N [--first S] [--seed S] [--character C] [--long]`: the engine against simulated gateways,
// disks, networks, people and power cuts. One integer reproduces a run. The last line is `N passed, N failed`: one for
// each character of a gateway, one for the coverage of faults, one for how often a person was needed.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { reachable } from '../../test/sim/coverage.ts';
import { type CharacterName, characterNames } from '../../test/sim/gateway/characters.ts';
import { type RunResult, characterOf, defaultOperations } from '../../test/sim/run.ts';
import { productSyncs } from '../../test/sim/durability.ts';
import { resultsFolder } from '../../test/support/evidence.ts';
import { type Failure, tellFailures } from '../../test/support/failures.ts';
import { type Plan, type Total, runAll } from './sim-pool.ts';
import { shrink } from './sim-shrink.ts';

const known = {
  seeds: { type: 'string', default: '200' },
  seed: { type: 'string' },
  first: { type: 'string', default: '1' },
  seconds: { type: 'string', default: '0' },
  character: { type: 'string' },
  operations: { type: 'string', default: String(defaultOperations) },
  without: { type: 'string', default: '' },
  long: { type: 'boolean', default: false },
  'no-sync': { type: 'boolean', default: false },
  trace: { type: 'boolean', default: false },
  /** Keeps no trace of failed seeds, because mutants are meant to fail. */
  'no-traces': { type: 'boolean', default: false },
  'stop-at': { type: 'string', default: '10' },
} as const satisfies ParseArgsConfig['options'];
const values = readOptions();

/** A long run is over after so many operations. */
const longOperations = 5_000_000;
const runAgain = `npm run -s sim -- ${process.argv.slice(2).join(' ')}`;
/** Fewer seeds than this need not meet every cell. */
const seedsForCoverage = 1_000;
/** So many are run more until no cell is empty. */
const seedsAtOnce = 200;
/** So many operations with an honest gateway tell a rate of one in a thousand from chance. */
const honestOperations = 10_000;
/** Of so many failed seeds a trace is kept, each in its smallest form. */
const mostTraces = values['no-traces'] ? 0 : 3;

const character = characterNamed(values.character);
const options = {
  without: values.without.split(',').filter((each) => each !== ''),
  operations: Number(values.operations),
  diskSyncs: productSyncs() && !values['no-sync'],
};
if (values.seed === undefined) await many();
else await one(Number(values.seed));

function readOptions() {
  try {
    return parseArgs({ options: known }).values;
  } catch (error) {
    const names = Object.keys(known).map((name) => `--${name}`);
    process.stderr.write(`${error instanceof Error ? error.message : 'unknown'}\nOptions: ${names.join(', ')}.\n`);
    return process.exit(2);
  }
}

function characterNamed(name: string | undefined): CharacterName | null {
  if (name === undefined) return null;
  const found = characterNames.find((each) => each === name);
  if (found !== undefined) return found;
  process.stderr.write(`There is no character "${name}"; there are ${characterNames.join(', ')}.\n`);
  return process.exit(2);
}

async function one(seed: number): Promise<void> {
  const chosen = character ?? characterOf(seed);
  const { result, without, operations } = await shrink(seed, chosen, options);
  const broken = result.violations.map(({ invariant, what }) => `invariant ${invariant}: ${what}`);
  const flags = `--character ${chosen} --operations ${operations}${without.length > 0 ? ` --without ${without.join(',')}` : ''}`;
  const file = keepTrace(result);
  const tail = values.trace ? result.lines : result.lines.slice(-40);
  if (broken.length > 0) process.stdout.write(`${tail.join('\n')}\n\n${broken.join('\n')}\n`);
  process.stdout.write(`seed ${seed} (${chosen}), smallest form: ${flags}\nwhole trace: ${file}\n`);
  finish(broken.length > 0 ? 0 : 1, broken.length > 0 ? 1 : 0);
}

async function many(): Promise<void> {
  const plan = {
    ...options,
    character,
    firstSeed: Number(values.first),
    seeds: Number(values.seeds),
    seconds: Number(values.seconds),
    mostOperations: values.long ? longOperations : 0,
    stopAtFailures: Number(values['stop-at']),
  };
  let saidAt = 0;
  const say = (so: Total): void => {
    if (so.seconds - saidAt < 10) return;
    saidAt = so.seconds;
    process.stderr.write(`${so.seeds} seeds, ${perSecond(so)} a second, ${so.failures.length} failed\n`);
    for (const { seed, character: name, violations } of so.failures)
      process.stderr.write(`  seed ${seed} (${name}): ${violations[0]?.invariant} ${violations[0]?.what}\n`);
  };
  const addTo = (so: Total, what: Partial<Plan>): Promise<Total> =>
    runAll({ ...plan, seconds: 0, mostOperations: 0, ...what }, say, so);
  let total = await runAll(plan, say);
  if (character === null && total.seeds >= seedsForCoverage) {
    const honest = honestSeedsMissing(total);
    if (honest > 0) total = await addTo(total, { character: 'honest-steady', seeds: honest });
    // The rarest cells are met a few times in as many seeds: by chance one of them stays empty, and then more are run.
    const upTo = plan.firstSeed + 2 * total.seeds;
    for (let from = plan.firstSeed + total.seeds; from < upTo && needsMore(total); from += seedsAtOnce)
      total = await addTo(total, { firstSeed: from, seeds: seedsAtOnce });
  }
  const failures = print(total);
  for (const { seed, character: name } of total.failures.slice(0, mostTraces)) {
    const { result } = await shrink(seed, name, options);
    process.stdout.write(`the trace of seed ${seed}: ${keepTrace(result)}\n`);
  }
  const bad = failures.length;
  tellFailures(failures);
  finish(total.runs.size + 2 - bad, bad);
}

function needsMore({ coverage, failures }: Total): boolean {
  return failures.length === 0 && coverage.missing().length > 0;
}

function honestSeedsMissing({ coverage, failures }: Total): number {
  if (failures.length > 0) return 0;
  const missing = honestOperations - (coverage.counts.get('operations with honest-steady') ?? 0);
  return Math.max(0, Math.ceil(missing / options.operations));
}

function traceOf(seed: number): string {
  return join(resultsFolder(), `simulator-seed-${seed}.txt`);
}

/** Its file. */
function keepTrace({ seed, lines, violations }: RunResult): string {
  mkdirSync(resultsFolder(), { recursive: true });
  const broken = violations.map(({ invariant, what }) => `invariant ${invariant}: ${what}`);
  writeFileSync(traceOf(seed), `${[...broken, ...lines].join('\n')}\n`);
  return traceOf(seed);
}

function perSecond({ seeds, seconds }: Total): string {
  return (seeds / seconds).toFixed(1);
}

/** Prints the whole, and gives what failed: one for each character that broke a promise, coverage, people. */
function print(total: Total): Failure[] {
  const { coverage, failures, seeds, seconds } = total;
  const counts = [...coverage.counts].toSorted(([a], [b]) => a.localeCompare(b));
  for (const [name, count] of counts) process.stdout.write(`${String(count).padStart(10)}  ${name}\n`);
  const cells = new Set([...reachable(), ...coverage.cells.keys()]);
  process.stdout.write('\nEach fault in each state it can meet:\n');
  for (const cell of cells) process.stdout.write(`${String(coverage.cells.get(cell) ?? 0).padStart(10)}  ${cell}\n`);
  process.stdout.write(`\n${seeds} seeds in ${seconds.toFixed(1)} s: ${perSecond(total)} seeds a second\n`);
  for (const { seed, character: name, violations } of failures) {
    const [first] = violations;
    process.stdout.write(`seed ${seed} (${name}) broke invariant ${first?.invariant}: ${first?.what}\n`);
    process.stdout.write(`  npm run -s sim -- --seed ${seed} --character ${name}\n`);
  }
  const failed = Map.groupBy(failures, (each) => each.character);
  const untried = seeds < seedsForCoverage || character !== null ? [] : coverage.missing();
  if (untried.length > 0) process.stdout.write(`Never tried in this run: ${untried.join('; ')}\n`);
  const people = tooManyPeople(total);
  if (people !== null) process.stdout.write(`${people}\n`);
  const inAll = (what: string, why: string): Failure => ({
    what,
    where: 'build/simulator/sim.ts',
    why,
    kept: [],
    again: runAgain,
  });
  return [
    ...[...failed].flatMap(([name, [first]]): Failure[] => {
      if (first === undefined) return [];
      const { seed, violations } = first;
      return [
        {
          what: `the simulator with ${name}: invariant ${violations[0]?.invariant}`,
          where: `seed ${seed}`,
          why: violations[0]?.what ?? '',
          kept: failures.indexOf(first) < mostTraces ? [traceOf(seed)] : [],
          again: `npm run -s sim -- --seed ${seed} --character ${name}`,
        },
      ];
    }),
    ...(untried.length > 0 ? [inAll('every fault meets every state', `Never tried: ${untried.join('; ')}`)] : []),
    ...(people === null ? [] : [inAll('few operations need a person', people)]),
  ];
}

/**
 * With an honest gateway and working look-ups fewer than one in a thousand operations may need a person. Left out is
 * what only a person can know: a terminal and a refund without a payment show nothing where nothing was done, and in a
 * new environment nothing was yet seen that look-ups could be measured by. A shop of fifty operations is new for half
 * of its life; one that lives on is new once. Chance alone does not fail a run: it may bring about three standard
 * deviations more than the one in a thousand.
 */
function tooManyPeople({ coverage }: Total): string | null {
  const asked = ['keyed-resend', 'resend-when-proved'].reduce(
    (sum, rule) => sum + (coverage.counts.get(`needed a person (${rule}) with honest-steady`) ?? 0),
    0,
  );
  const operations = coverage.counts.get('operations with honest-steady') ?? 0;
  const expected = operations / 1_000;
  if (operations < honestOperations || asked < expected + 3 * Math.sqrt(expected)) return null;
  return `With an honest gateway ${asked} of ${operations} operations needed a person.`;
}

function finish(passed: number, failed: number): void {
  process.stdout.write(`${passed} passed, ${failed} failed\n`);
  process.exitCode = failed > 0 ? 1 : 0;
}
