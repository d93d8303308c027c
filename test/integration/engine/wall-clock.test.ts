// A wall clock that is set back, within a run and between two.
import { describe, expect, it } from 'vitest';
import { textAt } from '#contract/data/json.ts';
import { ageUnknownBeforeMs, noteGatewayTime, noteWallClock } from '#assembly/base/wall-clock-note.ts';
import { createClock } from '#host/clock.ts';
import { FakeClock } from '#support/fake-clock.ts';
import { aFolder, opened } from '#support/store-folder.ts';
import { until } from '#support/until.ts';
import { aWholeBridge } from '#support/whole-bridge.ts';

describe('a wall clock that is set back while the program runs', () => {
  it('is remembered over a restart, with the moment, and not taken back', async () => {
    const dataDir = aFolder();
    const clock = new FakeClock();
    const first = opened(dataDir);
    noteWallClock(first, clock);
    await clock.advance(60_000);
    expect(ageUnknownBeforeMs(first)).toBe(0);
    clock.aheadMs = -3_600_000;
    await clock.advance(5_000);
    const seenMs = clock.nowMs();
    expect(ageUnknownBeforeMs(first)).toBe(seenMs);
    clock.aheadMs = 0;
    await clock.advance(60_000);
    first.close();
    expect(ageUnknownBeforeMs(opened(dataDir))).toBe(seenMs);
  });

  it('ends nothing where the disk fails just then, and is noted once it writes again', async () => {
    const written: string[] = [];
    let fails = true;
    const put = (_key: string, value: string) => {
      if (fails) throw new Error('the disk is full');
      written.push(value);
    };
    const clock = new FakeClock();
    noteWallClock({ meta: { get: () => null, put } }, clock);
    clock.aheadMs = -3_600_000;
    await clock.advance(60_000);
    fails = false;
    await clock.advance(60_000);
    expect(written).toHaveLength(1);
  });
});

describe('a wall clock that was set back while the program was off', () => {
  it("is noticed by the gateway's clock, for each environment apart, and remembered", async () => {
    const dataDir = aFolder();
    const clock = new FakeClock();
    const hears = (folder: ReturnType<typeof opened>, environmentId: string) => {
      const seen: number[] = [];
      const time = noteGatewayTime(
        folder,
        clock,
        environmentId,
        () => {},
        (beforeMs) => seen.push(beforeMs),
      );
      return { seen, heard: (dateMs: number) => time.heard({ dateMs, tripMs: 0 }) };
    };
    const first = opened(dataDir);
    hears(first, 'test').heard(clock.wallMs());
    first.close();

    const second = opened(dataDir);
    const live = hears(second, 'live');
    live.heard(clock.wallMs() + 3_600_000);
    expect(live.seen).toEqual([]);
    expect(ageUnknownBeforeMs(second)).toBe(0);
    const test = hears(second, 'test');
    test.heard(clock.wallMs() + 3_600_000);
    expect(test.seen).toEqual([clock.nowMs()]);
    second.close();
    const third = opened(dataDir);
    expect(ageUnknownBeforeMs(third)).toBe(clock.nowMs());
    const again = hears(third, 'test');
    again.heard(clock.wallMs() + 3_600_000);
    expect(again.seen).toEqual([]);
  });

  it('is noticed by a whole bridge as soon as its gateway answers', async () => {
    const dataDir = aFolder();
    const aRun = async (offMs: number) => {
      let unknownBeforeMs = () => 0;
      const { bridge } = await aWholeBridge({
        dataDir,
        ports: {
          environmentId: () => 'env',
          createClock: (anchorMs, ageUnknown) => {
            unknownBeforeMs = ageUnknown;
            return { ...createClock(anchorMs, ageUnknown), wallMs: () => Date.now() - offMs };
          },
        },
      });
      await until(async () => (textAt(bridge.calls.status(), 'connection.state') === 'online' ? true : null));
      return { bridge, unknownBeforeMs };
    };
    const before = await aRun(0);
    expect(before.unknownBeforeMs()).toBe(0);
    await before.bridge.stop();
    const after = await aRun(3_600_000);
    expect(after.unknownBeforeMs()).toBeGreaterThan(0);
  });
});
