// What can still be done with a payment's money, from the sums that main knows. Null means not known: then the window
// says so and the gateway decides. The same rule stands in main as a guard; here it only helps people.
import type { PaymentSummary } from '#contract/window.ts';
import type { TextKey } from '#texts/index.ts';
import type { Look } from './operation-facts.ts';

export function refundable(payment: PaymentSummary): number | null {
  if (payment.captured === null) return null;
  return Math.max(0, payment.captured - (payment.refunded ?? 0) - payment.openRefunds);
}

export function capturable(payment: PaymentSummary): number | null {
  if (payment.reversed) return 0;
  if (payment.authorised === null || payment.captured === null) return null;
  return Math.max(0, payment.authorised - payment.captured - payment.openCaptures);
}

/** An authorization can grow while something of it is held; which method allows it, the gateway knows. */
export function raisable(payment: PaymentSummary): boolean {
  return payment.currency !== null && (capturable(payment) ?? 0) > 0;
}

/** A reversal takes back what nothing was captured of; at its terminal also a whole sale. */
export function reversible(payment: PaymentSummary): 'by-gateway' | 'at-terminal' | 'no' {
  if (payment.reversed || payment.openCaptures > 0 || payment.openRefunds > 0) return 'no';
  if ((payment.refunded ?? 0) > 0) return 'no';
  if (payment.authorised === null || payment.authorised === 0) return 'no';
  if (isPartCaptured(payment)) return 'no';
  if (payment.terminalId !== null && payment.traceNr !== null && payment.transId !== null) return 'at-terminal';
  return (payment.captured ?? 0) === 0 && payment.payId !== null ? 'by-gateway' : 'no';
}

/** What is left of it cannot be released: the gateway reverses only what nothing was captured of. */
export function isPartCaptured({ captured, authorised, reversed }: PaymentSummary): boolean {
  return !reversed && captured !== null && captured > 0 && authorised !== null && captured < authorised;
}

interface PaymentState {
  readonly look: Look;
  readonly key: Extract<TextKey, `payment.${string}`>;
}

export function paymentState(payment: PaymentSummary): PaymentState {
  const { authorised, captured, refunded } = payment;
  if (payment.reversed) return { look: 'ended', key: 'payment.reversed' };
  if (payment.openRefunds > 0 || payment.openCaptures > 0) return { look: 'waiting', key: 'payment.underWay' };
  if (captured === null) return { look: 'unknown', key: 'payment.unclear' };
  if (captured === 0 && (refunded ?? 0) > 0) return { look: 'succeeded', key: 'payment.creditOnly' };
  if (captured === 0) {
    return (authorised ?? 0) > 0
      ? { look: 'waiting', key: 'payment.onlyAuthorised' }
      : { look: 'unknown', key: 'payment.unclear' };
  }
  if ((refunded ?? 0) >= captured) return { look: 'ended', key: 'payment.fullyRefunded' };
  if ((refunded ?? 0) > 0) return { look: 'succeeded', key: 'payment.partRefunded' };
  return { look: 'succeeded', key: 'payment.paid' };
}

/** The amount by which a payment is named in a list. */
export function headAmount(payment: PaymentSummary): number | null {
  if (payment.captured !== null && payment.captured > 0) return payment.captured;
  if (payment.authorised !== null && payment.authorised > 0) return payment.authorised;
  return payment.refunded === null || payment.refunded === 0 ? null : -payment.refunded;
}

/** The card as its holder knows it; null where no answer showed it. */
export function cardOf({ brand, last4 }: Pick<PaymentSummary, 'brand' | 'last4'>): string | null {
  return last4 === null ? brand : `${brand ?? ''} ••${last4}`.trim();
}
