// The request of a capture, a refund or a reversal, from a payment and an amount.
import type { JsonObject } from '#contract/data/json.ts';
import type { PaymentSummary } from '#contract/till/window.ts';
import { capturable, headAmount, refundable, reversible } from './payment-sums.ts';

export type Action = 'capture' | 'refund' | 'reverse';

/** The largest possible amount, in minor units; null where it is not known. */
export function mostOf(action: Action, payment: PaymentSummary): number | null {
  if (action === 'capture') return capturable(payment);
  return action === 'refund' ? refundable(payment) : headAmount(payment);
}

interface Request {
  readonly kind: string;
  readonly input: JsonObject;
}

export function requestOf(
  action: Action,
  payment: PaymentSummary,
  value: number,
  ids: { readonly transId: string; readonly capture: string | null },
): Request {
  const { payId, terminalId, traceNr } = payment;
  const amount = { value, currency: payment.currency ?? '' };
  if (action === 'capture') return { kind: 'capture', input: { payId, transId: ids.transId, amount } };
  if (action === 'refund') {
    const named = ids.capture === null ? {} : { paymentMethods: { card: { providerTransactionId: ids.capture } } };
    return { kind: 'refund', input: { payId, transId: ids.transId, amount, ...named } };
  }
  if (reversible(payment) === 'at-terminal' && terminalId !== null && traceNr !== null && payment.transId !== null) {
    const input = { messageType: 'REVERSE', transId: payment.transId, posTerminalId: terminalId, traceNr, amount };
    return { kind: 'cloud-pos', input };
  }
  return { kind: 'reverse', input: { payId } };
}
