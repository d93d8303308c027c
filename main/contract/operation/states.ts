// The states of an operation, as every part of the product names them. Which state follows which
// is decided in one place, core/operation/transitions.ts.

export const states = [
  'accepted',
  'sending',
  'pending',
  'unknown',
  'needs-person',
  'succeeded',
  'failed',
  'cancelled',
  'expired',
] as const;

export type State = (typeof states)[number];

const finalStates: ReadonlySet<State> = new Set(['succeeded', 'failed', 'cancelled', 'expired']);

/** A final state never changes again. */
export function isFinal(state: State): boolean {
  return finalStates.has(state);
}

/** It was sent, and what became of it is not known. */
export function isInDoubt(state: State): boolean {
  return state === 'unknown' || state === 'pending' || state === 'needs-person';
}

export const modes = ['training', 'test', 'live'] as const;

/** What the money is: none (embedded sandbox), a gateway's test environment, or real. */
export type Mode = (typeof modes)[number];
