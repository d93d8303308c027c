// A call to main on a person's press: whether it is under way, and why it failed.
import { useState } from 'react';
import type { WindowCall, WindowInput, WindowOutputs } from '#contract/calls/table.ts';
import type { Refusal, Refused } from '#contract/programs/problems.ts';
import { type Failed, failedOf } from '../../bridge/failed.ts';
import { useStores } from '../base/context.tsx';

/** The calls that main may refuse. */
type Refusable = { [C in WindowCall]: Refused extends WindowOutputs[C] ? C : never }[WindowCall];

type Done<C extends Refusable> = Exclude<WindowOutputs[C], Refused>;

export function useAsk() {
  const { ports } = useStores();
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<Failed>(null);
  /** Null where main did not do it: then `failed` says why, unless `handles` takes the refusal. */
  const ask = async <C extends Refusable>(
    call: C,
    input: WindowInput<C>,
    handles: (refusal: Refusal) => boolean = () => false,
  ): Promise<Done<C> | null> => {
    setBusy(true);
    setFailed(null);
    const answer = await ports.bridge.ask(call, input);
    setBusy(false);
    const why = failedOf(answer);
    setFailed(why === null || why === 'silent' || !handles(why) ? why : null);
    if (answer.type === 'silent' || why !== null) return null;
    // Not refused: TypeScript cannot say so of a call that it does not know yet.
    const done: unknown = answer.value;
    return done as Done<C>;
  };
  return { ask, busy, failed };
}
