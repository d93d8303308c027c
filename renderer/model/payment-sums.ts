// What can still be done with a payment's money, from the sums that main knows. Null means not known: the window says
// so and the gateway decides. Main enforces the same rules as guards; here they only decide what is offered.
import type { Money } from '#contract/money/money.ts';
import type { PaymentSummary } from '#contract/till/window.ts';
import type { TextKey } from '#texts/index.ts';
import { offerShown } from './hosted.ts';
import type { Look } from './operation-facts.ts';

export function refundable(payment: PaymentSummary): number | null {
  if (payment.reversing) return 0;
  if (payment.captured === null) return null;
  return Math.max(0, payment.captured - (payment.refunded ?? 0) - payment.openRefunds);
}

export function capturable(payment: PaymentSummary): number | null {
  if (payment.reversed || payment.reversing) return 0;
  if (payment.authorized === null || payment.captured === null) return null;
  return Math.max(0, payment.authorized - payment.captured - payment.openCaptures);
}

/** An authorization can grow while part of it is held; the gateway decides which payment methods allow it. */
export function raisable(payment: PaymentSummary): boolean {
  return payment.currency !== null && (capturable(payment) ?? 0) > 0;
}

/** A reversal takes back a payment without captures; at its terminal also a whole sale. */
export function reversible(payment: PaymentSummary): 'by-gateway' | 'at-terminal' | 'no' {
  if (payment.reversed || hasOpen(payment)) return 'no';
  if ((payment.refunded ?? 0) > 0) return 'no';
  if (payment.authorized === null || payment.authorized === 0) return 'no';
  if (isPartCaptured(payment)) return 'no';
  if (payment.terminalId !== null && payment.traceNr !== null && payment.transId !== null) return 'at-terminal';
  return (payment.captured ?? 0) === 0 && payment.payId !== null ? 'by-gateway' : 'no';
}

/** The rest cannot be released, because the gateway reverses only a payment without captures. */
export function isPartCaptured({ captured, authorized, reversed }: PaymentSummary): boolean {
  return !reversed && captured !== null && captured > 0 && authorized !== null && captured < authorized;
}

function hasOpen({ reversing, openCaptures, openRefunds }: PaymentSummary): boolean {
  return reversing || openCaptures > 0 || openRefunds > 0;
}

interface PaymentState {
  readonly look: Look;
  readonly key: Extract<TextKey, `payment.${string}`> | ReturnType<typeof offerShown>['key'];
}

export function paymentState(payment: PaymentSummary): PaymentState {
  const { authorized, captured, refunded } = payment;
  const unpaid = unpaidOffer(payment);
  if (unpaid !== null) return offerShown(unpaid.offer);
  if (payment.reversed) return { look: 'ended', key: 'payment.reversed' };
  if (hasOpen(payment)) return { look: 'waiting', key: 'payment.underWay' };
  if (captured === null) return { look: 'unknown', key: 'payment.unclear' };
  if (captured === 0 && (refunded ?? 0) > 0) return { look: 'succeeded', key: 'payment.creditOnly' };
  if (captured === 0) {
    if (authorized === null) return { look: 'unknown', key: 'payment.unclear' };
    return { look: 'waiting', key: authorized > 0 ? 'payment.onlyAuthorized' : 'payment.notPaid' };
  }
  if ((refunded ?? 0) >= captured) return { look: 'ended', key: 'payment.fullyRefunded' };
  if ((refunded ?? 0) > 0) return { look: 'succeeded', key: 'payment.partRefunded' };
  return { look: 'succeeded', key: 'payment.paid' };
}

/** A link or a hosted page of which no money was seen. */
export function unpaidOffer(payment: PaymentSummary): PaymentSummary['offered'] {
  const { reversed, captured, authorized, refunded } = payment;
  return reversed || captured || authorized || refunded ? null : payment.offered;
}

/** The sum that a list shows for a payment: of a link that was not seen paid, what it asks for. */
export function headMoney(payment: PaymentSummary): Money | null {
  const unpaid = unpaidOffer(payment);
  if (unpaid !== null) return unpaid.money;
  const value = headAmount(payment);
  return value === null || payment.currency === null ? null : { value, currency: payment.currency };
}

/** In minor units. */
export function headAmount(payment: PaymentSummary): number | null {
  if (payment.captured !== null && payment.captured > 0) return payment.captured;
  if (payment.authorized !== null && payment.authorized > 0) return payment.authorized;
  return payment.refunded === null || payment.refunded === 0 ? null : -payment.refunded;
}
