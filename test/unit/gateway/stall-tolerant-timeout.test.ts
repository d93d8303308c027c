// How long an answer is waited for, told by a clock of the test's own: as long as it says, never less, also where every
// timer comes late at once, and not for ever where they always do.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { StallTolerantTimeout } from '#gateway/stall-tolerant-timeout.ts';

const ms = 8_000;
const oneWaitMs = ms / 8;
/** For reading what is there. */
const behindMs = 50;

describe('how long an answer is waited for', () => {
  let over: ReturnType<typeof vi.fn<() => void>>;

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    over = vi.fn<() => void>();
  });

  afterEach(() => {
    vi.useRealTimers();
  });

  /** The computer stands still: the clock goes on, no timer fires. */
  const standStill = (forMs: number) => {
    const nowMs = performance.now();
    vi.spyOn(performance, 'now').mockReturnValueOnce(nowMs + forMs);
  };

  it('is as long as it says and a moment for reading, and is told once', () => {
    const timeout = new StallTolerantTimeout(ms, over);
    vi.advanceTimersByTime(ms + behindMs - 1);
    expect(over).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(over).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(10 * ms);
    expect(over).toHaveBeenCalledTimes(1);
    timeout.end();
  });

  it('has a shorter moment for reading where the wait itself is short', () => {
    const timeout = new StallTolerantTimeout(80, over);
    vi.advanceTimersByTime(89);
    expect(over).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(over).toHaveBeenCalledTimes(1);
    timeout.end();
  });

  it('is not told after it was ended, be it in a wait or in the moment for reading', () => {
    const waiting = new StallTolerantTimeout(ms, over);
    vi.advanceTimersByTime(oneWaitMs / 2);
    waiting.end();
    const reading = new StallTolerantTimeout(ms, over);
    vi.advanceTimersByTime(ms + 1);
    reading.end();
    expect(vi.getTimerCount()).toBe(0);
    vi.advanceTimersByTime(10 * ms);
    expect(over).not.toHaveBeenCalled();
  });

  it('begins again as long as before, from a wait, from the moment for reading and when it was over', () => {
    const timeout = new StallTolerantTimeout(ms, over);
    for (const afterMs of [3.5 * oneWaitMs, ms + 1]) {
      vi.advanceTimersByTime(afterMs);
      timeout.restart();
      vi.advanceTimersByTime(ms + behindMs - 1);
      expect(over).not.toHaveBeenCalled();
      timeout.restart();
    }
    vi.advanceTimersByTime(ms + behindMs);
    expect(over).toHaveBeenCalledTimes(1);
    timeout.restart();
    vi.advanceTimersByTime(ms + behindMs - 1);
    expect(over).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(1);
    expect(over).toHaveBeenCalledTimes(2);
    timeout.end();
  });

  it('does not count a wait that came late by more than its own length', () => {
    const timeout = new StallTolerantTimeout(ms, over);
    standStill(2 * oneWaitMs + 1);
    vi.advanceTimersByTime(ms + behindMs);
    expect(over).not.toHaveBeenCalled();
    vi.advanceTimersByTime(oneWaitMs);
    expect(over).toHaveBeenCalledTimes(1);
    timeout.end();
  });

  it('counts one that came just that late', () => {
    const timeout = new StallTolerantTimeout(ms, over);
    standStill(2 * oneWaitMs);
    vi.advanceTimersByTime(ms + behindMs);
    expect(over).toHaveBeenCalledTimes(1);
    timeout.end();
  });

  it('ends where every wait comes late, after eight that are forgiven, and forgives as many after it began again', () => {
    let nowMs = 0;
    const now = vi.spyOn(performance, 'now').mockImplementation(() => (nowMs += 3 * oneWaitMs));
    const timeout = new StallTolerantTimeout(ms, over);
    for (let again = 0; again < 2; again += 1) {
      over.mockClear();
      vi.advanceTimersByTime(2 * ms + behindMs - 1);
      expect(over).not.toHaveBeenCalled();
      vi.advanceTimersByTime(1);
      expect(over).toHaveBeenCalledTimes(1);
      timeout.restart();
    }
    timeout.end();
    now.mockRestore();
  });
});
