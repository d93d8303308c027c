// A budget for each program's POST requests, which share a thread with payments. A request is charged by its bytes from
// the first one on; a refused one costs many times as much, because it stores nothing and could be sent without end.
// Accepted requests are delayed only above the rate that the bridge can carry out beside a till.
import type { Refusal } from '#contract/programs/problems.ts';
import type { Rate } from '#http/limits/rate-limit.ts';
import { createBudget } from './budget.ts';

export interface PostBudget {
  /** Why the client may send no body now, or null. */
  refusal(clientId: string): Refusal | null;
  /** Counts a body once it is known what became of it. */
  charge(clientId: string, bodyBytes: number, became: BodyOutcome): void;
}

/** `document`: it was accepted, and is to be printed. */
export type BodyOutcome = 'accepted' | 'document' | 'refused';

const mebibyte = 1_024 * 1_024;

/**
 * 64 KiB that are refused come to 4 MiB: two a second, which is less of the thread than reads may have. The same bytes
 * accepted come to 256 KiB: 128 at once, then 32 a second; of orders of 1 KiB some thousands at once, then 2,048 a second.
 * A document is laid out for its printer too: of receipts of 2 KiB 512 at once, then 128 a second; of the longest texts
 * (32 KiB) 32 at once, then 8 a second.
 */
const postLimits = {
  factors: { refused: 64, document: 32, accepted: 4 } satisfies { readonly [outcome in BodyOutcome]: number },
  budget: { perSecond: 8 * mebibyte, burst: 32 * mebibyte } satisfies Rate,
} as const;

/** `nowMs` must be monotonic. */
export function createPostBudget(nowMs = () => performance.now()): PostBudget {
  const { factors, budget } = postLimits;
  const balances = createBudget(budget, nowMs);
  return {
    refusal(clientId) {
      const seconds = balances.secondsUntil(clientId);
      return seconds === null ? null : usedUp(seconds);
    },
    charge(clientId, bodyBytes, became) {
      balances.charge(clientId, bodyBytes * factors[became]);
    },
  };
}

function usedUp(retryAfterSeconds: number): Refusal {
  const wait = `try again in ${retryAfterSeconds} s`;
  const detail = `This program has sent too many large requests, or ones that were refused. Nothing was done; ${wait}.`;
  return { code: 'too-many-requests', detail, retryAfterSeconds };
}
