// A run that tried little proves little, so the simulator holds itself to what it says of a run.
import { describe, expect, it } from 'vitest';
import { share } from '#support/share.ts';
import { characterNames } from './gateway/characters.ts';
import { characterOf, defaultOperations, run, tooSmall } from './run.ts';

const whole = { without: new Set<string>(), operations: defaultOperations };

describe('a run', () => {
  it('has fifty operations and twenty faults, or is a failure of the simulator', () => {
    expect(tooSmall(50, 20, whole)).toBeNull();
    expect(tooSmall(49, 20, whole)).toContain('49 operations');
    expect(tooSmall(50, 19, whole)).toContain('19 faults');
  });

  it('may be smaller where somebody made it so', () => {
    expect(tooSmall(3, 0, { ...whole, operations: 3 })).toBeNull();
    expect(tooSmall(50, 0, { ...whole, without: new Set(['crash']) })).toBeNull();
  });

  it('tries every kind of operation, with each character of a gateway', async () => {
    const accepted = new Set<string>();
    // The simulator's own part of `npm test` takes each character as well.
    for (let index = 0; index < characterNames.length; index += share({ small: 4, large: 1 })) {
      const seed = 1_000 + index;
      const { coverage, violations } = await run({
        ...whole,
        seed,
        character: characterOf(seed),
        diskSyncs: true,
        traced: false,
      });
      expect(violations).toEqual([]);
      for (const [name] of coverage.counts) if (name.startsWith('accepted: ')) accepted.add(name);
    }
    const kinds = [
      'capture',
      'cloud-pos',
      'create-link',
      'create-payment',
      'dcc-quote',
      'refund',
      'refund-unreferenced',
      'reverse',
    ];
    expect([...accepted].toSorted()).toEqual(kinds.map((kind) => `accepted: ${kind}`));
  });
});
