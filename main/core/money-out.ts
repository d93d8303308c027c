// THE RULE of money out, for people and programs alike: what counts as paying out, and how much. Approval at the till,
// daily limits of programs, and the two voices of a decision all follow from it. A void of a sale is a refund by another
// name: the oldest fraud at a till is sell, void, keep the cash.
import type { JsonObject } from '#contract/json.ts';
import type { Money } from '#contract/money.ts';
import type { Command, PaymentRef } from '#operations/define.ts';
import { hasTrace, knownPayment, paymentLane } from './lanes.ts';
import type { Policy } from './ports/policy.ts';
import type { StoreReads } from './ports/store.ts';
import type { KnownPayment } from './record.ts';

/** What must be known of payments to tell what an operation pays out. */
export type PaymentReads = Pick<StoreReads, 'payment' | 'paymentByTransId' | 'paymentByTrace' | 'openClaims'>;

/** Money that an operation gives out of the shop's hands; `amount` null: how much is not known here. */
export interface PayOut {
  readonly amount: Money | null;
  /** No payment of this till stands behind it. */
  readonly unreferenced: boolean;
  /** The payment's transId, else the payId that the request names; null where the request names no payment. */
  readonly payment: string | null;
}

/** Money out without a payment that it belongs to: the refund without reference, and a terminal's CREDIT. */
export function isManualRefund(command: Command, input: JsonObject): boolean {
  return command.scope(input) === 'refund-unreferenced';
}

/** What an operation pays out, or null where it pays nothing out for certain. */
export function payOutOf(
  reads: PaymentReads,
  environmentId: string,
  command: Command,
  input: JsonObject,
): PayOut | null {
  const asked = command.amount(input);
  const named = asked === null ? null : { value: asked.value, currency: asked.currency };
  const ref = command.payment(input);
  const known = ref === null ? null : knownPayment(reads, environmentId, ref);
  const payment = ref === null ? null : (known?.transId ?? nameOf(ref));
  switch (command.paysOut(input)) {
    case 'never':
      return null;
    case 'always':
      return { amount: named, unreferenced: isManualRefund(command, input), payment };
    case 'if-captured':
      break;
  }
  // An authorization that nothing was taken from is released, which gives nothing back.
  if (ref !== null && isUntaken(reads, command, input, known, paymentLane(environmentId, ref, known))) return null;
  return { amount: takenOf(known) ?? named, unreferenced: false, payment };
}

function nameOf(ref: PaymentRef): string {
  return ref.by === 'payId' ? ref.payId : ref.transId;
}

/** What a reversal of the whole payment gives back; null where that is not known. */
export function takenOf(known: KnownPayment | null): Money | null {
  if (known === null || known.captured === null || known.currency === null) return null;
  return { value: known.captured - (known.refunded ?? 0), currency: known.currency };
}

/** Known to have had nothing taken from it, and known to be the very payment that the request names by its trace. */
function isUntaken(
  reads: PaymentReads,
  command: Command,
  input: JsonObject,
  known: KnownPayment | null,
  lane: string,
): boolean {
  if (known?.captured !== 0 || reads.openClaims(lane, 'capture') > 0) return false;
  const ref = command.payment(input);
  return ref?.by !== 'trace' || hasTrace(known, ref);
}

/** How many people must agree on an unknown outcome: two where money may have gone out. */
export function voicesNeeded(reads: PaymentReads, environmentId: string, command: Command, input: JsonObject): 1 | 2 {
  return payOutOf(reads, environmentId, command, input) === null ? 1 : 2;
}

/**
 * Whether a supervisor's PIN is asked for at the till before it is accepted. `paidOutMinor`: what the same person has
 * paid out today without one, in the shop's currency: many small refunds are one large one.
 */
export function needsSupervisor(
  payOut: PayOut | null,
  paidOutMinor: number,
  { refundLimitMinor, shopCurrency }: Pick<Policy, 'refundLimitMinor' | 'shopCurrency'>,
): boolean {
  if (payOut === null) return false;
  return payOut.unreferenced || isAbove(payOut.amount, refundLimitMinor - paidOutMinor, shopCurrency);
}

/** The limit is in the shop's currency; what is in another cannot be compared, so it is above. */
function isAbove(amount: Money | null, limitMinor: number, currency: string): boolean {
  return amount === null || amount.currency !== currency || amount.value > limitMinor;
}
