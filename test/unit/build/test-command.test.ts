// What `npm test` and `npm run test:all` say where they were asked for what is not there, or had no time for anything.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

function testCommand(...args: string[]) {
  const results = mkdtempSync(join(tmpdir(), 'tillbridge-results-'));
  onTestFinished(() => rmSync(results, { recursive: true, force: true }));
  const env = { ...process.env, TILLBRIDGE_TEST_RESULTS: results, TILLBRIDGE_CLIENT_IS_BUILT: 'yes' };
  return spawnSync(process.execPath, ['build/testing/test.ts', ...args], { encoding: 'utf8', env });
}

it('names what no time was left for, which is no failure, and the seed that was not taken before', () => {
  const { status, stdout } = testCommand('--rest', '--minutes', '0', '--part', 'simulator', '--part', 'mutants');
  expect(stdout).toMatch(/^seed \d+ /);
  expect(stdout).toMatch(/^No time was left for: (?:simulator, mutants|mutants, simulator)\.$/m);
  expect(stdout).toMatch(/\n0 passed, 0 failed\n$/);
  expect(status).toBe(0);
});

it.each([
  [['--help'], /^Options: --all, /m],
  [['--part', 'nothing-like-it'], /^There is no part nothing-like-it\.$/m],
])('%j runs nothing and says what there is', (args, line) => {
  const { status, stdout, stderr } = testCommand(...args);
  expect(stderr).toMatch(line);
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
});
