// `npm run dev`: the app with its window reloading as the sources change.
import { join } from 'node:path';
import { electronRuntime } from '../electron/runtime.ts';
import { chromiumSwitches, obstacle, runUntilItEnds } from '../machine/launch.ts';

const runtime = await electronRuntime();
const problem = obstacle(runtime);
if (problem === null) {
  const noSandbox = chromiumSwitches().length > 0 ? ['--noSandbox'] : [];
  const tool = join('node_modules', 'electron-vite', 'bin', 'electron-vite.js');
  await runUntilItEnds(process.execPath, [tool, 'dev', '--watch', ...noSandbox], runtime);
} else {
  process.stderr.write(`${problem}\n`);
  process.exitCode = 1;
}
