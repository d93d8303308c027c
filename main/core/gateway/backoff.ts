// How long to wait before the next try: full jitter, base 1 s, cap 5 min.
// Full jitter, because tills of one shop come back at the same moment and must not all ask at once.

const baseMs = 1_000;
const capMs = 300_000;

/** `tries` counts from 0; `fraction` is chance from 0 to 1. The result is at least 100 ms, so that nothing spins. */
export function backoffMs(tries: number, fraction: number, limitMs: number = capMs): number {
  const ceiling = Math.min(limitMs, baseMs * 2 ** Math.min(tries, 20));
  return Math.max(100, Math.round(ceiling * fraction));
}
