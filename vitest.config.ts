// Projects: unit (pure, no disk but temporary folders), integration (several parts, real sockets and databases),
// process (whole bridges as processes of their own, killed and restarted), kills (the same, killed at every moment and on
// disks that fail), attack (a whole bridge, attacked over raw sockets), sim (the simulator's own parts), renderer (the
// window, in a real browser), answers (a gateway that follows a script, written without knowledge of the code).

import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { unmet } from './build/testing/test-needs.ts';
import { rendererProject } from './test/renderer/project.ts';
import { countedProject } from './test/renderer/without-browser.ts';
import { resultsFolder } from './test/support/evidence.ts';
import { seedOfRun } from './test/support/share.ts';
import { SummaryReporter } from './test/support/summary-reporter.ts';

const bundle = 'test/support/bundle.ts';

const project = (name: string, order: number, timeoutMs: number, maxWorkers: number, globalSetup: string[] = []) => ({
  test: {
    name,
    include: [`test/${name}/**/*.test.ts`],
    environment: 'node',
    testTimeout: timeoutMs,
    hookTimeout: timeoutMs,
    // A state that is waited for may come late on a busy machine; a test that waits in vain still says for what.
    expect: { poll: { timeout: Math.min(20_000, timeoutMs * 0.8) } },
    maxWorkers,
    // What the files have in common is loaded once for each worker: nothing of it keeps a state of its own.
    isolate: false,
    unstubEnvs: true,
    unstubGlobals: true,
    globalSetup,
    runner: 'test/support/runner.ts',
    setupFiles: ['test/support/keep-evidence.ts'],
    // One project after the other: processes under test should not compete with unit tests for the processor.
    sequence: { groupOrder: order },
  },
});

// One for all files of a run, so that the summary can name it.
process.env['TILLBRIDGE_SEED'] ??= String(seedOfRun());

export default defineConfig({
  test: {
    reporters: ['default', new SummaryReporter()],
    passWithNoTests: true,
    // Pictures of failed tests of the window.
    attachmentsDir: join(resultsFolder(), 'pictures'),
    projects: [
      // Far more than any needs: a machine with much else to do is no failure.
      project('unit', 0, 60_000, 2),
      project('integration', 1, 120_000, 2, [bundle]),
      project('process', 2, 120_000, 2, ['test/support/build-client.ts', bundle]),
      project('kills', 4, 240_000, 2, [bundle]),
      project('attack', 5, 240_000, 2, [bundle]),
      project('sim', 6, 240_000, 2),
      project('answers', 7, 240_000, 2),
      unmet().has('chromium') ? countedProject : rendererProject,
    ],
  },
});
