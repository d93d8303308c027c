// Payments that wait: who may take the next step, when, and what the clock does where it is not taken.
import { describe, expect, test } from 'vitest';
import { decideCapture } from '#sandbox/state/decisions.ts';
import { type Payment, applyOperation } from '#sandbox/state/payment.ts';
import { accessTokenOf, decideConfirm, decideDue, decidePaying, nextDue } from '#sandbox/state/waiting.ts';
import { authorized, carryOut, minute, operation, start, waiting } from './payment-steps.ts';

const hour = 60 * minute;
const eur = (value: number): { value: number; currency: string } => ({ value, currency: 'EUR' });

function confirmAt(
  payment: Payment,
  now: number,
  accessToken: string | null = accessTokenOf('P'),
  value = 1000,
): unknown {
  const { method = null } = payment.opening;
  const decision = decideConfirm(payment, { amount: eur(value), now, method, accessToken });
  return decision.allowed ? 'allowed' : decision.reason;
}

describe('a payment that waits for its customer', () => {
  test('is paid once', () => {
    const payment = waiting('customer', { capture: { type: 'AUTOMATIC' } });
    expect(carryOut(payment, decidePaying(payment))).toBe(true);
    expect(payment).toMatchObject({ status: 'CAPTURED', authorized: 1000, captured: 1000 });
    expect(decidePaying(payment)).toEqual({ allowed: false, reason: 'not-waiting' });
  });

  test('is not the merchant to confirm, nor to capture', () => {
    const payment = waiting('customer');
    expect(confirmAt(payment, start)).toBe('waits-for-customer');
    expect(decideCapture(payment, eur(1))).toEqual({ allowed: false, reason: 'not-authorized' });
  });

  test.each(['AUTHORIZATION', 'CANCELLATION'] as const)('ends with a failed %s', (type) => {
    const payment = waiting('customer');
    applyOperation(payment, operation({ type, status: 'FAILED' }));
    expect(payment).toMatchObject({ status: 'FAILED', authorized: 0 });
    expect(decidePaying(payment).allowed).toBe(false);
  });

  test('expires where it was given a time', () => {
    const expiresAt = new Date(start + hour).toISOString();
    const payment = waiting('customer', { expiresAt });
    const due = nextDue(payment);
    expect(due).toEqual({ at: start + hour, what: 'expire' });
    if (due !== null) carryOut(payment, decideDue(payment, due));
    expect(payment.status).toBe('EXPIRED');
    expect([nextDue(payment), decidePaying(payment).allowed]).toEqual([null, false]);
    expect(nextDue(waiting('customer'))).toBeNull();
  });
});

describe('a payment that waits for its confirm', () => {
  test('of Klarna takes the token of the create answer, for 60 minutes', () => {
    const payment = waiting('confirm', { method: 'KLARNA' });
    expect(confirmAt(payment, start + hour)).toBe('allowed');
    expect(confirmAt(payment, start + hour + 1)).toBe('confirm-too-late');
    expect(confirmAt(payment, start, 'another')).toBe('access-token-unknown');
    expect(confirmAt(payment, start, null)).toBe('access-token-unknown');
  });

  test('of another method needs no token and has no such limit', () => {
    expect(confirmAt(waiting('confirm', { method: 'PAYPAL' }), start + 100 * hour, null)).toBe('allowed');
  });

  test('is confirmed up to its amount, in its currency, and once', () => {
    const payment = waiting('confirm', { method: 'PAYPAL' });
    expect(confirmAt(payment, start, null, 1001)).toBe('confirm-exceeds');
    const dollars = { value: 1, currency: 'USD' };
    const asked = { amount: dollars, now: start, method: 'PAYPAL', accessToken: null };
    expect(decideConfirm(payment, asked)).toEqual({ allowed: false, reason: 'currency-mismatch' });
    expect(carryOut(payment, decideConfirm(payment, { ...asked, amount: eur(400) }))).toBe(true);
    expect(payment).toMatchObject({ status: 'AUTHORIZED', authorized: 400 });
    expect(confirmAt(payment, start, null)).toBe('not-waiting');
  });

  test('still waits after a confirm that was refused', () => {
    const payment = waiting('confirm', { method: 'PAYPAL' });
    applyOperation(payment, operation({ type: 'CONFIRMATION', status: 'FAILED' }));
    expect([payment.status, confirmAt(payment, start, null)]).toEqual(['CREATED', 'allowed']);
  });
});

describe('a delayed capture', () => {
  const delayed = (): Payment => authorized({ capture: { type: 'DELAYED', hours: 48 } });

  test('takes all that is left at its hour, and is the last one', () => {
    const payment = delayed();
    carryOut(payment, decideCapture(payment, eur(300)));
    const due = nextDue(payment);
    expect(due).toEqual({ at: start + 48 * hour, what: 'capture' });
    if (due !== null) carryOut(payment, decideDue(payment, due));
    expect(payment).toMatchObject({ captured: 1000, captureClosed: true });
    expect(nextDue(payment)).toBeNull();
  });

  test('does not come where nothing is left, or everything was given up', () => {
    const captured = delayed();
    carryOut(captured, decideCapture(captured, eur(1000)));
    const closed = delayed();
    carryOut(closed, decideCapture(closed, eur(1), { final: true }));
    const reversed = delayed();
    applyOperation(reversed, operation({ type: 'REVERSAL', status: 'REVERSED' }));
    expect([nextDue(captured), nextDue(closed), nextDue(reversed)]).toEqual([null, null, null]);
  });
});

describe('a payment that the provider calls pending', () => {
  test('settles a minute later, whatever is updated meanwhile', () => {
    const payment = authorized();
    applyOperation(payment, operation({ status: 'PENDING' }, start + hour));
    applyOperation(payment, operation({ type: 'UPDATE', status: 'OK', value: 0 }, start + hour + 5));
    expect(nextDue(payment)).toEqual({ at: start + hour + minute, what: 'settle' });
  });
});
