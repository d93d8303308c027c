// THE RULE of money out, for people and programs alike: what counts as paying out, and how much. Approval at the till,
// daily limits of programs, and how many people must decide the same all follow from it. A void of a sale counts like a
// refund: the oldest fraud at a till is sell, void, keep the cash.
import { type JsonObject, isJsonObject } from '#contract/data/json.ts';
import type { Money } from '#contract/money/money.ts';
import type { Command, PaymentRef } from '#operations/define.ts';
import { commandOf } from '#operations/index.ts';
import { paymentName } from '#texts/operation-facts.ts';
import { approvedInput } from '../operation/approved-input.ts';
import { hasTrace, knownPayment, paymentLane } from '../operation/lanes.ts';
import type { Policy } from '../ports/policy.ts';
import type { StoreReads } from '../ports/store.ts';
import type { KnownPayment, OperationRecord } from '../ports/record.ts';

/** What must be known of payments to tell what an operation pays out. */
export type PaymentReads = Pick<
  StoreReads,
  'payment' | 'paymentByTransId' | 'paymentByTrace' | 'openClaims' | 'startedPausedMs' | 'creatorOf' | 'operation'
>;

/** Money that an operation pays out; `amount` null: the bridge does not know how much. */
export interface PayOut {
  readonly amount: Money | null;
  /** It belongs to no payment of this till. */
  readonly unreferenced: boolean;
  /** The operation names a sum, which is what counts for the day. */
  readonly isCounted: boolean;
  /**
   * The payment as people know it: by the shop's reference and the card's last four digits, else by its transId, else by
   * what the request names it by; null where the request names no payment.
   */
  readonly payment: string | null;
}

/** Money out without a payment that it belongs to: the refund without reference, and a terminal's CREDIT. */
export function isManualRefund(command: Command, input: JsonObject): boolean {
  return command.scope(input) === 'refund-unreferenced';
}

/**
 * What an operation pays out; null only where it is certain that it pays out nothing. `isUnseen`: the gateway did not
 * show the payment just now, so others may have captured what is only authorized here.
 */
export function payOutOf(
  reads: PaymentReads,
  environmentId: string,
  command: Command,
  input: JsonObject,
  isUnseen = false,
): PayOut | null {
  const asked = command.amount(input);
  const named = asked === null ? null : { value: asked.value, currency: asked.currency };
  const ref = command.payment(input);
  const known = ref === null ? null : onceKept(reads, knownPayment(reads, environmentId, ref));
  const payment = ref === null ? null : nameOf(ref, known);
  switch (command.paysOut(input)) {
    case 'never':
      return null;
    case 'always':
      return { amount: named, unreferenced: isManualRefund(command, input), isCounted: named !== null, payment };
    case 'if-captured':
      break;
  }
  // An authorization that nothing was taken from is released, which gives nothing back.
  const lane = ref === null ? null : paymentLane(environmentId, ref, known);
  if (!isUnseen && lane !== null && isUntaken(reads, command, input, known, lane)) return null;
  const taken = takenOf(known);
  // It gives all of it back, whatever sum is named beside it.
  const amount = isUnseen && taken?.value === 0 ? authorizedOf(known) : taken;
  return { amount, unreferenced: false, isCounted: named !== null, payment };
}

/**
 * A payment of another sum than was asked for, while nobody has kept that sum: as it is once they do. Who gives it back
 * keeps it first.
 */
function onceKept(reads: PaymentReads, known: KnownPayment | null): KnownPayment | null {
  if (known === null || known.captured !== null || known.transId === null) return known;
  const makerId = reads.creatorOf(known.environmentId, known.transId);
  const maker = makerId === null ? null : reads.operation(makerId);
  if (maker?.state !== 'needs-person' || maker.approved === null || maker.offer !== undefined) return known;
  const body = isJsonObject(maker.result) ? maker.result : {};
  const effect = commandOf(maker.kind)?.effect(approvedInput(maker), body) ?? null;
  if (effect?.creates !== true) return known;
  return { ...known, authorized: effect.authorized, captured: effect.captured, refunded: 0 };
}

function nameOf(ref: PaymentRef, known: KnownPayment | null): string {
  const { refNr: reference = null, brand = null, last4 = null, transId = null } = known ?? {};
  return paymentName({ reference, brand, last4 }) ?? transId ?? (ref.by === 'payId' ? ref.payId : ref.transId);
}

function authorizedOf(known: KnownPayment | null): Money | null {
  if (known === null || known.authorized === null || known.currency === null) return null;
  return { value: known.authorized, currency: known.currency };
}

/** What a reversal of the whole payment gives back; null where that is not known. */
export function takenOf(known: KnownPayment | null): Money | null {
  if (known === null || known.captured === null || known.currency === null) return null;
  return { value: known.captured - (known.refunded ?? 0), currency: known.currency };
}

/**
 * Nothing was captured of the payment for certain, and it is certainly the one that the request names by its trace. A
 * folder that may have been a copy does not know what was captured elsewhere of an authorization from before.
 */
function isUntaken(
  reads: PaymentReads,
  command: Command,
  input: JsonObject,
  known: KnownPayment | null,
  lane: string,
): boolean {
  if (known?.captured !== 0 || reads.openClaims([lane], 'capture') > 0) return false;
  const pausedMs = reads.startedPausedMs();
  if (pausedMs !== null && (known.openSinceMs ?? 0) <= pausedMs) return false;
  const ref = command.payment(input);
  return ref?.by !== 'trace' || hasTrace(known, ref);
}

/** How many people must agree on an unknown outcome: two where money may have gone out. */
export function voicesNeeded(
  reads: PaymentReads,
  command: Command,
  { environmentId, input, isUnseen }: Pick<OperationRecord, 'environmentId' | 'input' | 'isUnseen'>,
): 1 | 2 {
  return payOutOf(reads, environmentId, command, input, isUnseen) === null ? 1 : 2;
}

/**
 * Whether the till asks for a supervisor's PIN before it is accepted. `paidOutMinor`: what the same person has
 * paid out today without one, in the shop's currency: many small refunds are one large one. So what would not count
 * for the day needs one however small it is.
 */
export function needsSupervisor(
  payOut: PayOut | null,
  paidOutMinor: number,
  { refundLimitMinor, shopCurrency }: Pick<Policy, 'refundLimitMinor' | 'shopCurrency'>,
): boolean {
  if (payOut === null) return false;
  return (
    payOut.unreferenced || !payOut.isCounted || isAbove(payOut.amount, refundLimitMinor - paidOutMinor, shopCurrency)
  );
}

/** The limit is in the shop's currency; an amount in another currency cannot be compared, so it counts as above. */
function isAbove(amount: Money | null, limitMinor: number, currency: string): boolean {
  return amount === null || amount.currency !== currency || amount.value > limitMinor;
}
