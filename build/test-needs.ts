// Which tests need more of the system than Node, by path and name, so that a machine without it skips them, visibly and
// by their number, and runs all others. The runner of every Node project reads this (test/support/runner.ts).
import { type Need, missingPackages, unmetNeeds } from './system-packages.ts';

interface Needing {
  /** A folder or a file, from the project's root. */
  readonly under: string;
  /** Null: all its tests. */
  readonly test: string | null;
  readonly needs: readonly Need[];
}

const needing: readonly Needing[] = [
  { under: 'test/renderer/', test: null, needs: ['chromium'] },
  { under: 'test/e2e/', test: null, needs: ['libraries', 'display', 'keyring'] },
  { under: 'test/e2e/erp-page.test.ts', test: null, needs: ['chromium'] },
  { under: 'test/integration/sandbox/browser.test.ts', test: null, needs: ['chromium'] },
  { under: 'test/process/docs-page.test.ts', test: null, needs: ['chromium'] },
  { under: 'test/process/erp-page.test.ts', test: null, needs: ['chromium'] },
  { under: 'test/process/erp-page-pairing.test.ts', test: null, needs: ['chromium'] },
  { under: 'test/process/examples.test.ts', test: null, needs: ['examples'] },
  { under: 'test/integration/gateway/tls.test.ts', test: null, needs: ['openssl'] },
  { under: 'test/unit/store/signatures.test.ts', test: 'can be checked with openssl alone', needs: ['openssl'] },
  { under: 'test/kills/disk-errors.test.ts', test: null, needs: ['strace'] },
  { under: 'test/kills/first-start.test.ts', test: null, needs: ['strace'] },
  { under: 'test/kills/full-at-the-end.test.ts', test: null, needs: ['strace'] },
  { under: 'test/kills/power.test.ts', test: null, needs: ['powerCuts'] },
];

/** What the tests of these paths need. */
export function needsBelow(paths: readonly string[]): Need[] {
  const met = needing.filter(({ under }) => paths.some((path) => under.startsWith(path) || path.startsWith(under)));
  return [...new Set(met.flatMap(({ needs }) => needs))];
}

const variable = 'TILLBRIDGE_TESTS_WITHOUT';

/** The needs that this run has to do without; asked of the system once and handed on to the processes that run tests. */
export function unmet(): ReadonlySet<string> {
  process.env[variable] ??= unmetNeeds(missingPackages(needsBelow(['test/']))).join(' ');
  return new Set(process.env[variable].split(' ').filter((need) => need !== ''));
}

/** For a run whose parts were told already. */
export function withoutNeeds(needs: readonly Need[]): NodeJS.ProcessEnv {
  return { [variable]: needs.join(' ') };
}

/** The unmet needs of one test; empty where it can run. `file` from the project's root. */
export function unmetBy(file: string, test: string, without: ReadonlySet<string>): string[] {
  const mine = needing.filter((each) => file.startsWith(each.under) && (each.test === null || each.test === test));
  return mine.flatMap(({ needs }) => needs.filter((need) => without.has(need)));
}
