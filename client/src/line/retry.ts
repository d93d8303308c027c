// When a request is sent again, as numbered rules:
// 1. Only what may be repeated: reads, and operations under the same request id (the bridge carries it out once).
//    Cancelling is repeatable too. Pairing is not, and does not come through here.
// 2. Before each repetition the client finds out again which program listens (introduction.ts).
// 3. "Too many requests", "stopping" and a request that came too slowly: nothing was done, so it is asked again, after
//    Retry-After where that is given.
// 4. A fault inside the bridge, a disk that fails and a token that was revoked before the answer leave open whether an
//    operation was accepted: asked again.
// 5. Every other refusal stands. Whether it also speaks for an earlier sending of the same request is `isConclusive`.
// 6. The pause doubles and is partly random, so that many clients do not come back at the same time.
import type { Problem } from './errors.ts';

const firstPauseMs = 250;
const longestPauseMs = 8_000;
/** The longest pause that a bridge may ask for; with a longer one the caller decides. */
export const longestRetryAfterMs = 60_000;

const nothingDone: readonly string[] = ['too-many-requests', 'too-many-at-once', 'request-timeout', 'stopping'];
const leftOpen: readonly string[] = ['internal-error', 'storage-failed', 'operation-altered', 'token-revoked'];

export type Meaning = 'nothing-done' | 'left-open' | 'refused';

export function meaningOf({ code }: Problem): Meaning {
  if (nothingDone.includes(code)) return 'nothing-done';
  return leftOpen.includes(code) ? 'left-open' : 'refused';
}

// The bridge looks the request id up before it checks for these, so they mean that this client has no operation under it.
// Not among them: refusals for another operation (`trans-id-used`, `terminal-held`, `payment-held`), which may be this very
// request, sent with a token that is another client by now; and `terminal-resting`, after which the folder may lack it.
const afterRequestId: readonly string[] = [
  'request-id-reused',
  'invalid-input',
  'offline',
  'destination-changed',
  'queue-full',
  'refund-exceeds-captured',
  'capture-exceeds-authorized',
  'capture-not-named',
  'refund-limit',
  'refunded-elsewhere',
  'office-away',
  'confirmation-refused',
  'confirmation-missed',
  'confirmation-impossible',
  'payment-reversed',
  'payment-refunded',
  'payment-captured',
  'reversal-differs',
  'dcc-quote-void',
  'too-late',
];

/** Whether the refusal proves that an earlier sending of the same request was not accepted either. */
export function isConclusive({ code }: Problem): boolean {
  return afterRequestId.includes(code);
}

/** `attempt` from 0; `chance` from 0 to below 1. */
export function pauseMs(attempt: number, chance: number, floorMs: number | null): number {
  const full = Math.min(longestPauseMs, firstPauseMs * 2 ** attempt);
  return Math.max(floorMs ?? 0, full * (0.5 + chance / 2));
}
