// Tries mutants inside of one test file's process. The file runs once without a mutant, which shows which test reaches
// which mutant; then each mutant runs only the tests that reach it, in the process that has everything loaded. What a
// module computes while it is loaded (schemas, tables) is loaded anew for each mutant in it.
import { resolve } from 'node:path';
import { Worker } from 'node:worker_threads';
import { type RunnerTask, type RunnerTestCase, TestRunner } from 'vitest';
import { type EvaluatedModules } from 'vite/module-runner';
import { startTests } from 'vitest/internal/browser';
import { Log } from './log.ts';

interface Switches {
  activeMutant: string | null;
  currentTestId: string | undefined;
  hitCount: number | undefined;
  hitLimit: number;
  mutantCoverage: { static: Record<string, number>; perTest: Record<string, Record<string, number>> } | undefined;
}

/** A mutant in a loop is reached far more often than its place was without it. */
const hitsTimes = 100;
const leastHits = 1_000;
/** A test with a mutant may take so much longer than it did, and never less than this. */
const patience = 5;
const leastTimeoutMs = 2_000;
/** After so many kills the tests must pass again without a mutant, or these kills are worth nothing. */
const killsBetweenChecks = 40;
/** Tests that noticed none of so many mutants of a file in so long are not asked about its others. */
const vainTries = 8;
const vainMs = 1_000;
const cheapMs = 20;
/** A test that waits costs little, but it costs time. */
const waitingCounts = 10;
/** What is loaded once is judged by whole files, which cost more. */
const freshTimes = 10;

const switches = ((globalThis as { __stryker__?: Switches }).__stryker__ ??= {
  activeMutant: null,
  currentTestId: undefined,
  hitCount: undefined,
  hitLimit: Infinity,
  mutantCoverage: undefined,
});

// oxlint-disable-next-line import/no-default-export -- vitest asks for it.
export default class MutantRunner extends TestRunner {
  readonly #log = new Log();
  readonly #watch = new Watch();

  /** All the work: what vitest collects afterwards is an empty file. */
  async onBeforeCollect(paths: string[]): Promise<void> {
    const [path = ''] = paths;
    await this.#tryAll(path);
    this.#watch.end();
  }

  override importFile(): unknown {
    return undefined;
  }

  async #tryAll(path: string): Promise<void> {
    const { mutants, thorough, costliestMs, untilMs } = this.#log.plan();
    const alive = this.#log.alive();
    const unnoticed = this.#log.unnoticedBy(path);
    const longestMs = this.config.testTimeout;
    this.#watch.allow(600_000);
    switches.mutantCoverage = { static: {}, perTest: {} };
    const first = await pass(this, path);
    const { static: loaded, perTest } = switches.mutantCoverage;
    const sound = first.tests.filter((test) => test.result?.state === 'pass');
    if (first.brokenFile || sound.length === 0) {
      this.#log.write({ unusable: path, because: first.failed ?? 'no test passed' });
      this.#log.write({ done: path });
      return;
    }
    if (first.failed !== null) this.#log.write({ unusable: path, because: first.failed, but: sound.length });
    const took = first.costsMs;
    const slowestMs = Math.max(...sound.map((test) => test.result?.duration ?? 0));
    this.config.testTimeout = Math.min(longestMs, Math.max(leastTimeoutMs, slowestMs * patience));
    this.config.expect.poll = { ...this.config.expect.poll, timeout: this.config.testTimeout * 0.8 };

    const whole = sound.map((test) => test.id);
    const reached = new Map<string, string[]>();
    const hits = new Map<string, number>();
    for (const [test, counts] of Object.entries(perTest)) {
      for (const [id, count] of Object.entries(counts)) {
        hits.set(id, (hits.get(id) ?? 0) + count);
        if (whole.includes(test)) reached.set(id, [...(reached.get(id) ?? []), test]);
      }
    }
    const take = (tests: readonly string[]) => tests.reduce((sum, test) => sum + (took.get(test) ?? 0), 0);
    const breadth = (test: string) => Object.keys(perTest[test] ?? {}).length;
    const limit = (id: string) => Math.max(leastHits, ((hits.get(id) ?? 0) + (loaded[id] ?? 0)) * hitsTimes);
    const asked = [...alive].filter((id) => !unnoticed.has(id));
    // What needs loading anew comes last, so that all others find one and the same process.
    const tries = [
      ...asked.filter((id) => reached.has(id)).map((id) => ({ id, fresh: false, all: reached.get(id) ?? [] })),
      ...asked
        .filter((id) => id in loaded && (thorough || !reached.has(id)))
        .map((id) => ({ id, fresh: true, all: whole })),
    ].flatMap(({ id, fresh, all }) => {
      // As many as the round allows; those that reach little are about what they reach.
      let leftMs = fresh ? costliestMs * freshTimes : costliestMs;
      const narrowFirst = fresh ? all : all.toSorted((one, other) => breadth(one) - breadth(other));
      const tests = narrowFirst.filter((test) => (leftMs -= took.get(test) ?? 0) >= 0);
      if (tests.length === 0 || (fresh && tests.length < all.length)) return [];
      return { id, fresh, tests, isAll: tests.length === all.length, ms: take(tests), hitLimit: limit(id) };
    });
    this.#log.write({ reached: tries.map(({ id }) => id) });

    const careful = this.#log.wasPoisoned(path);
    const sourceOf = new Map(mutants.map(({ id, file }) => [id, file]));
    const inVain = new Map<string, { readonly ms: number; readonly count: number }>();
    let unchecked: string[] = [];
    const check = async (): Promise<boolean> => {
      switches.activeMutant = null;
      switches.hitCount = undefined;
      this.#watch.allow(slowestMs * whole.length * 2 + 120_000);
      return (await pass(this, path, { only: whole })).failed === null;
    };
    const killed = new Set<string>();
    for (const { id, fresh, tests, isAll, ms, hitLimit } of tries) {
      if (killed.has(id)) continue;
      if (untilMs !== null && Date.now() > untilMs) break;
      const source = sourceOf.get(id) ?? '';
      const lot = `${source} ${fresh}`;
      const tried = inVain.get(lot) ?? { ms: 0, count: 0 };
      if (!thorough && (fresh || ms > cheapMs) && tried.count >= vainTries && tried.ms >= vainMs) continue;
      const usedMs = processorMs();
      this.#log.write({ trying: id, in: path });
      this.#watch.allow(slowestMs * tests.length * 2 + (fresh ? 60_000 : 30_000));
      if (fresh) this.#forget(source);
      switches.activeMutant = id;
      switches.hitCount = 0;
      switches.hitLimit = hitLimit;
      const { failed } = await pass(this, path, { only: tests, stopEarly: true });
      const looped = (switches.hitCount ?? 0) > hitLimit;
      switches.activeMutant = null;
      if (fresh) this.#forget(source);
      if (failed === null && !looped) {
        this.#log.write({ survived: id, in: path, isAll });
        inVain.set(lot, { ms: tried.ms + processorMs() - usedMs, count: tried.count + 1 });
        continue;
      }
      this.#log.write({ killed: id, by: looped ? 'a loop' : `${path}: ${failed}` });
      inVain.delete(lot);
      killed.add(id);
      unchecked.push(id);
      if (unchecked.length < (careful ? 1 : killsBetweenChecks)) continue;
      if (!(await check())) {
        // Careful: it was judged by tests that passed before it; only what comes after it needs another process.
        this.#log.write({ poisoned: path, unsure: careful ? [] : unchecked });
        process.kill(process.pid, 'SIGKILL');
      }
      unchecked = [];
    }
    if (unchecked.length > 0 && !careful && !(await check())) {
      this.#log.write({ poisoned: path, unsure: unchecked });
      process.kill(process.pid, 'SIGKILL');
    }
    this.#log.write({ done: path });
  }

  /** The source and all that imports it, through others too, is loaded anew when it is next asked for. */
  #forget(source: string): void {
    const { evaluatedModules: modules } = (this as unknown as { workerState: { evaluatedModules: EvaluatedModules } })
      .workerState;
    const nodes = new Set(modules.getModulesByFile(resolve(this.config.root, source)) ?? []);
    // Grows while it is walked.
    for (const node of nodes) {
      for (const importer of node.importers) {
        const found = modules.getModuleById(importer);
        if (found !== undefined) nodes.add(found);
      }
    }
    for (const node of nodes) {
      node.promise = undefined;
      node.exports = undefined;
      node.evaluated = false;
      // What imports it is loaded anew as well, and says so again.
      node.importers.clear();
    }
  }
}

interface Pass {
  /** A file that can no longer be loaded, a hook that fails, a test that fails: the first of them, in words. */
  readonly failed: string | null;
  readonly brokenFile: boolean;
  readonly tests: readonly RunnerTestCase[];
  /** What each test used of the processor, and a little of the time that it waited. */
  readonly costsMs: ReadonlyMap<string, number>;
}

/** One pass over a test file, unseen by vitest's own bookkeeping. */
async function pass(outer: TestRunner, path: string, { only, stopEarly = false }: Wish = {}): Promise<Pass> {
  const runner = new PassRunner(outer, stopEarly);
  const [file] = await startTests([{ filepath: path, fileTags: [], testLocations: undefined, testIds: only }], runner);
  if (file === undefined) throw new Error(`${path} was not collected`);
  const brokenFile = file.result?.state === 'fail' && file.tasks.length === 0;
  return { failed: firstFailure(file), brokenFile, tests: testsOf(file), costsMs: runner.costsMs };
}

interface Wish {
  readonly only?: string[];
  readonly stopEarly?: boolean;
}

class PassRunner extends TestRunner {
  readonly costsMs = new Map<string, number>();
  readonly #stopEarly: boolean;
  #began = { usedMs: 0, atMs: 0 };

  constructor(outer: TestRunner, stopEarly: boolean) {
    super(outer.config);
    this.#stopEarly = stopEarly;
    const { moduleRunner, _otel: traces } = outer as unknown as {
      readonly moduleRunner: object;
      readonly _otel: never;
    };
    Object.defineProperty(this, 'moduleRunner', { value: moduleRunner });
    this.__setTraces(traces);
    // Each pass would leave a listener for the worker's end.
    Object.assign(this, { onCleanupWorkerContext: undefined });
  }

  /** Snapshots would be compared and told here; there are none. */
  override async onAfterRunSuite(): Promise<void> {}

  override async onBeforeRunTask(test: RunnerTestCase): Promise<void> {
    await super.onBeforeRunTask(test);
    switches.currentTestId = test.id;
    this.#began = { usedMs: processorMs(), atMs: performance.now() };
  }

  override onAfterRunTask(test: RunnerTestCase): void {
    switches.currentTestId = undefined;
    const { usedMs, atMs } = this.#began;
    this.costsMs.set(test.id, processorMs() - usedMs + (performance.now() - atMs) / waitingCounts);
    super.onAfterRunTask(test);
    if (this.#stopEarly && test.result?.state === 'fail') this.cancel('test-failure');
  }
}

/** Of this process, so that a busy machine changes no verdict. */
function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

function testsOf(task: RunnerTask): RunnerTestCase[] {
  return task.type === 'test' ? [task] : task.tasks.flatMap(testsOf);
}

function firstFailure(task: RunnerTask): string | null {
  if (task.type === 'suite') {
    const inside = task.tasks.map(firstFailure).find((each) => each !== null);
    if (inside !== undefined) return inside;
  }
  return task.result?.state === 'fail'
    ? `${task.name} (${task.result.errors?.[0]?.message?.slice(0, 200) ?? ''})`
    : null;
}

/** Ends the process where a mutant never comes to an end: the log's last line then says which one it was. */
class Watch {
  readonly #until = new Float64Array(new SharedArrayBuffer(8));
  readonly #thread = new Worker(
    `const { workerData } = require('node:worker_threads');
     setInterval(() => { if (Date.now() > workerData.until[0]) process.kill(process.pid, 'SIGKILL'); }, 500);`,
    { eval: true, workerData: { until: (this.#until.fill(Infinity), this.#until) }, execArgv: [] },
  );

  constructor() {
    this.#thread.unref();
  }

  allow(ms: number): void {
    this.#until[0] = Date.now() + ms;
  }

  end(): void {
    this.#until[0] = Infinity;
    void this.#thread.terminate();
  }
}
