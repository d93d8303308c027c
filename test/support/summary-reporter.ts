// Ends every run with what failed, a few lines each, and with one plain line, `N passed, N failed`, that people and
// build servers read alike. What failed without being a test (a file that did not load, an error that was not caught)
// counts as a failure too: the line must never look better than the exit code.
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import {
  type Reporter,
  type SerializedError,
  type TestCase,
  type TestModule,
  type TestRunEndReason,
  type TestSuite,
} from 'vitest/node';
import { type Failure, tellFailures } from './failures.ts';

declare module 'vitest' {
  interface TaskMeta {
    /** The folder of a failed test's files, or of a set-up's (keep-evidence.ts). */
    kept?: string;
    /** What its window showed when it failed. */
    shown?: string;
  }
}

type Counts = { passed: number; failed: number; skipped: number };
type ErrorLike = Pick<SerializedError, 'message' | 'name' | 'stack' | 'stacks'> & {
  readonly diff?: string | undefined;
};

const countTests = (modules: readonly TestModule[]): Counts => {
  const counts: Counts = { passed: 0, failed: 0, skipped: 0 };
  for (const module of modules) {
    for (const test of module.children.allTests()) counts[stateOf(test)] += 1;
    counts.failed += brokenSuites(module).length;
  }
  return counts;
};

// A test that never came to an end, in a run that was broken off, is not known to pass.
const stateOf = (test: TestCase): keyof Counts => {
  const { state } = test.result();
  return state === 'pending' ? 'failed' : state;
};

const brokenSuites = (module: TestModule): (TestModule | TestSuite)[] =>
  [module, ...module.children.allSuites()].filter((suite) => suite.errors().length > 0);

/** Where the error was thrown, as far as that is in the test's own file; else the file. */
const placeOf = (file: string, error: ErrorLike | undefined): string => {
  const line = error?.stacks?.find((frame) => frame.file.endsWith(file))?.line;
  return line === undefined ? file : `${file}:${line}`;
};

/** A wait that ran out says in another line for what, and so does a line that ends with a colon. */
const whyOf = (error: ErrorLike | undefined): string => {
  const [head = '', ...more] = stripVTControlCharacters(error?.message ?? 'it never came to its end').split('\n');
  const isOpen = head.trimEnd().endsWith(':');
  const awaited = more.find((line) => (isOpen ? line.trim() !== '' : line.includes('waiting for')));
  const first = awaited === undefined ? head : `${head} ${awaited.trim()}`;
  return error?.name === undefined ? first : `${error.name}: ${first}`;
};

const mostLines = 6;

/** "expected [ Array(1) ] to equal []" says nothing of what is in the list; the lines that differ do. */
const differencesOf = (error: ErrorLike | undefined): string[] =>
  stripVTControlCharacters(error?.diff ?? '')
    .split('\n')
    .filter((line) => /^[-+] (?!Expected$|Received$)/.test(line))
    .slice(0, mostLines);

/** What decides how much a test does, and with which seed. */
const settings = ['TILLBRIDGE_SHARE', 'TILLBRIDGE_SEED', 'TILLBRIDGE_PROPERTY_SEED', 'TILLBRIDGE_PROPERTY_RUNS'];

const commandFor = (module: TestModule, file: string): string => {
  const given = settings.flatMap((name) => (process.env[name] === undefined ? [] : `${name}=${process.env[name]}`));
  if (file.startsWith('test/e2e/'))
    return [...given, `npm run test:e2e -- ${file.slice('test/e2e/'.length)}`].join(' ');
  const [project = ''] = module.project.name.split(' ');
  return [...given, `npx vitest run --project ${project} ${file}`].join(' ');
};

const failuresOf = (module: TestModule): Failure[] => {
  const file = relative(process.cwd(), module.moduleId);
  const again = commandFor(module, file);
  const failed = [...module.children.allTests()].filter((test) => stateOf(test) === 'failed');
  return [
    ...brokenSuites(module).map((suite): Failure => {
      const [error] = suite.errors();
      const what = suite.type === 'suite' ? suite.fullName : 'the file itself';
      const { kept } = suite.meta();
      return { what, where: placeOf(file, error), why: whyOf(error), kept: kept === undefined ? [] : [kept], again };
    }),
    ...failed.map((test): Failure => {
      const error = test.result().errors?.[0];
      return {
        what: test.fullName,
        where: placeOf(file, error),
        why: whyOf(error),
        differs: differencesOf(error),
        shown: test.meta().shown,
        kept: keptOf(test),
        again,
      };
    }),
  ];
};

const keptOf = (test: TestCase): string[] => {
  const { kept } = test.meta();
  const pictures = test.artifacts().flatMap(({ attachments = [] }) => attachments.flatMap(({ path }) => path ?? []));
  return [...(kept === undefined ? [] : [kept]), ...pictures.map((path) => relative(process.cwd(), path))];
};

export class SummaryReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[], reason: TestRunEndReason): void {
    const { passed, failed, skipped } = countTests(modules);
    const unexplained = reason === 'passed' || failed + errors.length > 0 ? 0 : 1;
    const total = failed + errors.length + unexplained;
    const line = `${passed} passed, ${total} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
    if (total > 0) process.exitCode = 1;
    const loose = errors.map((error): Failure => {
      const frame = error.stacks?.[0];
      const where =
        frame === undefined ? 'outside of any test' : `${relative(process.cwd(), frame.file)}:${frame.line}`;
      return { what: 'an error that no test caught', where, why: whyOf(error), kept: [], again: 'npm test' };
    });
    // At exit, because other reporters and the runner itself may still have something to say.
    process.once('exit', () => {
      tellFailures([...modules.flatMap(failuresOf), ...loose]);
      process.stdout.write(`${line}\n`);
    });
  }
}
