// Promise 13 over simulated chains, and that its breach is seen: an office that is wrong in one way refunds an article twice
// in one of the runs.
import { describe, expect, it } from 'vitest';
import { seedOfRun, share } from '#support/share.ts';
import { runClaims } from './claims-run.ts';

const first = share({ small: 1, large: seedOfRun() % 1_000_000 });
const seeds = Array.from({ length: share({ small: 5, large: 60 }) }, (_, at) => first + at);
const mostSeeds = 130;

describe('a simulated chain', () => {
  it('refunds once for a line what was claimed, whatever breaks', async () => {
    let [refunds, refusals] = [0, 0];
    for (const seed of seeds) {
      const run = await runClaims(seed);
      expect({ seed, violations: run.violations }).toEqual({ seed, violations: [] });
      refunds += run.refunds;
      refusals += run.refusals;
    }
    // Else nothing was tried.
    expect(refunds).toBeGreaterThan(seeds.length * 4);
    expect(refusals).toBeGreaterThan(seeds.length);
  }, 900_000);

  const flaws = [
    ['frees-by-time', 1],
    ['frees-when-restored', 92],
    ['frees-a-lost-history', 33],
    ['forgets-what-is-used', 33],
    ['tells-manual-refunds-apart', 1],
  ] as const;

  // Begins with a seed that showed it.
  it.each(flaws)('refunds an article twice where its office %s', async (flaw, shownBy) => {
    for (let seed = shownBy; seed < shownBy + mostSeeds; seed += 1) {
      if ((await runClaims(seed, flaw)).violations.some((what) => what.includes('by claims'))) return;
    }
    expect.fail('no run saw it');
  });
});
