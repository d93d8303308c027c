// Which operation made a payment, as far as it decides who may see the payment's whole record. What made it never
// changes: whoever asks after one payment again and again has that read, and unsealed, once.
import type { OperationView } from '#contract/operation.ts';
import type { Scope } from '#contract/scopes.ts';
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
      const [first] = calls.operations({ payId, limit: 1 }).operations;
      // What was not made here, or is not known yet, is asked for again: it may be known next time.
      if (first === undefined || commandOf(first.kind)?.createsPayment(first.input) !== true) return null;
      const [oldest] = makers.keys();
      if (makers.size >= remembered && oldest !== undefined) makers.delete(oldest);
      const maker = makerOf(first);
      makers.set(payId, maker);
      return maker;
    },
  };
}

/** Without the operation itself: what it holds of a customer may be erased, and must not live on in memory. */
function makerOf(operation: OperationView): Maker {
  const { origin } = operation;
  const needed = neededFor(operation);
  return {
    clientId: origin.type === 'erp' ? origin.clientId : null,
    mayDoSuch: (scopes) => holdsAll(needed, scopes),
  };
}
