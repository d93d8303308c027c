// The sums that are known of a payment and those that a record shows, as one: a record may be older than what is known.
import { isListedAsReversed, isReversed, saysCaptured, saysRefunded } from '#operations/payment-evidence.ts';
import type { PaymentView } from '#operations/payment-view.ts';
import type { KnownPayment } from '../../ports/record.ts';
import { shownNumber } from '../../sale/trace-number.ts';
import { openOf } from '../moved.ts';
import { isDated } from '../payments.ts';
import { rebased } from '../shown-sums.ts';

export function merged(base: KnownPayment, seen: PaymentView): KnownPayment {
  const now = withShownSums(base, seen);
  return isDated(now) && openOf(now) === 0 ? { ...now, openSinceMs: null } : now;
}

function withShownSums(known: KnownPayment, shown: PaymentView): KnownPayment {
  const base = rebased(known, shown);
  // Sums in another currency than the payment's are the cardholder's, and say nothing of ours.
  const isOther = base.currency !== null && shown.currency !== null && base.currency !== shown.currency;
  const seen = isOther ? { ...shown, authorized: null, captured: null, refunded: null } : shown;
  const authorized = seen.authorized ?? base.authorized;
  // A record that shows more contradicts itself, or an increment is missing in it.
  const most = Math.max(authorized ?? Infinity, base.captured ?? 0);
  return {
    ...base,
    ...shownNumber(base, seen),
    transId: base.transId ?? seen.transId,
    currency: base.currency ?? seen.currency,
    authorized,
    captured: isCaptureUnknown(base, seen)
      ? null
      : furthest(base, base.captured, seen.captured === null ? null : Math.min(seen.captured, most)),
    refunded: isRefundUnknown(base, seen) ? null : furthest(base, base.refunded, seen.refunded),
    captureCount: furthest(base, base.captureCount, seen.captureCount),
    reversed: base.reversed || isTakenBack(base, seen),
  };
}

/** A payment that no customer paid is shown as cancelled too, and may be paid at another try: it was not reversed. */
function isTakenBack({ authorized }: KnownPayment, seen: PaymentView): boolean {
  if (isListedAsReversed(seen)) return true;
  return isReversed(seen) && (seen.status === 'REVERSED' || (authorized ?? 0) > 0);
}

/** The record says that something was refunded, not how much, and no refund is known that explains it. */
function isRefundUnknown({ refunded }: KnownPayment, seen: PaymentView): boolean {
  return saysRefunded(seen) && seen.refunded === null && (refunded ?? 0) === 0;
}

/** The same for what was captured: others did it, and a reversal would pay it out. */
function isCaptureUnknown({ captured }: KnownPayment, seen: PaymentView): boolean {
  return saysCaptured(seen) && seen.captured === null && captured === 0;
}

export function isSame(before: KnownPayment, now: KnownPayment): boolean {
  return Object.entries(now).every(([name, value]) => before[name as keyof KnownPayment] === value);
}

/**
 * Captures and refunds never become less, so a record that shows less than is known is stale or incomplete. A reversal
 * at the terminal takes a sale back, and a record that still shows the sale says nothing new.
 */
function furthest({ reversed }: KnownPayment, known: number | null, seen: number | null): number | null {
  if (known === null || seen === null) return known ?? seen;
  return reversed ? known : Math.max(known, seen);
}
