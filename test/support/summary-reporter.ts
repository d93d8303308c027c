// Ends every run with one plain line, `N passed, N failed`, that people and build servers read alike.
// What failed without being a test (a file that did not load, an error nobody caught) counts as a failure too:
// the line must never look better than the exit code.

import {
  type Reporter,
  type SerializedError,
  type TestCase,
  type TestModule,
  type TestRunEndReason,
} from 'vitest/node';

type Counts = { passed: number; failed: number; skipped: number };

const countTests = (modules: readonly TestModule[]): Counts => {
  const counts: Counts = { passed: 0, failed: 0, skipped: 0 };
  for (const module of modules) {
    for (const test of module.children.allTests()) counts[stateOf(test)] += 1;
    const broken = [module, ...module.children.allSuites()].filter((suite) => suite.errors().length > 0);
    counts.failed += broken.length;
  }
  return counts;
};

// A test that never came to an end, in a run that was broken off, is not known to pass.
const stateOf = (test: TestCase): keyof Counts => {
  const { state } = test.result();
  return state === 'pending' ? 'failed' : state;
};

export class SummaryReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[], reason: TestRunEndReason): void {
    const { passed, failed, skipped } = countTests(modules);
    const unexplained = reason === 'passed' || failed + errors.length > 0 ? 0 : 1;
    const total = failed + errors.length + unexplained;
    const line = `${passed} passed, ${total} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
    if (total > 0) process.exitCode = 1;
    // At exit, because other reporters and the runner itself may still have something to say.
    process.once('exit', () => process.stdout.write(`${line}\n`));
  }
}
