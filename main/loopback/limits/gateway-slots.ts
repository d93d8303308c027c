// Limits the look-ups of programs that are at the gateway at one time. A look-up costs the program little, and the
// bridge a request, a connection and an answer. So each program has a few slots, all programs together have some more,
// and further look-ups wait. Programs take turns, and a program that disconnects leaves the queue.

export interface GatewaySlots {
  /**
   * Calls `ask` when the client has a slot, which it keeps until that is done. Null, and nothing is asked, where the
   * caller has left before: `whenGone` calls back then.
   */
  run<T>(clientId: string, whenGone: (work: () => void) => void, ask: () => Promise<T>): Promise<T | null>;
}

export interface GatewaySlotLimits {
  readonly perClient: number;
  readonly inAll: number;
}

export function createGatewaySlots({ perClient, inAll }: GatewaySlotLimits): GatewaySlots {
  /** The look-ups that wait, by client, the oldest first. The client in front has its turn next. */
  const lines = new Map<string, Set<() => void>>();
  const taken = new Map<string, number>();
  let takenInAll = 0;

  const count = (clientId: string, by: 1 | -1) => {
    takenInAll += by;
    const now = (taken.get(clientId) ?? 0) + by;
    if (now > 0) taken.set(clientId, now);
    else taken.delete(clientId);
  };

  const fill = () => {
    for (const [clientId, line] of lines) {
      if (takenInAll >= inAll) return;
      const [next] = line;
      if (next === undefined || (taken.get(clientId) ?? 0) >= perClient) continue;
      leave(clientId, next);
      // Behind all others, where this loop comes by again.
      if (lines.delete(clientId) && line.size > 0) lines.set(clientId, line);
      next();
    }
  };

  const leave = (clientId: string, turn: () => void) => {
    const line = lines.get(clientId);
    line?.delete(turn);
    if (line?.size === 0) lines.delete(clientId);
  };

  return {
    run<T>(clientId: string, whenGone: (work: () => void) => void, ask: () => Promise<T>) {
      const { promise, resolve } = Promise.withResolvers<T | null>();
      const begin = async (): Promise<T> => {
        count(clientId, 1);
        try {
          return await ask();
        } finally {
          count(clientId, -1);
          fill();
        }
      };
      const turn = () => resolve(begin());
      const line = lines.get(clientId) ?? new Set();
      lines.set(clientId, line.add(turn));
      whenGone(() => {
        leave(clientId, turn);
        // It changes nothing where its turn has come.
        resolve(null);
      });
      fill();
      return promise;
    },
  };
}
