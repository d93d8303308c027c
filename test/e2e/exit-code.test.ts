// `npm run test:e2e` ends with a code that says what its last line says, through keyring, session bus and virtual
// display. What packages the app, electron-builder, ends its process with 0 when nothing is left to do, whatever code
// was set; here a stand-in does the same, because the app of this run is not packaged again.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

const asPackaging = `if (process.argv[1].endsWith('test-e2e.ts')) process.once('beforeExit', () => process.exit(0));`;

function endToEnd(test: string) {
  const folder = mkdtempSync(join(tmpdir(), 'tillbridge-e2e-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'made.test.ts'), test);
  const { DISPLAY: _, TILLBRIDGE_TEST_FAILURES: __, ...inherited } = process.env;
  const env = {
    ...inherited,
    TILLBRIDGE_CLIENT_IS_BUILT: 'yes',
    TILLBRIDGE_TEST_RESULTS: folder,
    NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(asPackaging)}`,
  };
  const args = [join('build', 'testing', 'test-e2e.ts'), '--dir', folder];
  const cwd = process.env['TILLBRIDGE_E2E_PROJECT'];
  const { status, stdout } = spawnSync(process.execPath, args, { cwd, encoding: 'utf8', env });
  return { status, lastLine: stdout.trimEnd().split('\n').at(-1) };
}

it('ends with 1 where a test failed, and its last line says so', () => {
  expect(endToEnd(`throw new Error('made to fail');`)).toEqual({ status: 1, lastLine: '0 passed, 1 failed' });
});

it('ends with 0 where all passed', () => {
  const passing = `import { it } from '${import.meta.resolve('vitest')}'; it('passes', () => {});`;
  expect(endToEnd(passing)).toEqual({ status: 0, lastLine: '1 passed, 0 failed' });
});
