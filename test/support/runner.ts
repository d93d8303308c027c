// Vitest's runner, but a test that needs something that this machine lacks (build/testing/test-needs.ts) is skipped instead of
// failing, and so is the set-up of a file that has no other tests. Files are loaded all the same, so that the last line
// counts their tests one by one.
import { relative, resolve } from 'node:path';
import { type RunnerTask, type RunnerTestFile, type RunnerTestSuite, TestRunner } from 'vitest';
import { unmet, unmetBy } from '../../build/testing/test-needs.ts';

const root = resolve(import.meta.dirname, '../..');

export default class extends TestRunner {
  readonly #without = unmet();

  onCollected(files: readonly RunnerTestFile[]): void {
    if (this.#without.size === 0) return;
    // A file that could not be loaded has no hooks, and says so itself.
    for (const file of files) if (file.result?.state !== 'fail' && !this.#anyToRun(file)) dropHooks(file);
  }

  override async onBeforeRunTask(test: RunnerTask): Promise<void> {
    if (!this.#canRun(test)) {
      test.mode = 'skip';
      test.result = { state: 'skip' };
    }
    await super.onBeforeRunTask(test);
  }

  #canRun(task: RunnerTask): boolean {
    return task.type === 'suite' || unmetBy(relative(root, task.file.filepath), task.name, this.#without).length === 0;
  }

  #anyToRun({ tasks }: RunnerTestSuite): boolean {
    return tasks.some((task) =>
      task.type === 'suite' ? this.#anyToRun(task) : task.mode === 'run' && this.#canRun(task),
    );
  }
}

function dropHooks(suite: RunnerTestSuite): void {
  const hooks = TestRunner.getSuiteHooks(suite);
  for (const each of [hooks.beforeAll, hooks.afterAll, hooks.aroundAll]) each.length = 0;
  for (const task of suite.tasks) if (task.type === 'suite') dropHooks(task);
}
