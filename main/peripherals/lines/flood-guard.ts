// A printer says a few bytes a second. One that never stops (broken, or a program in its place in the network) would keep
// the thread busy that payments need.

/** Less than the system hands over at once, so that a flood is not even read. */
const mostBytes = 32_768;
const withinMs = 1_000;

/** Asked with the size of what came; true where it is more than a printer says. */
export function floodGuard(): (bytes: number) => boolean {
  let heard = 0;
  let sinceMs = performance.now();
  return (bytes) => {
    const nowMs = performance.now();
    if (nowMs - sinceMs > withinMs) {
      heard = 0;
      sinceMs = nowMs;
    }
    heard += bytes;
    return heard > mostBytes;
  };
}
