// Lanes keep order: operations on one payment happen in accepted order, one terminal runs one command at a time.
// A payment has one lane however it is named, so the name is its first known one: the transId it was made under,
// or its payId where it was not made through this bridge.
import type { PaymentRef } from '#operations/define.ts';
import type { StoreReads } from './ports.ts';
import type { KnownPayment } from './record.ts';

export function terminalLane(environmentId: string, terminalId: string): string {
  return `terminal:${environmentId}:${terminalId}`;
}

export function transIdLane(environmentId: string, transId: string): string {
  return `payment:${environmentId}:trans:${transId}`;
}

export function payIdLane(environmentId: string, payId: string): string {
  return `payment:${environmentId}:pay:${payId}`;
}

export function isTerminalLane(lane: string): boolean {
  return lane.startsWith('terminal:');
}

/** What the bridge knows of the payment that a caller names, or null. */
export function knownPayment(reads: StoreReads, environmentId: string, ref: PaymentRef): KnownPayment | null {
  switch (ref.by) {
    case 'payId':
      return reads.payment(environmentId, ref.payId);
    case 'transId':
      return reads.paymentByTransId(environmentId, ref.transId);
    case 'trace': {
      // Trace numbers wrap, so the latest payment with this one may be another than the transId names.
      const named = reads.paymentByTransId(environmentId, ref.transId);
      if (named !== null && named.terminalId === ref.terminalId && named.traceNr === ref.traceNr) return named;
      return reads.paymentByTrace(environmentId, ref.terminalId, ref.traceNr) ?? named;
    }
  }
}

export function paymentLane(environmentId: string, ref: PaymentRef, known: KnownPayment | null): string {
  if (known !== null) return known.lane;
  return ref.by === 'payId' ? payIdLane(environmentId, ref.payId) : transIdLane(environmentId, ref.transId);
}
