// Which state may follow which (design section 3, first table). Every change passes through here, so that a slip
// in a rule stops as a bug instead of becoming a wrong truth on disk.
import type { State } from '#contract/states.ts';

const follows: { readonly [from in State]: readonly State[] } = {
  // failed: only what never had an intent (the card number is gone after a restart).
  accepted: ['sending', 'cancelled', 'expired', 'failed'],
  // sending again: a new intent under a renewed token. expired: proved unsent, and its deadline has passed.
  // needs-person: another amount was approved than was asked for.
  sending: ['succeeded', 'failed', 'pending', 'accepted', 'unknown', 'sending', 'expired', 'needs-person'],
  pending: ['succeeded', 'failed', 'pending', 'needs-person'],
  unknown: ['succeeded', 'failed', 'accepted', 'sending', 'unknown', 'needs-person'],
  'needs-person': ['succeeded', 'failed'],
  succeeded: [],
  failed: [],
  cancelled: [],
  expired: [],
};

export function mayFollow(from: State, to: State): boolean {
  return follows[from].includes(to);
}

/** Throws where the table has no such way: a bug, never an outcome. */
export function assertTransition(from: State, to: State): void {
  if (!mayFollow(from, to)) throw new Error(`no transition from ${from} to ${to}`);
}
