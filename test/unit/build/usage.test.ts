// A program for developers that gets an option which it does not know says which it knows, without a stack.
import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';

it.each([
  ['build/simulator/sim.ts', ['--help'], /^Options: .*--seeds/m],
  ['build/simulator/sim-mutants.ts', ['--help'], /^Options: .*--sample/m],
  ['build/simulator/sim-mutants.ts', ['--only', 'nothing-like-it'], /^There is no mutant named nothing-like-it /],
  ['build/running/screenshots.ts', ['--helpp'], /^Unknown option '--helpp'[^]*^Options:$[^]*--theme THEME/m],
  ['build/running/screenshots.ts', ['no-scene'], /^There is no scene named no-scene\.\n[^]*^Options:$/m],
  ['build/running/screenshots.ts', ['sale', '--size', '1x1'], /^There is no size named 1x1\.\n[^]*^Options:$/m],
])('%s %j', (program, args, line) => {
  const { status, stderr, stdout } = spawnSync(process.execPath, [program, ...args], { encoding: 'utf8' });
  expect(stderr).toMatch(line);
  expect(stderr).not.toMatch(/^ +at /m);
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
});

it('the pictures say their options and take none where they are asked for help', () => {
  const { status, stderr, stdout } = spawnSync(process.execPath, ['build/running/screenshots.ts', '--keep', '--help'], {
    encoding: 'utf8',
  });
  expect(stdout).toMatch(/^Options:$[^]*--docs [^]*--size SIZE [^]*1024x600/m);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});
