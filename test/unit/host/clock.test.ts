// Time that the machine did not see pass: sleep, and clocks that somebody sets.
import { describe, expect, it } from 'vitest';
import { askSparingly, createClock, createLeaps } from '#host/clock.ts';

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
    const engineMs = clock.nowMs();
    expect(clock.lateMs()).toBeGreaterThanOrEqual(engineMs);
    expect(clock.ageUnknownBeforeMs()).toBeGreaterThan(Date.now());
  });
});

describe('the time since boot', () => {
  function booted() {
    const at = { dear: 100_000, wall: 1_000_000_000, steady: 5_000, asked: 0 };
    const ask = askSparingly(
      () => {
        at.asked += 1;
        return at.dear;
      },
      () => at.wall,
      () => at.steady,
    );
    /** Awake for `ms`, after having slept for `slept`; the wall clock is set by `set` besides. */
    const pass = (ms: number, slept = 0, set = 0) => {
      at.steady += ms;
      at.dear += ms + slept;
      at.wall += ms + slept + set;
      return { is: ask(), shouldBe: at.dear };
    };
    return { at, pass };
  }

  it('is asked ten times a second at most, and known in between', () => {
    const { at, pass } = booted();
    for (let ms = 0; ms < 1_000; ms += 1) {
      const { is, shouldBe } = pass(1);
      expect(is).toBe(shouldBe);
    }
    expect(at.asked).toBe(11);
  });

  it('is asked at once when the machine has slept', () => {
    const { pass } = booted();
    const { is, shouldBe } = pass(1, 3_600_000);
    expect(is).toBe(shouldBe);
  });

  it('is asked a moment later where the wall clock was set back by as much as the machine slept', () => {
    const { pass } = booted();
    pass(1, 3_600_000, -3_600_000);
    const { is, shouldBe } = pass(100);
    expect(is).toBe(shouldBe);
  });
});
