// A token bucket for each key. It bounds what one runaway program can take from the others and from the disk; it is
// no defence of secrets, which are long enough not to be guessed.

export interface Rate {
  readonly perSecond: number;
  /** How many may come at once after a pause. */
  readonly burst: number;
}

export interface RateLimit {
  /** False when the key has used up what it may. Keys must come from a bounded set. */
  take(key: string): boolean;
}

/** `nowMs` must be monotonic. */
export function createRateLimit({ perSecond, burst }: Rate, nowMs: () => number = () => performance.now()): RateLimit {
  const buckets = new Map<string, { left: number; atMs: number }>();
  return {
    take(key) {
      const now = nowMs();
      const bucket = buckets.get(key) ?? { left: burst, atMs: now };
      const left = Math.min(burst, bucket.left + ((now - bucket.atMs) / 1_000) * perSecond);
      const granted = left >= 1;
      buckets.set(key, { left: granted ? left - 1 : left, atMs: now });
      return granted;
    },
  };
}
