// A share of the simulator as tests, one a seed, for the mutants that unit tests leave: `npm run test:mutants` only.
import { expect, it } from 'vitest';
import { characterOf, defaultOperations, run } from '../sim/run.ts';

const seeds = Array.from({ length: 108 }, (_, index) => 1 + index);

it.each(seeds)('seed %i breaks no promise', async (seed) => {
  const { violations } = await run({
    without: new Set<string>(),
    operations: defaultOperations,
    seed,
    character: characterOf(seed),
    diskSyncs: true,
    traced: false,
  });
  expect(violations).toEqual([]);
});
