// Whatever is asked of a payment, in whatever order, its balances keep the gateway's promises.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decideCapture, decideIncremental, decideRefund } from '#sandbox/state/decisions.ts';
import { type Payment, applyOperation, asOf, openPayment, openValue } from '#sandbox/state/payment.ts';
import {
  type Step,
  authorized,
  beginnings,
  carryOut,
  openingOf,
  operation,
  start,
  steps,
  take,
} from './payment-steps.ts';

const eur = (value: number): { value: number; currency: string } => ({ value, currency: 'EUR' });

/** What is wrong with the balances; nothing, if all is well. */
function flaws(payment: Payment): string[] {
  const { authorized: held, captured, refunded, reversed, captures } = payment;
  const each = [...captures.values()];
  const holds: { readonly [rule: string]: boolean } = {
    'no balance is negative': [held, captured, refunded, reversed, openValue(payment)].every((sum) => sum >= 0),
    'refunds <= captures': refunded <= captured,
    'captures <= authorized': captured + reversed <= held,
    'refunds of a capture <= the capture': each.every((capture) => capture.refunded <= capture.value),
    'refunds add up': each.reduce((sum, capture) => sum + capture.refunded, 0) === refunded,
    'captures add up':
      payment.status === 'REVERSED' || each.reduce((sum, capture) => sum + capture.value, 0) === captured,
  };
  return Object.keys(holds).filter((rule) => holds[rule] === false);
}

/** All but what merely lists attempts. */
function standing(payment: Payment): object {
  return structuredClone({ ...payment, operations: [] });
}

function run(payment: Payment, asked: readonly Step[], check: (before: object, step: Step) => void): void {
  let now = start;
  for (const step of asked) {
    now += step.hours * 3_600_000;
    const before = standing(payment);
    take(payment, step, now);
    check(before, step);
  }
}

describe('a payment, whatever is asked of it in whatever order', () => {
  test('never has a negative balance, more captured than authorized, or more refunded than captured', () => {
    fc.assert(
      fc.property(beginnings, steps, (begin, asked) => {
        const payment = begin();
        expect(flaws(payment)).toEqual([]);
        run(payment, asked, (_, { ask }) => expect(flaws(payment), ask).toEqual([]));
      }),
      { numRuns: 2000 },
    );
  });

  test('does not move once it is reversed, failed or expired', () => {
    fc.assert(
      fc.property(beginnings, steps, (begin, asked) => {
        const payment = begin();
        run(payment, asked, (before) => {
          const { status } = before as { status: string };
          if (['REVERSED', 'FAILED', 'EXPIRED'].includes(status)) expect(standing(payment)).toEqual(before);
        });
      }),
      { numRuns: 1000 },
    );
  });

  test('captures nothing more after its final capture, and holds nothing of the rest', () => {
    fc.assert(
      fc.property(beginnings, steps, (begin, asked) => {
        const payment = begin();
        run(payment, asked, (before) => {
          const { captureClosed, captured } = before as { captureClosed: boolean; captured: number };
          if (!captureClosed || payment.status === 'REVERSED') return;
          expect([payment.captured, openValue(payment)]).toEqual([captured, 0]);
        });
      }),
      { numRuns: 1000 },
    );
  });

  test('is the same when it is read back from its operations, and was what it was at every moment before', () => {
    fc.assert(
      fc.property(beginnings, steps, (begin, asked) => {
        const payment = begin();
        const snapshots: [string, object][] = [];
        let now = start;
        for (const step of asked) {
          now += step.hours * 3_600_000 + 1;
          take(payment, step, now);
          // The clock's own steps bear their own time, so only what is up to date is compared.
          take(payment, { ...step, ask: 'time' }, now);
          snapshots.push([new Date(now).toISOString(), standing(payment)]);
        }
        for (const [moment, snapshot] of snapshots) {
          const then = asOf(payment, moment);
          expect(then === null ? null : standing(then)).toEqual(snapshot);
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe('a payment', () => {
  test('lists a failed operation and is otherwise as before', () => {
    const payment = authorized();
    const before = standing(payment);
    applyOperation(payment, operation({ type: 'CAPTURE', status: 'FAILED', value: 1 }));
    expect(standing(payment)).toEqual(before);
    expect(payment.operations).toHaveLength(2);
  });

  test('that was declined at once is failed and holds nothing', () => {
    const payment = openPayment(openingOf());
    applyOperation(payment, operation({ status: 'FAILED' }));
    expect(payment).toMatchObject({ status: 'FAILED', authorized: 0 });
    expect(decideCapture(payment, eur(1))).toEqual({ allowed: false, reason: 'not-authorized' });
  });

  test('was not there before its first operation', () => {
    expect(asOf(authorized(), new Date(start - 1).toISOString())).toBeNull();
  });
});

describe('a series of captures', () => {
  test('is counted, keeps its total, and its last one releases the rest', () => {
    const payment = authorized();
    const refusalOf = (series: object, value = 100): unknown => {
      const decision = decideCapture(payment, eur(value), series);
      return decision.allowed ? null : decision.reason;
    };
    expect(refusalOf({ currentSequence: 2, total: 3 })).toBe('capture-sequence');
    expect(carryOut(payment, decideCapture(payment, eur(100), { currentSequence: 1, total: 3 }))).toBe(true);
    expect(refusalOf({ currentSequence: 1, total: 3 })).toBe('capture-sequence');
    expect(refusalOf({ currentSequence: 2, total: 4 })).toBe('capture-total');
    expect(carryOut(payment, decideCapture(payment, eur(100), { currentSequence: 2 }))).toBe(true);
    expect(payment).toMatchObject({ captured: 200, reversed: 0, captureClosed: false });
    expect(carryOut(payment, decideCapture(payment, eur(100), { currentSequence: 3, total: 3 }))).toBe(true);
    expect(payment).toMatchObject({ captured: 300, reversed: 700, captureClosed: true });
    expect(refusalOf({})).toBe('capture-closed');
  });

  test('of Klarna with completeType YES needs a rest to reverse', () => {
    const payment = authorized({ method: 'KLARNA' });
    const all = decideCapture(payment, eur(1000), { reversesRest: true });
    expect(all).toEqual({ allowed: false, reason: 'nothing-to-reverse' });
    expect(carryOut(payment, decideCapture(payment, eur(999), { reversesRest: true }))).toBe(true);
    expect(payment).toMatchObject({ captured: 999, reversed: 1, captureClosed: true });
  });
});

describe('an incremental authorization', () => {
  test('adds up, as long as something of the authorization is open', () => {
    const payment = authorized();
    expect(carryOut(payment, decideIncremental(payment, eur(500), 'CARD'))).toBe(true);
    expect(payment).toMatchObject({ authorized: 1500, status: 'AUTHORIZED' });
    expect(carryOut(payment, decideCapture(payment, eur(1500)))).toBe(true);
    expect(decideIncremental(payment, eur(1), 'CARD')).toEqual({ allowed: false, reason: 'already-captured' });
  });

  test('is for cards only, in the payment currency', () => {
    const payment = authorized({ method: 'KLARNA' });
    expect(decideIncremental(payment, eur(1), 'KLARNA')).toEqual({ allowed: false, reason: 'not-a-card' });
    const dollars = { value: 1, currency: 'USD' };
    expect(decideIncremental(payment, dollars, 'CARD')).toEqual({ allowed: false, reason: 'currency-mismatch' });
  });
});

describe('a refund', () => {
  test('names no capture: the last one is credited, and only that', () => {
    const payment = authorized();
    carryOut(payment, decideCapture(payment, eur(700)));
    carryOut(payment, decideCapture(payment, eur(300)));
    const [first, last] = [...payment.captures.keys()];
    expect(decideRefund(payment, eur(301), null)).toEqual({ allowed: false, reason: 'refund-exceeds-capture' });
    expect(decideRefund(payment, eur(300), null)).toMatchObject({ allowed: true, movement: { of: last } });
    expect(decideRefund(payment, eur(700), first ?? '')).toMatchObject({ allowed: true, movement: { of: first } });
  });
});
