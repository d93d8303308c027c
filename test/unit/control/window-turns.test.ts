// Windows take turns at the thread, and together hold it at most half of the time.
import { describe, expect, it } from 'vitest';
import { createWindowTurns } from '#control/window/turns.ts';

/** A thread whose time passes only where the test says so. */
function aThread() {
  let nowMs = 0;
  const soon: (() => void)[] = [];
  const later: { readonly atMs: number; readonly work: () => void }[] = [];
  const done: string[] = [];
  const turns = createWindowTurns({
    nowMs: () => nowMs,
    soon: (work) => void soon.push(work),
    after: (ms, work) => void later.push({ atMs: nowMs + ms, work }),
  });
  return {
    done,
    ask: (window: object, name: string, holdsMs: number) =>
      void turns.take(window, async () => {
        nowMs += holdsMs;
        done.push(`${name} at ${nowMs}`);
      }),
    /** Runs all that is due until so long has passed. */
    runUntil: (endMs: number) => {
      for (;;) {
        for (let work = soon.shift(); work !== undefined; work = soon.shift()) work();
        const next = later.shift();
        if (next === undefined || next.atMs > endMs) return;
        nowMs = Math.max(nowMs, next.atMs);
        next.work();
      }
    },
  };
}

describe('windows that ask much', () => {
  it('come in turn: one that asked once waits for one request of each other', () => {
    const { ask, runUntil, done } = aThread();
    const [loud, quiet] = [{}, {}];
    for (const name of ['a', 'b', 'c']) ask(loud, name, 1);
    ask(quiet, 'q', 1);
    runUntil(1_000);
    expect(done.map((each) => each.charAt(0))).toEqual(['a', 'q', 'b', 'c']);
  });

  it('wait as long as they held the thread, once they had their burst', () => {
    const { ask, runUntil, done } = aThread();
    const windows = Array.from({ length: 16 }, () => ({}));
    for (let count = 0; count < 20; count += 1) for (const window of windows) ask(window, 'r', 10);
    runUntil(2_000);
    // 200 ms at once, and half of the two seconds: 10 ms each.
    expect(done.length).toBeGreaterThanOrEqual(100);
    expect(done.length).toBeLessThanOrEqual(122);
  });

  it('do not wait where they ask as a screen does', () => {
    const { ask, runUntil, done } = aThread();
    for (const name of ['a', 'b', 'c', 'd']) ask({}, name, 5);
    runUntil(0);
    expect(done).toEqual(['a at 5', 'b at 10', 'c at 15', 'd at 20']);
  });
});
