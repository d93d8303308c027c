// A budget in bytes for each program, for its reads or its refused requests: a request that causes more work uses up
// more. A request is charged afterwards, so the balance may fall below zero by one request; further ones are refused
// until it has recovered.
import type { Rate } from '#http/limits/rate-limit.ts';

export interface Budget {
  /** Whole seconds until the client may go on, at least 1; null: it may now. */
  secondsUntil(clientId: string): number | null;
  charge(clientId: string, bytes: number): void;
}

/** `rate` in bytes. `nowMs` must be monotonic. Client ids come from a bounded set. */
export function createBudget({ perSecond, burst }: Rate, nowMs: () => number): Budget {
  const balances = new Map<string, { readonly bytes: number; readonly atMs: number }>();
  const balanceOf = (clientId: string): number => {
    const before = balances.get(clientId);
    if (before === undefined) return burst;
    return Math.min(burst, before.bytes + ((nowMs() - before.atMs) / 1_000) * perSecond);
  };
  return {
    secondsUntil(clientId) {
      const bytes = balanceOf(clientId);
      return bytes > 0 ? null : Math.max(1, Math.ceil(-bytes / perSecond));
    },
    charge(clientId, bytes) {
      balances.set(clientId, { bytes: balanceOf(clientId) - bytes, atMs: nowMs() });
    },
  };
}
