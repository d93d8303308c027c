// How long to wait before a page that went away is loaded again: ever longer where it goes again and again, so that a
// broken build does not eat the machine.

const firstMs = 250;
const longestMs = 30_000;
/** A page that lived this long went because of something new. */
const calmAfterMs = 60_000;

/** Each call is one more time that it went; milliseconds. */
export function createGrowingPause(): () => number {
  let pauseMs = firstMs;
  let wentAt = 0;
  return () => {
    const now = performance.now();
    pauseMs = now - wentAt > calmAfterMs ? firstMs : Math.min(pauseMs * 2, longestMs);
    wentAt = now;
    return pauseMs;
  };
}
