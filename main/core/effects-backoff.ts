// How long a follow-up rests after it did not work. People stand beside a printer, so it begins short.

const firstMs = 2_000;
const mostMs = 120_000;

/** `attempts`: how many went before the one that just failed. */
export function backoffMs(attempts: number): number {
  return Math.min(mostMs, firstMs * 2 ** Math.min(attempts, 10));
}
