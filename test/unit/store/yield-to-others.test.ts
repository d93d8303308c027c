import { expect, it } from 'vitest';
import { yieldToOthers } from '#store/database/yield-to-others.ts';

it('goes on at once after a night in which the computer slept in the middle of its work', async () => {
  const nightMs = 8 * 3_600_000;
  const others = { transactions: () => 1 };
  expect(await yieldToOthers(others, nightMs)).toBeUndefined();
});
