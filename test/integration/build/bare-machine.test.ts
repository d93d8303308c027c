// `npm test` for an ordinary user of a bare machine: it says which packages are missing and the command for them, it
// installs nothing, and it counts the tests that need them as skipped, one by one. Nothing of that is a failure.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { bareMachine } from '#support/bare-machine.ts';

function testCommand(...args: string[]) {
  const bare = bareMachine({ who: 'none' });
  const results = mkdtempSync(join(tmpdir(), 'tillbridge-results-'));
  onTestFinished(() => {
    bare.remove();
    rmSync(results, { recursive: true, force: true });
  });
  const env = { ...bare.environment, TILLBRIDGE_TEST_RESULTS: results, TILLBRIDGE_CLIENT_IS_BUILT: 'yes' };
  const { status, stdout, stderr } = spawnSync(process.execPath, ['build/testing/test.ts', ...args], {
    encoding: 'utf8',
    env,
  });
  return { status, stdout, stderr, calls: bare.calls() };
}

it.runIf(process.platform === 'linux')(
  'the window’s tests are skipped with their number where nothing may be installed',
  { timeout: 120_000 },
  () => {
    const { status, stdout, stderr, calls } = testCommand('--part', 'renderer', '--part', 'e2e');
    expect(stderr).toMatch(/^Missing: [^\n]*chromium[^\n]*sudo apt-get install [^\n]*\n[^\n]*skipped[^\n]*\n$/);
    const skippedOf = (part: string) =>
      Number(new RegExp(`^${part} +\\d+ s .* {2}0 passed, 0 failed, (\\d+) skipped$`, 'm').exec(stdout)?.[1]);
    // Each row of a table counts, not only each line that begins a test.
    expect(skippedOf('renderer')).toBeGreaterThan(70);
    expect(skippedOf('e2e')).toBeGreaterThan(15);
    const all = skippedOf('renderer') + skippedOf('e2e');
    expect(stdout.trimEnd().split('\n').at(-1)).toBe(`0 passed, 0 failed, ${all} skipped`);
    expect({ status, calls }).toEqual({ status: 0, calls: [] });
  },
);
