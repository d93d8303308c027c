// Finds the operation that made a payment, which decides which programs may see the payment's whole record. It never
// changes, so it is read and unsealed once for repeated requests about one payment.
import type { OperationView } from '#contract/operation/operation.ts';
import type { Scope } from '#contract/programs/scopes.ts';
import { commandOf } from '#operations/index.ts';
import { holdsAll, neededToRead } from './for-programs.ts';
import type { LoopbackBridge } from './ports.ts';

export interface PaymentOrigin {
  /** The program that asked for it; null where a cashier did. */
  readonly clientId: string | null;
  /** Whether these scopes allow reading the operation that made it whole. */
  readonly mayReadWhole: (scopes: readonly Scope[]) => boolean;
}

export interface PaymentOrigins {
  /** Null where the payment was made elsewhere: nothing here knew its payId any earlier. */
  of(payId: string): PaymentOrigin | null;
}

const remembered = 1_000;

export function createPaymentOrigins(calls: Pick<LoopbackBridge, 'operations'>): PaymentOrigins {
  const paymentOrigins = new Map<string, PaymentOrigin>();
  return {
    of(payId) {
      const known = paymentOrigins.get(payId);
      if (known !== undefined) return known;
      const [first] = calls.operations({ payId, limit: 1 })?.operations ?? [];
      // A payment without a known origin is not remembered: its origin may be known next time.
      if (first === undefined || commandOf(first.kind)?.createsPayment(first.input) !== true) return null;
      const [oldest] = paymentOrigins.keys();
      if (paymentOrigins.size >= remembered && oldest !== undefined) paymentOrigins.delete(oldest);
      const origin = originOf(first);
      paymentOrigins.set(payId, origin);
      return origin;
    },
  };
}

/** Keeps nothing else of the operation: its personal data may be erased, and must not stay in memory. */
function originOf(operation: OperationView): PaymentOrigin {
  const { origin } = operation;
  const needed = neededToRead(operation);
  return {
    clientId: origin.type === 'erp' ? origin.clientId : null,
    mayReadWhole: (scopes) => holdsAll(needed, scopes),
  };
}
