// Limits the concurrent requests of one program. Each request that waits (for an operation, for the gateway) holds a
// connection that cannot be closed for others: without a limit one program could take all connections.

export interface AtOnce {
  /** Does the work and counts it until it is done. Null, and nothing is done, where this program has no place left. */
  run<T>(clientId: string, work: () => T | Promise<T>): T | Promise<T> | null;
}

/** Far above what a shop's terminals and orders need, and only a part of all connections. */
export const defaultAtOnce = 256;

export function createAtOnce(most: number): AtOnce {
  const counts = new Map<string, number>();
  return {
    run(clientId, work) {
      const before = counts.get(clientId) ?? 0;
      if (before >= most) return null;
      counts.set(clientId, before + 1);
      const done = () => {
        const left = (counts.get(clientId) ?? 1) - 1;
        if (left > 0) counts.set(clientId, left);
        else counts.delete(clientId);
      };
      let begun: ReturnType<typeof work> | null = null;
      try {
        begun = work();
      } finally {
        // A result that is ready at once takes no place.
        if (!(begun instanceof Promise)) done();
      }
      return begun instanceof Promise ? begun.finally(done) : begun;
    },
  };
}

export const tooManyAtOnce = {
  code: 'too-many-at-once',
  detail: 'Too many requests of this program are under way already. Nothing was done; wait for one of them.',
} as const;
