// What a long command says of its way: seldom, never of a short one, and never more than is known.
import { expect, it } from 'vitest';
import { createProgress } from '#commands/io/progress.ts';

function aWatch() {
  const said: string[] = [];
  let now = 0;
  const progress = createProgress({ done: 'Verified', say: (line) => said.push(line), nowMs: () => now });
  return {
    said,
    at: (ms: number, count: number, all = 1_000_000) => {
      now = ms;
      progress(count, all);
    },
  };
}

it('says nothing of what is over within two seconds, and nothing at the end', () => {
  const { said, at } = aWatch();
  at(1, 100);
  at(1_999, 900_000);
  at(5_000, 1_000_000);
  expect(said).toEqual([]);
});

it('says every two seconds how far it is and how long it will take', () => {
  const { said, at } = aWatch();
  at(2_000, 100_000);
  at(2_500, 120_000);
  at(4_000, 250_000);
  expect(said).toEqual([
    'Verified 100000 of 1000000 records (10 %), about 18 s left. Ctrl-C stops it.\n',
    'Verified 250000 of 1000000 records (25 %), about 12 s left. Ctrl-C stops it.\n',
  ]);
});

it('says minutes where it takes many, and no time before anything is done', () => {
  const { said, at } = aWatch();
  at(2_000, 0);
  at(4_000, 10_000);
  expect(said).toEqual([
    'Verified 0 of 1000000 records (0 %). Ctrl-C stops it.\n',
    'Verified 10000 of 1000000 records (1 %), about 7 min left. Ctrl-C stops it.\n',
  ]);
});
