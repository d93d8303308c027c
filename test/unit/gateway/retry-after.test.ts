// Retry-After in its two forms, and in all the forms that are none.
import { expect, test } from 'vitest';
import * as fc from 'fast-check';
import { retryAfterMs } from '#gateway/retry-after.ts';

const nowMs = Date.parse('2026-01-31T18:05:00Z');

test.each([
  ['0', 0],
  ['120', 120_000],
  [' 3 ', 3_000],
  ['0.5', 500],
  ['3601', 3_600_000],
  ['9'.repeat(400), 3_600_000],
  ['Sat, 31 Jan 2026 18:05:10 GMT', 10_000],
  ['Sat, 31 Jan 2026 18:04:10 GMT', 0],
  ['Sun, 31 Jan 2027 18:05:10 GMT', 3_600_000],
  ['Sat, 99 Jan 2026 18:05:10 GMT', null],
  ['-1', null],
  ['soon', null],
  ['31', 31_000],
  ['2026-01-31T18:05:10Z', null],
  ['', null],
  [undefined, null],
])('%j', (header, expected) => {
  expect(retryAfterMs(header, nowMs)).toBe(expected);
});

test('whatever is said, the wait is null or a whole number up to an hour', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.double().map(String), fc.nat().map(String)), (header) => {
      const ms = retryAfterMs(header, nowMs);
      expect(ms === null || (Number.isInteger(ms) && ms >= 0 && ms <= 3_600_000)).toBe(true);
    }),
  );
});
