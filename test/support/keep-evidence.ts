// Set up before each test file: where a test fails, or the set-up of several, what support code offered as evidence is
// written down, and the summary names the folder.
import { type RunnerTestFile, type RunnerTestSuite, afterAll, afterEach } from 'vitest';
import { forgetEvidence, writeEvidence } from './evidence.ts';

forgetEvidence();

afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return;
  const kept = await writeEvidence(task.file.name, task.name);
  if (kept === null) return;
  task.meta.kept = kept.folder;
  if (kept.shown !== null) task.meta.shown = kept.shown;
}, 30_000);

// oxlint-disable-next-line no-empty-pattern -- Vitest reads there which fixtures it needs: none.
afterAll(async ({}, { file }) => {
  const [broken] = brokenSetUps(file);
  if (broken === undefined) return;
  const kept = await writeEvidence(file.name, broken === file ? 'set-up' : broken.name);
  if (kept !== null) for (const each of brokenSetUps(file)) each.meta.kept = kept.folder;
}, 30_000);

/** Suites whose own hooks failed, not their tests. */
function brokenSetUps(suite: RunnerTestFile | RunnerTestSuite): (RunnerTestFile | RunnerTestSuite)[] {
  const below = suite.tasks.flatMap((task) => (task.type === 'suite' ? brokenSetUps(task) : []));
  return (suite.result?.errors ?? []).length > 0 ? [suite, ...below] : below;
}
