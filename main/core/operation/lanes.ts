// Lanes keep order: operations on one payment happen in accepted order, one terminal runs one command at a time, of each
// caller in turn (ADR 88).
// A payment has one lane however it is named, so the name is its first known one: the transId it was made under,
// or its payId where it was not made through this bridge.
import type { PaymentRef } from '#operations/define.ts';
import type { StoreReads } from '../ports/store.ts';
import { type KnownPayment, laneBeginnings } from '../ports/record.ts';

/** A terminal gives no number again within this time. */
export const traceAgainMs = 12 * 3_600_000;

interface AtTerminal {
  readonly terminalId: string;
  readonly traceNr: string;
}

export function terminalLane(environmentId: string, terminalId: string): string {
  return `${laneBeginnings.terminal}${environmentId}:${terminalId}`;
}

export function transIdLane(environmentId: string, transId: string): string {
  return `${laneBeginnings.payment}${environmentId}:trans:${transId}`;
}

export function payIdLane(environmentId: string, payId: string): string {
  return `${laneBeginnings.payment}${environmentId}:pay:${payId}`;
}

/**
 * The second lane of a command that names its payment by a trace number which no known payment has: under a transId of its
 * own each would have a lane to itself.
 */
export function traceLane(environmentId: string, { terminalId, traceNr }: AtTerminal): string {
  return `${laneBeginnings.payment}${environmentId}:trace:${bareTrace(traceNr)}:${terminalId}`;
}

export function isTerminalLane(lane: string): boolean {
  return lane.startsWith(laneBeginnings.terminal);
}

export function isPaymentLane(lane: string): boolean {
  return lane.startsWith(laneBeginnings.payment);
}

/** What the bridge knows of the payment that a caller names, or null. */
export function knownPayment(
  reads: Pick<StoreReads, 'payment' | 'paymentByTransId' | 'paymentByTrace'>,
  environmentId: string,
  ref: PaymentRef,
): KnownPayment | null {
  switch (ref.by) {
    case 'payId':
      return reads.payment(environmentId, ref.payId);
    case 'transId':
      return reads.paymentByTransId(environmentId, ref.transId);
    case 'trace': {
      // Trace numbers wrap, so the latest payment with this one may be another than the transId names.
      const named = reads.paymentByTransId(environmentId, ref.transId);
      if (named !== null && hasTrace(named, ref)) return named;
      const traced = paymentWithTrace(reads, environmentId, ref.terminalId, ref.traceNr);
      if (traced !== null) return traced;
      // A payment that is known under another trace number is not the one that the caller means.
      return named?.traceNr === null ? named : null;
    }
  }
}

/** The latest payment with this trace number at this terminal, however many zeros were written before it. */
export function paymentWithTrace(
  reads: Pick<StoreReads, 'paymentByTrace'>,
  environmentId: string,
  terminalId: string,
  traceNr: string,
): KnownPayment | null {
  for (const written of writtenOf(traceNr)) {
    const traced = reads.paymentByTrace(environmentId, terminalId, written);
    if (traced !== null) return traced;
  }
  return null;
}

/** Whether it is the payment with this trace number at this terminal, however many zeros were written before it. */
export function hasTrace(
  { terminalId, traceNr }: Pick<KnownPayment, 'terminalId' | 'traceNr'>,
  wanted: AtTerminal,
): boolean {
  return terminalId === wanted.terminalId && traceNr !== null && bareTrace(traceNr) === bareTrace(wanted.traceNr);
}

/** Trace numbers are written with and without zeros before them. */
export const bareTrace = (traceNr: string): string => traceNr.trim().replace(/^0+(?=.)/, '');

/** As it was given, without zeros before it, and with them: terminals print six digits. */
function writtenOf(traceNr: string): ReadonlySet<string> {
  return new Set([traceNr, bareTrace(traceNr), bareTrace(traceNr).padStart(6, '0')]);
}

export function paymentLane(environmentId: string, ref: PaymentRef, known: KnownPayment | null): string {
  if (known !== null) return known.lane;
  return ref.by === 'payId' ? payIdLane(environmentId, ref.payId) : transIdLane(environmentId, ref.transId);
}
