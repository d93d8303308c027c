// The state machine's table: which state may follow which.
import { describe, expect, it } from 'vitest';
import { isFinal, states } from '#contract/operation/states.ts';
import { assertTransition, mayFollow } from '#core/operation/transitions.ts';

describe('the states of an operation', () => {
  it.each(states.filter(isFinal))('%s is final: nothing follows', (state) => {
    expect(states.filter((next) => mayFollow(state, next))).toEqual([]);
  });

  it('an unknown outcome is never cancelled or expired', () => {
    expect(states.filter((next) => mayFollow('unknown', next))).not.toContain('cancelled');
    expect(states.filter((next) => mayFollow('unknown', next))).not.toContain('expired');
  });

  it('what needs a person is settled by a person only: succeeded or failed', () => {
    expect(states.filter((next) => mayFollow('needs-person', next))).toEqual(['succeeded', 'failed']);
  });

  it('pending is never sent again', () => {
    expect(mayFollow('pending', 'sending')).toBe(false);
    expect(() => assertTransition('pending', 'accepted')).toThrow('no transition');
  });
});
