// Whether the line of a display or a scanner is open, for those who show it.
import type { LineState } from '#contract/devices/line-devices.ts';
import { openTrouble } from './open-trouble.ts';

export interface KeptState {
  readonly state: () => LineState;
  /** Called when it is another one. Returns a function that ends that. */
  readonly onState: (listener: (state: LineState) => void) => () => void;
  readonly opened: () => void;
  readonly lost: () => void;
  readonly failed: (error: unknown) => void;
}

const open: LineState = { obstacle: null, advice: null };

/** `path`: of the line, for what a person is told. */
export function createKeptState(path: string): KeptState {
  const listeners = new Set<(state: LineState) => void>();
  let state: LineState = { obstacle: 'no-answer', advice: null };

  const become = (next: LineState) => {
    if (next.obstacle === state.obstacle && next.advice === state.advice) return;
    state = next;
    for (const listener of listeners) listener(next);
  };
  return {
    state: () => state,
    onState: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    opened: () => become(open),
    // It may be opened again in a moment; else `failed` says why not.
    lost: () => become({ obstacle: 'no-answer', advice: null }),
    failed: (error) => become(openTrouble(path, error)),
  };
}
