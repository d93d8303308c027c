// Facts about what a supervisor reads before approving: the payment as people know it, and why the money goes back.
import { expect, it } from 'vitest';
import { commandOf } from '#operations/index.ts';
import type { KnownPayment } from '../../../main/core/ports/record.ts';
import { type PaymentReads, payOutOf } from '../../../main/core/sale/money-out.ts';
import { reasonIn } from '../../../main/core/staff/confirmation-view.ts';

const sold: KnownPayment = {
  environmentId: 'test',
  lane: 'payment:test:trans:S-1',
  payId: 'PAY-1',
  transId: 'S-1',
  currency: 'EUR',
  authorized: 500,
  captured: 500,
  refunded: 0,
  captureCount: 1,
  reversed: false,
  terminalId: 'T-1',
  traceNr: null,
  brand: 'VISA',
  last4: '1111',
  refNr: 'Order 7',
};

it.each([
  [sold, 'Order 7 · VISA ••••\u00A01111'],
  // The bridge's own reference, which a person has never seen.
  [{ ...sold, refNr: `TB${'0'.repeat(30)}` }, 'VISA ••••\u00A01111'],
  [{ ...sold, refNr: 'Order 7', brand: null, last4: null }, 'Order 7'],
  [{ ...sold, refNr: null, brand: null, last4: null }, 'S-1'],
  [null, 'PAY-1'],
])('the payment is named by its reference and card, else by a number', (known, name) => {
  const command = commandOf('refund');
  const reads = { payment: () => known, creatorOf: () => null } as unknown as PaymentReads;
  const input = { payId: 'PAY-1', transId: 'R-1', amount: { value: 500, currency: 'EUR' } };
  if (command === null) throw new Error('There is no refund.');
  expect(payOutOf(reads, 'test', command, input)?.payment).toBe(name);
});

it('the reason of a refund at a terminal is read, and the gateway is not told of it', () => {
  const input = {
    messageType: 'CREDIT',
    transId: 'M-1',
    posTerminalId: 'T-1',
    amount: { value: 500, currency: 'EUR' },
    refundReason: 'Came back broken',
  };
  const command = commandOf('cloud-pos');
  expect(command?.input.safeParse(input).success).toBe(true);
  expect(reasonIn(input)).toBe('Came back broken');
  expect(command?.keptFields).toContain('refundReason');
  expect(command?.input.safeParse({ ...input, refundReason: 'x'.repeat(501) }).success).toBe(false);
});
