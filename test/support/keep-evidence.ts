// Set up before each test file: where a test fails, what support code offered as evidence is written down, and the
// summary names the folder.
import { afterEach } from 'vitest';
import { forgetEvidence, writeEvidence } from './evidence.ts';

forgetEvidence();

afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return;
  const kept = await writeEvidence(task.file.name, task.name);
  if (kept === null) return;
  task.meta.kept = kept.folder;
  if (kept.shown !== null) task.meta.shown = kept.shown;
}, 30_000);
