// A payment for unit tests, and everything that can be asked of one, in the order in which a property test asks it.
import * as fc from 'fast-check';
import { type Step as Written, operationOf } from '#sandbox/rules/movements.ts';
import {
  type Decision,
  captureAtOnce,
  decideCapture,
  decideIncremental,
  decideRefund,
  decideReversal,
  decideTerminalReversal,
} from '#sandbox/state/decisions.ts';
import {
  type CaptureMethod,
  type Opening,
  type Payment,
  type PaymentOperation,
  applyOperation,
  methodOf,
  openPayment,
} from '#sandbox/state/payment.ts';
import { accessTokenOf, decideConfirm, decideDue, decidePaying, nextDue } from '#sandbox/state/waiting.ts';

export const start = Date.parse('2026-01-31T17:00:00.000Z');
export const minute = 60_000;

export function openingOf(fields: Partial<Opening> = {}): Opening {
  return {
    payId: 'P',
    transId: 'T',
    refNr: null,
    currency: 'EUR',
    value: 1000,
    channel: 'ECOM',
    sale: false,
    terminalId: null,
    traceNr: null,
    approvalCode: null,
    card: null,
    metadata: null,
    createdAt: new Date(start).toISOString(),
    ...fields,
  };
}

export function operation(fields: Partial<Written> = {}, now = start): PaymentOperation {
  const step = { type: 'AUTHORIZATION', status: 'AUTHORIZED', value: 1000, currency: 'EUR', ...fields } as const;
  return operationOf(new Date(now).toISOString(), step);
}

export function authorized(fields: Partial<Opening> = {}): Payment {
  const payment = openPayment(openingOf(fields));
  applyOperation(payment, operation());
  return payment;
}

/** Waits for a customer, or for a confirm. */
export function waiting(waitsFor: 'customer' | 'confirm', fields: Partial<Opening> = {}): Payment {
  const payment = openPayment(openingOf({ waitsFor, ...fields }));
  applyOperation(payment, operation({ type: 'CREATION', status: 'CREATED' }));
  return payment;
}

/** Applies what was allowed, and its capture where that follows at once; false where it was refused. */
export function carryOut(payment: Payment, decision: Decision, now = start): boolean {
  if (!decision.allowed) return false;
  const { movement } = decision;
  applyOperation(payment, operation(movement, now));
  const authorizes = movement.type === 'AUTHORIZATION' || movement.type === 'CONFIRMATION';
  if (authorizes && captureAtOnce(payment.capture)) {
    applyOperation(payment, operation({ type: 'CAPTURE', status: 'CAPTURED', value: movement.value }, now));
  }
  return true;
}

const asks = [
  'capture',
  'capture',
  'refund',
  'refund',
  'reverse',
  'reverse-at-terminal',
  'increment',
  'pay',
  'confirm',
  'time',
  'fail',
] as const;

export interface Step {
  readonly ask: (typeof asks)[number];
  readonly value: number;
  readonly currency: string;
  readonly series: { final?: boolean; currentSequence?: number; total?: number; reversesRest?: boolean };
  /** Which capture a refund names; -1: none. */
  readonly nth: number;
  readonly hours: number;
}

const seriesFields: fc.Arbitrary<Step['series']> = fc.record(
  {
    final: fc.boolean(),
    currentSequence: fc.integer({ min: 1, max: 4 }),
    total: fc.integer({ min: 1, max: 4 }),
    reversesRest: fc.boolean(),
  },
  { requiredKeys: [] },
);

export const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    ask: fc.constantFrom(...asks),
    value: fc.integer({ min: 1, max: 500 }),
    currency: fc.constantFrom('EUR', 'EUR', 'EUR', 'EUR', 'EUR', 'EUR', 'USD'),
    series: fc.oneof({ weight: 4, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: seriesFields }),
    nth: fc.integer({ min: -1, max: 3 }),
    hours: fc.integer({ min: 0, max: 72 }),
  }),
  { maxLength: 30 },
);

const captureMethods: fc.Arbitrary<CaptureMethod> = fc.oneof(
  fc.constant({ type: 'AUTOMATIC' } as const),
  fc.constant({ type: 'MANUAL' } as const),
  fc.record({ type: fc.constant('DELAYED' as const), hours: fc.integer({ min: 1, max: 48 }) }),
);

/** A payment in any of the ways in which one begins. */
export const beginnings: fc.Arbitrary<() => Payment> = fc
  .record({
    way: fc.constantFrom('authorized', 'authorized', 'customer', 'confirm', 'pending', 'sale'),
    capture: captureMethods,
    method: fc.constantFrom('CARD', 'KLARNA', 'PAYPAL'),
    expires: fc.boolean(),
  })
  .map(({ way, capture, method, expires }) => () => {
    const fields: Partial<Opening> = {
      capture,
      method,
      ...(expires ? { expiresAt: new Date(start + 90 * minute).toISOString() } : {}),
    };
    if (way === 'customer' || way === 'confirm') return waiting(way, fields);
    if (way === 'sale') {
      const payment = authorized({ sale: true });
      applyOperation(payment, operation({ type: 'CAPTURE', status: 'CAPTURED' }));
      return payment;
    }
    if (way === 'authorized') return authorized(fields);
    const payment = openPayment(openingOf(fields));
    applyOperation(payment, operation({ status: 'PENDING' }));
    return payment;
  });

/** Asks for one step; `now` is the sandbox's clock. */
export function take(payment: Payment, step: Step, now: number): void {
  const { ask, value, currency, series, nth } = step;
  const amount = { value, currency };
  switch (ask) {
    case 'capture':
      carryOut(payment, decideCapture(payment, amount, series), now);
      return;
    case 'refund':
      carryOut(payment, decideRefund(payment, amount, [...payment.captures.keys()][nth] ?? null), now);
      return;
    case 'reverse':
      carryOut(payment, decideReversal(payment, null), now);
      return;
    case 'reverse-at-terminal':
      carryOut(payment, decideTerminalReversal(payment, null), now);
      return;
    case 'increment':
      carryOut(payment, decideIncremental(payment, amount, methodOf(payment)), now);
      return;
    case 'pay':
      carryOut(payment, decidePaying(payment), now);
      return;
    case 'confirm': {
      const accessToken = accessTokenOf(payment.opening.payId);
      carryOut(payment, decideConfirm(payment, { amount, now, method: methodOf(payment), accessToken }), now);
      return;
    }
    case 'fail':
      applyOperation(payment, operation({ type: 'CAPTURE', status: 'FAILED', value }, now));
      return;
    case 'time':
      for (let due = nextDue(payment); due !== null && due.at <= now; due = nextDue(payment)) {
        if (!carryOut(payment, decideDue(payment, due), due.at)) return;
      }
  }
}
