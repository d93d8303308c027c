// Which payments are looked up right before their money moves, so that the guards go by what the gateway shows: those
// that a customer was to make, those made elsewhere, which others may have captured, refunded or reversed, and each that
// is to be reversed. What another till captured of an authorization of ours, its reversal would pay out.
import type { JsonObject } from '#contract/data/json.ts';
import type { Command, LookUp } from '#operations/define.ts';
import { knownPayment } from '../operation/lanes.ts';
import { unseenOffer } from './offers.ts';
import type { StoreReads } from '../ports/store.ts';

export interface FirstLookUpOutcome {
  /** False where the payment had to be looked up, and the gateway did not show it. */
  readonly isSeen: boolean;
  /** The payId of the payment that the gateway showed, where it is another than the one asked for. */
  readonly otherPayId: string | null;
}

/** The look-up to make first; null where none is needed. `elsewhere`: also of a payment that others made. */
export function firstLookUp(
  reads: StoreReads,
  environmentId: string,
  command: Command,
  input: JsonObject,
  elsewhere: boolean,
): LookUp | null {
  const ours = unseenOffer(reads, environmentId, command, input) ?? toBeReversed(reads, environmentId, command, input);
  return ours ?? (elsewhere ? madeElsewhere(reads, environmentId, command, input) : null);
}

/** The payment that it reverses; null where only its trace number is known, by which the gateway finds no record. */
function toBeReversed(reads: StoreReads, environmentId: string, command: Command, input: JsonObject): LookUp | null {
  const ref = command.claim(input) === 'reversal' ? command.payment(input) : null;
  if (ref === null) return null;
  const known = knownPayment(reads, environmentId, ref);
  const payId = ref.by === 'payId' ? ref.payId : (known?.payId ?? null);
  if (payId !== null) return { by: 'payId', id: payId };
  const transId = known?.transId ?? null;
  return transId === null ? null : { by: 'transId', id: transId };
}

/** The payment that it moves money of, where this bridge did not make it. */
export function madeElsewhere(
  reads: StoreReads,
  environmentId: string,
  command: Command,
  input: JsonObject,
): LookUp | null {
  const ref = command.claim(input) === 'none' ? null : command.payment(input);
  // A terminal's command names the trace number only, and the gateway finds no record by that.
  if (ref?.by !== 'payId') return null;
  const transId = reads.payment(environmentId, ref.payId)?.transId ?? null;
  if (transId !== null && reads.creatorOf(environmentId, transId) !== null) return null;
  return { by: 'payId', id: ref.payId };
}
