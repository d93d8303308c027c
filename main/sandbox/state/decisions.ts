// Which operation a payment allows, as pure functions: the preconditions of the specification ("States and
// transitions") and the arithmetic of balances. A decision changes nothing; the ledger applies it.
import type { Money } from '#contract/money/money.ts';
import type { RefusalReason } from '../facts/refusals.ts';
import { type CaptureMethod, type OperationStatus, type OperationType, type Payment, openValue } from './payment.ts';

/** What is to be done to the payment. */
export interface Movement {
  readonly type: OperationType;
  readonly status: OperationStatus;
  /** Minor units. */
  readonly value: number;
  readonly of: string | null;
  readonly final: boolean;
  readonly total?: number;
}

export type Decision =
  | { readonly allowed: true; readonly movement: Movement }
  | { readonly allowed: false; readonly reason: RefusalReason };

export function allow(movement: Pick<Movement, 'type' | 'status' | 'value'> & Partial<Movement>): Decision {
  return { allowed: true, movement: { of: null, final: false, ...movement } };
}

export function deny(reason: RefusalReason): Decision {
  return { allowed: false, reason };
}

/** What a capture request says of its place among the captures of the payment. */
export interface Series {
  readonly final?: boolean | undefined;
  readonly currentSequence?: number | undefined;
  readonly total?: number | undefined;
  /** Klarna's completeType YES: "also reverses the remaining amount", so there has to be one. */
  readonly reversesRest?: boolean | undefined;
}

/** "Capture applies to an existing authorized payment", in one or several captures. */
export function decideCapture(payment: Payment, amount: Money, series: Series = {}): Decision {
  if (payment.status === 'REVERSED') return deny('already-reversed');
  if (payment.authorized === 0) return deny('not-authorized');
  if (amount.currency !== payment.opening.currency) return deny('currency-mismatch');
  if (payment.captureClosed) return deny('capture-closed');
  const open = openValue(payment);
  // "A zero remainder cannot be reversed."
  if (series.reversesRest === true && amount.value >= open) return deny('nothing-to-reverse');
  if (amount.value > open) return deny('capture-exceeds');
  const { currentSequence, total = payment.seriesTotal } = series;
  if (payment.seriesTotal !== null && total !== payment.seriesTotal) return deny('capture-total');
  const place = payment.captures.size + 1;
  if (currentSequence !== undefined && currentSequence !== place) return deny('capture-sequence');
  if (total !== null && place > total) return deny('capture-sequence');
  const final = series.final === true || series.reversesRest === true || place === total;
  const movement = { type: 'CAPTURE', status: 'CAPTURED', value: amount.value, final } as const;
  return allow(total === null ? movement : { ...movement, total });
}

/** "If several captures exist and providerTransactionId is omitted, the last capture is credited." */
export function decideRefund(payment: Payment, amount: Money, named: string | null): Decision {
  if (payment.status === 'REVERSED') return deny('already-reversed');
  const of = named ?? payment.lastCapture;
  if (of === null) return deny('not-captured');
  if (amount.currency !== payment.opening.currency) return deny('currency-mismatch');
  const capture = payment.captures.get(of);
  if (capture === undefined) return deny('capture-unknown');
  if (amount.value > payment.captured - payment.refunded) return deny('refund-exceeds');
  if (amount.value > capture.value - capture.refunded) return deny('refund-exceeds-capture');
  return allow({ type: 'REFUND', status: 'REFUNDED', value: amount.value, of });
}

/** "Reverse applies to a payment that has not yet been captured." The amount, where given, is all of it. */
export function decideReversal(payment: Payment, amount: Money | null): Decision {
  if (payment.status === 'REVERSED') return deny('already-reversed');
  if (payment.authorized === 0) return deny('not-authorized');
  if (payment.captured > 0) return deny('already-captured');
  return decideWhole(payment, amount, payment.authorized);
}

/** At a terminal a sale may be taken back as well, while nothing of it was refunded. */
export function decideTerminalReversal(payment: Payment, amount: Money | null): Decision {
  if (!payment.opening.sale || payment.captured === 0) return decideReversal(payment, amount);
  if (payment.refunded > 0) return deny('already-refunded');
  return decideWhole(payment, amount, payment.captured);
}

function decideWhole(payment: Payment, amount: Money | null, value: number): Decision {
  if (amount !== null && amount.currency !== payment.opening.currency) return deny('currency-mismatch');
  if (amount !== null && amount.value !== value) return deny('partial-reversal');
  return allow({ type: 'REVERSAL', status: 'REVERSED', value });
}

/** The methods whose authorizations can grow: cards, and the one that the incremental's result names besides. */
const growing: ReadonlySet<string> = new Set(['CARD', 'APPLEPAY', 'GOOGLEPAY', 'RATEPAY']);

/** "Incremental authorization applies to an existing card authorization and adds the extra amount to it." */
export function decideIncremental(payment: Payment, amount: Money, method: string | null): Decision {
  if (payment.status === 'REVERSED') return deny('already-reversed');
  if (payment.authorized === 0) return deny('not-authorized');
  if (method === null || !growing.has(method)) return deny('not-a-card');
  if (amount.currency !== payment.opening.currency) return deny('currency-mismatch');
  if (payment.captureClosed || openValue(payment) === 0) return deny('already-captured');
  if (!Number.isSafeInteger(payment.authorized + amount.value)) return deny('amount-too-large');
  return allow({ type: 'INCREMENTAL', status: 'AUTHORIZED', value: amount.value });
}

/** What follows a successful authorization at once. */
export function captureAtOnce(method: CaptureMethod | null): boolean {
  return method?.type === 'AUTOMATIC';
}
