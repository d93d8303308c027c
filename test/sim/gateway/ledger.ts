// The truth: what the simulated gateway has executed, for whom, and what became of each payment. It is written by the
// gateway alone and read by the checks; no code of the product has a part in it.
import type { Charge } from './conversions.ts';

export type OperationType = 'AUTHORIZATION' | 'CAPTURE' | 'REFUND' | 'REVERSAL' | 'CREDIT';

/** `LINK`: an invitation to pay was made. It moves no money. */
export type ExecutionType = OperationType | 'LINK';

export interface ListedOperation {
  readonly type: OperationType;
  readonly xId: string;
  readonly transId: string | null;
  readonly refNr: string | null;
  readonly value: number;
  /** Changes once, when it was pending. */
  status: 'AUTHORIZED' | 'CAPTURED' | 'REFUNDED' | 'REVERSED' | 'FAILED' | 'PENDING';
  readonly atMs: number;
  settledAtMs: number;
}

export interface Payment {
  readonly payId: string;
  readonly transId: string;
  readonly refNr: string | null;
  readonly currency: string;
  readonly value: number;
  /** What was asked for, where the host approved something else. */
  readonly asked: number;
  readonly byTill: boolean;
  /** Another merchant's, whose terminals have the same names; null for the shop's own. */
  readonly merchantId: string | null;
  readonly terminalId: string | null;
  readonly traceNr: string | null;
  readonly approvalCode: string | null;
  readonly madeAtMs: number;
  /** The mark of the link that a customer paid by; null for any other payment. */
  readonly link: string | null;
  /** What the card is charged where a choice of currency came with it; null where there was none. */
  readonly charge: Charge | null;
  readonly operations: ListedOperation[];
}

export interface Execution {
  readonly seq: number;
  /** The caller's mark in the request's metadata; null for what the till did not ask for. */
  readonly tag: string | null;
  readonly type: ExecutionType;
  readonly payId: string;
  /** What it really moved, minor units: a reversal gives back what was captured and not refunded. */
  readonly value: number;
  /** When the request for it came; what was pending is executed later. */
  readonly askedMs: number;
  readonly atMs: number;
}

export interface Sums {
  readonly authorized: number;
  readonly captured: number;
  readonly refunded: number;
  readonly reversed: boolean;
}

export class Ledger {
  readonly payments = new Map<string, Payment>();
  readonly executions: Execution[] = [];
  readonly byTag = new Map<string, Execution[]>();

  execute(execution: Omit<Execution, 'seq' | 'askedMs'>, askedMs = execution.atMs): void {
    const done = { seq: this.executions.length + 1, askedMs, ...execution };
    this.executions.push(done);
    if (done.tag === null) return;
    const before = this.byTag.get(done.tag);
    if (before === undefined) this.byTag.set(done.tag, [done]);
    else before.push(done);
  }

  /** The latest payment made with this transId. */
  byTransId(transId: string): Payment | null {
    let found: Payment | null = null;
    for (const payment of this.payments.values()) if (payment.transId === transId) found = payment;
    return found;
  }

  byTrace(terminalId: string, traceNr: string): Payment | null {
    let found: Payment | null = null;
    for (const payment of this.payments.values()) {
      if (payment.terminalId === terminalId && payment.traceNr === traceNr) found = payment;
    }
    return found;
  }
}

/** The payment's sums from its operations as they stood at `atMs`. */
export function sumsOf({ operations }: Payment, atMs = Infinity): Sums {
  let [authorized, captured, refunded] = [0, 0, 0];
  let reversed = false;
  for (const each of operations) {
    if (each.status === 'FAILED' || each.status === 'PENDING' || each.settledAtMs > atMs) continue;
    if (each.type === 'AUTHORIZATION') authorized += each.value;
    else if (each.type === 'CAPTURE') captured += each.value;
    else if (each.type === 'REVERSAL') reversed = true;
    else refunded += each.value;
  }
  return { authorized, captured: reversed ? 0 : captured, refunded, reversed };
}

/** Whether the till alone worked on it. */
export function isAlone({ executions }: Ledger, { payId }: Pick<Payment, 'payId'>): boolean {
  return executions.every((each) => each.payId !== payId || each.tag !== null);
}
