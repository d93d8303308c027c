// The token bucket, with a clock of its own.
import { expect, it } from 'vitest';
import { createRateLimit } from '#http/limits/rate-limit.ts';

function bucket() {
  const clock = { ms: 0 };
  const limit = createRateLimit({ perSecond: 10, burst: 3 }, () => clock.ms);
  const taken = (key: string, times: number) =>
    Array.from({ length: times }, () => limit.take(key)).filter(Boolean).length;
  return { clock, taken };
}

it('gives a burst, then what time gives back', () => {
  const { clock, taken } = bucket();
  expect(taken('a', 5)).toBe(3);
  clock.ms = 100;
  expect(taken('a', 5)).toBe(1);
  clock.ms = 300;
  expect(taken('a', 5)).toBe(2);
});

it('never saves up more than a burst', () => {
  const { clock, taken } = bucket();
  expect(taken('a', 3)).toBe(3);
  clock.ms = 60_000;
  expect(taken('a', 9)).toBe(3);
});

it('keeps keys apart', () => {
  const { taken } = bucket();
  expect([taken('a', 9), taken('b', 9)]).toEqual([3, 3]);
});
