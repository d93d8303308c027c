// A program of the simulator that gets an option which it does not know says which it knows, without a stack.
import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';

it.each([
  ['build/simulator/sim.ts', ['--help'], /^Options: .*--seeds/m],
  ['build/simulator/sim-mutants.ts', ['--help'], /^Options: .*--sample/m],
  ['build/simulator/sim-mutants.ts', ['--only', 'nothing-like-it'], /^There is no mutant named nothing-like-it /],
])('%s %j', (program, args, line) => {
  const { status, stderr, stdout } = spawnSync(process.execPath, [program, ...args], { encoding: 'utf8' });
  expect(stderr).toMatch(line);
  expect(stderr).not.toMatch(/^ +at /m);
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
});
