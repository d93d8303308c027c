import { describe, expect, it } from 'vitest';
import { ageUnknownBeforeMs, noteWallClock } from '#assembly/wall-clock-note.ts';
import { FakeClock } from '#support/fake-clock.ts';
import { aFolder, opened } from '#support/store-folder.ts';

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
