// The end-to-end tests: started by build/testing/test-e2e.ts, which builds and packages what they drive.
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { SummaryReporter } from '../support/summary-reporter.ts';

/** The one that waits a minute comes first, so that the others pass in that minute. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- It is the sequencer's, not an array's.
    const inTurn = await super.sort(files);
    const waits = ({ moduleId }: TestSpecification) => Number(moduleId.endsWith('/auto-lock.test.ts'));
    return inTurn.toSorted((left, right) => waits(right) - waits(left));
  }
}

export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['**/*.test.ts'],
    runner: '../support/runner.ts',
    setupFiles: ['../support/keep-evidence.ts'],
    globalSetup: ['../support/build-client.ts', '../support/bundle.ts'],
    reporters: ['default', new SummaryReporter()],
    // The longest takes 15 s alone; on a machine with much else to do, four times that is no failure.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // What a window shows follows a gateway that may be down; a person waits longer than a second, too.
    expect: { poll: { timeout: 20_000, interval: 50 } },
    // Each starts a whole app, and waits most of the time: for a hand, a terminal, a connection that comes back.
    maxWorkers: 4,
    sequence: { sequencer: LongestFirst },
  },
});
