// Whether a terminal is busy or held, and until when, in words.
import type { TerminalView } from '#contract/till/window.ts';
import { useWords } from '../base/context.tsx';

/** Null where it is free. */
export function useTerminalState(): (terminal: TerminalView) => string | null {
  const { say, clock } = useWords();
  return ({ heldUntil, busy }) => {
    if (heldUntil !== null) return say('glance.heldUntil', { time: clock(heldUntil) });
    return busy ? say('glance.busy') : null;
  };
}
