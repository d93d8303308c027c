// Which payments are looked up right before their money moves, so that the guards go by what the gateway shows: those
// that a customer was to make, and those made elsewhere, which others may have captured, refunded or reversed.
import type { JsonObject } from '#contract/json.ts';
import type { Command, LookUp } from '#operations/define.ts';
import { unseenOffer } from './offers.ts';
import type { StoreReads } from '../ports/store.ts';

/** Null where this bridge made the payment itself, or the operation moves no money of one. */
export function lookUpFirst(
  reads: StoreReads,
  environmentId: string,
  command: Command,
  input: JsonObject,
): LookUp | null {
  return unseenOffer(reads, environmentId, command, input) ?? madeElsewhere(reads, environmentId, command, input);
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
