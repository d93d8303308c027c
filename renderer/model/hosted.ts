// A hosted payment to a person at the till: the link in the gateway's answer, and what its record says became of it. The
// specification shows neither body, so both are read tolerantly, and what cannot be read is not guessed.
import { type Json, isJsonObject, textAt, valueAt } from '#contract/json.ts';
import type { PaymentSummary } from '#contract/window.ts';

/** Where a link may stand, the likeliest first (specification, "Session result", "Payment link"). */
const places = [
  '_links.redirect.href',
  '_links.redirect',
  '_links.payment.href',
  '_links.self.href',
  'paymentLink',
  'link',
  'redirectUrl',
  'url',
] as const;

/** The address that the customer opens; only a web address counts. */
export function linkOf(result: Json | null): string | null {
  if (!isJsonObject(result)) return null;
  const texts = places.map((path) => valueAt(result, path));
  const link = texts.find((each) => typeof each === 'string' && /^https?:\/\/[^\s/]+/i.test(each));
  return typeof link === 'string' ? link : null;
}

export type HostedState = 'waiting' | 'paid' | 'authorised' | 'failed' | 'expired' | 'back' | 'unclear';

/** Whether it may still change by itself. */
export function isSettled(state: HostedState): boolean {
  return state !== 'waiting' && state !== 'unclear';
}

/** Sums go before words: the list of statuses is open, while money that was taken was taken. */
export function hostedState(record: Json, known: PaymentSummary | null): HostedState {
  const status = textAt(record, 'status')?.toUpperCase() ?? '';
  if (status === 'REVERSED' || status === 'REFUNDED' || known?.reversed === true) return 'back';
  if ((known?.captured ?? 0) > 0 || status === 'CAPTURED') return 'paid';
  if (status === 'FAILED') return 'failed';
  if (status === 'EXPIRED') return 'expired';
  if ((known?.authorised ?? 0) > 0 || status === 'AUTHORIZED') return 'authorised';
  return status === 'PENDING' || status === 'CREATED' ? 'waiting' : 'unclear';
}
