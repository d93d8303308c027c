// Time that the machine did not see pass: sleep, and clocks that somebody sets.
import { describe, expect, it } from 'vitest';
import { createClock, createLeaps } from '#host/clock.ts';

function clocks() {
  const at = { wall: 1_000_000_000, monotonic: 5_000 };
  const aheadMs = createLeaps(
    () => at.wall,
    () => at.monotonic,
  );
  /** Both clocks go on by `ms`; the wall clock by `more` besides. */
  const pass = (ms: number, more = 0) => {
    at.monotonic += ms;
    at.wall += ms + more;
    return aheadMs();
  };
  return { pass };
}

describe('the late clock', () => {
  it('counts the time that a sleeping machine lost', () => {
    const { pass } = clocks();
    expect(pass(60_000)).toBe(0);
    expect(pass(10, 3_600_000)).toBe(3_600_000);
    expect(pass(60_000)).toBe(3_600_000);
  });

  it('takes nothing back when the wall clock is set back, and still sees sleep after that', () => {
    const { pass } = clocks();
    expect(pass(1_000, -7_200_000)).toBe(0);
    expect(pass(1_000, 3_600_000)).toBe(3_600_000);
    expect(pass(1_000, -10_000)).toBe(3_600_000);
  });

  it('does not run because clocks are kept in step', () => {
    const { pass } = clocks();
    for (let turn = 0; turn < 10_000; turn += 1) expect(pass(100, turn % 2 === 0 ? 900 : -900)).toBe(0);
  });

  it('is never behind engine time', () => {
    const clock = createClock(Date.now() + 3_600_000);
    expect(clock.lateMs()).toBeGreaterThanOrEqual(clock.nowMs());
    expect(clock.wentBack).toBe(true);
  });
});
