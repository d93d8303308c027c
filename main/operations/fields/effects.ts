// Small builders that several operation files share: what success does to a payment's totals, and the refNr that
// the bridge adds so that a look-up can find exactly this operation.
import type { JsonObject } from '#contract/json.ts';
import type { Money } from '#contract/money.ts';
import type { Completion, Effect } from '../define.ts';

const nothing: Effect = {
  payId: null,
  transId: null,
  currency: null,
  creates: false,
  authorized: 0,
  captured: 0,
  refunded: 0,
  reversed: false,
  releasesRest: false,
  terminalId: null,
  traceNr: null,
};

/** An effect on an existing payment, in minor units of the operation's currency. */
export function effectOn(
  input: { payId: string; amount?: Money | undefined },
  change: Partial<Pick<Effect, 'authorized' | 'captured' | 'refunded' | 'reversed' | 'releasesRest'>>,
): Effect {
  return { ...nothing, payId: input.payId, currency: input.amount?.currency ?? null, ...change };
}

/** Any other effect; what is not given is nothing. */
export function effectWith(change: Partial<Effect>): Effect {
  return { ...nothing, ...change };
}

/** The input with a unique refNr where the caller gave none. */
export function withRefNr(input: object & { refNr?: string | undefined }, completion: Completion): JsonObject {
  return { refNr: completion.refNr, ...(input as JsonObject) };
}

/** The input as the caller gave it. */
export function asGiven(input: object): JsonObject {
  return input as JsonObject;
}
