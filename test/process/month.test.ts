// Some days of a shop, with the nights between them: what a month must leave (test/soak) is left by its first days too.
// `npm run soak` lives the whole month.
import { expect, it } from 'vitest';
import { seedOfRun, share } from '#support/share.ts';
import { livesAMonth } from '../soak/month.ts';

const lived = share({ small: { days: 3, operations: 300 }, large: { days: 7, operations: 500 } });

it('leaves both books equal, every event told, and a bridge that did not grow', { timeout: 1_200_000 }, async () => {
  const seed = seedOfRun();
  const say = (line: string) => void process.stdout.write(`seed ${seed}: ${line}\n`);
  const { accepted, differences } = await livesAMonth({ ...lived, seed, say });
  expect(differences).toEqual([]);
  expect(accepted).toBeGreaterThan(lived.operations * 0.8);
});
