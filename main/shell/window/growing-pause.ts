// The pause before a crashed page is loaded again. It grows while the page crashes again and again, so that a broken
// build does not use up the machine.

const firstMs = 250;
const longestMs = 30_000;
/** A page that ran this long starts with the first pause again. */
const calmAfterMs = 60_000;

/** Call the function at each crash; it returns the pause in milliseconds. */
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
