// `npm test`: every kind of test there is, in the small shares; it installs what the system lacks where it may, and
// counts as skipped the tests that need what is missing. `npm run test:all` takes the large shares with another seed
// each time, `-- --rest --minutes N` only what `npm test` left out and as much of it as fits. One plain line at the end
// adds everything up. A part that never came to its own line counts as a failure.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { resultsFolder } from '../../test/support/evidence.ts';
import { failuresVariable, inWords, readFailures } from '../../test/support/failures.ts';
import { type Need, atTerminal, install, missingPackages, unmetNeeds } from '../machine/system-packages.ts';
import { needsBelow, unmetBy, withoutNeeds } from './test-needs.ts';
import { type Part, parts } from './test-parts.ts';
import { type Counts, type Ended, runPart, takeProcessorSeconds } from './test-run.ts';

const beganMs = performance.now();
const options = readOptions();
/** Another one each time for the large share, so that over many runs more is tried; null: each test has its fixed one. */
const seed = options.seed ?? (options.large ? Math.floor(Math.random() * 2 ** 30) : null);
const results = resultsFolder();
const failuresFile = join(results, 'failures.jsonl');
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
writeFileSync(failuresFile, '');
process.env[failuresVariable] = failuresFile;

const chosen = parts.filter((part) => options.parts.length === 0 || options.parts.includes(part.name));
const planned = inTurn(chosen.filter((part) => argsOf(part) !== null));
const unmet = await provideFor(planned);
if (seed !== null) process.stdout.write(`seed ${seed} (\`-- --seed ${seed}\` takes it again)\n`);
const [dropBundles] = await Promise.all([bundlePrograms(), buildClient(), buildOfficePage()]);
const leftOut: string[] = [];
takeProcessorSeconds();
const ended = await runSideBySide(planned);
await dropBundles();
report();

function readOptions() {
  const known = {
    all: { type: 'boolean', default: false },
    rest: { type: 'boolean', default: false },
    minutes: { type: 'string' },
    part: { type: 'string', multiple: true, default: [] as string[] },
    seed: { type: 'string' },
  } as const;
  try {
    const { all, rest, minutes, part, seed: given } = parseArgs({ options: known }).values;
    const strange = part.filter((name) => !parts.some((each) => each.name === name));
    if (strange.length > 0) throw new Error(`There is no part ${strange.join(', ')}.`);
    return {
      large: all || rest,
      rest,
      minutes: minutes === undefined ? Number.POSITIVE_INFINITY : Number(minutes),
      parts: part,
      seed: given === undefined ? null : Number(given),
    };
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : 'unknown'}\n`);
    process.stderr.write(
      `Options: ${Object.keys(known)
        .map((name) => `--${name}`)
        .join(', ')}.\n`,
    );
    process.stderr.write(`Parts: ${parts.map(({ name }) => name).join(', ')}.\n`);
    return process.exit(2);
  }
}

/** The rest may run out of time: another part comes first each time, and longer ones follow, so that each has its turn. */
function inTurn(all: readonly Part[]): readonly Part[] {
  if (!options.rest) return all;
  const byLength = all.toSorted((one, other) => (one.rest?.minutes ?? 0) - (other.rest?.minutes ?? 0));
  const first = (seed ?? 0) % byLength.length;
  return [...byLength.slice(first), ...byLength.slice(0, first)];
}

/** Null: nothing to do. */
function argsOf(part: Part): readonly string[] | null {
  if (options.rest) return part.rest?.args(seed ?? 1) ?? null;
  return options.large ? part.large(seed ?? 1) : part.small;
}

/** Installs what these parts need and this machine lacks, where that is allowed; the needs that remain. */
async function provideFor(all: readonly Part[]): Promise<readonly Need[]> {
  const leaves = options.large ? [] : all.flatMap((part) => part.leaves ?? []);
  const needs = needsBelow(
    all.flatMap(({ folders }) => folders),
    leaves,
  );
  const missing = missingPackages(needs);
  if (missing.length > 0 && !(await install(missing, atTerminal))) {
    atTerminal.say('The tests that need it are skipped, and the last line counts them.');
  }
  return unmetNeeds(missingPackages(needs), needs);
}

function buildClient(): Promise<void> {
  return builtOnce('TILLBRIDGE_CLIENT_IS_BUILT', [join('node_modules', 'typescript', 'bin', 'tsc'), '-p', 'client']);
}

async function buildOfficePage(): Promise<void> {
  if (areSeveral()) await builtOnce('TILLBRIDGE_OFFICE_PAGE_IS_BUILT', [join('build', 'bundling', 'office-page.ts')]);
}

/** Once for all parts, because one part would read files that another is writing. */
async function builtOnce(variable: string, args: readonly string[]): Promise<void> {
  if (process.env[variable] !== undefined) return;
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit'] });
  const [status] = (await once(child, 'exit')) as [number | null];
  if (status === 0) process.env[variable] = 'yes';
}

function areSeveral(): boolean {
  return planned.filter(({ folders }) => folders.length > 0).length > 1;
}

/** Once for all parts, because each takes seconds to make them; one part alone makes its own, if it needs them. */
async function bundlePrograms(): Promise<() => Promise<void>> {
  if (!areSeveral()) return () => Promise.resolve();
  const { setup } = await import('../../test/support/bundle.ts');
  return setup();
}

/** Starts each part that still fits beside those that run: some wait most of the time and leave the processors idle. */
async function runSideBySide(all: readonly Part[]): Promise<Ended[]> {
  // More than there is: none of them is busy all the time.
  const capacity = availableParallelism() * (options.large ? 1.75 : 2.5);
  const done: Ended[] = [];
  const running = new Map<string, Promise<void>>();
  let waiting = [...all];
  let load = 0;
  let processorMinutes = 0;
  let filling = false;
  while (waiting.length > 0 || running.size > 0) {
    for (const part of waiting) {
      const fills = part.fills === true && !options.large;
      if (fills ? filling : load > 0 && load + part.load > capacity) continue;
      waiting = waiting.filter((each) => each !== part);
      if (!isInTime(part, processorMinutes)) {
        leftOut.push(part.name);
        continue;
      }
      processorMinutes += workOf(part);
      if (fills) filling = true;
      else load += part.load;
      const run = { name: part.name, results, givesWay: fills, ...commandOf(part) };
      const ends = runPart(run).then((counts) => {
        done.push(counts);
        if (fills) filling = false;
        else load -= part.load;
        running.delete(part.name);
      });
      running.set(part.name, ends);
    }
    if (running.size > 0) await Promise.race(running.values());
  }
  return done;
}

/** What was begun before shares the processors with it. */
function isInTime(part: Part, begun: number): boolean {
  const elapsed = (performance.now() - beganMs) / 60_000;
  const work = begun + workOf(part);
  return elapsed + (part.rest?.minutes ?? 0) <= options.minutes && work <= options.minutes * availableParallelism();
}

/** Processor minutes that the rest of a part takes, about. */
function workOf({ load, rest }: Part): number {
  return load * (rest?.minutes ?? 0);
}

function commandOf(part: Part): { readonly args: readonly string[]; readonly env: NodeJS.ProcessEnv } {
  const without = new Set<string>(unmet);
  const common = {
    TILLBRIDGE_SHARE: options.large ? 'large' : 'small',
    TILLBRIDGE_TEST_RESULTS: results,
    ...(seed === null ? {} : { TILLBRIDGE_SEED: String(seed), TILLBRIDGE_PROPERTY_SEED: String(seed) }),
    ...(options.large ? part.largeEnv : {}),
    ...withoutNeeds(unmet),
  };
  // The tests of a part whose set-up cannot run are only counted.
  const isOnlyCounted = part.folders.some((folder) => unmetBy(folder, '', without).length > 0);
  if (!isOnlyCounted || part.counted === undefined) return { args: argsOf(part) ?? [], env: common };
  return { args: part.counted.args(argsOf(part) ?? []), env: { ...common, ...part.counted.env } };
}

function report(): void {
  const width = Math.max(0, ...ended.map(({ name }) => name.length));
  process.stdout.write('\n');
  for (const { name, seconds, processorSeconds, ...counts } of ended) {
    const times = `${inSeconds(seconds)}  ${inSeconds(processorSeconds)} of processors`;
    process.stdout.write(`${name.padEnd(width)}  ${times}  ${inLine(counts)}\n`);
  }
  if (leftOut.length > 0) process.stdout.write(`No time was left for: ${leftOut.join(', ')}.\n`);
  process.stdout.write(`All in ${((performance.now() - beganMs) / 1_000).toFixed(0)} s; logs in ${results}/\n`);
  process.stdout.write(inWords(readFailures(failuresFile)));
  const sum = (field: keyof Counts) => ended.reduce((total, each) => total + each[field], 0);
  const total = { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') };
  process.stdout.write(`\n${inLine(total)}\n`);
  process.exitCode = total.failed > 0 ? 1 : 0;
}

function inSeconds(seconds: number | null): string {
  return `${seconds?.toFixed(0) ?? '?'} s`.padStart(7);
}

function inLine({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
