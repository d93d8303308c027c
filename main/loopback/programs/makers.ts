// Finds the operation that made a payment, which decides which programs may see the payment's whole record. It never
// changes, so it is read and unsealed once for repeated requests about one payment.
import type { OperationView } from '#contract/operation/operation.ts';
import type { Scope } from '#contract/programs/scopes.ts';
import { commandOf } from '#operations/index.ts';
import { holdsAll, neededFor } from './for-programs.ts';
import type { LoopbackBridge } from './ports.ts';

export interface Maker {
  /** The program that asked for it; null where a cashier did. */
  readonly clientId: string | null;
  /** Whether these scopes allow an operation such as the one that made it. */
  readonly mayDoSuch: (scopes: readonly Scope[]) => boolean;
}

export interface Makers {
  /** Null where the payment was made elsewhere: nothing here knew its payId any earlier. */
  of(payId: string): Maker | null;
}

const remembered = 1_000;

export function createMakers(calls: Pick<LoopbackBridge, 'operations'>): Makers {
  const makers = new Map<string, Maker>();
  return {
    of(payId) {
      const known = makers.get(payId);
      if (known !== undefined) return known;
      const [first] = calls.operations({ payId, limit: 1 })?.operations ?? [];
      // A payment without a known maker is not remembered: its maker may be known next time.
      if (first === undefined || commandOf(first.kind)?.createsPayment(first.input) !== true) return null;
      const [oldest] = makers.keys();
      if (makers.size >= remembered && oldest !== undefined) makers.delete(oldest);
      const maker = makerOf(first);
      makers.set(payId, maker);
      return maker;
    },
  };
}

/** Keeps nothing else of the operation: its personal data may be erased, and must not stay in memory. */
function makerOf(operation: OperationView): Maker {
  const { origin } = operation;
  const needed = neededFor(operation);
  return {
    clientId: origin.type === 'erp' ? origin.clientId : null,
    mayDoSuch: (scopes) => holdsAll(needed, scopes),
  };
}
