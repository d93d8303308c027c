// The programs that tests start from one file each (bundle.ts makes them), and how a child process is to be started
// from it. Without a bundle, as in a benchmark, programs start from their sources.
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Names the folder of this run's bundles to the processes that run tests. */
export const bundleVariable = 'TILLBRIDGE_TEST_BUNDLE';

/**
 * Where a source's bundle lies, below the folder: as deep as main/commands and main/host, which look for package.json
 * and the worker from where they are.
 */
export const bundled = {
  'main/cli.ts': 'main/commands/cli.js',
  'main/sandbox/cli.ts': 'main/sandbox/cli.js',
  // The name by which `serve` looks for it.
  'main/background/worker.ts': 'main/background/worker.ts',
  // As deep as office/commands, which looks for the project's folders from where it is.
  'office/cli.ts': 'office/commands/cli.js',
} as const;

export type Bundled = (typeof bundled)[keyof typeof bundled];

/** The file to start for a source: its bundle where there is one. */
export function startable(source: string): string {
  const folder = process.env[bundleVariable];
  const place = Object.entries(bundled).find(([name]) => name === source)?.[1];
  return folder === undefined || place === undefined ? source : join(folder, place);
}

/** For bridges in the test's own process: the file of their background worker. */
export function workerEntry(): URL {
  return pathToFileURL(resolve(import.meta.dirname, '../..', startable('main/background/worker.ts')));
}

/** For child processes on Node: what one of them compiled is not compiled again by the next. */
export function compileCache(): NodeJS.ProcessEnv {
  const folder = process.env[bundleVariable];
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: join(folder, 'compiled') };
}
