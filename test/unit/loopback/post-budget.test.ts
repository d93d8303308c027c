// What a program may send: bounded by its bytes, much more where it is refused, and never in the way of a shop's orders.
import { describe, expect, it } from 'vitest';
import { createPostBudget } from '#loopback/limits/post-budget.ts';

const largest = 64 * 1_024;

function aBudget() {
  let nowMs = 0;
  const budget = createPostBudget(() => nowMs);
  /** How many of these bodies it looks into before it says no; at most 100,000. */
  const until = (bytes: number, became: 'accepted' | 'refused', clientId = 'one'): number => {
    let count = 0;
    while (count < 100_000 && budget.refusal(clientId) === null) {
      budget.charge(clientId, bytes, became);
      count += 1;
    }
    return count;
  };
  const pass = (ms: number) => {
    nowMs += ms;
  };
  return { budget, until, pass };
}

describe('a program that sends what is refused', () => {
  it('is stopped after a few of the largest bodies, and told when it may go on', () => {
    const { budget, until, pass } = aBudget();
    expect(until(largest, 'refused')).toBe(8);
    const refusal = budget.refusal('one');
    expect(refusal).toMatchObject({ code: 'too-many-requests', retryAfterSeconds: 1 });
    pass(1_000);
    expect(until(largest, 'refused')).toBe(2);
  });

  it('is stopped also where all of them were here before the first was judged', () => {
    const { budget, pass } = aBudget();
    for (let count = 0; count < 256; count += 1) budget.charge('one', largest, 'refused');
    expect(budget.refusal('one')?.retryAfterSeconds).toBe(124);
    pass(124_001);
    expect(budget.refusal('one')).toBeNull();
  });

  it('stops no other one', () => {
    const { budget, until } = aBudget();
    until(largest, 'refused');
    expect(budget.refusal('two')).toBeNull();
  });

  it('may have a thousand faulty orders of ordinary size', () => {
    expect(aBudget().until(400, 'refused')).toBeGreaterThan(1_000);
  });
});

describe('a shop that imports', () => {
  it('orders of ordinary size is never stopped', () => {
    const { budget, until, pass } = aBudget();
    expect(until(1_024, 'accepted')).toBe(8_192);
    for (let second = 0; second < 60; second += 1) {
      pass(1_000);
      for (let count = 0; count < 1_000; count += 1) budget.charge('one', 1_024, 'accepted');
    }
    expect(budget.refusal('one')).toBeNull();
  });

  it('orders that are as large as they may be has 128 at once, and 32 a second', () => {
    const { until, pass } = aBudget();
    expect(until(largest, 'accepted')).toBe(128);
    pass(1_000);
    expect(until(largest, 'accepted')).toBe(32);
  });
});
