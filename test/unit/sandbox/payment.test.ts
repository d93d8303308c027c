// Whatever is asked of a payment, in whatever order, its balances keep the gateway's promises.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Decision, decideCapture, decideRefund, decideTerminalReversal } from '#sandbox/state/decisions.ts';
import {
  type Opening,
  type Payment,
  type PaymentOperation,
  applyOperation,
  openPayment,
} from '#sandbox/state/payment.ts';

const opening: Opening = {
  payId: 'P',
  transId: 'T',
  refNr: null,
  currency: 'EUR',
  value: 1000,
  channel: 'POS',
  sale: false,
  terminalId: '1',
  traceNr: '000001',
  approvalCode: '123456',
  card: null,
  metadata: null,
};

let ids = 0;

function operation(fields: Partial<PaymentOperation>): PaymentOperation {
  ids += 1;
  return {
    type: 'AUTHORIZATION',
    status: 'AUTHORIZED',
    xId: `x${ids}`,
    refNr: null,
    transId: null,
    value: 1000,
    currency: 'EUR',
    responseCode: '00000000',
    responseDescription: 'success',
    at: '2026-01-31T17:05:00.000Z',
    providerTransactionId: `p${ids}`,
    of: null,
    final: false,
    traceNr: null,
    approvalCode: null,
    ...fields,
  };
}

function authorised(): Payment {
  const payment = openPayment(opening);
  applyOperation(payment, operation({}));
  return payment;
}

function carryOut(payment: Payment, decision: Decision): void {
  if (decision.allowed) applyOperation(payment, operation(decision.movement));
}

type Step = {
  readonly ask: 'capture' | 'refund' | 'reverse';
  readonly value: number;
  readonly final: boolean;
  readonly nth: number;
};

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    ask: fc.constantFrom('capture', 'refund', 'refund', 'capture', 'reverse'),
    value: fc.integer({ min: 1, max: 600 }),
    final: fc.boolean(),
    nth: fc.integer({ min: -1, max: 3 }),
  }),
  { maxLength: 25 },
);

function take(payment: Payment, { ask, value, final, nth }: Step): void {
  const amount = { value, currency: 'EUR' };
  const named = [...payment.captures.keys()][nth] ?? null;
  if (ask === 'capture') carryOut(payment, decideCapture(payment, amount, { final }));
  if (ask === 'refund') carryOut(payment, decideRefund(payment, amount, named));
  if (ask === 'reverse') carryOut(payment, decideTerminalReversal(payment, null));
}

describe('a payment', () => {
  test('never gives back more than it took, takes more than was authorised, or moves after a reversal', () => {
    fc.assert(
      fc.property(steps, (asked) => {
        const payment = authorised();
        for (const step of asked) {
          const before = structuredClone(payment);
          take(payment, step);
          expect(payment).toEqual(before.status === 'REVERSED' ? before : payment);
          expect(payment.captured).toBeLessThanOrEqual(payment.authorised);
          expect(payment.refunded).toBeLessThanOrEqual(payment.captured);
          for (const { value, refunded } of payment.captures.values()) expect(refunded).toBeLessThanOrEqual(value);
        }
        const captures = [...payment.captures.values()];
        expect(captures.reduce((sum, { refunded }) => sum + refunded, 0)).toBe(payment.refunded);
      }),
    );
  });

  test('lists a failed operation and is otherwise as before', () => {
    const payment = authorised();
    const { operations: _, ...before } = structuredClone(payment);
    applyOperation(payment, operation({ type: 'CAPTURE', status: 'FAILED', value: 1 }));
    const { operations, ...after } = payment;
    expect(after).toEqual(before);
    expect(operations).toHaveLength(2);
  });

  test('that was declined at once is failed and holds nothing', () => {
    const payment = openPayment(opening);
    applyOperation(payment, operation({ status: 'FAILED' }));
    expect(payment).toMatchObject({ status: 'FAILED', authorised: 0 });
    expect(decideCapture(payment, { value: 1, currency: 'EUR' })).toEqual({
      allowed: false,
      reason: 'not-authorised',
    });
  });
});
