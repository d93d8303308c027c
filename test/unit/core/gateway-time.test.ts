// What the gateway's clock tells of the till's own.
import { describe, expect, it } from 'vitest';
import { GatewayTime } from '#core/gateway/gateway-time.ts';

const dateMs = Date.UTC(2026, 0, 31, 18);

/** A run whose wall clock is off by `offMs`, and what was noted by the runs before it. */
function aRun(last: number | null, offMs: number) {
  const told = { noted: last, wentBack: 0, offMs };
  const time = new GatewayTime({
    clock: { wallMs: () => dateMs + told.offMs },
    last,
    note: (aheadMs) => {
      told.noted = aheadMs;
    },
    wentBack: () => {
      told.wentBack += 1;
    },
  });
  return { told, time };
}

describe("the gateway's clock", () => {
  it('tells of a wall clock that was set back since the run before', () => {
    const { told, time } = aRun(1_000, -3_600_000);
    time.heard({ dateMs, tripMs: 500 });
    expect(told).toMatchObject({ wentBack: 1, noted: 3_600_000 });
    time.heard({ dateMs, tripMs: 500 });
    expect(told.wentBack).toBe(1);
  });

  it('tells of it also where the clock was put right that way', () => {
    const { told, time } = aRun(-7_200_000, 0);
    time.heard({ dateMs, tripMs: 500 });
    expect(told).toMatchObject({ wentBack: 1, noted: 0 });
  });

  it('says nothing where it was never heard before, and is noted', () => {
    const { told, time } = aRun(null, -3_600_000);
    time.heard({ dateMs, tripMs: 500 });
    expect(told).toMatchObject({ wentBack: 0, noted: 3_600_000 });
  });

  it('notes a step forward, and does not mistake it for one back', () => {
    const { told, time } = aRun(0, 3_600_000);
    time.heard({ dateMs, tripMs: 500 });
    expect(told).toMatchObject({ wentBack: 0, noted: -3_600_000 });
  });

  it('tells of one that was set back within a run: a crash may come before others have seen it', () => {
    const { told, time } = aRun(0, 0);
    time.heard({ dateMs, tripMs: 500 });
    told.offMs = -3_600_000;
    time.heard({ dateMs, tripMs: 500 });
    expect(told).toMatchObject({ wentBack: 1, noted: 3_600_000 });
    const next = aRun(told.noted, told.offMs);
    next.time.heard({ dateMs, tripMs: 500 });
    expect(next.told.wentBack).toBe(0);
  });

  it('is not taken at its word where its answer came late, nor by how clocks drift', () => {
    const late = aRun(0, -3_600_000);
    late.time.heard({ dateMs, tripMs: 3_600_000 });
    expect(late.told).toMatchObject({ wentBack: 0, noted: 0 });
    late.time.heard({ dateMs, tripMs: 500 });
    expect(late.told.wentBack).toBe(1);
    const drifting = aRun(0, -60_000);
    drifting.time.heard({ dateMs, tripMs: 500 });
    expect(drifting.told).toMatchObject({ wentBack: 0, noted: 0 });
  });

  it('that drifts a little with each run is noticed when it adds up', () => {
    const { told, time } = aRun(0, -119_000);
    time.heard({ dateMs, tripMs: 0 });
    const next = aRun(told.noted, -121_000);
    next.time.heard({ dateMs, tripMs: 0 });
    expect([told.wentBack, next.told.wentBack]).toEqual([0, 1]);
  });

  it('loses no answer where the disk fails just then, and is heard again', () => {
    let fails = true;
    let noted: number | null = null;
    const time = new GatewayTime({
      clock: { wallMs: () => dateMs },
      last: null,
      note: (aheadMs) => {
        if (fails) throw new Error('the disk is full');
        noted = aheadMs;
      },
      wentBack: () => {},
    });
    time.heard({ dateMs, tripMs: 500 });
    fails = false;
    time.heard({ dateMs, tripMs: 500 });
    expect(noted).toBe(0);
  });

  it('is heard up to a trip of one minute, and weighed from two minutes on', () => {
    const slow = aRun(null, 0);
    slow.time.heard({ dateMs, tripMs: 60_001 });
    expect(slow.told.noted).toBeNull();
    slow.time.heard({ dateMs, tripMs: 60_000 });
    expect(slow.told.noted).toBe(0);
    const back = aRun(0, -120_000);
    back.time.heard({ dateMs, tripMs: 0 });
    expect(back.told).toMatchObject({ wentBack: 1, noted: 120_000 });
    const forward = aRun(0, 120_000);
    forward.time.heard({ dateMs, tripMs: 0 });
    expect(forward.told).toMatchObject({ wentBack: 0, noted: -120_000 });
    const hardly = aRun(0, -119_999);
    hardly.time.heard({ dateMs, tripMs: 0 });
    expect(hardly.told).toMatchObject({ wentBack: 0, noted: 0 });
  });
});
