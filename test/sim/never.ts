/**
 * What is asked of a till that is dead: it never answers. A promise of its own each time, since one for all would hold
 * everybody who ever waited for it, and with them every world that was simulated before.
 */
export function neverAnswered(): Promise<never> {
  return new Promise(() => {});
}
