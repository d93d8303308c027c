// A payment as a fold over its operations. Balances are never stored but computed from the operations, so the state on
// disk cannot contradict itself. Amounts are integers of minor units of the payment's currency.
import type { JsonObject } from '#contract/data/json.ts';
import type { MaskedCard } from '../facts/cards.ts';

export type CaptureMethod =
  | { readonly type: 'AUTOMATIC' }
  | { readonly type: 'MANUAL' }
  | { readonly type: 'DELAYED'; readonly hours: number };

export type Channel = 'ECOM' | 'MOTO' | 'APP' | 'PAYBYLINK' | 'POS';

/** What is fixed when a payment comes into being, also for one that was declined at once. */
export interface Opening {
  readonly payId: string;
  readonly transId: string;
  readonly refNr: string | null;
  readonly currency: string;
  /** The amount asked for. */
  readonly value: number;
  readonly channel: Channel;
  /** Authorized and captured by one command, so that a terminal may take it back as one. */
  readonly sale: boolean;
  readonly terminalId: string | null;
  /** The terminal's trace number of the command that made it. */
  readonly traceNr: string | null;
  readonly approvalCode: string | null;
  readonly card: MaskedCard | null;
  readonly metadata: JsonObject | null;
  /** Payment method identifier; null until the customer chooses; absent for a terminal's card. */
  readonly method?: string | null;
  /** Absent where a terminal's command decides it. */
  readonly capture?: CaptureMethod;
  /** Whose step comes next; absent for what is decided at once. */
  readonly waitsFor?: 'customer' | 'confirm';
  /** ISO 8601, UTC. */
  readonly createdAt?: string;
  /** ISO 8601, UTC: a payment that still waits then expires. */
  readonly expiresAt?: string;
  readonly gatewayCustomerId?: string;
  /** The customer paid the same page once more: a look-up by transId shows this payment. */
  readonly again?: true;
  /** The other members of the request, for look-ups; without secrets and card numbers. */
  readonly request?: JsonObject;
}

export type OperationType =
  | 'CREATION'
  | 'AUTHORIZATION'
  | 'CONFIRMATION'
  | 'INCREMENTAL'
  | 'CAPTURE'
  | 'REFUND'
  | 'REVERSAL'
  | 'CREDIT'
  | 'UPDATE'
  | 'CANCELLATION'
  | 'EXPIRY';

export type PaymentStatus =
  | 'CREATED'
  | 'PENDING'
  | 'AUTHORIZED'
  | 'CAPTURED'
  | 'REFUNDED'
  | 'REVERSED'
  | 'EXPIRED'
  | 'FAILED';

/** `OK`: done, and the payment stands as before. */
export type OperationStatus = PaymentStatus | 'OK';

/** What the customer chose on a hosted page. */
export interface Choice {
  readonly method: string;
  readonly card: MaskedCard | null;
  /** The customer's consent to store the card. */
  readonly consent?: boolean;
  /** The DCC offer that the customer took. */
  readonly dccInfo?: JsonObject;
}

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
  /** For a capture: it is the last one, and the rest of the authorization is released. */
  readonly final: boolean;
  readonly traceNr: string | null;
  readonly approvalCode: string | null;
  /** For a capture of a series: how many there will be. */
  readonly total?: number;
  readonly choice?: Choice;
  /** For a confirmation: what it says about the capture from now on. */
  readonly capture?: CaptureMethod;
}

export interface CaptureBalance {
  readonly value: number;
  readonly refunded: number;
}

export interface Payment {
  readonly opening: Opening;
  status: PaymentStatus;
  authorized: number;
  captured: number;
  refunded: number;
  /** Taken back by a reversal, or released by the final capture. */
  reversed: number;
  captureClosed: boolean;
  lastCapture: string | null;
  /** How many captures a series has, where one of them said it. */
  seriesTotal: number | null;
  /** ISO 8601, UTC. */
  authorizedAt: string | null;
  capture: CaptureMethod | null;
  choice: Choice | null;
  readonly captures: Map<string, CaptureBalance>;
  readonly operations: PaymentOperation[];
}

export function openPayment(opening: Opening): Payment {
  return {
    opening,
    status: 'FAILED',
    authorized: 0,
    captured: 0,
    refunded: 0,
    reversed: 0,
    captureClosed: false,
    lastCapture: null,
    seriesTotal: null,
    authorizedAt: null,
    capture: opening.capture ?? null,
    choice: null,
    captures: new Map(),
    operations: [],
  };
}

/** What is authorized and neither captured nor given up. */
export function openValue({ authorized, captured, reversed }: Payment): number {
  return authorized - captured - reversed;
}

/** Whether the card's bank ever approved anything of it: only then is there an approval code. */
export function isApproved({ authorized, refunded }: Payment): boolean {
  return authorized > 0 || refunded > 0;
}

/** The method that the payment is made with, or null where the customer has not chosen yet. */
export function methodOf({ opening, choice }: Payment): string | null {
  return choice?.method ?? (opening.method === undefined ? 'CARD' : opening.method);
}

/** Adds an operation that was decided on. A failed one is listed and changes no balance. */
export function applyOperation(payment: Payment, operation: PaymentOperation): void {
  payment.operations.push(operation);
  const { type, status, value } = operation;
  if (status === 'FAILED') {
    // The customer's one attempt, or the customer's no, ends a payment that waited for it.
    if (type === 'AUTHORIZATION' || type === 'CANCELLATION') endWaiting(payment, operation);
    return;
  }
  switch (type) {
    case 'CREATION':
    case 'EXPIRY':
      if (status !== 'OK') payment.status = status;
      return;
    case 'AUTHORIZATION':
    case 'CONFIRMATION':
      applyAuthorization(payment, operation);
      return;
    case 'INCREMENTAL':
      payment.authorized += value;
      return;
    case 'CAPTURE':
      applyCapture(payment, operation);
      return;
    case 'REFUND':
      applyRefund(payment, operation);
      return;
    case 'REVERSAL':
      payment.reversed += value;
      payment.captured = 0;
      payment.status = 'REVERSED';
      return;
    case 'CREDIT':
      payment.refunded += value;
      payment.status = 'REFUNDED';
      return;
    case 'UPDATE':
    case 'CANCELLATION':
  }
}

function endWaiting(payment: Payment, { choice }: PaymentOperation): void {
  if (payment.status !== 'CREATED') return;
  payment.status = 'FAILED';
  payment.choice = choice ?? null;
}

function applyAuthorization(payment: Payment, { status, value, at, choice, capture }: PaymentOperation): void {
  if (choice !== undefined) payment.choice = choice;
  if (capture !== undefined) payment.capture = capture;
  // Not final yet: nothing is authorized until it settles.
  if (status === 'PENDING') {
    payment.status = 'PENDING';
    return;
  }
  payment.authorized += value;
  payment.authorizedAt = at;
  payment.status = 'AUTHORIZED';
}

function applyCapture(payment: Payment, { providerTransactionId, value, final, total }: PaymentOperation): void {
  payment.captured += value;
  payment.status = 'CAPTURED';
  if (total !== undefined) payment.seriesTotal = total;
  if (final) {
    payment.captureClosed = true;
    payment.reversed += openValue(payment);
  }
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

/** The payment as it was at a moment (ISO 8601, UTC), or null where it was not there yet. */
export function asOf(payment: Payment, moment: string): Payment | null {
  const earlier = payment.operations.filter(({ at }) => at <= moment);
  if (earlier.length === 0) return null;
  const then = openPayment(payment.opening);
  for (const operation of earlier) applyOperation(then, operation);
  return then;
}
