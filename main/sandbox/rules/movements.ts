// The record of one operation on a payment, caused by a request, by a customer on a hosted page, or by the clock.
import { newId } from '../facts/ids.ts';
import { type Refusal } from '../facts/refusals.ts';
import type { PaymentOperation } from '../state/payment.ts';

export const success = { responseCode: '00000000', responseDescription: 'success' } as const;

export type Step = Pick<PaymentOperation, 'type' | 'status' | 'value' | 'currency'> & Partial<PaymentOperation>;

/** `why`: it failed, for this reason. `at`: ISO 8601, UTC. */
export function operationOf(at: string, step: Step, why: Refusal | null = null): PaymentOperation {
  return {
    xId: newId(),
    refNr: null,
    transId: null,
    ...(why ?? success),
    at,
    providerTransactionId: why === null ? newId() : null,
    of: null,
    final: false,
    traceNr: null,
    approvalCode: null,
    ...step,
  };
}
