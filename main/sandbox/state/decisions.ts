// Which operation a payment allows, as pure functions: the preconditions of the specification ("States and
// transitions") and the arithmetic of balances. A decision changes nothing; the ledger applies it.
import type { Money } from '#contract/money.ts';
import type { RefusalReason } from '../refusals.ts';
import type { OperationStatus, OperationType, Payment } from './payment.ts';

/** What is to be done to the payment. */
export interface Movement {
  readonly type: OperationType;
  readonly status: OperationStatus;
  /** Minor units. */
  readonly value: number;
  readonly of: string | null;
  readonly final: boolean;
}

export type Decision =
  | { readonly allowed: true; readonly movement: Movement }
  | { readonly allowed: false; readonly reason: RefusalReason };

function allow(movement: Pick<Movement, 'type' | 'status' | 'value'> & Partial<Movement>): Decision {
  return { allowed: true, movement: { of: null, final: false, ...movement } };
}

function refuse(reason: RefusalReason): Decision {
  return { allowed: false, reason };
}

/** "Capture applies to an existing authorized payment", in one or several captures. */
export function decideCapture(payment: Payment, amount: Money, final: boolean): Decision {
  if (payment.status === 'REVERSED') return refuse('already-reversed');
  if (payment.authorised === 0) return refuse('not-authorised');
  if (amount.currency !== payment.opening.currency) return refuse('currency-mismatch');
  if (payment.captureClosed) return refuse('capture-closed');
  if (amount.value > payment.authorised - payment.captured) return refuse('capture-exceeds');
  return allow({ type: 'CAPTURE', status: 'CAPTURED', value: amount.value, final });
}

/** "If several captures exist and providerTransactionId is omitted, the last capture is credited." */
export function decideRefund(payment: Payment, amount: Money, named: string | null): Decision {
  if (payment.status === 'REVERSED') return refuse('already-reversed');
  const of = named ?? payment.lastCapture;
  if (of === null) return refuse('not-captured');
  if (amount.currency !== payment.opening.currency) return refuse('currency-mismatch');
  const capture = payment.captures.get(of);
  if (capture === undefined) return refuse('capture-unknown');
  if (amount.value > payment.captured - payment.refunded) return refuse('refund-exceeds');
  if (amount.value > capture.value - capture.refunded) return refuse('refund-exceeds-capture');
  return allow({ type: 'REFUND', status: 'REFUNDED', value: amount.value, of });
}

/** "Reverse applies to a payment that has not yet been captured." The amount, where given, is all of it. */
export function decideReversal(payment: Payment, amount: Money | null): Decision {
  if (payment.status === 'REVERSED') return refuse('already-reversed');
  if (payment.authorised === 0) return refuse('not-authorised');
  if (payment.captured > 0) return refuse('already-captured');
  return decideWhole(payment, amount, payment.authorised);
}

/** At a terminal a sale may be taken back as well, while nothing of it was refunded. */
export function decideTerminalReversal(payment: Payment, amount: Money | null): Decision {
  if (!payment.opening.sale || payment.captured === 0) return decideReversal(payment, amount);
  if (payment.refunded > 0) return refuse('already-refunded');
  return decideWhole(payment, amount, payment.captured);
}

function decideWhole(payment: Payment, amount: Money | null, value: number): Decision {
  if (amount !== null && amount.currency !== payment.opening.currency) return refuse('currency-mismatch');
  if (amount !== null && amount.value !== value) return refuse('partial-reversal');
  return allow({ type: 'REVERSAL', status: 'REVERSED', value });
}
