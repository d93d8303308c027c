// The last line of `npm test` must never say better than what happened: a part that dies before its own last line, or
// whose exit code contradicts it, is a failure, and is listed with the log to look at.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { failuresVariable, inWords, readFailures } from '#support/failures.ts';
import { runPart } from '../../../build/testing/test-run.ts';

let results = '';
beforeEach(() => {
  results = mkdtempSync(join(tmpdir(), 'tillbridge-results-'));
  writeFileSync(join(results, 'failures'), '');
  vi.stubEnv(failuresVariable, join(results, 'failures'));
  onTestFinished(() => {
    vi.unstubAllEnvs();
    rmSync(results, { recursive: true, force: true });
  });
});

const part = async (script: string) => {
  const {
    seconds: _,
    processorSeconds,
    ...ended
  } = await runPart({ name: 'some', args: ['-e', script], env: {}, results });
  expect(processorSeconds ?? 1).toBeGreaterThan(0);
  return { ...ended, failures: readFailures(join(results, 'failures')) };
};

it.each([
  ['12 passed, 0 failed', 0, { passed: 12, failed: 0, skipped: 0 }],
  ['12 passed, 0 failed, 3 skipped', 0, { passed: 12, failed: 0, skipped: 3 }],
  ['12 passed, 2 failed, 3 skipped', 1, { passed: 12, failed: 2, skipped: 3 }],
])('reads "%s"', async (line, code, counts) => {
  const script = `console.log('1 passed, 1 failed, of a file'); console.log(${JSON.stringify(line)}); process.exitCode = ${code}`;
  expect(await part(script)).toEqual({ name: 'some', ...counts, failures: [] });
});

it('counts a failure where the part ended before its last line', async () => {
  const { failures, ...counts } = await part(`console.error('no display'); process.exitCode = 7`);
  expect(counts).toEqual({ name: 'some', passed: 0, failed: 1, skipped: 0 });
  expect(failures).toMatchObject([
    { where: 'some', why: 'it ended with 7 before it came to its last line: no display' },
  ]);
  expect(readFileSync(join(results, 'some.log'), 'utf8')).toBe('no display\n');
});

it('counts a failure where the last line says better than the exit code', async () => {
  const { failures, ...counts } = await part(`console.log('5 passed, 0 failed'); process.exitCode = 1`);
  expect(counts).toEqual({ name: 'some', passed: 5, failed: 1, skipped: 0 });
  expect(failures).toHaveLength(1);
});

it('shows of each failure where, what, the first line of why, what differs, its files and the command, and how many are left', () => {
  const failure = { what: 'sells', where: 'a.test.ts:3', why: 'Error: no', kept: ['test-results/a'], again: 'npx a' };
  const differing = { ...failure, differs: ['-   1,', '+   2,'] };
  expect(inWords([differing])).toContain('   Error: no\n   -   1,\n   +   2,\n   files: test-results/a\n');
  const words = inWords(Array.from({ length: 22 }, () => failure));
  const first = '1. a.test.ts:3\n   sells\n   Error: no\n   files: test-results/a\n   again: npx a\n';
  expect(words.startsWith(`\nFailed:\n\n${first}`)).toBe(true);
  expect(words.endsWith('\nand 2 more\n\n')).toBe(true);
});
