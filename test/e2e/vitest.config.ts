// The end-to-end tests: started by build/test-e2e.ts, which builds and packages what they drive.
import { defineConfig } from 'vitest/config';
import { SummaryReporter } from '../support/summary-reporter.ts';

export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['**/*.test.ts'],
    runner: '../support/runner.ts',
    setupFiles: ['../support/keep-evidence.ts'],
    globalSetup: ['../support/build-client.ts'],
    reporters: ['default', new SummaryReporter()],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // What a window shows follows a gateway that may be down; a person waits longer than a second, too.
    expect: { poll: { timeout: 20_000, interval: 50 } },
    // Each starts a whole app; two at a time is what a small machine can show without skewing them.
    maxWorkers: 2,
  },
});
