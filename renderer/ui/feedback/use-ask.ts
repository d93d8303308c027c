// A call to main on a person's press: whether it is under way, and why it failed.
import { useState } from 'react';
import type { WindowCall, WindowInput, WindowOutputs } from '#contract/calls/table.ts';
import type { Refusal, Refused } from '#contract/programs/problems.ts';
import { type Failed, failedOf, wrongPinOf } from '../../bridge/failed.ts';
import { useStores } from '../base/context.tsx';

/** The calls that main may refuse. */
type Refusable = { [C in WindowCall]: Refused extends WindowOutputs[C] ? C : never }[WindowCall];

type Done<C extends Refusable> = Exclude<WindowOutputs[C], Refused>;

interface Asked<C extends Refusable> {
  /** Null where main did not do it. */
  readonly done: Done<C> | null;
  readonly wrongPin: Refusal | null;
}

export function useAsk() {
  const { ports } = useStores();
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<Failed>(null);
  const send = async <C extends Refusable>(call: C, input: WindowInput<C>, withPin: boolean): Promise<Asked<C>> => {
    setBusy(true);
    setFailed(null);
    const answer = await ports.bridge.ask(call, input);
    setBusy(false);
    const why = failedOf(answer);
    const wrongPin = withPin ? wrongPinOf(why) : null;
    setFailed(wrongPin === null ? why : null);
    if (answer.type === 'silent' || why !== null) return { done: null, wrongPin };
    // Not refused: TypeScript cannot say so of a call that it does not know yet.
    const done: unknown = answer.value;
    return { done: done as Done<C>, wrongPin };
  };
  return {
    /** Null where main did not do it: then `failed` says why. */
    ask: async <C extends Refusable>(call: C, input: WindowInput<C>) => (await send(call, input, false)).done,
    /** The same with a PIN: a wrong one is said by the dialog in which it was typed, and not by `failed`. */
    askWithPin: <C extends Refusable>(call: C, input: WindowInput<C>) => send(call, input, true),
    busy,
    failed,
  };
}
