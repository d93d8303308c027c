// Which state may follow which. Every change is checked here: a mistake in a rule throws, and is not stored.
import type { State } from '#contract/operation/states.ts';

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

/** Throws where the table has no such transition: that is a bug, never an outcome. */
export function assertTransition(from: State, to: State): void {
  if (!mayFollow(from, to)) throw new Error(`no transition from ${from} to ${to}`);
}
