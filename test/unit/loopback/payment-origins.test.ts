// What is remembered of the operations that made payments: enough to decide who may see them, and no more of them than
// memory should hold.
import { describe, expect, it } from 'vitest';
import type { OperationView } from '#contract/operation/operation.ts';
import { createPaymentOrigins } from '#loopback/programs/payment-origins.ts';

const sale: OperationView = {
  id: 'op-1',
  kind: 'create-payment',
  state: 'succeeded',
  revision: 3,
  requestId: 'R-1',
  input: { transId: 'order-1' },
  result: null,
  failure: null,
  origin: { type: 'erp', clientId: 'C-1', client: 'Shop' },
  mayWait: false,
  attempts: 1,
  createdAt: '2026-01-31T18:05:00.000Z',
  updatedAt: '2026-01-31T18:05:00.000Z',
};

/** A bridge that counts how often each payment's operations were read. */
function aBridge(first: OperationView = sale) {
  const asked: string[] = [];
  const known = [first];
  const paymentOrigins = createPaymentOrigins({
    operations: ({ payId }) => {
      asked.push(payId ?? '');
      return { operations: known, next: null };
    },
  });
  return { paymentOrigins, asked, known };
}

describe('the origin of a payment', () => {
  it('is read once', () => {
    const { paymentOrigins, asked } = aBridge();
    const origin = paymentOrigins.of('P-1');
    expect(origin?.clientId).toBe('C-1');
    expect(origin?.mayReadWhole(['status', 'customers'])).toBe(true);
    expect(origin?.mayReadWhole(['status', 'sale'])).toBe(false);
    expect(paymentOrigins.of('P-1')).toBe(origin);
    expect(asked).toEqual(['P-1']);
  });

  it('is asked for again while it is not known', () => {
    const { paymentOrigins, known, asked } = aBridge({ ...sale, kind: 'refund' });
    expect(paymentOrigins.of('P-1')).toBeNull();
    known[0] = sale;
    expect(paymentOrigins.of('P-1')?.clientId).toBe('C-1');
    expect(asked).toHaveLength(2);
  });

  it('is not known where the kind is not', () => {
    expect(aBridge({ ...sale, kind: 'of-a-later-version' }).paymentOrigins.of('P-1')).toBeNull();
  });

  it('is read again where a thousand others were asked for since', () => {
    const { paymentOrigins, asked } = aBridge();
    for (let index = 0; index < 1_001; index += 1) paymentOrigins.of(`P-${index}`);
    paymentOrigins.of('P-1');
    expect(asked).toHaveLength(1_001);
    paymentOrigins.of('P-0');
    expect(asked).toHaveLength(1_002);
  });
});
