// Payments that wait: for the customer on a hosted page, for the merchant's confirm, for a provider's final word, or
// for the hour of a delayed capture. Pure: what the next step would be, and whether a step is allowed now.
import type { Money } from '#contract/money/money.ts';
import { type Decision, allow, deny } from './decisions.ts';
import { type Payment, openValue } from './payment.ts';

/** "For klarna the accessToken is valid for 60 minutes" after the create answer. */
const confirmMs = 60 * 60_000;
/** How long a provider takes to decide what it first called pending: a minute of the sandbox's clock. */
const settlesAfterMs = 60_000;
const hourMs = 3_600_000;

export interface Due {
  /** Milliseconds of the sandbox's clock. */
  readonly at: number;
  readonly what: 'expire' | 'settle' | 'capture';
}

/** The next change of the payment by the clock alone. */
export function nextDue(payment: Payment): Due | null {
  const { opening, status, capture, authorizedAt } = payment;
  if (status === 'CREATED') {
    return opening.expiresAt === undefined ? null : { at: Date.parse(opening.expiresAt), what: 'expire' };
  }
  if (status === 'PENDING') {
    const since = payment.operations.findLast((each) => each.status === 'PENDING')?.at ?? '';
    return { at: Date.parse(since) + settlesAfterMs, what: 'settle' };
  }
  if (capture?.type !== 'DELAYED' || authorizedAt === null) return null;
  if (status === 'REVERSED' || openValue(payment) === 0) return null;
  return { at: Date.parse(authorizedAt) + capture.hours * hourMs, what: 'capture' };
}

/** The due changes as operations; the delayed capture takes the whole rest and is the last one. */
export function decideDue(payment: Payment, { what }: Due): Decision {
  switch (what) {
    case 'expire':
      return allow({ type: 'EXPIRY', status: 'EXPIRED', value: payment.opening.value });
    case 'settle':
      return allow({ type: 'AUTHORIZATION', status: 'AUTHORIZED', value: payment.opening.value });
    case 'capture':
      return allow({ type: 'CAPTURE', status: 'CAPTURED', value: openValue(payment), final: true });
  }
}

/** The customer pays on the hosted page. */
export function decidePaying(payment: Payment): Decision {
  const { opening, status } = payment;
  if (status !== 'CREATED' || opening.waitsFor !== 'customer') return deny('not-waiting');
  return allow({ type: 'AUTHORIZATION', status: 'AUTHORIZED', value: opening.value });
}

export interface Confirming {
  readonly amount: Money;
  /** Milliseconds of the sandbox's clock. */
  readonly now: number;
  readonly method: string | null;
  readonly accessToken: string | null;
}

/** "Confirm applies to a payment created earlier by create payment for a method with a multi-step flow." */
export function decideConfirm(payment: Payment, { amount, now, method, accessToken }: Confirming): Decision {
  const { opening, status } = payment;
  if (status === 'EXPIRED') return deny('expired');
  if (status !== 'CREATED') return deny('not-waiting');
  if (opening.waitsFor !== 'confirm') return deny('waits-for-customer');
  if (amount.currency !== opening.currency) return deny('currency-mismatch');
  if (amount.value > opening.value) return deny('confirm-exceeds');
  if (method === 'KLARNA') {
    if (accessToken !== accessTokenOf(opening.payId)) return deny('access-token-unknown');
    if (now - Date.parse(opening.createdAt ?? '') > confirmMs) return deny('confirm-too-late');
  }
  return allow({ type: 'CONFIRMATION', status: 'AUTHORIZED', value: amount.value });
}

/** The client token that create payment gives; it follows from the payId, so nothing of it has to be kept. */
export function accessTokenOf(payId: string): string {
  return `client-token-${payId}`;
}
