// What a program's POST requests may cost the thread that they share with money. One that is accepted leaves an operation
// behind, and disk and queue bound those; one that is refused leaves nothing, and could be sent without end. So a refused
// body costs many times its bytes, as much as the checks of a hostile one take, and an accepted one only what it has
// beyond the size of an ordinary order.
import type { Refusal } from '#contract/problems.ts';
import type { Rate } from '#http/rate-limit.ts';
import { createBudget } from './budget.ts';

export interface PostBudget {
  /** Why the client may send no body now, or null. */
  refusal(clientId: string): Refusal | null;
  /** Counts a body once it is known what became of it. */
  charge(clientId: string, bodyBytes: number, became: 'accepted' | 'refused'): void;
}

const mebibyte = 1_024 * 1_024;

/** 64 KiB that are refused come to 4 MiB: two a second, which is less of the thread than reads may have. */
export const postLimits = {
  refusedFactor: 64,
  acceptedFreeBytes: 16 * 1_024,
  budget: { perSecond: 8 * mebibyte, burst: 32 * mebibyte } satisfies Rate,
} as const;

/** `nowMs` must be monotonic. */
export function createPostBudget(nowMs = () => performance.now()): PostBudget {
  const { refusedFactor, acceptedFreeBytes, budget } = postLimits;
  const balances = createBudget(budget, nowMs);
  return {
    refusal(clientId) {
      const seconds = balances.secondsUntil(clientId);
      return seconds === null ? null : usedUp(seconds);
    },
    charge(clientId, bodyBytes, became) {
      const bytes = became === 'refused' ? bodyBytes * refusedFactor : bodyBytes - acceptedFreeBytes;
      if (bytes > 0) balances.charge(clientId, bytes);
    },
  };
}

function usedUp(retryAfterSeconds: number): Refusal {
  const wait = `try again in ${retryAfterSeconds} s`;
  const detail = `Too many large requests of this program were refused. Nothing was done; ${wait}, and correct them first.`;
  return { code: 'too-many-requests', detail, retryAfterSeconds };
}
