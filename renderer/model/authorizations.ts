// What can be done at once with open authorizations: which of the chosen ones, for how much, by which request.
import type { Money } from '#contract/money/money.ts';
import type { OpenAuthorization, PaymentSummary } from '#contract/till/window.ts';
import { requestOf } from './payment-request.ts';
import type { BatchAction, BatchRequest } from '../stores/payments/batch-store.ts';
import { capturable, reversible } from './payment-sums.ts';

/** Minor units that are still open of it. */
export function openOf(payment: PaymentSummary): number {
  return capturable(payment) ?? 0;
}

export function isFree(payment: PaymentSummary): boolean {
  return payment.openCaptures === 0 && payment.openRefunds === 0 && openOf(payment) > 0;
}

export function canDo(action: BatchAction, payment: PaymentSummary): boolean {
  if (!isFree(payment)) return false;
  return action === 'capture' ? payment.payId !== null : reversible(payment) !== 'no';
}

/** A sum for each currency. */
export function sumsOf(open: readonly OpenAuthorization[]): Money[] {
  const sums = new Map<string, number>();
  for (const { payment } of open) {
    const { currency } = payment;
    if (currency !== null) sums.set(currency, (sums.get(currency) ?? 0) + openOf(payment));
  }
  return Array.from(sums, ([currency, value]) => ({ value, currency }));
}

export function batchRequests(
  action: BatchAction,
  open: readonly OpenAuthorization[],
  newId: () => string,
): BatchRequest[] {
  return open
    .filter(({ payment }) => canDo(action, payment))
    .map(({ payment }) => {
      const value = openOf(payment);
      const request = requestOf(action, payment, value, { transId: `C-${newId()}`, capture: null });
      return { payment, value, ...request, terminalId: request.kind === 'cloud-pos' ? payment.terminalId : null };
    });
}
