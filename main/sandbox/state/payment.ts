// A payment as a fold over its operations. Balances are never stored, they follow from what was done, so the state on
// disk cannot disagree with itself. Amounts are integers of minor units of the payment's currency.
import type { JsonObject } from '#contract/json.ts';
import type { MaskedCard } from '../cards.ts';

/** What is fixed when a payment comes into being, also for one that was declined at once. */
export interface Opening {
  readonly payId: string;
  readonly transId: string;
  readonly refNr: string | null;
  readonly currency: string;
  /** The amount asked for. */
  readonly value: number;
  readonly channel: 'ECOM' | 'MOTO' | 'APP' | 'PAYBYLINK' | 'POS';
  /** Authorised and captured by one command, so that a terminal may take it back as one. */
  readonly sale: boolean;
  readonly terminalId: string | null;
  /** The terminal's trace number of the command that made it. */
  readonly traceNr: string | null;
  readonly approvalCode: string | null;
  readonly card: MaskedCard | null;
  readonly metadata: JsonObject | null;
}

export type OperationType = 'AUTHORIZATION' | 'CAPTURE' | 'REFUND' | 'REVERSAL' | 'CREDIT';
export type OperationStatus = 'AUTHORIZED' | 'CAPTURED' | 'REFUNDED' | 'REVERSED' | 'FAILED';

export interface PaymentOperation {
  readonly type: OperationType;
  readonly status: OperationStatus;
  readonly xId: string;
  readonly refNr: string | null;
  readonly transId: string | null;
  readonly value: number;
  readonly currency: string;
  readonly responseCode: string;
  readonly responseDescription: string;
  /** ISO 8601, UTC. */
  readonly at: string;
  /** Names a capture, and any other operation at the provider. */
  readonly providerTransactionId: string | null;
  /** For a refund: the capture that it credits. */
  readonly of: string | null;
  /** For a capture: nothing more can be captured after it. */
  readonly final: boolean;
  readonly traceNr: string | null;
  readonly approvalCode: string | null;
}

export interface CaptureBalance {
  readonly value: number;
  readonly refunded: number;
}

export interface Payment {
  readonly opening: Opening;
  status: OperationStatus;
  authorised: number;
  captured: number;
  refunded: number;
  reversed: number;
  captureClosed: boolean;
  lastCapture: string | null;
  readonly captures: Map<string, CaptureBalance>;
  readonly operations: PaymentOperation[];
}

export function openPayment(opening: Opening): Payment {
  return {
    opening,
    status: 'FAILED',
    authorised: 0,
    captured: 0,
    refunded: 0,
    reversed: 0,
    captureClosed: false,
    lastCapture: null,
    captures: new Map(),
    operations: [],
  };
}

/** Adds an operation that was decided on. A failed one is listed and changes nothing. */
export function applyOperation(payment: Payment, operation: PaymentOperation): void {
  payment.operations.push(operation);
  if (operation.status === 'FAILED') return;
  switch (operation.type) {
    case 'AUTHORIZATION':
      payment.authorised += operation.value;
      payment.status = 'AUTHORIZED';
      return;
    case 'CAPTURE':
      applyCapture(payment, operation);
      return;
    case 'REFUND':
      applyRefund(payment, operation);
      return;
    case 'REVERSAL':
      payment.reversed += operation.value;
      payment.captured = 0;
      payment.status = 'REVERSED';
      return;
    case 'CREDIT':
      payment.refunded += operation.value;
      payment.status = 'REFUNDED';
  }
}

function applyCapture(payment: Payment, { providerTransactionId, value, final }: PaymentOperation): void {
  payment.captured += value;
  payment.captureClosed ||= final;
  payment.status = 'CAPTURED';
  if (providerTransactionId === null) return;
  payment.captures.set(providerTransactionId, { value, refunded: 0 });
  payment.lastCapture = providerTransactionId;
}

function applyRefund(payment: Payment, { of, value }: PaymentOperation): void {
  payment.refunded += value;
  payment.status = payment.refunded === payment.captured ? 'REFUNDED' : 'CAPTURED';
  const balance = of === null ? undefined : payment.captures.get(of);
  if (of !== null && balance !== undefined)
    payment.captures.set(of, { ...balance, refunded: balance.refunded + value });
}
