// Small builders that several operation files share: what success does to a payment's totals, and the refNr that
// the bridge adds so that a look-up can find exactly this operation.
import { type JsonObject, textAt } from '#contract/data/json.ts';
import type { Money } from '#contract/money/money.ts';
import type { Completion, Effect } from '../define.ts';
import { caseless } from '../evidence/caseless.ts';
import { allShownAt, defaultAnswerPaths, defaultWrappers, minorUnits, unwrapped } from '../evidence/reading.ts';

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

/** What a gateway that captures at once says that it captured of an authorization of `value` minor units. */
export function capturedByItself(value: number, result: JsonObject): number {
  const { view } = caseless(unwrapped(result, { wrappers: defaultWrappers }));
  const shown = allShownAt(view, defaultAnswerPaths.captured).map(minorUnits);
  const captured = shown.find((each) => each !== null) ?? null;
  if (captured !== null) return Math.min(captured, value);
  return ['CAPTURED', 'PAID'].includes(textAt(view, 'status')?.trim().toUpperCase() ?? '') ? value : 0;
}

/** The input with a unique refNr where the caller gave none. */
export function withRefNr(input: object & { refNr?: string | undefined }, completion: Completion): JsonObject {
  return { refNr: completion.refNr, ...(input as JsonObject) };
}

/** The input as the caller gave it. */
export function asGiven(input: object): JsonObject {
  return input as JsonObject;
}
